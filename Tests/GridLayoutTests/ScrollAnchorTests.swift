import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct ScrollAnchorTests {
    @Test func aSectionGoesWhereAListOfThemHasIt() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...12, using: &random)
            var list = (0..<count).map(Optional.init)
            let low = Int.random(in: 0...count, using: &random)
            let range = low..<Int.random(in: low...count, using: &random)
            let change: DataChange
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                change = .insert(range)
                list.insert(contentsOf: range.map { _ in nil }, at: low)
            case 1:
                change = .remove(range)
                list.removeSubrange(range)
            case 2: change = .reload(range)
            default:
                let destination = Int.random(in: 0...count, using: &random)
                change = .move(range, to: destination)
                guard !range.contains(destination) else { break }
                let taken = Array(list[range])
                list.removeSubrange(range)
                list.insert(contentsOf: taken, at: destination <= low ? destination : destination - range.count)
            }
            for section in 0..<count { #expect(change.section(after: section) == list.firstIndex(of: section)) }
        }
    }

    @Test func anyChangeOfASheetLeavesTheAnchorWhereItWasOnTheScreen() throws {
        for seed in 0..<400 {
            var random = SplitMix64(seed: UInt64(seed))
            var sheet = StickySheet()
            sheet.rows.count = 200
            sheet.columns.count = 30
            sheet.frozenRows = Int.random(in: 0...2, using: &random)
            sheet.frozenTrailingRows = Int.random(in: 0...1, using: &random)
            for _ in 0..<20 {
                sheet.rows.setSize(
                    Double(Int.random(in: 5...90, using: &random)), for: Int.random(in: 0..<200, using: &random))
            }
            var visible = Rect(x: 400, y: 0, width: 700, height: 500)
            visible.y = Double(Int.random(in: 1000...3000, using: &random))
            _ = sheet.prepare(viewport: visible.size)
            let row = try #require(sheet.visibleTracks(in: visible).rows.randomElement(using: &random))
            let anchor = try #require(sheet.anchor(.cell(section: row, item: 8), visible: visible))
            let moved = try #require(change(&sheet, except: row, &random).map(anchor.moved) ?? anchor)
            _ = sheet.prepare(viewport: visible.size)
            let offset = sheet.offset(restoring: moved, visible: visible)
            let now = try #require(
                sheet.anchor(moved.element, visible: Rect(origin: offset, size: visible.size)))
            let isFrozen = sheet.isFrozen(row: moved.element.section, column: 8)
            let isAtAnEnd = offset.y == 0 || offset.y == sheet.contentSize.height - visible.height
            #expect(now.place == anchor.place || isFrozen || isAtAnEnd, "seed \(seed)")
        }
    }

    /// Changes something of the sheet, and gives the change of its data where it is one.
    private func change(_ sheet: inout StickySheet, except row: Int, _ random: inout SplitMix64) -> DataChange? {
        let other = Int.random(in: 0..<row, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            sheet.insertRows(7, at: other)
            return .insert(other..<other + 7)
        case 1:
            sheet.removeRows(other..<row)
            return .remove(other..<row)
        case 2:
            sheet.moveRows(other..<other + 1, to: sheet.rows.count)
            return .move(other..<other + 1, to: sheet.rows.count)
        case 3: sheet.rows.setSize(70, for: other)
        case 4: sheet.rows.hide(other..<row)
        case 5: sheet.frozenRows = 3
        default: sheet.parameters.headerHeight = 61
        }
        return nil
    }

    @Test func anElementThatIsGoneMovesNothing() {
        var sheet = StickySheet()
        sheet.rows.count = 100
        sheet.columns.count = 5
        let visible = Rect(x: 0, y: 600, width: 300, height: 200)
        _ = sheet.prepare(viewport: visible.size)
        let anchor = sheet.anchor(.cell(section: 25, item: 0), visible: visible)
        #expect(anchor?.moved(by: .remove(20..<30)) == nil)
        #expect(sheet.anchor(.cell(section: 100, item: 0), visible: visible) == nil)
        #expect(sheet.offset(restoring: nil, visible: visible) == visible.origin)
    }
}
