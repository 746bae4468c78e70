import SeededRandom
import TestSources
import Testing

@testable import Tabular

/// Picking gives the same however the batches are cut, and however much of a record is held.
@Test(arguments: 0..<60)
func picksAreTheSameHoweverBatchesAreCut(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let hasMarks = random.oneIn(2)
    for _ in 0..<30 {
        let width = random.int(1...6)
        let records = (0..<random.int(1...6)).map { _ in
            randomRecord(of: random.oneIn(4) ? 1...width : width...width, hasMarks, &random)
        }
        let columns = randomPick(of: width, &random)
        let heldBytes = random.oneIn(3) ? random.int(0...30) : 1 << 10
        var list = RecordList()
        ColumnPicker.pick(columns, into: &list, heldBytes: heldBytes) { wanted, picker in
            CutBatches.give(Array(records[wanted.clamped(to: records.indices)]), to: &picker, &random)
        }
        let expected = records.map { record in columns.map { $0 < record.count ? record[$0] : .missing } }
        #expect(list.records(padded: columns.count) == expected, "columns \(columns) of \(records)")
    }
}

@Test(arguments: 0..<20)
func picksAreTheSameValueByValue(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<30 {
        let width = random.int(1...6)
        let records = (0..<random.int(1...4)).map { _ in randomRecord(of: 1...width, true, &random) }
        let columns = randomPick(of: width + 1, &random)
        var list = RecordList()
        ColumnPicker.pick(columns, into: &list, heldBytes: random.int(0...30)) { wanted, picker in
            for record in records[wanted.clamped(to: records.indices)] where !picker.isFinished {
                for cell in record {
                    cell.bytes.withUnsafeBufferPointer { picker.append($0) }
                    picker.endValue(cell.state, as: cell.kind)
                }
                picker.endRecord()
            }
        }
        let expected = records.map { record in columns.map { $0 < record.count ? record[$0] : .missing } }
        #expect(list.records(padded: columns.count) == expected, "columns \(columns) of \(records)")
    }
}

/// A sink that wants no more ends the stream, although none of its columns comes.
@Test func picksEndWhereNoValueComes() {
    struct Impatient: RecordSink {
        var looks = 0
        var isFinished: Bool { looks > 3 }
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
        mutating func endValue(_ state: CellState) {}
        mutating func endRecord() {}
        mutating func gathered(_ records: Int) { looks += 1 }
    }
    var sink = Impatient()
    let piece = [UInt8](repeating: 0x78, count: 1 << 10)
    var count = 0
    ColumnPicker.pick([7], into: &sink) { _, picker in
        while !picker.isFinished {
            piece.withUnsafeBufferPointer { picker.append($0) }
            count += 1
        }
    }
    #expect(count <= 80)
}

private func randomRecord(
    of counts: ClosedRange<Int>, _ hasMarks: Bool, _ random: inout SplitMix64
) -> [TestCell] {
    (0..<random.int(counts)).map { _ in
        if hasMarks, random.oneIn(3) { return [TestCell.null, .unreadable, .missing][random.int(0...2)] }
        let kinds: [CellKind] = hasMarks ? [.text, .number, .json] : [.text]
        let bytes = (0..<random.int(0...5)).map { _ in UInt8(random.int(97...122)) }
        return TestCell(bytes, .value, kinds[random.int(0...kinds.count - 1)])
    }
}

/// Columns of `width`: the first ones, all backwards, some, or any.
private func randomPick(of width: Int, _ random: inout SplitMix64) -> [Int] {
    switch random.int(0...3) {
    case 0: Array(0..<random.int(1...width))
    case 1: Array((0..<width).reversed())
    case 2: (0..<width).filter { _ in random.oneIn(2) }
    default: (0..<random.int(1...7)).map { _ in random.int(0...width - 1) }
    }
}
