import GridLayout
import SeededRandom
import Testing

@Suite struct MergesTests {
    private func span(_ rows: Range<Int>, _ columns: Range<Int>) -> CellSpan { CellSpan(rows: rows, columns: columns) }

    @Test func whatCannotBeMergedIsRefusedWithItsReasonAndTheRestIsKept() {
        let spans = [
            span(0..<2, 0..<2), span(3..<3, 0..<2), span(4..<5, 1..<2), span(9..<11, 0..<1), span(0..<1, -1..<1),
            span(1..<4, 1..<2), span(1..<4, 2..<3), span(3..<5, 2..<4), span(.min ..< .max, .min ..< .max),
        ]
        let merges = Merges(spans, rowCount: 10, columnCount: 5)
        #expect(merges.count == 2)
        #expect(merges.refusals.map(\.index) == [1, 2, 3, 4, 5, 7, 8])
        #expect(
            merges.refusals.map(\.reason) == [
                .empty, .singleCell, .outsideTable, .outsideTable, .overlaps(spans[0]), .overlaps(spans[6]),
                .outsideTable,
            ])
        #expect(merges.refusals[4].span == spans[5])
        #expect(merges.span(containing: 1, column: 1) == spans[0])
        #expect(merges.span(containing: 2, column: 1) == nil)
        #expect(merges.span(containing: .max, column: .min) == nil)
        #expect(Merges(spans, rowCount: -1, columnCount: 0).isEmpty)
    }

    /// Against growing by any span that is cut until none is.
    @Test func anAreaGrowsUntilItCutsNoMergedCell() {
        for seed in UInt64(0)..<100 {
            var random = SplitMix64(seed: seed)
            let spans = (0..<random.int(0...60)).map { _ in
                let (row, column) = (random.int(0...35), random.int(0...15))
                return span(row..<row + random.int(1...5), column..<column + random.int(1...4))
            }
            let merges = Merges(spans, rowCount: 40, columnCount: 20)
            var kept: [CellSpan] = []
            merges.forEach(meeting: span(0..<40, 0..<20)) { kept.append($0) }
            for _ in 0..<20 {
                let (row, column) = (random.int(0...39), random.int(0...19))
                let area = span(row..<row + random.int(1...9), column..<column + random.int(1...6))
                var grown = area
                while let cut = kept.first(where: { span in
                    grown.overlaps(span)
                        && (span.rows.clamped(to: grown.rows) != span.rows
                            || span.columns.clamped(to: grown.columns) != span.columns)
                }) {
                    grown.rows =
                        min(
                            grown.rows.lowerBound, cut.rows.lowerBound)..<max(
                            grown.rows.upperBound, cut.rows.upperBound)
                    grown.columns =
                        min(
                            grown.columns.lowerBound, cut.columns.lowerBound)..<max(
                            grown.columns.upperBound, cut.columns.upperBound)
                }
                #expect(merges.grown(area) == grown, "seed \(seed), \(area)")
            }
        }
    }

    @Test func mergesAreEqualWhateverTheirOrder() {
        let spans = [span(0..<2, 0..<2), span(2..<9, 1..<2), span(0..<1, 5..<7)]
        let merges = Merges(spans, rowCount: 10, columnCount: 10)
        #expect(merges == Merges(spans.reversed() + [span(0..<0, 0..<0)], rowCount: 99, columnCount: 10))
        #expect(merges != Merges(spans.dropLast(), rowCount: 10, columnCount: 10))
    }

    /// Against keeping what overlaps nothing that was kept, and looking through all that was.
    @Test func anySpansAgreeWithALookThroughAllOfThem() {
        for seed in UInt64(0)..<400 {
            var random = SplitMix64(seed: seed)
            // Thin spans leave room for many, which makes the tree deep.
            let (rows, columns) = (random.int(0...120), random.int(0...30))
            let (height, width) = (random.int(1...12), random.int(1...6))
            let spans = (0..<random.int(0...250)).map { _ in
                let (row, column) = (random.int(-2...rows), random.int(-1...columns))
                return span(row..<row + random.int(0...height), column..<column + random.int(0...width))
            }
            var kept: [CellSpan] = []
            for span in spans {
                let isInside =
                    span.rows.lowerBound >= 0 && span.rows.upperBound <= rows
                    && span.columns.lowerBound >= 0 && span.columns.upperBound <= columns
                if isInside, span.rows.count * span.columns.count > 1, !kept.contains(where: span.overlaps) {
                    kept.append(span)
                }
            }
            let merges = Merges(spans, rowCount: rows, columnCount: columns)
            #expect(merges.count == kept.count && merges.refusals.count == spans.count - kept.count, "seed \(seed)")
            for _ in 0..<20 {
                let area = span(random.range(in: rows + 9), random.range(in: columns + 9))
                var found: [CellSpan] = []
                merges.forEach(meeting: area) { found.append($0) }
                #expect(found.count == Set(found).count, "seed \(seed), area \(area)")
                #expect(Set(found) == Set(kept.filter(area.overlaps)), "seed \(seed), area \(area)")
                let (row, column) = (random.int(-1...rows), random.int(-1...columns))
                #expect(
                    merges.span(containing: row, column: column)
                        == kept.first { $0.contains(row: row, column: column) }, "seed \(seed), \(row), \(column)")
            }
        }
    }

    @Test func aHundredThousandRunsCostALookAtAFew() {
        let runs = (0..<20_000).map { $0 * 10..<$0 * 10 + 8 }
        let columns = Dictionary(uniqueKeysWithValues: (0..<5).map { ($0 * 3, runs) })
        let merges = Merges([span(5..<7, 0..<2)], runs: columns, rowCount: 200_000, columnCount: 20)
        #expect(merges.count == 100_000)
        #expect(merges.refusals.map(\.reason) == [.overlaps(span(5..<7, 0..<2))])
        var found = 0
        let visits = WorkCounter.nodeVisits {
            merges.forEach(meeting: span(100_000..<100_080, 0..<40)) { _ in found += 1 }
        }
        #expect(found == 40)
        let hit = WorkCounter.nodeVisits { #expect(merges.span(containing: 100_005, column: 3) != nil) }
        #expect(visits < 400 && hit < 100)
    }
}
