import SeededRandom
import Tabular
import TabularText
import Testing

@testable import TabularExport

// Markdown, HTML and SQL.

@Test func markdownHasAHeaderARuleAndARowALine() throws {
    #expect(
        try exported("id,name,total\n1,a|b,1.5\n2,\"two\nlines\",\n3,*x*,7\n", .markdown) == """
            | id | name | total |
            | ---: | --- | ---: |
            | 1 | a\\|b | 1.5 |
            | 2 | two<br>lines |  |
            | 3 | \\*x\\* | 7 |

            """)
}

/// As databases tell columns apart: SQLite refuses a table of both `id` and `ID`.
@Test(arguments: [
    ("id,ID,Id\n1,2,3\n", ["id", "ID_2", "Id_3"]), ("a,A_2,A\n1,2,3\n", ["a", "A_2", "A_3"]),
    ("É,é\n1,2\n", ["É", "é_2"]),
    ("x,X\n1,2\n", ["x", "X_2"]),
])
func sqlNamesDifferInMoreThanCase(text: String, names: [String]) throws {
    var options = TextOptions()
    options.headerRows = 1
    let sql = String(decoding: try exported(Array(text.utf8), .sql, options: options), as: UTF8.self)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(
        sql.hasPrefix("INSERT INTO \"in\" (\(list)) VALUES") || sql.hasPrefix("INSERT INTO \"table\" (\(list)) VALUES"))
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
    // JSON tells them apart as they stand.
    let json = String(decoding: try exported(Array(text.utf8), .ndjson, options: options), as: UTF8.self)
    #expect(text.split(separator: "\n")[0].split(separator: ",").allSatisfy { json.contains("\"\($0)\":") })
}

@Test(arguments: [
    ("order_id", "order_id"), ("_x_", "\\_x\\_"), ("a__b", "a__b"), ("a_", "a\\_"), ("é_b", "é\\_b"), ("_", "\\_"),
    ("a\\|b", "a\\\\\\|b"), ("<b>", "&lt;b>"), ("&amp;", "&amp;amp;"), ("[x](y)", "\\[x\\](y)"), ("`~`", "\\`\\~\\`"),
    ("R&D", "R&D"), ("&copy", "&copy"), ("&#x41;", "&amp;#x41;"), ("&;", "&amp;;"), ("a______b", "a______b"),
    ("http://x.y/?a=1&b=2", "http://x.y/?a=1&b=2"), ("http://x.y/a_b|c", "http://x.y/a_b\\|c"),
    ("https://x.y/a_b_c*d~e[f]", "<https://x.y/a_b_c*d~e[f]>"), ("Ftp://x/_a|\\", "<Ftp://x/_a\\|\\>"),
    ("see https://x.y/*a*", "see https\\://x.y/\\*a\\*"), ("http://x.y/*a* b", "http\\://x.y/\\*a\\* b"),
    ("http://x.y/<img src=x>", "http\\://x.y/&lt;img src=x>"), ("http://x.y/*&lt;", "http\\://x.y/\\*&amp;lt;"),
    ("www.x.y/?q=1&r=_s_", "www\\.x.y/?q=1&r=\\_s\\_"), ("www.x.y/a_b", "www.x.y/a_b"),
    ("WWW.x.y/<b>", "WWW\\.x.y/&lt;b>"),
    ("1:30 *", "1:30 \\*"), ("ww.x.y/*", "ww.x.y/\\*"),
    ("a\r\nb\rc\nd\n\ne", "a<br>b<br>c<br>d<br><br>e"), ("\0", "\u{FFFD}"), ("_\n_", "\\_<br>\\_"),
])
func markdownReadsAsWhatTheValueIs(value: String, written: String) throws {
    #expect(try exported("x,y\n\"\(value)\",1\n", .markdown).hasSuffix("\n| \(written) | 1 |\n"))
}

