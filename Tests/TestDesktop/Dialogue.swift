import Dispatch
import Glibc
import Synchronization

/// A program that a test talks to, line by line: it answers each line with some, the last of which is ".", and says what it
/// hears in lines of its own, which begin with "! ".
package final class Dialogue: Sendable {
    package let child: Child
    private let input: Int32
    private let heard = Heard()

    private final class Heard: Sendable {
        let answers = Mutex<[String]>([])
        let events = Mutex<[String]>([])
    }

    /// Starts `command`, a path and arguments.
    package init(_ command: [String], environment: [String: String]) throws {
        let (theirInput, input) = try Desktop.pipe()
        let (output, theirOutput) = try Desktop.pipe()
        defer { for end in [theirInput, theirOutput] { close(end) } }
        self.input = input
        child = try Child(command, environment: environment, descriptors: [0: theirInput, 1: theirOutput])
        DispatchQueue(label: "dialogue").async { [heard] in Self.listen(to: output, heard) }
    }

    deinit {
        close(input)
        child.kill()
    }

    private static func listen(to output: Int32, _ heard: Heard) {
        defer { close(output) }
        var rest: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else { return }
            rest += bytes[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                if line.hasPrefix("! ") {
                    heard.events.withLock { $0.append(String(line.dropFirst(2))) }
                } else {
                    heard.answers.withLock { $0.append(line) }
                }
            }
        }
    }

    /// Waits for a line that it says by itself.
    package func hear(_ line: String) async throws {
        _ = try await eventually("“\(line)”, where \(heard.answers.withLock { $0 }) was said") {
            self.heard.answers.withLock { $0.first == line ? $0.removeFirst() : nil }
        }
    }

    /// Asks, and gives the answer.
    package func ask(_ line: String) async throws -> [String] {
        let bytes = Array((line + "\n").utf8)
        guard write(input, bytes, bytes.count) == bytes.count else { throw DesktopError("nobody takes “\(line)”") }
        return try await eventually("an answer to “\(line)”, where it ended with \(String(describing: child.ended))") {
            self.heard.answers.withLock { lines in
                guard let end = lines.firstIndex(of: ".") else { return nil }
                defer { lines.removeSubrange(...end) }
                return Array(lines[..<end])
            }
        }
    }

    /// What was heard since this was asked last.
    package func takeEvents() -> [String] {
        heard.events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Waits until one of `wanted` is heard; gives all up to it.
    package func event(_ wanted: String...) async throws -> [String] {
        try await eventually("the event \(wanted), where \(heard.events.withLock { $0 }) were heard") {
            self.heard.events.withLock { events in
                guard let index = events.firstIndex(where: wanted.contains) else { return nil }
                defer { events.removeSubrange(...index) }
                return Array(events[...index])
            }
        }
    }
}
