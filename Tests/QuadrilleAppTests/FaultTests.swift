import Foundation
import SeededRandom
import Testing

/// Calls of the system that fail one after the other: the first of a kind and all behind it, then the second, and so on, until
/// a run has made fewer. Each run ends with the output of one without faults, or with a message and a status that says so,
/// and leaves nothing behind.
@Suite struct FaultTests {
    private let folder: TemporaryFolder

    /// A kind of call, as `Faults/faults.c` names it.
    enum Call: String, CaseIterable {
        case read, write, open, map, memory
        case shortRead = "short-read"
        case shortWrite = "short-write"
        case status
        case thread

        /// False where the program goes on as if nothing had happened.
        var isFailure: Bool { self != .shortRead && self != .shortWrite }
    }

    /// A command of the program; `$out` is the file that it writes, if it writes one.
    enum Command: String, CaseIterable {
        case info = "info s.csv --columns --json"
        case find = "find a.csv break"
        case sortedExport = "export a.csv --to csv --sort amount --output $out"
        case filteredExport = "export a.csv.gz --to ndjson --filter amount>500000 --output $out"
        case exportToPipe = "export u.csv --to json --rows 1:2000"
        case print = "print a.csv --rows 1:60 --output $out.pdf"
    }

    init() throws {
        folder = try TemporaryFolder()
        var random = SplitMix64(seed: 1)
        let notes = ["a", "line\nbreak", "some longer text", "two, with a comma"]
        // A few blocks of a pass.
        let rows = (0..<24_000).map { row in
            "\(row),\(random.int(0...999_999)).\(random.int(10...99)),\"\(random.pick(notes))\"\n"
        }
        let text = "id,amount,note\n" + rows.joined()
        try folder.write("a.csv", text)
        // Figures of columns take a debug build seconds for all of them.
        try folder.write("s.csv", "id,amount,note\n" + rows.prefix(6000).joined())
        try folder.write("u.csv", Array(text.utf16.prefix(300_000)).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let script = "gzip -k a.csv && mkdir tmp out && \"${CC:-cc}\" -shared -fPIC -O1 -o faults.so \"$1\" -ldl"
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Faults/faults.c"
        let outcome = try Program.shell(script, [source], in: folder.path)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// The outcome of a run.
    private struct Run: Equatable {
        var status: Int32
        /// Standard output, or the file that was written.
        var output: [UInt8]?
        var errors = ""
        var hasFailed = false
        var leftovers: [String] = []
    }

    private func run(_ command: String, _ call: Call?, after count: Int = 0, isOnce: Bool = false) throws -> Run {
        let (log, out) = (folder.path("log"), folder.path("out/out"))
        let isPrint = command.hasPrefix("print")
        let file = isPrint ? out + ".pdf" : out
        for path in [log, file] { unlink(path) }
        let words = command.replacing("$out", with: out).split(separator: " ").map(String.init)
        let script = """
            shim=$1 call=$2 after=$3 count=$4
            shift 4
            exec env LD_PRELOAD="$shim${LD_PRELOAD:+:$LD_PRELOAD}" FAULT_CALL="$call" FAULT_AFTER="$after" \
                FAULT_PATH="$PWD" FAULT_LOG="$PWD/log" ${count:+FAULT_COUNT=$count} TMPDIR="$PWD/tmp" \
                XDG_CACHE_HOME="$PWD/cache" SWIFT_BACKTRACE=enable=no "$quadrille" "$@"
            """
        let arguments = [folder.path("faults.so"), call?.rawValue ?? "", "\(count)", isOnce ? "1" : ""] + words
        let outcome = try Program.shell(script, arguments, in: folder.path)
        let isWritten = command.contains("$out")
        let written = try? folder.bytes("out/" + (isPrint ? "out.pdf" : "out"))
        let names = try ["tmp", "out"].flatMap {
            try FileManager.default.contentsOfDirectory(atPath: folder.path($0))
        }
        return Run(
            status: outcome.status, output: isWritten ? written.map(Self.withoutTime) : outcome.output,
            errors: outcome.errors, hasFailed: access(log, F_OK) == 0,
            leftovers: names.filter { !["out", "out.pdf"].contains($0) })
    }

    /// A PDF file says when it was made.
    private static func withoutTime(_ bytes: [UInt8]) -> [UInt8] {
        let mark = Array("/CreationDate (".utf8)
        guard bytes.starts(with: "%PDF".utf8),
            let place = bytes.indices.first(where: { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) })
        else { return bytes }
        return Array(bytes[..<place] + bytes[place...].drop { $0 != 0x0A })
    }

    @Test(arguments: Command.allCases)
    func everyCallMayFail(_ command: Command) throws {
        let expected = try run(command.rawValue, nil)
        try #require(expected.status == 0 && expected.output?.isEmpty == false, "\(expected.errors)")
        for call in Call.allCases where Self.mayFail(call, in: command) {
            try failFromEach(call, of: command, expecting: expected, isOnce: false)
            if call == .read || call == .open { try failFromEach(call, of: command, expecting: expected, isOnce: true) }
        }
    }

    /// Pango, which draws what is printed, ends the program where it gets no thread; and cairo writes another file, and says
    /// nothing, where it cannot compress.
    private static func mayFail(_ call: Call, in command: Command) -> Bool {
        command != .print || call != .thread && call != .memory
    }

    private func failFromEach(_ call: Call, of command: Command, expecting expected: Run, isOnce: Bool) throws {
        // Each of the first calls, where files are opened and judged, and then some of those of a pass.
        for count in [0, 1, 2, 3, 4, 6, 9, 16, 32, 128] {
            let run = try run(command.rawValue, call, after: count, isOnce: isOnce)
            let place: Comment = "\(command), \(call) \(count)\(isOnce ? " alone" : ""): \(run.status) \(run.errors)"
            #expect(run.status == 0 || run.status == 1 && call.isFailure, place)
            #expect(run.leftovers.isEmpty, place)
            if run.status == 0 {
                #expect(run.output == expected.output, place)
            } else {
                #expect(run.errors.hasPrefix("quadrille: ") && run.errors.hasSuffix("\n"), place)
                // A table without some of its rows is no table.
                if command.rawValue.contains("$out") { #expect(run.output == nil, place) }
            }
            // As far as the calls go.
            if !run.hasFailed { return }
        }
    }

    /// Libraries that unpack or look for a pattern get no memory from the first time on, then from the second, and so on.
    @Test(arguments: [
        "info a.csv.xz", "info a.csv.bz2", "info a.csv.zip", "info a.csv.zst", "find a.csv some.*text --regex",
    ])
    func librariesMayGetNoMemory(_ command: String) throws {
        let pack = """
            import bz2, lzma, zipfile
            text = open("a.csv", "rb").read()
            open("a.csv.bz2", "wb").write(bz2.compress(text))
            open("a.csv.xz", "wb").write(lzma.compress(text))
            zipfile.ZipFile("a.csv.zip", "w", zipfile.ZIP_DEFLATED).writestr("a.csv", text)
            """
        // Python has no zstd, and not every machine has the tool.
        let script = "python3 -c \"$1\" && { zstd -q a.csv || gzip -c a.csv >a.csv.zst; }"
        try #require(try Program.shell(script, [pack], in: folder.path).status == 0)
        let expected = try run(command, nil)
        try #require(expected.status == 0 && !expected.hasFailed, "\(expected.errors)")
        for count in 0..<15 {
            let run = try run(command, .memory, after: count)
            let place: Comment = "\(command), \(count): \(run.status) \(run.errors)"
            // 64: of a pattern that cannot be compiled the command line is to blame.
            #expect([0, 1, 64].contains(run.status) && run.leftovers.isEmpty, place)
            #expect(run.output == expected.output || !run.errors.isEmpty, place)
            if !run.hasFailed { return }
            #expect(count > 0 || run.status != 0, place)
        }
    }
}