/// However the bytes of a value come, and however long its words are.
@Test(arguments: 0..<20)
func markdownIsTheSameInAnyPieces(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let words = [
        "a", "_", "__", "&", "&lt;", "lt;", "<", "\\", "*", "|", " ", "\r", "\n", "\r\n", "http://", "www.", "w", ":",
        "/", ".",
        "é", "\0", String(repeating: "b", count: 1000), "https://x.y/", "#65;",
    ]
    for _ in 0..<40 {
        let value = Array((0..<random.int(0...12)).map { _ in random.pick(words) }.joined().utf8)
        func written(_ most: Int) throws -> [UInt8] {
            let file = try #require(MemoryFile())
            var output = ByteOutput(descriptor: file.descriptor)
            var escapes = MarkupEscapes(.markdown)
            // A value before it leaves nothing behind.
            for value in [Array("x\r".utf8), value] {
                var rest = value[...]
                while !rest.isEmpty {
                    let piece = rest.prefix(random.int(1...most))
                    piece.withUnsafeBufferPointer { escapes.write($0, to: &output) }
                    rest = rest.dropFirst(piece.count)
                }
                escapes.end(to: &output)
            }
            output.flush()
            return try SharedText(file).withBytes { Array($0) }
        }
        let whole = try written(1 << 20)
        for most in [1, 3, 700] { #expect(try written(most) == whole, "\(String(decoding: value, as: UTF8.self))") }
    }
}

@Test(arguments: [
    "007", "1/2", "1-2", "=1+1", "+5", "@x", "-x", "1.50", "1,200", "10%", "1e5", "12345678901234567890", "2024-01-02",
    "9:05",
    "$10", "€5", "(10)", ".5", "TRUE", "wahr", "May 5", "mär 7", "Dec-24", "#N/A", " x", "x ", "-0", "00", "1 1/2",
    "½5", "0.10",
])
func valuesThatASpreadsheetWouldChangeAreMarked(value: String) throws {
    let html = try exported("a;b\n\"\(value)\";x\n", .html)
    #expect(html.contains("<td style='mso-number-format:\"\\@\"'>\(value)</td><td>x</td>"), "\(html)")
}

@Test(arguments: [
    "42", "-1.5", "0", "0.5", "123456789012345", "Oslo", "Oslo 5", "v5", "a-b", "<5>", "'=x", "", "März", "true story",
    "é5", "-",
    "a long text that goes on for more than the sixty-four bytes that are held, 2024-01-02",
])
func valuesThatASpreadsheetLeavesAloneAreNotMarked(value: String) throws {
    let html = try exported("a;b\n\"\(value)\";x\n", .html)
    #expect(
        html.contains("<td>\(value.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))</td><td>x</td>"),
        "\(html)")
}

@Test func htmlIsADocumentOfOneTable() throws {
    #expect(
        try exported("id,a<b\n1,\"x & y\r\nz\"\n2\n", .html, style: ExportStyle(tableName: "R&D")) == """
            <!DOCTYPE html>
            <meta charset="utf-8">
            <title>R&amp;D</title>
            <style>
            th, td { white-space: pre-wrap; text-align: left; vertical-align: top }
            br { mso-data-placement:same-cell }
            td:nth-child(1) { text-align: right }
            </style>
            <table>
            <thead>
            <tr><th>id</th><th>a&lt;b</th></tr>
            </thead>
            <tbody>
            <tr><td>1</td><td>x &amp; y<br>z</td></tr>
            <tr><td>2</td><td></td></tr>
            </tbody>
            </table>

            """)
}

@Test func aHeaderOfSeveralRowsIsWrittenInEachFormat() throws {
    let text = ",2025,,2026\nPlot,May,June,May\n1,2,3,4\n"
    var options = TextOptions()
    options.headerRows = 2
    func lines(_ format: ExportFormat) throws -> [String] {
        let bytes = try exported(Array(text.utf8), format, options: options)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    #expect(try lines(.markdown).first == "| Plot | 2025 / May | 2025 / June | 2026 / May |")
    #expect(try lines(.html).contains("<tr><th></th><th colspan=\"2\">2025</th><th>2026</th></tr>"))
    #expect(
        try lines(.sql).first == "INSERT INTO \"table\" (\"Plot\", \"2025 / May\", \"June\", \"2026 / May\") VALUES")
}

@Test func sqlInsertsManyRowsAStatement() throws {
    #expect(
        try exported("id,name,id\n1,O'Brien,1.50\n2,,x\n3\n", .sql, style: ExportStyle(tableName: "a\"b")) == """
            INSERT INTO "a""b" ("id", "name", "id_2") VALUES
            (1, 'O''Brien', '1.50'),
            (2, '', 'x'),
            (3, NULL, NULL);

            """)
    let rows = (0..<1_234).map { "\($0)\n" }.joined()
    let read = sql(try exported("n\n" + rows, .sql))
    #expect(read.statements == 3)
    #expect(read.rows.map { $0[0].text } == (0..<1_234).map { "\($0)" })
    let wide = String(repeating: "x", count: 100_000)
    #expect(sql(try exported("a,b\n" + String(repeating: "1,\(wide)\n", count: 7), .sql)).statements == 3)
}

