import SeededRandom
import Tabular
import TabularText
import Testing

@testable import TabularExport

/// A source that gives the values of another one by one, as writers are to write them.
private final class SinglySource: RecordStreaming {
    let source: TextSource

    init(source: TextSource) { self.source = source }

    var snapshot: TableSnapshot { source.snapshot }
    func want(_ ranges: [CellRange]) { source.want(ranges) }
    func onChange(_ handler: (@Sendable () -> Void)?) { source.onChange(handler) }
    func close() { source.close() }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        var single = SinglySink(sink: sink)
        try source.streamHeader(into: &single)
        sink = single.sink
    }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        var single = SinglySink(sink: sink)
        try source.streamRecords(rows, into: &single)
        sink = single.sink
    }
}

private struct SinglySink<Sink: RecordSink>: RecordSink {
    var sink: Sink

    var isFinished: Bool { sink.isFinished }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { sink.append(bytes) }
    mutating func endValue(_ state: CellState) { sink.endValue(state) }
    mutating func endRecord() { sink.endRecord() }
}

/// A table of `columns` with values of all kinds, some of them odd, and records that lack some.
private func text(columns: Int, bytes: Int, _ quote: String, using random: inout SplitMix64) -> [UInt8] {
    let (q, rare) = (quote, Int.random(in: 5...400, using: &random))
    let values = [
        "1", "22", "text", "", "é", "some words and more of them than a step has", "\(q)a, b\(q)", "\(q)plain\(q)",
        "\(q)two\nlines\(q)", "\(q)says \(q)\(q)so\(q)\(q)\(q)", "\(q)\(q)\(q)\(q)", "\(q)\(q)", "tab\tbed",
        "back\\slash",
        "\u{1}\u{7F}", "\(q)\r\(q)", String(repeating: "long", count: 30),
    ]
    let odd = ["a\(q)b", "\(q)a\(q)b", "\u{FEFF}x", "\"", "'", "\0"]
    let ends = [["\n"], ["\r\n"], ["\r"], ["\n", "\n", "\n", "\r\n", "\r"]].randomElement(using: &random) ?? []
    var text = Array((0..<columns).map { "c\($0)" }.joined(separator: ",").utf8) + [0x0A]
    while text.count < bytes {
        let isShort = Int.random(in: 0..<rare, using: &random) == 0
        for column in 0..<(isShort ? Int.random(in: 1...columns, using: &random) : columns) {
            if column > 0 { text.append(0x2C) }
            let isOdd = Int.random(in: 0..<rare, using: &random) == 0
            text += Array(((isOdd ? odd : values).randomElement(using: &random) ?? "").utf8)
            if isOdd { text.append(0xC3) }
        }
        text += Array((ends.randomElement(using: &random) ?? "\n").utf8)
    }
    return text
}

@Test(arguments: 0..<20)
func batchesAreWrittenAsTheirValuesOneByOne(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = Int.random(in: 1...9, using: &random)
    let quote = seed % 5 == 4 ? "'" : "\""
    // Some are longer than a block that is read.
    let bytes = text(columns: count, bytes: seed == 7 ? 300_000 : 4_000, quote, using: &random)
    let folder = Folder()
    let input = folder.write(bytes, "in.csv")
    var options = TextOptions()
    (options.delimiter, options.quote, options.encoding) = (",", Choice(quote.utf8.first), "UTF-8")
    let source = TextSource(path: input, options: options)
    let known = source.waitUntilComplete().columns.count
    let picks: [[Int]?] =
        seed == 7
        ? [nil, Array((0..<known).reversed())]
        : [
            nil, Array((0..<known).reversed()), [known - 1], [0, 0], Array(0..<(known + 1) / 2),
            (0..<Int.random(in: 1...12, using: &random)).map { _ in Int.random(in: 0..<known, using: &random) },
        ]
    for (format, columns) in [ExportFormat.csv, .tsv, .json, .ndjson].flatMap({ format in picks.map { (format, $0) } })
    {
        let part = ExportPart(rows: try RowSelection("1:"), columns: columns)
        try TableExport(source, format: format, part: part).write(toFile: "\(folder.path)/many")
        try TableExport(SinglySource(source: source), format: format, part: part).write(toFile: "\(folder.path)/single")
        #expect(folder.read("many") == folder.read("single"), "\(format) \(columns ?? [])")
    }
}
