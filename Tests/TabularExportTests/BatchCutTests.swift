import SeededRandom
import Tabular
import TabularText
import Testing

@testable import TabularExport

/// Records as batches, cut anywhere: also within a value, and behind one that no other follows yet.
@Test(arguments: 0..<40)
func picksAreTheSameHoweverBatchesAreCut(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<30 {
        let width = random.int(1...6)
        let records = (0..<random.int(1...6)).map { _ in
            randomRecord(of: random.oneIn(4) ? 1...width : width...width, &random)
        }
        let columns = randomPick(of: width, &random)
        let expected = records.map { record in columns.map { $0 < record.count ? record[$0] : Listing.missing } }
        var sink = PickingSink(Listing(), columns: columns, heldBytes: random.oneIn(3) ? random.int(0...30) : 1 << 10)
        var done = 0
        while done < records.count {
            give(Array(records[done...]), to: &sink, &random)
            done = sink.recordCount
            guard sink.isOverflowing else { break }
            for run in sink.runs {
                sink.begin(run)
                give([records[done]], to: &sink, &random)
            }
            sink.beginHolding()
            done += 1
            sink.recordCount = done
        }
        #expect(sink.writer.records.padded(to: columns.count) == expected, "columns \(columns) of \(records)")
    }
}

/// A record with a value too many is stopped at before that value, be it in a batch that holds but a part of it.
@Test(arguments: 0..<20)
func aRecordThatIsTooLongIsStoppedAtHoweverBatchesAreCut(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<30 {
        let width = random.int(1...4)
        let records = (0..<4).map { _ in randomRecord(of: 1...(random.oneIn(4) ? width + 1 : width), &random) }
        let columns = random.oneIn(2) ? Array(0..<width) : Array((0..<width).reversed())
        var sink = GuardedSink(
            PickingSink(Listing(), columns: columns), columnCount: width, control: ExportControl())
        give(records, to: &sink, &random)
        let whole = records.prefix { $0.count <= width }
        let expected = whole.map { record in columns.map { $0 < record.count ? record[$0] : Listing.missing } }
        #expect(sink.writer.writer.records.padded(to: width) == Array(expected), "\(records)")
        #expect(sink.isFinished == (whole.count < records.count))
        #expect(sink.recordCount == whole.count)
        if columns.first == 0, whole.count < records.count {
            #expect(sink.writer.writer.open == Array(records[whole.count].prefix(width)))
        }
    }
}

/// Records of several blocks, and of several buffers of pieces, in any order of their columns.
@Test(arguments: [(5, 2), (5, 3), (13_000, 7)])
func recordsThatNoBufferHoldsAreWrittenAsTheirValues(columns count: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let isMany = count > 100
    let last = count - 1
    let long = isMany ? 40 : TextSource.readBlock * 3 / 2
    let records = (0..<4).map { record in
        (0..<count).map { column -> [UInt8] in
            let isLong = record % 2 == 1 && (isMany ? random.oneIn(50) : column == 1 || column == 3 || column == last)
            let value = Array("\(record)-\(column)".utf8)
            return isLong ? value + Array(repeating: 0x78, count: random.int(long...long + 999)) : value
        }
    }
    let header = (0..<count).map { Array("c\($0)".utf8) }
    // Quotes that are doubled are pieces of their own.
    let text = ([header] + records).flatMap { record in
        record.enumerated().flatMap { column, value -> [UInt8] in
            (column > 0 ? [0x2C] : []) + (column == 1 ? [0x22] + value + [0x22] : value)
        } + [0x0A]
    }
    let folder = Folder()
    let source = TextSource(
        path: folder.write(text, "in.csv"), options: TextOptions(delimiter: ",", headerRows: 1))
    source.waitUntilComplete()
    let middle = count / 2
    for pick in [
        [0], Array(0..<middle), [last, middle, 0], [middle, 2, last], [1, 0], [3, 1], Array((0..<count).reversed()),
    ] {
        try TableExport(source, format: .csv, part: ExportPart(columns: pick)).write(toFile: "\(folder.path)/out")
        let expected = ([header] + records).flatMap { record in
            Array(pick.map { record[$0] }.joined(separator: [0x2C])) + [0x0A]
        }
        #expect(folder.read("out") == expected, "\(pick.prefix(5))")
    }
}