@Test(arguments: [
    ("12", true), ("-7", true), ("0", true), ("0.50", true), ("-0.5", true), ("123456789012345678", true),
    ("1234567890123456.78", true), ("1234567890123456789", false), ("0.1234567890123456789", false), ("007", false),
    ("00.5", false), ("1e5", false), ("-0", false), ("-0.00", false),
    (" 1", false), ("1 ", false),
])
func sqlHasNumbersWithoutQuotesWhereNothingIsLost(value: String, isPlain: Bool) throws {
    // Of decimals beside it, the column is one.
    let read = sql(try exported("n,x\n1.5,a\n\(value),b\n", .sql))
    #expect(read.rows.last?.first == TableReaders.SQLValue(text: value, isQuoted: !isPlain))
    let text = sql(try exported("n,x\nword,a\n\(value),b\n", .sql))
    #expect(text.rows.last?.first == TableReaders.SQLValue(text: value, isQuoted: true))
}

@Test(arguments: [("+3", "3"), (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5"), ("+0.50", "0.50")])
func sqlHasNumbersWithTheirDigits(value: String, written: String) throws {
    let read = sql(try exported("n,x\n1.5,a\n\(value),b\n", .sql))
    #expect(read.rows.last?.first == TableReaders.SQLValue(text: written, isQuoted: false))
}

@Test func sqlHasNullForWhatATypedColumnLacks() throws {
    let table = "n,d,t,e\n1,2024-01-31,a,\n,,,\n"
    #expect(
        sql(try exported(table, .sql)).rows.last?.map { $0.text } == [nil, nil, "", ""])
}

@Test func textsThatNameNoNumberAreTexts() throws {
    let read = sql(try exported("n\nNaN\ninf\n-Infinity\nNULL\n1\n", .sql))
    #expect(read.rows.allSatisfy { $0[0].isQuoted })
}

@Test func sqlHasNumbersInTheirPlainForm() throws {
    let table =
        "n;p;c;w;m\n1.234,50 €;7 %;01067;NA;(1.000)\n-3,40;,5%;1;2024-01-31;12345678901234567890,5\n0,5 €;1%;2;-;5,-\n"
    let rows = sql(try exported(table, .sql)).rows
    #expect(
        rows.map { $0.map(\.text) } == [
            ["1234.50", "7", "01067", nil, "-1000"], ["-3.40", "0.5", "1", "2024-01-31", "12345678901234567890.5"],
            ["0.5", "1", "2", nil, "5"],
        ])
    #expect(
        rows.map { $0.map(\.isQuoted) } == [
            [false, false, true, false, false], [false, false, true, true, true], [false, false, true, false, false],
        ])
}

@Test(arguments: [
    ("+7", "7"), ("007.50", "7.50"), (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5"), ("1e5", "1e5"), ("-0", "-0"),
    (" 3 ", "3"),
    ("123456789012345678901234567890.10", "123456789012345678901234567890.10"), ("1,234.5", "1234.5"), ("NA", "null"),
    ("", "null"),
])
func typedJSONHasNumbersInTheirPlainForm(value: String, expected: String) throws {
    var style = ExportStyle()
    style.isTyped = true
    // Of decimals beside it, the column is one.
    let text = try exported("n,x\n1.25,a\n\"\(value)\",b\n", .ndjson, style: style)
    #expect(text.split(separator: "\n").last == "{\"n\":\(expected),\"x\":\"b\"}")
}

@Test func typedJSONKeepsZerosThatNumbersLack() throws {
    var style = ExportStyle()
    style.isTyped = true
    let text = try exported("tel\n+4912345\n012345\n0\n", .ndjson, style: style)
    #expect(text == "{\"tel\":4912345}\n{\"tel\":\"012345\"}\n{\"tel\":0}\n")
}

@Test func typedValueOfAnyLengthIsWhole() throws {
    var style = ExportStyle()
    style.isTyped = true
    let long = String(repeating: "12345 \u{1}\"é", count: 5000)
    var options = TextOptions()
    options.delimiter = ","
    options.types.columns["n"] = .number(nil)
    let bytes = try exported(
        Array("n,x\n1,a\n\"\(long.replacing("\"", with: "\"\""))\",b\n2\n".utf8), .ndjson, options: options,
        style: style)
    let escaped = long.replacing("\"", with: "\\\"").replacing("\u{1}", with: "\\u0001")
    #expect(
        String(decoding: bytes, as: UTF8.self)
            == "{\"n\":1,\"x\":\"a\"}\n{\"n\":\"\(escaped)\",\"x\":\"b\"}\n{\"n\":2,\"x\":null}\n")
}

