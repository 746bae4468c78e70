import Drawing
import Geometry
import Tabular
import Testing

@testable import GridUI

@Suite struct SortMarkTests {
    private func sortable(zoom: Double = 1, direction: LayoutDirection = .leftToRight) -> GridModel {
        var model = evenSheet(zoom: zoom, direction: direction)
        model.offers.sorting = true
        return model
    }

    /// Where the sort mark of the second column is.
    private func click(_ model: inout GridModel, zoom: Double = 1, at x: Double = 240, adds: Bool = false)
        -> GridAction?
    {
        let leading = Point(x: x * zoom, y: 16 * zoom)
        let isLeftToRight = model.viewport.direction == .leftToRight
        let point = isLeftToRight ? leading : Point(x: model.viewport.size.width - leading.x, y: leading.y)
        model.pointer.addsSortedColumn = adds
        _ = model.press(at: point)
        _ = model.release()
        let action = model.takeAskedAction()
        if case .sortRows(let columns) = action { model.sortedColumns = columns }
        return action
    }

    @Test(arguments: [1.0, 2.0], [LayoutDirection.leftToRight, .rightToLeft])
    func clicksOnAHeadersEndSortUpAndDownAndNotAtAll(zoom: Double, direction: LayoutDirection) {
        var model = sortable(zoom: zoom, direction: direction)
        let cell = model.activeCell
        #expect(click(&model, zoom: zoom) == .sortRows([SortedColumn(column: 1)]))
        #expect(click(&model, zoom: zoom) == .sortRows([SortedColumn(column: 1, isDescending: true)]))
        #expect(click(&model, zoom: zoom) == .sortRows([]))
        #expect(model.activeCell == cell, "the header itself was not clicked")
    }

