import Drawing
import Geometry
import GridLayout
import Tabular
import TabularOps
import Testing

@testable import GridUI

/// Pictures in the headers of a sheet whose columns are 100 wide, beside a gutter of 56: the header is 32 + 36 high.
@Suite struct HeaderPictureTests {
    private static let height = 32 + GridModel.pictureHeight

    /// Ten bars of numbers from 0 to 100, in the second column, or three values.
    private func numbers() -> HeaderPicture {
        let bars = (0..<10).map {
            ColumnStatistics.Bar(lower: Double($0 * 10), upper: Double($0 * 10 + 10), count: $0 + 1)
        }
        return HeaderPicture(ColumnBars(bars, of: ValueForm(.integer)))
    }

    private func values() -> HeaderPicture {
        HeaderPicture(
            ColumnBars(
                [("red", 9), ("green", 5), ("blue", 1)].map {
                    ColumnStatistics.FrequentValue(text: $0, length: $0.utf8.count, count: $1, countAtMost: $1)
                }))
    }

    private func sheet(_ kind: SheetKind = SheetKind(zoom: 1, direction: .leftToRight)) -> GridModel {
        var model = kind.sheet()
        (model.offers.filtering, model.offers.sorting) = (true, true)
        model.setShowsPictures(true)
        model.show(numbers(), ofColumn: 1)
        model.show(values(), ofColumn: 2)
        return model
    }

    /// What a click, or a drag, asks for. Places count from the leading edge before zoom.
    private func asked(
        _ model: inout GridModel, _ kind: SheetKind, _ x: Double, _ y: Double, to x2: Double? = nil
    ) -> GridAction? {
        if let x2 {
            model.drag(x * kind.zoom, y * kind.zoom, to: x2 * kind.zoom, y * kind.zoom)
        } else {
            model.click(x * kind.zoom, y * kind.zoom)
        }
        return model.takeAskedAction()
    }

    @Test(arguments: SheetKind.all)
    func headersAreHigherByTheirPicturesAndTitlesStayWhereTheyWere(kind: SheetKind) {
        var model = sheet(kind)
        #expect(model.headerHeight == Self.height)
        let header = Rect(x: 0, y: 0, width: 100 * kind.zoom, height: Self.height * kind.zoom)
        #expect(model.titleRow(of: header) == Rect(x: 0, y: 0, width: header.width, height: 32 * kind.zoom))
        model.setShowsPictures(false)
        #expect(model.headerHeight == 32 && model.titleRow(of: header) == header && model.pictureBox(in: header) == nil)
        #expect(model.pictures[1] == nil, "what is not shown is not kept")
    }

