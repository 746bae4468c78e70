import Foundation
import Glibc

/// A folder of a test's own, gone with it.
final class TestFolder {
    let path: String

    init() throws {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/quadrille-sqlite-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of `name` in the folder.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }

    /// All names in the folder, with the bytes of the files and the times of the last writes to them.
    func contents() throws -> [String: FileContent] {
        var contents: [String: FileContent] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            var status = stat()
            guard stat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            contents[name] = FileContent(
                bytes: try bytes(name), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        }
        return contents
    }
}

struct FileContent: Equatable {
    let bytes: [UInt8]
    let seconds: Int
    let nanoseconds: Int
}

/// Python, whose module sqlite3 makes databases and knows what is in them.
enum Python {
    /// Read once: other tests change the environment of the process, and reading it meanwhile may end that.
    static let environment = ProcessInfo.processInfo.environment

    struct Failure: Error {
        let output: String
    }

    /// Runs `script`, and returns its output. That goes through a file: a pipe would stay open in programs that other tests start.
    @discardableResult
    static func run(_ script: String, _ arguments: String...) throws -> String {
        let folder = try TestFolder()
        try folder.write("output", [])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + arguments
        process.environment = environment
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("output")))
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: try folder.bytes("output"), as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(output: text) }
        return text
    }
}

/// A program that has a database open, and does what it is told to.
final class LiveProgram {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Runs `script`, which has the database as `c` and calls `wait()` wherever it waits to be told to go on, and waits for the
    /// first of these.
    init(_ path: String, _ script: String) throws {
        let beginning = """
            import os, random, sqlite3, sys, threading, time
            c = sqlite3.connect(sys.argv[1], isolation_level=None, check_same_thread=False)
            c.execute('pragma synchronous=off')
            def wait():
                print('ready', flush=True)
                sys.stdin.readline()

            """
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", beginning + script, path]
        process.environment = Python.environment
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try waitUntilReady()
    }

    private func waitUntilReady() throws {
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else {
                throw Python.Failure(output: String(decoding: line, as: UTF8.self))
            }
            line.append(byte)
        }
    }

    /// Lets it go on to where it waits next.
    func goOn() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        try waitUntilReady()
    }

    /// Ends it as a crash would.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { if process.isRunning { kill() } }
}
