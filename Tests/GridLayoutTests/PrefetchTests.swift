import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct PrefetchTests {
    private func direction(_ dx: Double, _ dy: Double) -> ScrollDirection { ScrollDirection(Point(x: dx, y: dy)) }

    /// 1,000 × 100 cells of 100 × 20 under a header of 20, one row frozen at the top and one at the end; no gutter.
    private func sheet(rows: Int = 1_000, columns: Int = 100) -> StickySheet {
        var sheet = StickySheet(
            rows: TrackSizes(count: rows, defaultSize: 20), columns: TrackSizes(count: columns, defaultSize: 100),
            parameters: SheetParameters(headerHeight: 20, gutterWidth: 0))
        sheet.frozenRows = 1
        sheet.frozenTrailingRows = 1
        _ = sheet.prepare(viewport: Size(width: 500, height: 260))
        return sheet
    }

    private func visible(x: Double, y: Double) -> Rect { Rect(x: x, y: y, width: 500, height: 260) }

    private func rects(
        _ sheet: StickySheet, _ visible: Rect, _ direction: ScrollDirection, pages: Int = 2
    ) -> [Rect] {
        var found: [Rect] = []
        sheet.prefetchRects(visible: visible, direction: direction, pages: pages, into: &found)
        return found
    }

    private func blocks(
        _ sheet: StickySheet, _ visible: Rect, _ direction: ScrollDirection, pages: Int = 2
    ) -> [TrackBlock] {
        var found: [TrackBlock] = []
        sheet.prefetchTracks(visible: visible, direction: direction, pages: pages, into: &found)
        return found
    }

    @Test func onlyTheSignsOfAVelocityCount() {
        #expect(direction(3, -0.001) == direction(.infinity, -7))
        #expect(direction(0, .nan) == .resting)
    }

    @Test func aScrollDownWantsTwoPagesBelowAndOneAbove() {
        // Between header and frozen rows 200 pixels scroll, from 40 below the offset on.
        let found = rects(sheet(), visible(x: 1_000, y: 2_000), direction(0, 5))
        #expect(
            found == [
                Rect(x: 1_000, y: 2_240, width: 500, height: 200), Rect(x: 1_000, y: 1_840, width: 500, height: 200),
                Rect(x: 1_000, y: 2_440, width: 500, height: 200),
            ])
    }

    @Test func aScrollOnBothAxesWantsTheCornerBetween() {
        let found = rects(sheet(), visible(x: 1_000, y: 2_000), direction(-1, 1))
        #expect(
            found.map(\.origin) == [
                Point(x: 1_000, y: 2_240), Point(x: 500, y: 2_040), Point(x: 1_000, y: 1_840),
                Point(x: 1_500, y: 2_040),
                Point(x: 1_000, y: 2_440), Point(x: 500, y: 2_240), Point(x: 0, y: 2_040),
            ])
    }

    @Test func atRestEachSideIsWantedOnce() {
        let found = rects(sheet(), visible(x: 1_000, y: 2_000), .resting, pages: 5)
        #expect(
            found.map(\.origin) == [
                Point(x: 1_000, y: 2_240), Point(x: 1_500, y: 2_040), Point(x: 1_000, y: 1_840),
                Point(x: 500, y: 2_040),
            ])
    }

    @Test func whatLiesOutsideTheContentOrIsPinnedIsNotWanted() {
        // 50 pixels from the start: above lie 50 pixels of what scrolls, under header and frozen row.
        let start = rects(sheet(), visible(x: 0, y: 50), direction(0, 1), pages: 1)
        #expect(start.map(\.minY) == [290, 40])
        #expect(start.map(\.height) == [200, 50])
        let end = rects(sheet(), visible(x: 0, y: 20_020 - 260), direction(0, 1))
        #expect(end.map(\.maxY) == [19_800])
        #expect(rects(sheet(rows: 3, columns: 2), visible(x: 0, y: 0), .resting).isEmpty)
        #expect(rects(sheet(), .zero, direction(1, 1)).isEmpty)
        #expect(rects(sheet(), visible(x: .nan, y: 0), direction(1, 1)).isEmpty)
        #expect(rects(sheet(), visible(x: 0, y: 0), direction(1, 1), pages: 0).isEmpty)
    }

    @Test func aTrillionRowsAreNoMoreWork() {
        let sheet = sheet(rows: 1_000_000_000_000, columns: 1_000_000)
        let place = visible(x: 50_000_000, y: 10_000_000_000_000)
        #expect(rects(sheet, place, direction(1, 1), pages: .max).count == 46)
        var found = 0
        let visits = WorkCounter.nodeVisits { found = blocks(sheet, place, direction(1, 1), pages: .max).count }
        #expect(found < 150)
        #expect(visits == 0)
    }

    @Test func theFrozenCellsOfAPageComeWithIt() {
        let found = blocks(sheet(), visible(x: 1_000, y: 2_000), direction(1, 0), pages: 1)
        #expect(
            found == [
                TrackBlock(rows: 101..<111, columns: 15..<20), TrackBlock(rows: 0..<1, columns: 15..<20),
                TrackBlock(rows: 999..<1_000, columns: 15..<20), TrackBlock(rows: 101..<111, columns: 5..<10),
                TrackBlock(rows: 0..<1, columns: 5..<10), TrackBlock(rows: 999..<1_000, columns: 5..<10),
            ])
    }

    @Test(arguments: 0..<4)
    func cellsComePageByPageNearestFirstAndOnce(block: Int) {
        for seed in UInt64(block) * 100..<UInt64(block + 1) * 100 {
            var random = SplitMix64(seed: seed)
            let sheet = randomSheet(&random)
            let visible = random.visibleBounds(over: sheet.contentSize, viewport: Size(width: 300, height: 240))
            let direction = direction(Double(random.int(-1...1)), Double(random.int(-1...1)))
            let ahead = random.int(1...3)
            let insets = sheet.pinnedInsets
            let rows = pages(
                sheet.rows, sheet.frozenRowsInForce,
                from: visible.minY + insets.top - 32, to: visible.maxY - insets.bottom - 32)
            let columns = pages(
                sheet.columns, sheet.frozenColumnsInForce,
                from: visible.minX + insets.leading - 56, to: visible.maxX - insets.trailing - 56)
            var expected: Set<[Int]> = []
            for (row, y) in rows.enumerated() {
                for (column, x) in columns.enumerated() where isWanted(x, y, direction, ahead: ahead) {
                    expected.insert([row, column])
                }
            }
            var found: [[Int]] = []
            for block in blocks(sheet, visible, direction, pages: ahead) {
                for row in block.rows { for column in block.columns { found.append([row, column]) } }
            }
            #expect(Set(found).count == found.count, "seed \(seed): a cell comes twice")
            #expect(Set(found) == expected, "seed \(seed)")
            let distances = found.map { abs(rows[$0[0]]) + abs(columns[$0[1]]) }
            #expect(distances == distances.sorted(), "seed \(seed)")
        }
    }

    /// The page that each track is on: 0 where it shows or is frozen, else that of its edge that is nearer.
    private func pages(_ tracks: TrackSizes, _ frozen: FrozenEnds, from low: Double, to high: Double) -> [Int] {
        (0..<tracks.count).map { index in
            let track = tracks.track(at: index)
            if index < frozen.leading || index >= tracks.count - frozen.trailing { return 0 }
            if track.offset >= high { return Int((track.offset - high) / (high - low)) + 1 }
            return track.end <= low ? -Int((low - track.end) / (high - low)) - 1 : 0
        }
    }

    private func isWanted(_ x: Int, _ y: Int, _ direction: ScrollDirection, ahead: Int) -> Bool {
        let (dx, dy) = (direction.horizontal, direction.vertical)
        switch abs(x) + abs(y) {
        case 0: return false
        case 1: return direction == .resting || (x == 0 ? dy != 0 : dx != 0)
        case 2...max(2, ahead) where ahead > 1:
            return (x == 0 || x.signum() == dx) && (y == 0 || y.signum() == dy) && direction != .resting
        default: return false
        }
    }

    private func randomSheet(_ random: inout SplitMix64) -> StickySheet {
        var sheet = StickySheet(
            rows: TrackSizes(count: random.int(0...120), defaultSize: 20),
            columns: TrackSizes(count: random.int(0...40), defaultSize: 60))
        sheet.frozenRows = random.int(0...2)
        sheet.frozenTrailingRows = random.int(0...2)
        sheet.frozenColumns = random.int(0...1)
        sheet.frozenTrailingColumns = random.int(0...1)
        _ = sheet.prepare(viewport: Size(width: 300, height: 240))
        return sheet
    }
}
