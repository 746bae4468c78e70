import Geometry
import GridLayout
import SeededRandom
import Testing

/// Merged cells, groups and counts of cells stay with their rows and columns.
@Suite struct StickySheetDataLawTests {
    @Test(arguments: 0..<4)
    func whatLiesOnTracksGoesAlongWithThem(block: Int) {
        for seed in UInt64(block) * 300..<UInt64(block + 1) * 300 {
            var random = SplitMix64(seed: seed)
            let (rows, columns) = (random.int(1...14), random.int(1...10))
            let spans = Self.spans(&random, rows: rows, columns: columns)
            let groups = (0..<random.int(0...2)).map { _ in Self.groups(&random, columns: columns) }
            let counts = (0..<random.int(0...rows)).map { _ in random.int(0...columns) }
            var slow = SlowSheetData(rows: rows, columns: columns, merges: spans, groups: groups, counts: counts)
            var sheet = StickySheet(
                rows: TrackSizes(count: rows, defaultSize: 20), columns: TrackSizes(count: columns, defaultSize: 20))
            sheet.merges = Merges(spans, rowCount: rows, columnCount: columns)
            sheet.columnGroups = ColumnGroups(groups, columnCount: columns)
            sheet.itemCounts = SectionCounts(counts)
            var trace: [String] = []
            for _ in 0..<6 {
                let isRow = random.oneIn(2)
                let change = Self.change(&random, count: isRow ? slow.rows.count : slow.columns.count)
                trace.append("\(isRow ? "rows" : "columns") \(change)")
                if isRow { slow.changeRows(change) } else { slow.changeColumns(change) }
                Self.apply(change, toRows: isRow, of: &sheet)
                guard Self.agree(sheet, slow) else {
                    Issue.record("seed \(seed): \(spans), \(groups), \(counts) after \(trace)")
                    return
                }
            }
        }
    }

    private static func agree(_ sheet: StickySheet, _ slow: SlowSheetData) -> Bool {
        let (rows, columns) = (slow.rows.count, slow.columns.count)
        let counts = (0..<rows).map { row in
            sheet.itemCounts.map { row < $0.sectionCount ? min($0[row], columns) : columns } ?? columns
        }
        return sheet.rows.count == rows && sheet.columns.count == columns
            && sheet.merges == Merges(slow.spans, rowCount: rows, columnCount: columns)
            && sheet.columnGroups.levels == slow.groupRanges && counts == slow.cellCounts
    }

    static func apply(_ change: DataChange, toRows isRow: Bool, of sheet: inout StickySheet) {
        switch (isRow, change) {
        case (true, .insert(let range)): sheet.insertRows(range.count, at: range.lowerBound)
        case (true, .remove(let range)): sheet.removeRows(range)
        case (true, .move(let range, let destination)): sheet.moveRows(range, to: destination)
        case (true, .reload(let range)): sheet.reloadRows(range)
        case (false, .insert(let range)): sheet.insertColumns(range.count, at: range.lowerBound)
        case (false, .remove(let range)): sheet.removeColumns(range)
        case (false, .move(let range, let destination)): sheet.moveColumns(range, to: destination)
        case (false, .reload(let range)): sheet.reloadColumns(range)
        }
    }

    static func change(_ random: inout SplitMix64, count: Int) -> DataChange {
        var range = random.range(in: count)
        let place = random.int(0...count)
        switch random.int(0...9) {
        case 0...2: return .insert(place..<place + random.int(0...3))
        case 3, 4:
            range = range.lowerBound..<min(range.upperBound, range.lowerBound + 3)
            return .remove(range)
        case 5: return .reload(range)
        default: return .move(range, to: place)
        }
    }

    /// Some spans, none of which overlap.
    static func spans(_ random: inout SplitMix64, rows: Int, columns: Int) -> [CellSpan] {
        var spans: [CellSpan] = []
        for _ in 0..<random.int(0...6) {
            let span = CellSpan(rows: random.range(in: rows), columns: random.range(in: columns))
            if span.rows.count * span.columns.count > 1, !spans.contains(where: span.overlaps) { spans.append(span) }
        }
        return spans
    }

    /// Groups that follow each other, some with columns between them that are in none.
    static func groups(_ random: inout SplitMix64, columns: Int) -> [Range<Int>] {
        let edges = Set((0..<6).map { _ in random.int(0...columns) }).sorted()
        return zip(edges, edges.dropFirst()).map { $0..<$1 }.filter { _ in !random.oneIn(4) }
    }

    @Test func aMillionMergedCellsBeforeAChangeCostNothing() {
        let runs = (0..<1_000).map { $0 * 10..<$0 * 10 + 8 }
        var sheet = StickySheet(
            rows: TrackSizes(count: 20_000, defaultSize: 20), columns: TrackSizes(count: 9, defaultSize: 20))
        sheet.merges = Merges(runs: [2: runs], rowCount: 20_000, columnCount: 9)
        _ = sheet.prepare(viewport: Size(width: 300, height: 300))
        sheet.insertRows(5, at: 9_998)
        #expect(sheet.prepare(viewport: Size(width: 300, height: 300)) == .data(.insert(9_998..<10_003)))
        sheet.insertRows(5, at: 5_000)
        #expect(sheet.prepare(viewport: Size(width: 300, height: 300)) == .data(.insert(5_000..<5_005)))
        #expect(sheet.merges.span(containing: 5_006, column: 2) == CellSpan(rows: 5_005..<5_013, columns: 2..<3))
        sheet.insertRows(5, at: 5_006)
        #expect(sheet.prepare(viewport: Size(width: 300, height: 300)) == .all)
        #expect(sheet.merges.span(containing: 5_006, column: 2) == CellSpan(rows: 5_005..<5_018, columns: 2..<3))
    }

    @Test func countsThatWouldFillATrillionRowsAreForgottenBehindTheChange() {
        var sheet = StickySheet(
            rows: TrackSizes(count: 1_000_000_000_000, defaultSize: 20), columns: TrackSizes(count: 9, defaultSize: 20))
        sheet.itemCounts = SectionCounts([9, 3, 4, 5])
        _ = sheet.prepare(viewport: Size(width: 300, height: 300))
        sheet.moveRows(2..<3, to: 999_999_999_999)
        #expect(sheet.prepare(viewport: Size(width: 300, height: 300)) == .all)
        #expect(sheet.itemCounts == SectionCounts([9, 3]))
        sheet.itemCounts = SectionCounts(sections: 1_000_000_000_000, each: 9)
        sheet.insertRows(1_000_000, at: 7)
        sheet.removeColumns(3..<5)
        #expect(sheet.itemCounts == SectionCounts(sections: 1_000_001_000_000, each: 7))
        sheet.itemCounts = SectionCounts(sections: 1_000_000_000_000, each: 4)
        sheet.insertRows(1, at: 700)
        #expect(sheet.itemCounts == SectionCounts(sections: 700, each: 4))
    }
}
