import Foundation
import Testing

/// The program of this package that prints a table, `SQLiteProbe`.
func probeProgram() throws -> URL {
    // Beside the tests, in the folder of the build.
    let tests = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? Bundle.main.executablePath)
    var folder = URL(fileURLWithPath: tests).deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("SQLiteProbe").path) {
        try #require(folder.path != "/", "SQLiteProbe is not built")
        folder.deleteLastPathComponent()
    }
    return folder.appendingPathComponent("SQLiteProbe")
}
