import Tabular
import TestStores
import Testing

@testable import TabularText

/// Writes down what comes, value by value, with no byte as another.
private struct Lines: RecordSink, FieldSink {
    var text: [UInt8] = []
    private var value: [UInt8] = []
    let isFinished = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        text += Array("<\(value.count):".utf8) + value + Array(">".utf8)
        value = []
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) { append(bytes) }

    mutating func endField() { endValue(.value) }

    mutating func endRecord() { text.append(0x0A) }
}

/// Counts what batches say of themselves against what they hold.
private struct Checked: RecordSink {
    var lines = Lines()
    private var open = 0
    let isFinished = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { lines.append(bytes) }
    mutating func endValue(_ state: CellState) { lines.endValue(state) }
    mutating func endRecord() { lines.endRecord() }

    mutating func take(_ batch: RecordBatch) {
        var (records, most, least) = (0, open, Int.max)
        for index in batch.pieces.indices {
            let piece = batch.pieces[index]
            if piece.endsValue { open += 1 }
            most = max(most, open)
            if piece.endsRecord { (records, least, open) = (records + 1, min(least, open), 0) }
            batch.give(index, to: &self)
        }
        #expect(batch.recordCount == records)
        #expect(batch.mostValues == most)
        #expect(batch.leastValues == least)
        #expect(batch.openValues == open)
        checkNeighbours(batch)
    }

    /// Values a byte apart are not quoted, and the delimiter or a line end is between them.
    private func checkNeighbours(_ batch: RecordBatch) {
        guard let separators = batch.separators else { return }
        let values = batch.pieces.filter(\.endsValue)
        let openEnd = batch.pieces.lazy.filter { !$0.endsValue }.map { $0.start + $0.count }.max() ?? -2
        let special = [separators.delimiter, separators.quote ?? 0x0A, 0x0A, 0x0D]
        for (first, second) in zip(values, values.dropFirst())
        where first.start + first.count + 1 == second.start && first.count * second.count > 0 {
            let between = batch.bytes[second.start - 1]
            let ends = first.endsRecord ? [0x0A, 0x0D] : [separators.delimiter]
            // No piece that goes on ends right before it, or behind it.
            let isWhole = openEnd + 1 < first.start
            if isWhole { #expect(ends.contains(between)) }
            if isWhole { #expect(!batch.bytes(of: second).contains { special.contains($0) }) }
        }
    }
}

private func batched(_ bytes: [UInt8], chunk: Int, records: Int = .max) -> [UInt8] {
    var batch = BatchSink(records: records)
    var parser = RecordParser(SpecialBytes(delimiter: 0x2C, quote: 0x22))
    var sink = Checked()
    bytes.withUnsafeBufferPointer { bytes in
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            var rest = UnsafeBufferPointer(rebasing: bytes[start..<min(start + chunk, bytes.count)])
            var offset = start
            while !rest.isEmpty && !batch.isLast {
                batch.begin(rest, at: offset)
                let count = parser.parse(rest, at: offset, into: &batch)
                batch.give(to: &sink)
                rest = UnsafeBufferPointer(rebasing: rest[count...])
                offset += count
            }
        }
    }
    if !batch.isLast { parser.finish(into: &batch) }
    batch.give(to: &sink)
    return sink.lines.text
}

private func single(_ bytes: [UInt8]) -> [UInt8] {
    var parser = RecordParser(SpecialBytes(delimiter: 0x2C, quote: 0x22))
    var lines = Lines()
    bytes.withUnsafeBufferPointer { _ = parser.parse($0, at: 0, into: &lines) }
    parser.finish(into: &lines)
    return lines.text
}

@Test func batchesHoldWhatComesFieldByField() {
    var random = SeededGenerator(state: 21)
    let alphabet = Array("aab,,\n\"\"\r\né".utf8) + [0, 0x80, 0xAC, 0xFF]
    for round in 0..<150 {
        let count = Int.random(in: 0...(round % 10 == 0 ? 20_000 : 300), using: &random)
        let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
        let expected = single(bytes)
        for chunk in round % 10 == 0 ? [1 << 20, 9_000] : [1, 2, 7, 64, 1 << 20] {
            #expect(batched(bytes, chunk: chunk) == expected)
        }
    }
}

@Test(arguments: 0..<32)
func batchesOfRegularRecordsHoldWhatComesFieldByField(seed: Int) {
    let bytes = regularText(seed: UInt64(seed))
    let expected = single(bytes)
    for chunk in [131 + seed, 1000, 1 << 20] { #expect(batched(bytes, chunk: chunk) == expected) }
    let records = expected.split(separator: 0x0A).count / 2
    let some = batched(bytes, chunk: 5000, records: max(1, records))
    #expect(expected.starts(with: some))
}

@Test(arguments: [1, 2, 5_000, 9_999])
func batchesEndBehindTheRecordsThatWereWanted(_ records: Int) {
    let bytes = Array(String(repeating: "a,b\n", count: 10_000).utf8)
    #expect(
        batched(bytes, chunk: 1 << 14, records: records)
            == Array(String(repeating: "<1:a><1:b>\n", count: records).utf8))
}

@Test(arguments: [100, 1 << 20])
func aValueOfMorePiecesThanABatchHasIsWhole(chunk: Int) {
    let bytes = Array("x,\"".utf8) + [UInt8](repeating: 0x22, count: 20_000) + Array("\"\ny,z\n".utf8)
    let value = String(repeating: "\"", count: 10_000)
    #expect(batched(bytes, chunk: chunk) == Array("<1:x><10000:\(value)>\n<1:y><1:z>\n".utf8))
}
