import SeededRandom
import TabularBytes
import Testing

@testable import TabularJSON

private let forms: [RowForm] = [.lines, .values, .elements, .members]

/// The checkpoints of a pass, the rows it found, and its state.
private struct Found: Equatable {
    var checkpoints: [Checkpoint] = []
    var sums: [[Int]] = []
    var rows = 0
    var rowsAtEnd = 0
    var offset = 0

    init() {}

    init(_ pass: RowIndexing, _ checkpoints: [Checkpoint]) {
        var pass = pass
        self.checkpoints = checkpoints
        sums = pass.takeSums().map { [$0.cell, Int($0.sum)] }
        (rows, rowsAtEnd, offset) = (pass.rowCount, pass.rowCountAtEnd, pass.offset)
    }
}

extension [UInt8] {
    fileprivate func read<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}

/// The first row that begins in each cell, and the counts, of the rows in `slow`.
private func expected(_ slow: SlowRows, _ text: [UInt8], start: Int, interval: Int) -> Found {
    var found = Found()
    var begins = slow.ends
    if slow.isEnded && begins.last == slow.length { begins.removeLast() }
    var cells: Set<Int> = [0]
    for (number, begin) in begins.enumerated() where cells.insert(begin / interval).inserted {
        // Nothing begins with a cell that has no bytes.
        if begin == slow.length && begin % interval == 0 { continue }
        found.checkpoints.append(Checkpoint(record: number + 1, byte: start + begin))
    }
    found.sums = (0..<slow.length / interval).map { cell in
        let bytes = Array(text[cell * interval..<(cell + 1) * interval])
        return [cell, Int(CellChecks.sum(of: bytes.withUnsafeBufferPointer { CellChecks.part($0, at: 0) }))]
    }
    (found.rows, found.offset) = (slow.ends.count, start + slow.length)
    found.rowsAtEnd = found.rows + (slow.isInsideRow ? 1 : 0)
    return found
}

@Test(arguments: 0..<300)
func firstRowOfEachCellGetsACheckpoint(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let isRelaxed = seed % 4 == 3
    let text = hostileText(&random, count: random.int(1...1500), isRelaxed: isRelaxed)
    let (start, interval) = (random.pick([0, 1, 1000]), random.int(1...200))
    for form in forms {
        let slow = SlowRows(text, form, isRelaxed: isRelaxed)
        var pass = RowIndexing(
            RowScanner(form, isRelaxed: isRelaxed), startingAt: start, interval: interval, isChecking: true)
        var checkpoints: [Checkpoint] = []
        var place = 0
        while place < text.count {
            let end = min(text.count, place + random.int(1...random.pick([3, 70, 700])))
            checkpoints += text.read(place..<end) { pass.scan($0) }
            place = end
        }
        #expect(Found(pass, checkpoints) == expected(slow, text, start: start, interval: interval), "\(form)")
        #expect(pass.isEnded == slow.isEnded)
        // A scanner that begins at a checkpoint finds the row there.
        for checkpoint in checkpoints where checkpoint.record < slow.ends.count {
            var scanner = RowScanner(form, isRelaxed: isRelaxed)
            let scanned = text.read(checkpoint.byte - start..<text.count) { scanner.scan($0, limit: 1) }
            #expect(checkpoint.byte - start + scanned.bytes == slow.ends[checkpoint.record], "\(form)")
        }
    }
}

/// Goes through a text in segments of random lengths, of which some are scanned before the pass comes to them.
private func joined(
    _ text: [UInt8], _ form: RowForm, interval: Int, _ random: inout SplitMix64
) -> (found: Found, scanner: RowScanner, refused: Int) {
    var pass = RowIndexing(RowScanner(form), startingAt: 0, interval: interval, isChecking: true)
    var checkpoints: [Checkpoint] = []
    var refused = 0
    while pass.offset < text.count && !pass.isEnded {
        let end = min(text.count, pass.offset + random.int(1...4 * interval))
        var segment = SegmentRows(of: pass, at: pass.offset)
        while segment.offset < end && !random.oneIn(8) {
            let next = min(end, segment.offset + random.int(1...2 * interval))
            text.read(segment.offset..<next) { segment.scan($0) }
        }
        for stretch in segment.stretches where !pass.isEnded {
            if let more = pass.append(stretch) {
                checkpoints += more
            } else {
                refused += 1
                checkpoints += text.read(stretch.start..<stretch.end) { pass.scan($0) }
            }
        }
        if pass.offset < end && !pass.isEnded { checkpoints += text.read(pass.offset..<end) { pass.scan($0) } }
    }
    return (Found(pass, checkpoints), pass.scanner, refused)
}

