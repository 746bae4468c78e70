import GridLayout
import SeededRandom
import Testing

@Suite struct PrefetcherTests {
    private func block(_ rows: Range<Int>, _ columns: Range<Int> = 0..<5) -> TrackBlock {
        TrackBlock(rows: rows, columns: columns)
    }

    @Test func whatComesIsStartedAndWhatLeavesIsCancelled() {
        var prefetcher = Prefetcher()
        #expect(prefetcher.update(wanted: [block(20..<40), block(0..<10)]).started == [block(20..<40), block(0..<10)])
        let scrolled = prefetcher.update(wanted: [block(21..<41), block(1..<11)])
        #expect(scrolled.started == [block(40..<41), block(10..<11)])
        #expect(scrolled.cancelled == [block(20..<21), block(0..<1)])
        let same = prefetcher.update(wanted: [block(21..<41), block(1..<11)])
        #expect(same.started.isEmpty && same.cancelled.isEmpty)
        #expect(prefetcher.update(wanted: []).cancelled == [block(21..<41), block(1..<11)])
    }

    @Test func whatIsWantedTwiceIsStartedOnce() {
        var prefetcher = Prefetcher()
        let started = prefetcher.update(wanted: [block(4..<8), block(0..<10, 2..<7), block(5..<5)]).started
        #expect(
            started == [
                block(4..<8), block(0..<4, 2..<7), block(4..<8, 5..<7), block(8..<10, 2..<7),
            ])
    }

    @Test func aBlockOfATrillionRowsIsOneBlock() {
        var prefetcher = Prefetcher()
        _ = prefetcher.update(wanted: [block(0..<1_000_000_000_000)])
        let change = prefetcher.update(wanted: [block(5..<1_000_000_000_005)])
        #expect(change.started == [block(1_000_000_000_000..<1_000_000_000_005)])
        #expect(change.cancelled == [block(0..<5)])
    }

    @Test(arguments: 0..<4)
    func anyWishesAgreeWithSetsOfCells(part: Int) {
        for seed in UInt64(part) * 50..<UInt64(part + 1) * 50 {
            var random = SplitMix64(seed: seed)
            var prefetcher = Prefetcher()
            var running: [[Int]] = []
            for _ in 0..<8 {
                let wanted = (0..<random.int(0...5)).map { _ in block(random.range(in: 12), random.range(in: 9)) }
                // Cells in the order of the first block that wants them.
                var cells: [[Int]] = []
                for cell in wanted.flatMap(Self.cells) where !cells.contains(cell) { cells.append(cell) }
                let change = prefetcher.update(wanted: wanted)
                let started = change.started.flatMap(Self.cells)
                let cancelled = change.cancelled.flatMap(Self.cells)
                #expect(Set(started).count == started.count && Set(cancelled).count == cancelled.count, "seed \(seed)")
                #expect(Set(started) == Set(cells).subtracting(running), "seed \(seed)")
                #expect(Set(cancelled) == Set(running).subtracting(cells), "seed \(seed)")
                // In order of the blocks; within one, the parts come as they may.
                let places = started.map { cell in wanted.firstIndex { Self.contains($0, cell) } ?? -1 }
                #expect(places == places.sorted(), "seed \(seed)")
                running = cells
            }
        }
    }

    private static func cells(of block: TrackBlock) -> [[Int]] {
        block.rows.flatMap { row in block.columns.map { [row, $0] } }
    }

    private static func contains(_ block: TrackBlock, _ cell: [Int]) -> Bool {
        block.rows.contains(cell[0]) && block.columns.contains(cell[1])
    }
}
