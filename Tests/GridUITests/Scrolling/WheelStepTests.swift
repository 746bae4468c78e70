import Geometry
import GridLayout
import GridUI
import SeededRandom
import Testing

/// What a wheel does to a grid.
struct WheelStepTests {
    private let seeds: [UInt64] = [1, 2, 3, 4, 5]

    /// A sheet with rows of many heights, some of them hidden, and frozen ones, in some kind.
    private func uneven(_ kind: SheetKind, seed: UInt64) -> GridModel {
        var random = SplitMix64(seed: seed)
        var model = kind.sheet(rows: 400, columns: 40)
        for _ in 0..<120 {
            let row = Int.random(in: 0..<400, using: &random)
            model.resizeRow(row, to: Double(Int.random(in: 20...30, using: &random)))
        }
        for column in 0..<40 { model.resizeColumn(column, to: Double(Int.random(in: 40...300, using: &random))) }
        model.freeze(rows: Int.random(in: 0...3, using: &random), columns: Int.random(in: 0...2, using: &random))
        return model
    }

    /// The row that begins where rows begin to scroll; nil where that is within one.
    private func rowAtStart(_ model: GridModel) -> Int? {
        let offset = model.viewport.offset.y + model.sheet.rows.offset(of: model.sheet.frozenRowsInForce.leading)
        guard let track = model.sheet.rows.track(containing: offset + 0.001) else { return nil }
        return (track.offset - offset).magnitude < 0.01 ? track.index : nil
    }

    @Test func aNotchIsAsManyRowsAsAPersonWants() {
        for rows in [1.0, 2, 7] {
            var model = evenSheet()
            model.scrolling.wheelRows = rows
            model.scroll(notches: 1, axis: .vertical)
            #expect(model.viewport.offset.y == 28 * rows)
            model.show(ViewChoice("fit"))
            let start = model.viewport.offset.y
            model.scroll(notches: 1, axis: .vertical)
            #expect(model.viewport.offset.y == start + 28 * rows)
        }
    }

    @Test(arguments: SheetKind.all)
    func aNotchIsThreeWholeRowsAndBackAgain(_ kind: SheetKind) throws {
        for seed in seeds {
            var model = uneven(kind, seed: seed)
            var row = try #require(rowAtStart(model))
            for _ in 0..<20 {
                let before = model.viewport.offset
                model.scroll(notches: 1, axis: .vertical)
                #expect(rowAtStart(model) == row + 3)
                model.scroll(notches: -1, axis: .vertical)
                #expect((model.viewport.offset.y - before.y).magnitude < 0.01 && rowAtStart(model) == row)
                model.scroll(notches: 1, axis: .vertical)
                row += 3
            }
        }
    }

    @Test func fromWithinARowTheWheelComesToAWholeOne() {
        var model = evenSheet()
        model.scroll(toOffset: Point(x: 0, y: 28 * 5 + 10))
        model.scroll(notches: 1, axis: .vertical)
        #expect(model.viewport.offset.y == 28 * 8)
        model.scroll(toOffset: Point(x: 0, y: 28 * 5 + 10))
        model.scroll(notches: -1, axis: .vertical)
        #expect(model.viewport.offset.y == 28 * 3)
    }

    @Test func hiddenRowsAreNoneOfTheThree() {
        var model = evenSheet()
        model.hideRows(1..<50)
        model.scroll(notches: 1, axis: .vertical)
        #expect(model.viewport.offset.y == 28 * 3)
    }

    @Test func partsOfANotchAddUp() {
        var model = evenSheet()
        for _ in 0..<8 { model.scroll(notches: 0.125, axis: .vertical) }
        #expect((model.viewport.offset.y - 84).magnitude < 1e-9)
    }

    @Test func aNotchNeverSkipsWhatWasNotSeen() {
        var model = evenSheet(rows: 50)
        for row in 0..<50 { model.resizeRow(row, to: 250) }
        model.scroll(notches: 1, axis: .vertical)
        #expect(model.viewport.offset.y == 250, "a second row would be more than half of what is in sight")
        for row in 0..<50 { model.resizeRow(row, to: 900) }
        model.scroll(toOffset: .zero)
        model.scroll(notches: 1, axis: .vertical)
        #expect(model.viewport.offset.y == (600 - 32) / 2, "so would one row")
    }

    @Test(arguments: SheetKind.all)
    func sidewaysAWheelComesToTheEdgeOfAColumn(_ kind: SheetKind) {
        for seed in seeds {
            var model = uneven(kind, seed: seed)
            let origin = model.sheet.columns.offset(of: model.sheet.frozenColumnsInForce.leading)
            let end = model.contentSize.width - model.viewport.contentExtent.width
            for _ in 0..<60 {
                let before = model.viewport.offset.x
                model.scroll(notches: 1, axis: .horizontal)
                let offset = model.viewport.offset.x
                guard offset < end - 0.01 else { break }
                let way = offset - before
                let page = model.viewport.contentExtent.width - model.pinnedInsets.horizontal
                #expect(way > 0 && way <= max(300, page / 2))
                let track = model.sheet.columns.track(containing: offset + origin + 0.001)
                let isEdge = track.map { ($0.offset - offset - origin).magnitude < 0.01 } ?? false
                #expect(isEdge || way >= page / 2 - 0.01)
            }
        }
    }

    @Test func aWheelReachesTheLastOfATrillionRows() {
        var (model, _) = generated(rows: 1_000_000_000_000, columns: 3)
        model.scroll(toOffset: Point(x: 0, y: 1e18))
        let end = model.viewport.offset.y
        model.scroll(notches: -1, axis: .vertical)
        #expect(end - model.viewport.offset.y > 28 && end - model.viewport.offset.y <= 84.01)
        model.scroll(notches: 2, axis: .vertical)
        #expect(model.viewport.offset.y == end)
    }
}