    @Test(arguments: SheetKind.all)
    func aClickOnABarNarrowsTheRowsToIt(kind: SheetKind) {
        var model = sheet(kind)
        // The picture of the second column lies from 164 to 248; numbers go to the right in either direction.
        let third = kind.direction == .leftToRight ? 164 + 2.5 * 8.4 : 248 - 2.5 * 8.4
        #expect(
            asked(&model, kind, third, 50)
                == .filterRows([
                    Condition(column: 1, .greaterOrEqual, ["20"]), Condition(column: 1, .less, ["30"]),
                ]))
        #expect(model.activeCell?.column == 0, "the header itself was not clicked")
        // The most frequent value stands where lines begin.
        #expect(asked(&model, kind, 270, 50) == .filterRows([Condition(column: 2, .equals, ["red"])]))
        #expect(asked(&model, kind, 340, 50) == nil, "beside three bars there is none")
    }

    @Test(arguments: SheetKind.all)
    func aDragOverBarsBrushesAllOfThem(kind: SheetKind) {
        var model = sheet(kind)
        let isLeftToRight = kind.direction == .leftToRight
        let (first, last) = (164 + 2.5 * 8.4, 164 + 5.5 * 8.4)
        let (from, to) = isLeftToRight ? (first, last) : (412 - first, 412 - last)
        let brushed = GridAction.filterRows([
            Condition(column: 1, .greaterOrEqual, ["20"]), Condition(column: 1, .less, ["60"]),
        ])
        #expect(asked(&model, kind, from, 50, to: to) == brushed)
        #expect(asked(&model, kind, to, 50, to: from) == brushed, "or the other way round")
        // Beyond the picture its end is meant.
        let beyond = isLeftToRight ? 600.0 : 20
        #expect(
            asked(&model, kind, from, 50, to: beyond)
                == .filterRows([
                    Condition(column: 1, .greaterOrEqual, ["20"]), Condition(column: 1, .lessOrEqual, ["100"]),
                ]))
        model.hold(from * kind.zoom, 50 * kind.zoom, at: to * kind.zoom, 50 * kind.zoom)
        #expect(model.chosenBars == HeaderBars(place: 1, bars: 2..<6))
        #expect(model.cancelDrag() && model.takeAskedAction() == nil)
    }

    @Test func titlesSortMarksAndEdgesAreTheirsAsBefore() {
        var model = sheet()
        #expect(model.target(240, 16) == .sortMark(1))
        #expect(model.target(200, 16) == .header(.horizontal, 1))
        #expect(model.target(255, 50) == .edge(.horizontal, 1))
        #expect(model.target(240, 60) == .bar(1, 9))
        #expect(model.target(240, 66) == .header(.horizontal, 1), "below the picture")
        #expect(model.target(400, 50) == .header(.horizontal, 3), "no picture yet")
        model.offers.filtering = false
        model.click(200, 50)
        #expect(model.takeAskedAction() == nil && model.activeCell?.column == 1, "then it is a part of the header")
    }

    @Test func whatIsUnderThePointerIsSaid() {
        var model = sheet()
        func hint(_ x: Double, _ y: Double) -> String? {
            _ = model.movePointer(to: Point(x: x, y: y))
            return model.pointerHint
        }
        #expect(hint(168, 50) == "0 to 10: 1 value")
        #expect(hint(270, 50) == "red: 9 values")
        #expect(hint(400, 50) == "Looking at the values…")
        #expect(hint(400, 16) == nil)
        model.show(HeaderPicture(ColumnBars([])), ofColumn: 3)
        #expect(hint(400, 50) == "No value comes more than once")
        model.show(HeaderPicture(ColumnBars([]), note: "orders.csv: cannot be read"), ofColumn: 3)
        #expect(hint(400, 50) == "orders.csv: cannot be read")
        var estimate = numbers()
        estimate.note = "An estimate"
        model.show(estimate, ofColumn: 1)
        #expect(hint(168, 50) == "0 to 10: 1 value\nAn estimate")
    }

    @Test func barsAreDrawnInsideTheirHeaderAndALineWhereThereAreNone() {
        let model = sheet()
        var (list, presenter) = (DisplayList(), Presenter())
        presenter.present(model, theme: .light, into: &list)
        let bars = list.commands.compactMap { command -> Rect? in
            if case .fill(let rect, Theme.light.bars.plain) = command { rect } else { nil }
        }
        #expect(bars.count == 13)
        let (first, second) = (Rect(x: 164, y: 32, width: 84, height: 31), Rect(x: 264, y: 32, width: 54, height: 31))
        #expect(bars.allSatisfy { first.contains($0) || second.contains($0) })
        let lines = list.commands.count { command in
            if case .fill(let rect, Theme.light.lines.separator) = command {
                rect.y == 62 && rect.width == 84
            } else {
                false
            }
        }
        #expect(lines == 6, "columns in sight without a picture")
    }

    @Test func picturesGoWithTheRowsThatTheyAreOf() {
        var model = sheet()
        var snapshot = model.table
        snapshot.version.advance()
        snapshot.order = ShownOrder(version: 7, RowOrder(rows: Array(0..<1000), sourceRowCount: 1000))
        model.reorder(with: snapshot, activeRow: 0, firstRow: 0)
        #expect(model.pictures[1] == nil && model.showsPictures)
        model.show(numbers(), ofColumn: 1)
        snapshot.reading += 1
        snapshot.version.advance()
        model.apply(snapshot)
        #expect(model.pictures[1] == nil && model.showsPictures, "another reading")
        model.show(numbers(), ofColumn: 70)
        #expect(model.pictures[70] == nil, "there is no such column")
    }

    @Test func columnsInSightAreThoseWithRoomForAPicture() {
        var model = sheet()
        #expect(model.columnsInSight == Array(0..<8))
        model.resizeColumn(1, to: 12)
        model.hideColumn(2)
        #expect(model.columnsInSight == [0, 3, 4, 5, 6, 7, 8, 9])
        model.freeze(columns: 1, trailingColumns: 1)
        model.scroll(to: Point(x: 1000, y: 0))
        #expect(model.columnsInSight.first == 0 && model.columnsInSight.last == 49)
        model.show(ViewChoice("cards"))
        #expect(model.columnsInSight.isEmpty)
    }
}

extension Rect {
    fileprivate func contains(_ other: Rect) -> Bool { intersection(other) == other }
}
