import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct EstimatedRowsTests {
    private let viewport = Size(width: 400, height: 332)

    /// 1,000 rows that are estimated to be 28 pixels high, ten of which show under the header; no gutter.
    private func sheet(_ change: (inout StickySheet) -> Void = { _ in }) -> StickySheet {
        var sheet = StickySheet(
            rows: TrackSizes(count: 1_000, defaultSize: 30), columns: TrackSizes(count: 3, defaultSize: 120))
        sheet.rowHeightsAreEstimated = true
        change(&sheet)
        _ = sheet.prepare(viewport: viewport)
        return sheet
    }

    private func visible(y: Double) -> Rect { Rect(origin: Point(x: 0, y: y), size: viewport) }

    @Test func rowsInSightAreToBeMeasuredFromTheTop() {
        #expect(sheet().unmeasuredRows(in: visible(y: 0)) == [0..<10])
        #expect(sheet().unmeasuredRows(in: visible(y: 315)) == [10..<21])
        let frozen = sheet {
            $0.frozenRows = 2
            $0.frozenTrailingRows = 1
        }
        #expect(frozen.unmeasuredRows(in: visible(y: 0)) == [0..<9, 999..<1_000])
        #expect(frozen.unmeasuredRows(in: visible(y: 300)) == [0..<2, 12..<19, 999..<1_000])
    }

    @Test func whatIsMeasuredOrHiddenIsNotAskedForAgain() {
        var sheet = sheet { $0.rows.hide(3..<5) }
        #expect(sheet.unmeasuredRows(in: visible(y: 0)) == [0..<3, 5..<12])
        _ = sheet.setMeasured([MeasuredRows(first: 6, heights: [40, 30])], visible: visible(y: 0))
        #expect(sheet.unmeasuredRows(in: visible(y: 0)) == [0..<3, 5..<6, 8..<12])
        sheet.rowHeightsAreEstimated = false
        #expect(sheet.unmeasuredRows(in: visible(y: 0)).isEmpty)
    }

    @Test func theFirstRowInSightStaysWhereItIs() {
        var sheet = sheet()
        // Row 10 shows from its fifth pixel on; what grows above it moves the offset, what grows below does not.
        let above = sheet.setMeasured([MeasuredRows(first: 8, heights: [50, 60, 70])], visible: visible(y: 305))
        #expect(above == 50)
        #expect(sheet.setMeasured([MeasuredRows(first: 11, heights: [90])], visible: visible(y: 355)) == 0)
        #expect(sheet.prepare(viewport: viewport) == .sizes(fromSection: 8, fromItem: 3))
        // The offset goes back to where it was when the heights do.
        #expect(sheet.forgetMeasuredRows(visible: visible(y: 355)) == -50)
        #expect(sheet.rows.overrideCount == 0)
    }

    @Test func aFrozenRowThatGrowsCoversNothingThatShowed() {
        var sheet = sheet { $0.frozenRows = 1 }
        // Its end moves down by 20 pixels, and with it the place where the scrolling rows begin.
        #expect(sheet.setMeasured([MeasuredRows(first: 0, heights: [50])], visible: visible(y: 300)) == 0)
        let first = sheet.attributes(for: .cell(section: 11, item: 0), visible: visible(y: 300))
        #expect(first?.frame.minY == 300 + sheet.pinnedInsets.top)
    }

    @Test func forgettingHeightsShowsNoHiddenRow() {
        var sheet = sheet { $0.rows.hide(3..<5) }
        _ = sheet.setMeasured([MeasuredRows(first: 0, heights: [9, 9, 9, 9])], visible: visible(y: 0))
        _ = sheet.forgetMeasuredRows(visible: visible(y: 0))
        #expect(sheet.rows.overrideCount == 0)
        #expect(sheet.rows.hiddenCount == 2)
    }

    @Test func heightsOfRowsThatAreGoneArePassedOver() {
        var sheet = sheet { $0.rows.count = 5 }
        let batches = [
            MeasuredRows(first: 4, heights: [50, 60]), MeasuredRows(first: -1, heights: [1, 40]),
            MeasuredRows(first: .max, heights: [1]), MeasuredRows(first: 2, heights: []),
            MeasuredRows(first: 1, heights: [.nan]),
        ]
        _ = sheet.setMeasured(batches, visible: visible(y: 0))
        #expect((0..<5).map { sheet.rows.size(of: $0) } == [40, 0, 30, 30, 50])
        var empty = StickySheet()
        #expect(empty.setMeasured(batches, visible: visible(y: 0)) == 0)
        #expect(empty.forgetMeasuredRows(visible: .zero) == 0)
    }

    @Test(arguments: 0..<4)
    func noBatchMovesTheFirstRowOnTheScreen(block: Int) {
        var kept = 0
        for seed in UInt64(block) * 200..<UInt64(block + 1) * 200 {
            var random = SplitMix64(seed: seed)
            var sheet = sheet {
                $0.frozenRows = random.int(0...2)
                $0.frozenTrailingRows = random.int(0...1)
                if random.oneIn(2) { $0.rows.hide(random.range(in: 60)) }
            }
            var y = Double(random.int(0...6_400)) / 4
            for _ in 0..<6 {
                let before = visible(y: y)
                let first = sheet.visibleTracks(in: before).rows.lowerBound
                let place = distance(sheet, first, before)
                let moved = sheet.setMeasured(batches(&random), visible: before)
                y += moved
                guard y >= 0 else { break }
                kept += 1
                #expect(distance(sheet, first, visible(y: y)) == place, "seed \(seed)")
            }
        }
        #expect(kept > 1_000)
    }

    /// How far row `row` begins below the frozen rows, on the screen.
    private func distance(_ sheet: StickySheet, _ row: Int, _ visible: Rect) -> Double? {
        sheet.attributes(for: .cell(section: row, item: 0), visible: visible)
            .map { $0.frame.minY - visible.minY - sheet.pinnedInsets.top }
    }

    private func batches(_ random: inout SplitMix64) -> [MeasuredRows] {
        (0..<random.int(1...3)).map { _ in
            MeasuredRows(
                first: random.int(0...100),
                heights: (0..<random.int(0...12)).map { _ in Double(random.int(0...4_000)) / 64 })
        }
    }

    @Test func measuringWhatIsInSightComesToAnEnd() {
        var random = SplitMix64(seed: 7)
        var sheet = sheet { $0.frozenRows = 1 }
        var y = 6_000.0
        var asked: Set<Int> = []
        for _ in 0..<100 {
            let missing = sheet.unmeasuredRows(in: visible(y: y))
            if missing.isEmpty { break }
            let batch = missing.map { rows in
                MeasuredRows(first: rows.lowerBound, heights: rows.map { _ in Double(random.int(5...60)) })
            }
            for row in missing.joined() { #expect(asked.insert(row).inserted, "row \(row) is asked for twice") }
            y += sheet.setMeasured(batch, visible: visible(y: y))
        }
        #expect(sheet.unmeasuredRows(in: visible(y: y)).isEmpty)
        #expect(asked.count < 50)
    }
}