extension [[[UInt8]]] {
    /// With the values that a record lacks at its end: of a batch they are left to the writer.
    fileprivate func padded(to count: Int) -> Self {
        map { $0 + [[UInt8]](repeating: Listing.missing, count: Swift.max(0, count - $0.count)) }
    }
}

// MARK: - Batches

private func randomRecord(of counts: ClosedRange<Int>, _ random: inout SplitMix64) -> [[UInt8]] {
    (0..<random.int(counts)).map { _ in (0..<random.int(0...5)).map { _ in UInt8(random.int(97...122)) } }
}

/// Columns of `width`: the first ones, all backwards, or any.
private func randomPick(of width: Int, _ random: inout SplitMix64) -> [Int] {
    switch random.int(0...3) {
    case 0: Array(0..<random.int(1...width))
    case 1: Array((0..<width).reversed())
    case 2: (0..<width).filter { _ in random.oneIn(2) }
    default: (0..<random.int(1...7)).map { _ in random.int(0...width - 1) }
    }
}

/// Gives `records` in batches that end anywhere, with values in any number of pieces.
private func give(_ records: [[[UInt8]]], to sink: inout some RecordSink, _ random: inout SplitMix64) {
    var batch = GrowingBatch()
    for record in records {
        for (column, value) in record.enumerated() {
            var rest = value[...]
            while random.oneIn(2) || (rest.isEmpty && random.oneIn(4)) {
                let count = random.int(0...rest.count)
                batch.add(rest.prefix(count), endsValue: false, isElsewhere: random.oneIn(3))
                rest = rest.dropFirst(count)
                if random.oneIn(3) { batch.give(to: &sink) }
                if sink.isFinished { return }
            }
            batch.add(rest, endsValue: true, isElsewhere: false)
            if column == record.count - 1 { batch.endRecord() }
            if random.oneIn(6) { batch.give(to: &sink) }
            if sink.isFinished { return }
        }
    }
    batch.give(to: &sink)
}

/// What a batch is made from, as a source does it.
private struct GrowingBatch {
    private var bytes: [UInt8] = []
    private var elsewhere: [UInt8] = []
    private var pieces: [RecordBatch.Piece] = []
    private var recordCount = 0
    private var (mostValues, leastValues, openValues) = (0, Int.max, 0)

    mutating func add(_ part: ArraySlice<UInt8>, endsValue: Bool, isElsewhere: Bool) {
        let start = isElsewhere ? elsewhere.count : bytes.count
        pieces.append(
            RecordBatch.Piece(start: start, count: part.count, endsValue: endsValue, isElsewhere: isElsewhere))
        if isElsewhere { elsewhere += part } else { bytes += part }
        if endsValue { openValues += 1 }
        mostValues = max(mostValues, openValues)
    }

    mutating func endRecord() {
        pieces[pieces.count - 1].endsRecord = true
        leastValues = min(leastValues, openValues)
        recordCount += 1
        openValues = 0
    }

    mutating func give(to sink: inout some RecordSink) {
        bytes.withUnsafeBufferPointer { bytes in
            elsewhere.withUnsafeBufferPointer { elsewhere in
                pieces.withUnsafeBufferPointer { pieces in
                    var batch = RecordBatch(bytes: bytes, elsewhere: elsewhere, pieces: pieces)
                    (batch.recordCount, batch.mostValues) = (recordCount, mostValues)
                    (batch.leastValues, batch.openValues) = (leastValues, openValues)
                    sink.take(batch)
                }
            }
        }
        let open = openValues
        self = GrowingBatch()
        (openValues, mostValues) = (open, open)
    }
}