@Test(arguments: [
    (ExportFormat.csv, "1,2\n"), (.tsv, "1\t2\n"), (.markdown, "|  |  |\n| ---: | ---: |\n| 1 | 2 |\n"),
    (.sql, "INSERT INTO \"table\" VALUES\n(1, 2);\n"),
])
func namesCanBeLeftOut(format: ExportFormat, written: String) throws {
    #expect(format.hasOptionalHeader)
    #expect(try exported("a,b\n1,2\n", format, style: ExportStyle(hasHeader: false)) == written)
    #expect(try !exported("a,b\n1,2\n", .html, style: ExportStyle(hasHeader: false)).contains("<th>"))
}

@Test(arguments: [
    (nil, "table"), ("/a/orders.2024.csv.gz", "orders"), ("orders", "orders"), (".csv", "csv"), ("/a/-", "table"),
    ("", "table"),
])
func aTableIsNamedByItsFile(path: String?, name: String) {
    #expect(ExportStyle.tableName(for: path) == name)
}

@Test func oneOfSeveralTablesIsNamedByItself() {
    let file = Catalog.Entry(name: "2024/orders.csv", kind: .file)
    #expect(ExportStyle.tableName(for: "/a/all.zip", table: file) == "orders")
    #expect(ExportStyle.tableName(for: "/a/all.json", table: Catalog.Entry(name: "data.lines")) == "data.lines")
}

@Test(arguments: valueFormats)
func aTableWithoutRowsIsWritten(format: ExportFormat) throws {
    let text = try exported("a,b\n", format)
    #expect(text.isEmpty == (format == .sql || format == .ndjson))
}

private func sql(_ text: String) -> (rows: [[TableReaders.SQLValue]], statements: Int) {
    TableReaders.sql(Array(text.utf8))
}

/// The values of a source, as they stand in it.
private struct CollectingSink: RecordSink {
    var rows: [[[UInt8]?]] = []
    private var row: [[UInt8]?] = []
    private var value: [UInt8] = []

    var isFinished: Bool { false }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }
    mutating func endValue(_ state: CellState) {
        row.append(state == .value ? value : nil)
        value = []
    }
    mutating func endRecord() {
        rows.append(row)
        row = []
    }
}

@Test(arguments: 0..<12)
func whatIsWrittenReadsBackAsTheSameTable(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let parts = [
        "a", "_", "|", "\\", "<", "<br>", "&", "&lt;", "'", "''", "1", "-2.5", "\n", "\r\n", "\r", " ", "é", "東", "*",
        "`",
        "\0", "[", "~", ";", ")", "(", "NULL", ", ",
    ]
    let columns = random.int(1...5)
    var bytes = Array((0..<columns).map { "c\($0)" }.joined(separator: ",").utf8) + [0x0A]
    for _ in 0..<60 {
        for column in 0..<(random.oneIn(5) ? random.int(1...columns) : columns) {
            if column > 0 { bytes.append(0x2C) }
            bytes.append(0x22)
            for _ in 0..<random.int(0...6) { bytes += Array(random.pick(parts).utf8) }
            if random.oneIn(30) { bytes.append(random.pick([0xC3, 0x80, 0xF0])) }
            bytes.append(0x22)
        }
        bytes.append(0x0A)
    }
    let folder = Folder()
    var options = TextOptions()
    (options.delimiter, options.quote, options.encoding) = (",", Choice(0x22), "UTF-8")
    let source = TextSource(path: folder.write(bytes, "in.csv"), options: options)
    let table = source.waitUntilComplete()
    var expected = CollectingSink()
    try source.streamRecords(0..<table.rowCount.known, into: &expected)
    let rows = expected.rows.map { row in
        (0..<columns).map { column -> String? in
            guard column < row.count, let value = row[column] else { return nil }
            return String(
                String.UnicodeScalarView(
                    String(decoding: value, as: UTF8.self).unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
        }
    }
    let lines = rows.map { $0.map { lineBreaks(Array(($0 ?? "").utf8)) } }
    func written(_ format: ExportFormat) throws -> [UInt8] {
        try TableExport(source, format: format).write(toFile: "\(folder.path)/out")
        return folder.read("out") ?? []
    }
    #expect(try TableReaders.markdown(written(.markdown)) == lines)
    #expect(try TableReaders.html(written(.html)) == lines)
    let types = table.columns.prefix(columns).map(\.type)
    let values = rows.map { row in
        zip(row, types).map { $0 == "" && $1 != .text && $1 != .empty ? nil : $0 }
    }
    #expect(try TableReaders.sql(written(.sql)).rows.map { $0.map(\.text) } == values)
}

/// Each line break as LF.
private func lineBreaks(_ text: [UInt8]) -> [UInt8] {
    text.indices.compactMap { index in
        if text[index] == 10 && index > 0 && text[index - 1] == 13 { return nil }
        return text[index] == 13 ? 10 : text[index]
    }
}
