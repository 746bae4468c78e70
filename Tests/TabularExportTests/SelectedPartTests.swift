import Glibc
import SeededRandom
import Tabular
import TabularText
import Testing

@testable import TabularExport

/// Stretches of rows, as a person selects them.
@Suite struct SelectedPartTests {
    private static let records = (0..<60).map { row in (0..<5).map { "r\(row)c\($0)" } }
    private static let text =
        "a,b,c,d,e\n" + records.map { $0.joined(separator: ",") + "\n" }.joined()

    private func written(
        _ stretches: [Range<Int>], _ columns: [Int], _ format: ExportFormat = .csv,
        _ style: ExportStyle = ExportStyle(),
        of text: String = text, options: TextOptions = TextOptions()
    ) throws -> String {
        let folder = Folder()
        let input = folder.write(Array(text.utf8), "in.csv")
        let part = ExportPart(stretches: stretches, columns: columns)
        try TableExport(TextSource(path: input, options: options), format: format, part: part, style: style)
            .write(toFile: "\(folder.path)/out", input: input)
        return String(decoding: folder.read("out") ?? [], as: UTF8.self)
    }

    @Test func anyStretchesOfAnyColumnsAreThoseValues() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<12 {
            var (stretches, end): ([Range<Int>], Int) = ([], 0)
            while end < 50, stretches.count < 4 {
                let start = Int.random(in: end..<min(end + 20, 59), using: &random)
                end = Int.random(in: start + 1...min(start + 9, 60), using: &random)
                stretches.append(start..<end)
            }
            let columns = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0..<5, using: &random) }
            let hasHeader = Bool.random(using: &random)
            let header = hasHeader ? columns.map { String(Array("abcde")[$0]) }.joined(separator: ",") + "\n" : ""
            let expected = stretches.joined().map { row in
                columns.map { Self.records[row][$0] }.joined(separator: ",") + "\n"
            }
            let style = ExportStyle(hasHeader: hasHeader)
            #expect(try written(stretches, columns, .csv, style) == header + expected.joined())
        }
    }

    @Test func aRecordTooLongToBeHeldIsWrittenTheSameBetweenStretches() throws {
        let long = String(repeating: "x", count: 300_000)
        let text = "a,b\n1,2\n\(long),3\n4,5\n6,\(long)\n7,8\n"
        #expect(try written([0..<2, 3..<5], [1, 0], of: text) == "b,a\n2,1\n3,\(long)\n\(long),6\n8,7\n")
    }

    @Test func csvHasTheDelimiterThatIsAskedForAndQuotesWhatHasIt() throws {
        var style = ExportStyle()
        style.delimiter = UInt8(ascii: ";")
        for (text, expected) in [
            ("a,b\n\"1,5\",x;y\n2,\"say \"\"no\"\"\"\n", "a;b\n1,5;\"x;y\"\n2;\"say \"\"no\"\"\"\n"),
            ("a;b\n1,5;\"x;y\"\n2;\n", "a;b\n1,5;\"x;y\"\n2;\n"),
        ] {
            #expect(try exported(text, .csv, style: style) == expected)
            #expect(try exported(text, .tsv, style: style) == exported(text, .tsv), "other formats have theirs")
        }
    }

    @Test func rowsThatAreGoneAreAnErrorAndNoShorterOutput() throws {
        let source = ShortSource()
        let part = ExportPart(stretches: [0..<1, 2..<5], columns: [0])
        #expect(part.rowCount(of: 5) == 4)
        let file = try #require(MemoryFile())
        #expect(
            performing { try TableExport(source, format: .csv, part: part).write(to: file.descriptor) }
                == "the table ended after row 2 of 4. Open it again and retry.")
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-1+1", "'-1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
        ("-5", "-5"), ("+5", "+5"), ("-1.5e-3", "-1.5e-3"), ("-", "'-"), ("+", "'+"), ("plain", "plain"), ("", ""),
        ("1=1", "1=1"), (" =1", " =1"),
        ("-" + String(repeating: "9", count: 80), "'-" + String(repeating: "9", count: 80)),
    ])
    func whatASpreadsheetWouldRunGetsAnApostrophe(_ value: String, escaped: String) throws {
        let style = ExportStyle(hasHeader: false, escapesFormulas: true)
        let text = "a,b\n\"\(value)\",x\n"
        for (format, end) in [(ExportFormat.csv, ",x\n"), (.tsv, "\tx\n")] {
            let quoted = escaped.contains("\t") && format == .tsv ? "\"\(escaped)\"" : escaped
            #expect(try written([0..<1], [0, 1], format, style, of: text) == quoted + end)
        }
        #expect(try written([0..<1], [0, 1], .csv, ExportStyle(hasHeader: false), of: text).hasPrefix(value))
        #expect(try written([0..<1], [0], .html, style, of: text).contains(">\(escaped)</td>"))
    }

    @Test(arguments: ["\n=1+1", "\nx", "\r\n=1", "\r=1", "\t=1", "＝1", "＋1", "－1", "＠SUM(A1)", "=1"])
    func formulaIsGuardedInEveryFormat(_ value: String) throws {
        let text = "\"\(value)\",b\n\"\(value)\",x\n"
        let lines = value.replacing("\r\n", with: "<br>").replacing("\n", with: "<br>").replacing("\r", with: "<br>")
        let options = TextOptions(delimiter: ",", headerRows: 1)
        for hasHeader in [true, false] {
            let style = ExportStyle(hasHeader: hasHeader, escapesFormulas: true)
            let csv = try written([0..<1], [0, 1], .csv, style, of: text, options: options)
            #expect(csv.contains("'" + value) && csv.ranges(of: value).count == csv.ranges(of: "'" + value).count)
            #expect(csv.ranges(of: value).count == (hasHeader ? 2 : 1))
            let markdown = try written([0..<1], [0, 1], .markdown, style, of: text, options: options)
            #expect(markdown.ranges(of: "| '\(lines) |").count == (hasHeader ? 2 : 1))
            let html = try written([0..<1], [0, 1], .html, style, of: text, options: options)
            #expect(html.ranges(of: ">'\(lines)</t").count == (hasHeader ? 2 : 1))
            #expect(!html.contains(">\(lines)<"))
        }
    }

    @Test func aFormulaIsFoundHoweverItsBytesCome() throws {
        for size in 1...7 {
            for (value, expected) in [
                ("=cmd|x", "'=cmd|x"), ("-12.50", "-12.50"), ("-12.50x", "'-12.50x"), ("＝1+1", "'＝1+1"), ("＋1", "'＋1"),
                ("－5", "'－5"), ("＠x", "'＠x"), ("￥5", "￥5"), ("＝", "'＝"), ("\u{FF00}x", "\u{FF00}x"),
            ] {
                let bytes = Array(value.utf8)
                let file = MemoryFile()
                var writer = FormulaGuard(
                    DelimitedWriter(
                        ByteOutput(descriptor: file?.descriptor ?? -1), delimiter: 44, columnCount: 1, isPadded: true))
                for start in stride(from: 0, to: bytes.count, by: size) {
                    bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer { writer.append($0) }
                }
                writer.endValue(.value)
                writer.endRecord()
                writer.finish()
                let text = try file.map { try SharedText($0).withBytes { String(decoding: $0, as: UTF8.self) } }
                #expect(text == expected + "\n")
            }
        }
    }

    @Test func whatIsNoUTF8IsRepairedForOthers() throws {
        let file = try #require(MemoryFile())
        var output = ByteOutput(descriptor: file.descriptor)
        output.write([UInt8(ascii: "a"), 0xFF, UInt8(ascii: "b")])
        output.flush()
        #expect(file.size == 3)
        #expect(try SharedText(file).withBytes { String(decoding: $0, as: UTF8.self) } == "a\u{FFFD}b")
        #expect(try SharedText(try #require(MemoryFile())).withBytes { $0.count } == 0)
    }

    @Test(arguments: [
        ("plain", "plain"), ("é漢🙂", "é漢🙂"), ("\0a\0\0b\0", "\0a\0\0b\0"), ("\0", "\0"),
    ])
    func textStaysAsItIsWithItsNULs(_ text: String, _ expected: String) throws {
        let file = try #require(MemoryFile())
        var output = ByteOutput(descriptor: file.descriptor)
        output.write(Array(text.utf8))
        output.flush()
        #expect(try SharedText(file).withBytes { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func halfACharacterAtTheEndIsRepaired() throws {
        let file = try #require(MemoryFile())
        var output = ByteOutput(descriptor: file.descriptor)
        output.write([0, UInt8(ascii: "a"), 0xC3])
        output.flush()
        #expect(try SharedText(file).withBytes { String(decoding: $0, as: UTF8.self) } == "\0a\u{FFFD}")
    }

    @Test func aTextForWhichThereIsNoMemoryIsNoEmptyOne() throws {
        let file = try #require(MemoryFile())
        // More than any program can have before it.
        #expect(ftruncate(file.descriptor, 1 << 50) == 0)
        let error = #expect(throws: ExportError.self) { try SharedText(file) }
        #expect(error?.kind == .noSpace)
    }
}

/// A table that says that it has five rows, and gives three.
private final class ShortSource: RecordStreaming {
    let snapshot = TableSnapshot(
        description: TableDescription(format: "short"), columns: [Column(name: "a", type: .text)],
        rowCount: .exactly(5), phase: .complete)

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {}

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        for _ in rows.clamped(to: 0..<3) {
            sink.endValue(.value)
            sink.endRecord()
        }
    }
}
