import Foundation
import Glibc
import QuadrilleRuntime
import Testing

/// A folder that goes with the test.
private final class Folder {
    let path: String

    init() throws {
        path = "/var/tmp/quadrille-test-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }

    func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path + "/" + name).map { Array($0) } }
}

private func replace(_ path: String, with bytes: [UInt8], isDurable: Bool = false) -> Bool {
    bytes.withUnsafeBytes { WholeFile.replace(path, with: $0, isDurable: isDurable) }
}

@Test(arguments: [false, true])
func fileTakesThePlaceOfTheOneBefore(isDurable: Bool) throws {
    let folder = try Folder()
    #expect(replace(folder.path + "/a", with: [1, 2, 3], isDurable: isDurable))
    #expect(replace(folder.path + "/a", with: [4], isDurable: isDurable))
    #expect(folder.names == ["a"] && folder.bytes("a") == [4])
    var status = stat()
    #expect(stat(folder.path + "/a", &status) == 0 && status.st_mode & 0o777 == 0o600)
}

@Test func failedWriteLeavesTheFileBefore() throws {
    let folder = try Folder()
    #expect(!replace(folder.path + "/none/a", with: [1]))
    #expect(mkdir(folder.path + "/b", 0o700) == 0)
    // A folder has that name.
    #expect(!replace(folder.path + "/b", with: [1]))
    #expect(folder.names == ["b"])
}