@Test(arguments: 0..<500)
func joinedSegmentsAreOneScan(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let text = hostileText(&random, count: random.int(1...2000), isRelaxed: false)
    let interval = random.int(1...300)
    for form in forms where RowStretch.isPossible(for: RowScanner(form)) {
        let slow = SlowRows(text, form)
        let (found, scanner, _) = joined(text, form, interval: interval, &random)
        var whole = RowScanner(form)
        _ = text.withUnsafeBufferPointer { whole.scan($0) }
        #expect(found == expected(slow, text, start: 0, interval: interval), "\(form)")
        #expect(scanner == whole, "\(form)")
    }
}

@Test func segmentsCutAtAnyByteAreOneScan() {
    let text = Array("{\"a\":\"x, ]\\\\\\\"{\",\"b\":[1,{\"c\":2},3]} , [\",[\\\\\"], \"}\"\n,\n\n4 , {}] , 5".utf8)
    for form in [RowForm.lines, .elements, .members] {
        let expected = expected(SlowRows(text, form), text, start: 0, interval: 16)
        for first in 0...text.count {
            for second in first...text.count {
                var pass = RowIndexing(RowScanner(form), startingAt: 0, interval: 16, isChecking: true)
                var checkpoints = text.read(0..<first) { pass.scan($0) }
                var segment = SegmentRows(of: pass, at: first)
                text.read(first..<second) { segment.scan($0) }
                for stretch in segment.stretches where !pass.isEnded {
                    checkpoints +=
                        pass.append(stretch) ?? text.read(stretch.start..<stretch.end) { pass.scan($0) }
                }
                checkpoints += text.read(second..<text.count) { pass.scan($0) }
                if Found(pass, checkpoints) != expected { Issue.record("\(form) \(first)..<\(second)") }
            }
        }
    }
}

/// Of JSON as it should be, only the stretches that the container's end is in, and those that an escaped quote begins, are
/// scanned twice.
@Test(arguments: 0..<50)
func noStretchOfWellFormedTextIsScannedTwice(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let rows = [
        "{\"id\":1,\"name\":\"a, b [c\"}", "[1,[2,{\"x\":[]}],\"]\"]", "-1.5e3", "\"text, {\"", "null", "{}",
        "{\"a\":{\"b\":{\"c\":[1,2,3]}},\"long\":\"\(String(repeating: "word, ", count: 40))\"}",
    ]
    let text = Array(((0..<200).map { _ in random.pick(rows) }.joined(separator: ",\n") + "]").utf8)
    let (found, _, refused) = joined(text, .elements, interval: 64, &random)
    #expect(found.rows == 200)
    #expect(refused <= 1)
}

@Test func passResumesAtTheLastCheckpoint() {
    let text = Array(String(repeating: "{\"a\":[1,2]},\n", count: 100).utf8)
    var index = RecordIndex(startingAt: 0, interval: 64)
    var pass = RowIndexing(RowScanner(.elements), startingAt: 0, interval: 64)
    index.append(text.read(0..<700) { pass.scan($0) })
    var resumed = RowIndexing(RowScanner(.elements), after: index, interval: 64)
    #expect(resumed?.offset == index.checkpoints.last?.byte)
    let rest = text.read((resumed?.offset ?? 0)..<text.count) { resumed?.scan($0) ?? [] }
    index.append(rest)
    _ = text.read(700..<text.count) { pass.scan($0) }
    #expect(resumed?.rowCount == 100 && pass.rowCount == 100)
    #expect(index.checkpoints.map(\.byte) == (0..<21).map { $0 == 0 ? 0 : ($0 * 64 + 13) / 13 * 13 - 1 })
}
