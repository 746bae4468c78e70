import Foundation
import Testing

@testable import QuadrilleApp

/// Characters that a terminal obeys, or that hide what stands beside them.
@Suite struct TerminalTextTests {
    private static let hidden =
        "\u{7F}\u{85}\u{90}\u{9B}31m\u{AD}\u{61C}\u{200B}\u{200E}\u{2028}\u{2029}\u{202E}\u{2066}\u{FEFF}\u{E0001}"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let value = "\u{1B}[31m\(Self.hidden)é👩‍👩"
        try folder.write("t.csv", "id,n\(Self.hidden)\n1,\"x\(value)\"\n2,\"y\tz\"\n")
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Program.run(arguments + ["--encoding", "utf-8", "--delimiter", ","], in: folder.path)
    }

    private func isClean(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && $0 != "\u{200D}" && $0.isInvisible }
    }

    @Test(arguments: [
        ["info", "t.csv", "--json"], ["info", "t.csv", "--json", "--columns"],
        ["info", "t.csv", "--json", "--explain"],
        ["info", "t.csv", "--columns"], ["info", "t.csv"], ["find", "t.csv", "x"], ["find", "t.csv", "x", "--json"],
    ])
    func whatTheProgramSaysHoldsNoneOfThem(arguments: [String]) throws {
        let outcome = try Program.run(arguments + ["--encoding", "utf-8", "--delimiter", ","], in: folder.path)
        #expect(outcome.status == 0)
        #expect(isClean(outcome.text))
        guard arguments.contains("--json") else { return }
        let text = try JSONSerialization.jsonObject(with: Data(outcome.output))
        #expect("\(text)".contains("n"))
        let name = arguments[0] == "find" ? (text as? [String: Any])?["name"] as? String : nil
        if arguments[0] == "find" { #expect(name == "n" + Self.hidden) }
    }

    /// The output that a terminal of the program's own gets.
    private func shown(_ arguments: [String]) throws -> Outcome {
        let script = """
            import os, pty, sys
            pid, terminal = pty.fork()
            if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
            text = b""
            while True:
                try: more = os.read(terminal, 65536)
                except OSError: break
                if not more: break
                text += more
            sys.stdout.buffer.write(text.replace(b"\\r\\n", b"\\n"))
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        return try Program.shell(
            "exec python3 -c \"$@\"",
            [script, Program.path] + arguments + ["--encoding", "utf-8", "--delimiter", ","], in: folder.path)
    }

    @Test(arguments: ["csv", "tsv", "markdown", "html", "sql", "json", "ndjson", "bytes"])
    func terminalGetsSignsAndAPipeValues(format: String) throws {
        let arguments = ["export", "t.csv", "--to", format]
        let (terminal, pipe) = (
            try shown(arguments),
            try Program.run(
                arguments + ["--encoding", "utf-8", "--delimiter", ","], in: folder.path)
        )
        #expect(terminal.status == 0)
        #expect(isClean(terminal.text), "\(terminal.text.debugDescription)")
        #expect(terminal.text.contains("👩‍👩") || format.hasSuffix("json"))
        #expect(pipe.text.contains("\u{9B}31m\u{AD}"))
        if format.hasSuffix("json") {
            #expect(terminal.text.contains("\\u001b[31m\\u007f\\u0085\\u0090\\u009b31m\\u00ad"))
            #expect(terminal.text.contains("\\ufeff\\udb40\\udc01é"))
        } else {
            #expect(terminal.text.contains(format == "markdown" ? "␛\\[31m␡" : "␛[31m␡"))
        }
        // Of the file that has no such characters the terminal gets what a pipe gets.
        try folder.write("plain.csv", "a,b\n1,\"x\ty\"\n2,\"l\nl\"\n3,é漢🙂\n")
        let plain = ["export", "plain.csv", "--to", format]
        #expect(
            try shown(plain).text
                == Program.run(plain + ["--encoding", "utf-8", "--delimiter", ","], in: folder.path).text)
    }

    @Test func jsonOnATerminalIsTheSameJSON() throws {
        let arguments = ["export", "t.csv", "--to", "json"]
        let terminal = try JSONSerialization.jsonObject(with: Data(try shown(arguments).output)) as? [[String: String]]
        let pipe = try JSONSerialization.jsonObject(with: Data(try run("export", "t.csv", "--to", "json").output))
        #expect(terminal != nil && terminal == pipe as? [[String: String]])
    }

    @Test func oneValueIsShownToo() throws {
        let terminal = try shown(["export", "t.csv", "--value", "1,2"])
        #expect(terminal.text.hasPrefix("x␛[31m␡") && isClean(terminal.text))
    }

    /// However the bytes come, and where they end within a character.
    @Test(arguments: [1, 2, 3, 5, 1000])
    func piecesOfTheOutputMakeOneText(size: Int) {
        let bytes = Array("a\u{9B}é\u{202E}\n👩‍👩x\u{200D}\ty\u{1B}".utf8) + [0xFF, 0xE2, 0x80]
        let text = TerminalText(isJSON: false)
        var shown: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer {
                shown += text.shown($0, isLast: false)
            }
        }
        shown += text.shown(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
        #expect(String(decoding: shown, as: UTF8.self) == "a\u{FFFD}é⇚\n👩‍👩x◌\ty␛\u{FFFD}\u{FFFD}")
    }
}