    @Test func withShiftAColumnIsAdded() {
        var model = sortable()
        _ = click(&model)
        #expect(click(&model, at: 340, adds: true) == .sortRows([SortedColumn(column: 1), SortedColumn(column: 2)]))
        #expect(
            click(&model, adds: true)
                == .sortRows([SortedColumn(column: 1, isDescending: true), SortedColumn(column: 2)]))
        #expect(click(&model, adds: true) == .sortRows([SortedColumn(column: 2)]))
        _ = click(&model, adds: true)
        #expect(click(&model) == .sortRows([SortedColumn(column: 1)]), "without it the others go")
    }

    @Test func aClickGoesOnFromTheSortThatIsStillUnderWay() {
        var model = sortable()
        model.awaitedSort = [SortedColumn(column: 1)]
        #expect(model.sorting(byClickOn: 2, adds: true) == [SortedColumn(column: 1), SortedColumn(column: 2)])
        #expect(model.sorting(byClickOn: 1, adds: false) == [SortedColumn(column: 1, isDescending: true)])
        #expect(model.sortedColumns.isEmpty && model.sortRank(ofColumn: 1) == nil, "no header says so yet")
    }

    @Test func aHeaderElsewhereAnEdgeAndADragDoNotSort() {
        var model = sortable()
        #expect(click(&model, at: 200) == nil)
        #expect(model.activeCell?.column == 1)
        #expect(click(&model, at: 254) == nil, "the edge")
        _ = model.press(at: Point(x: 240, y: 16))
        _ = model.movePointer(to: Point(x: 300, y: 16))
        _ = model.release()
        #expect(model.takeAskedAction() == nil)
        model.resizeColumn(1, to: 30)
        #expect(click(&model, at: 170) == nil, "no room")
        model.offers.sorting = false
        #expect(click(&model, at: 440) == nil)
    }

    /// The widths of columns of titles and values of so many characters, of 8 pixels each, in a sheet that is fitted.
    private func widths(_ titles: [Int], values: Int, sorts: Bool, sortedBy: [SortedColumn] = []) -> [Double] {
        func text(_ count: Int) -> String { String(repeating: "m", count: count) }
        let table = table(titles.map(text), [titles.map { _ in text(values) }])
        var model = GridModel(table: table)
        (model.offers.sorting, model.sortedColumns) = (sorts, sortedBy)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 800, height: 300), scaleFactor: 1)
        model.apply(table)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        return model.widths
    }

    @Test func aTitleHasRoomBesideTheMarkWhetherRowsAreSortedByItOrNot() {
        let plain = widths([4, 10], values: 9, sorts: false)
        let sortable = widths([4, 10], values: 9, sorts: true)
        // Where values are wider there is room.
        #expect(sortable[0] == plain[0])
        let room = sortable[1] - GridMetrics.padding - GridModel.sortMarkWidth
        #expect(plain[1] < sortable[1] && room >= 80)
        #expect(widths([4, 10], values: 9, sorts: true, sortedBy: [SortedColumn(column: 1)]) == sortable)
        #expect(widths([4, 10], values: 90, sorts: true) == widths([4, 10], values: 90, sorts: false))
    }

    @Test func fittedToItsTextsAColumnHasThatRoomToo() {
        var (plain, _) = generated(rows: 10, columns: 3)
        var sortable = plain
        sortable.offers.sorting = true
        for column in 0..<3 {
            plain.fitColumn(column, measuring: FixedMeasure())
            sortable.fitColumn(column, measuring: FixedMeasure())
        }
        for (wide, narrow) in zip(sortable.widths, plain.widths) { #expect(wide >= narrow) }
    }

    /// The box of the title of the second column, as it is painted.
    private func titleBox(_ model: GridModel) throws -> Rect {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        let title = model.table.columns[1].title(at: 1)
        let boxes = list.commands.compactMap { command -> Rect? in
            if case .text(let text) = command, list.string(of: text) == title { text.box } else { nil }
        }
        return try #require(boxes.first)
    }

    @Test func theMarkUnderThePointerLiesOnNoTitle() throws {
        var model = sortable()
        #expect(try titleBox(model).maxX == 248)
        _ = model.movePointer(to: Point(x: 240, y: 16))
        #expect(model.pointer.hover == .sortMark(1))
        #expect(try titleBox(model).maxX <= 256 - GridModel.sortMarkWidth)
        _ = model.movePointer(to: Point(x: 200, y: 16))
        #expect(try titleBox(model).maxX == 248)
    }

    @Test(arguments: [1.0, 2.0], [LayoutDirection.leftToRight, .rightToLeft])
    func theNumberOfAMarkTouchesNeitherItsArrowNorTheEdge(zoom: Double, direction: LayoutDirection) throws {
        var model = sortable(zoom: zoom, direction: direction)
        model.sortedColumns = [SortedColumn(column: 1), SortedColumn(column: 2)]
        var list = DisplayList()
        var presenter = Presenter()
        // Letters of twice the size make the mark no wider.
        var theme = Theme.light
        theme.headers.font = theme.headers.font.scaled(by: 2)
        presenter.present(model, theme: theme, into: &list)
        let title = try titleBox(model)
        let isLeftToRight = direction == .leftToRight
        let mark = Rect(
            x: isLeftToRight ? title.maxX : title.minX - GridModel.sortMarkWidth * zoom, y: title.minY,
            width: GridModel.sortMarkWidth * zoom, height: title.height)
        let arrow = list.commands.compactMap { command -> Rect? in
            guard case .fill(let rect, theme.headers.text) = command, mark.intersects(rect) else { return nil }
            return rect
        }
        let number = try #require(
            list.commands.compactMap { command -> (box: Rect, style: TextStyle, alignment: TextAlignment)? in
                guard case .text(let text) = command, list.string(of: text) == "1", mark.intersects(text.box) else {
                    return nil
                }
                return (text.box, list.styles[Int(text.style)], text.alignment)
            }.first)
        let (low, high) = (arrow.map(\.minX).min() ?? 0, arrow.map(\.maxX).max() ?? 0)
        let width = 0.7 * number.style.font.size
        #expect(!arrow.isEmpty)
        if isLeftToRight {
            #expect(number.alignment == .left && mark.minX < low && high + zoom <= number.box.minX)
            #expect(number.box.minX + width + 2 * zoom <= mark.maxX)
        } else {
            #expect(number.alignment == .right && high < mark.maxX && number.box.maxX + zoom <= low)
            #expect(mark.minX + 2 * zoom <= number.box.maxX - width)
        }
    }

    @Test(arguments: [1.0, 2.0], [LayoutDirection.leftToRight, .rightToLeft])
    func aFilteredColumnHasAMarkAtWhichItsFilterIsChanged(zoom: Double, direction: LayoutDirection) throws {
        var model = sortable(zoom: zoom, direction: direction)
        model.offers.filtering = true
        #expect(click(&model, zoom: zoom, at: 170) == nil)
        let plain = try titleBox(model)
        model.filteredColumns = [1]
        let box = try titleBox(model)
        #expect(plain.width - box.width == GridModel.filterMarkWidth * zoom)
        #expect(click(&model, zoom: zoom, at: 170) == .changeFilter(1))
        #expect(model.pointerHint == "Rows are filtered by this column: click to change that")
        #expect(click(&model, zoom: zoom, at: 200) == nil)
        #expect(click(&model, zoom: zoom) == .sortRows([SortedColumn(column: 1)]), "both marks can be clicked")
        let other = model.menu(for: .filterMark(1))
        #expect(other == model.menu(for: .header(.horizontal, 1)))
    }

    @Test(arguments: ContrastTests.Colors.all)
    func theMarkOfAFilterStandsOutFromEveryHeader(colors: ContrastTests.Colors) {
        let theme = colors.theme
        let header = theme.headers.background
        for tint in [nil, theme.headerHover, theme.headers.active, theme.headers.selection] {
            let ground = tint.map { header.mixed(with: Color(red: $0.red, green: $0.green, blue: $0.blue), $0.alpha) }
            #expect(theme.headers.text.contrast(to: ground ?? header) >= 3, "on \(String(describing: tint))")
        }
    }

    @Test func aMenuSortsAndSaysHow() {
        var model = sortable()
        model.offers.copying = true
        model.offers.filtering = true
        let (up, down, back) = ("Sort Ascending (A–Z)", "Sort Descending (Z–A)", "Back to File Order")
        func labels() -> [String] {
            model.menu(for: .header(.horizontal, 1)).dropFirst().first?.map {
                ($0.isOn == true ? "✓" : "") + $0.label.filter { $0 != "_" }
            } ?? []
        }
        #expect(labels() == [up, down])
        model.sortedColumns = [SortedColumn(column: 1, isDescending: true)]
        #expect(labels() == [up, "✓" + down, back])
        model.sortedColumns = [SortedColumn(column: 0)]
        #expect(labels() == [up, down, "Sort Equal Rows Ascending", "Sort Equal Rows Descending", back])
        for target in [PointerTarget.sortMark(1), .cell(CellPosition(row: 2, column: 1))] {
            let letters = model.menu(for: target).joined().map { entry in
                entry.label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?
                    .lowercased()
            }
            #expect(Set(letters).count == letters.count && !letters.contains(nil), "\(letters)")
        }
        (model.offers.looking, model.offers.saving) = (true, true)
        let letters = model.menu(for: .cell(CellPosition(row: 2, column: 1))).joined().compactMap { entry in
            entry.label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?.lowercased()
        }
        #expect(Set(letters).count == letters.count, "\(letters)")
    }
}
