import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

/// Ranges against the set of cells that they stand for.
@Suite struct SelectionLawTests {
    private static let rows = 12
    private static let places = 9

    private struct Cell: Hashable {
        var row: Int
        var place: Int
    }

    private static let all = Set((0..<rows).flatMap { row in (0..<places).map { Cell(row: row, place: $0) } })

    private static func cells(of selection: Selection) -> Set<Cell> {
        all.filter { selection.contains(row: $0.row, place: $0.place) }
    }

    private static func range(_ random: inout SplitMix64) -> SelectedRange {
        func place() -> SheetPlace {
            SheetPlace(row: .random(in: 0..<rows, using: &random), place: .random(in: 0..<places, using: &random))
        }
        let kinds: [SelectedRange.Kind] = [.cells, .cells, .cells, .cells, .rows, .columns, .all]
        return SelectedRange(kinds.randomElement(using: &random) ?? .cells, from: place(), to: place())
    }

    private static func cells(of range: SelectedRange) -> Set<Cell> {
        let (rows, places) = (range.anchor.row, range.anchor.place)
        let (rows2, places2) = (range.head.row, range.head.place)
        return all.filter { cell in
            let isRow = (min(rows, rows2)...max(rows, rows2)).contains(cell.row)
            let isPlace = (min(places, places2)...max(places, places2)).contains(cell.place)
            switch range.kind {
            case .cells: return isRow && isPlace
            case .rows: return isRow
            case .columns: return isPlace
            case .all: return true
            }
        }
    }

    @Test func whateverIsAddedAndTakenOutIsThatOfASetOfCells() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<60 {
            var selection = Selection()
            var twin: Set<Cell> = []
            for _ in 0..<Int.random(in: 1...9, using: &random) {
                let range = Self.range(&random)
                let takesOut = Bool.random(using: &random) && !selection.settled().isEmpty
                selection.add(range, takingOut: takesOut)
                if takesOut { twin.subtract(Self.cells(of: range)) } else { twin.formUnion(Self.cells(of: range)) }
                #expect(Self.cells(of: selection) == twin)
                #expect(Self.cells(of: selection.settled()) == twin)
                let probe = Self.range(&random)
                let isInside = Self.cells(of: probe).isSubset(of: twin)
                // Of whole rows and columns more may come than there is.
                #expect(selection.contains(probe) == isInside || probe.kind != .cells && isInside, "\(probe)")
                check(selection, twin)
            }
        }
    }

    /// Bands are the cells, each once, in order, and no two that could be one.
    private func check(_ selection: Selection, _ twin: Set<Cell>) {
        let bands = selection.bands(rowCount: Self.rows, placeCount: Self.places)
        var found: [Cell] = []
        for (number, band) in bands.enumerated() {
            #expect(!band.rows.isEmpty && !band.places.isEmpty)
            for (one, next) in zip(band.places, band.places.dropFirst()) { #expect(one.upperBound < next.lowerBound) }
            if number > 0 {
                let before = bands[number - 1]
                #expect(before.rows.upperBound <= band.rows.lowerBound)
                #expect(before.rows.upperBound < band.rows.lowerBound || before.places != band.places)
            }
            for row in band.rows { found += band.places.joined().map { Cell(row: row, place: $0) } }
        }
        #expect(found.count == twin.count && Set(found) == twin)
        #expect(selection.cellCount(rowCount: Self.rows, placeCount: Self.places) == twin.count)
    }

    @Test func whenColumnsMoveItStaysOnTheSameValues() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<80 {
            var order = ColumnOrder(columnCount: Self.places)
            var selection = Selection()
            for _ in 0..<3 { selection.add(Self.range(&random), takingOut: Bool.random(using: &random)) }
            for _ in 0..<4 {
                let old = order
                let before = Self.all.filter {
                    $0.place < old.count && selection.contains(row: $0.row, place: $0.place)
                }
                .map { Cell(row: $0.row, place: old.column(at: $0.place)) }
                if Bool.random(using: &random) {
                    let place = Int.random(in: 0..<order.count, using: &random)
                    order.move(place..<place + 1, to: Int.random(in: 0...order.count, using: &random))
                } else {
                    order.setRowHeader(
                        Bool.random(using: &random) ? Int.random(in: 0..<Self.places, using: &random) : nil)
                }
                selection.follow(old, order)
                let after = Self.all.filter {
                    $0.place < order.count && selection.contains(row: $0.row, place: $0.place)
                }
                .map { Cell(row: $0.row, place: order.column(at: $0.place)) }
                let kept = before.filter { order.place(of: $0.place) != nil }
                // Whole rows take the column in that comes back.
                let whole = Set(
                    selection.ranges.filter { $0.places == SelectedRange.everything }.flatMap { range in
                        (0..<Self.rows).filter(range.rows.contains)
                    })
                #expect(Set(after).isSuperset(of: kept))
                #expect(Set(after).subtracting(kept).allSatisfy { whole.contains($0.row) })
            }
        }
    }

    @Test func tenToTheTwelveRowsAreAFewNumbers() {
        var selection = Selection()
        let far = 1_000_000_000_000
        selection.add(SelectedRange(.columns, from: SheetPlace(row: 0, place: 2), to: SheetPlace(row: 5, place: 4)))
        selection.add(SelectedRange(from: SheetPlace(row: far - 1, place: 0), to: SheetPlace(row: 7, place: 2)))
        #expect(selection.cellCount(rowCount: far, placeCount: 10) == 3 * far + 2 * (far - 7))
        #expect(
            selection.bands(rowCount: far, placeCount: 10) == [
                SelectedBand(rows: 0..<7, places: [2..<5]), SelectedBand(rows: 7..<far, places: [0..<5]),
            ])
        #expect(selection.cellCount(rowCount: .max, placeCount: .max) == .max)
        // More rows arrive: columns grow with them, ranges of cells do not.
        #expect(selection.cellCount(rowCount: far + 10, placeCount: 10) == 3 * (far + 10) + 2 * (far - 7))
    }

    /// Random gestures by mouse and keys against a set of cells that a slow program keeps.
    @Test func anyGesturesSelectWhatASetOfCellsSays() {
        var random = SplitMix64(seed: 9)
        for round in 0..<30 {
            var model = evenSheet(rows: 12, columns: 6)
            var twin = GestureTwin(rows: 12, places: 6)
            for step in 0..<25 {
                var gesture = GestureTwin.Gesture.random(&random)
                if twin.isLoose { gesture = .click(GestureTwin.Cell(row: 3, place: 3), .replacing) }
                gesture.perform(on: &model)
                twin.perform(gesture)
                let found = Set(
                    (0..<12).flatMap { row in (0..<6).map { (row, $0) } }.filter { row, place in
                        model.selection.isEmpty
                            ? model.activeCell == CellPosition(row: row, column: place)
                            : model.selection.contains(row: row, place: place)
                    }.map { GestureTwin.Cell(row: $0.0, place: $0.1) })
                let active = model.activeCell.map { GestureTwin.Cell(row: $0.row, place: $0.column) }
                let isActive = twin.isLoose ? active.map(twin.selected.contains) == true : active == twin.active
                guard found == twin.selected, isActive else {
                    Issue.record("round \(round), step \(step), \(gesture): \(model.selection) for \(twin)")
                    return
                }
            }
        }
    }
}

/// What spreadsheets do, cell by cell.
private struct GestureTwin {
    struct Cell: Hashable {
        var row: Int
        var place: Int
    }

    enum Gesture {
        case click(Cell, SelectionMode)
        case drag(Cell, Cell, SelectionMode)
        case columns(Int, Int, SelectionMode)
        case rows(Int, Int, SelectionMode)
        case corner
        case extend(GridCommand)
        case move(GridCommand)
        case escape

        static func random(_ random: inout SplitMix64) -> Gesture {
            func cell() -> Cell {
                Cell(row: .random(in: 0..<12, using: &random), place: .random(in: 0..<6, using: &random))
            }
            let modes: [SelectionMode] = [.replacing, .extending, .adding]
            let mode = modes.randomElement(using: &random) ?? .replacing
            let moves: [GridCommand] = [
                .moveUp, .moveDown, .moveLeft, .moveRight, .firstColumn, .lastColumn, .firstRow, .lastRow, .tableStart,
                .tableEnd,
            ]
            let move = moves.randomElement(using: &random) ?? .moveUp
            switch Int.random(in: 0..<16, using: &random) {
            case 0..<3: return .click(cell(), mode)
            case 3..<6: return .drag(cell(), cell(), mode)
            // One that is selected already would be moved: the mode is another.
            case 6: return .columns(cell().place, cell().place, mode == .replacing ? .extending : mode)
            case 7: return .rows(cell().row, cell().row, mode)
            case 8: return .corner
            case 9: return .move(move)
            case 10: return .escape
            default: return .extend(move)
            }
        }

        func perform(on model: inout GridModel) {
            func x(_ place: Int) -> Double { 56 + Double(place) * 100 + 50 }
            func y(_ row: Int) -> Double { 32 + Double(row) * 28 + 14 }
            func gesture(_ from: (Double, Double), _ to: (Double, Double), _ mode: SelectionMode) {
                model.hold(from.0, from.1, at: to.0, to.1, mode)
                _ = model.release()
            }
            switch self {
            case .click(let cell, let mode): model.click(x(cell.place), y(cell.row), mode)
            case .drag(let from, let to, let mode):
                gesture((x(from.place), y(from.row)), (x(to.place), y(to.row)), mode)
            case .columns(let from, let to, let mode): gesture((x(from), 16), (x(to), 16), mode)
            case .rows(let from, let to, let mode): gesture((20, y(from)), (20, y(to)), mode)
            case .corner: model.click(20, 10)
            case .extend(let command): model.perform(command, extending: true)
            case .move(let command): model.perform(command)
            case .escape: model.perform(.selectCell)
            }
        }
    }

    let rows: Int
    let places: Int
    var active = Cell(row: 0, place: 0)
    /// What was selected before the last range, and that.
    var others: Set<Cell> = []
    var anchor = Cell(row: 0, place: 0)
    var head = Cell(row: 0, place: 0)
    var kind = SelectedRange.Kind.cells
    /// Set when something was taken out: what would be extended next is not told here.
    var isLoose = false

    init(rows: Int, places: Int) {
        (self.rows, self.places) = (rows, places)
    }

    var selected: Set<Cell> { isLoose ? others : others.union(last) }

    private var last: Set<Cell> { cells(kind, anchor, head) }

    private func cells(_ kind: SelectedRange.Kind, _ a: Cell, _ b: Cell) -> Set<Cell> {
        let isRow = { (row: Int) in
            kind == .columns || kind == .all || (min(a.row, b.row)...max(a.row, b.row)).contains(row)
        }
        let isPlace = { (place: Int) in
            kind == .rows || kind == .all || (min(a.place, b.place)...max(a.place, b.place)).contains(place)
        }
        var found: Set<Cell> = []
        for row in 0..<rows where isRow(row) {
            for place in 0..<places where isPlace(place) { found.insert(Cell(row: row, place: place)) }
        }
        return found
    }

    mutating func perform(_ gesture: Gesture) {
        isLoose = false
        switch gesture {
        case .click(let cell, let mode): select(.cells, cell, cell, mode)
        case .drag(let from, let to, let mode): select(.cells, from, to, mode)
        case .columns(let from, let to, let mode):
            select(.columns, Cell(row: active.row, place: from), Cell(row: active.row, place: to), mode)
        case .rows(let from, let to, let mode):
            select(.rows, Cell(row: from, place: active.place), Cell(row: to, place: active.place), mode)
        case .corner:
            (others, kind, anchor, head) = ([], .all, active, active)
        case .extend(let command):
            let to = target(command, from: head)
            switch kind {
            case .cells: head = to
            case .columns: head.place = to.place
            case .rows: head.row = to.row
            case .all: break
            }
        case .move(let command):
            active = target(command, from: active)
            (others, kind, anchor, head) = ([], .cells, active, active)
        case .escape: (others, kind, anchor, head) = ([], .cells, active, active)
        }
    }

    private mutating func select(_ kind: SelectedRange.Kind, _ from: Cell, _ to: Cell, _ mode: SelectionMode) {
        switch mode {
        case .replacing:
            others = []
            (self.kind, anchor, head, active) = (kind, from, to, from)
        case .extending:
            self.kind = kind
            head = kind == .columns ? Cell(row: head.row, place: to.place) : to
            if kind == .rows { head = Cell(row: to.row, place: head.place) }
        case .adding:
            let before = selected
            guard cells(kind, from, from).isSubset(of: before) else {
                others = before
                (self.kind, anchor, head, active) = (kind, from, to, from)
                return
            }
            takeOut(cells(kind, from, to), from: from)
        }
    }

    /// The rest is what matters, and not which piece of it the program would go on from.
    private mutating func takeOut(_ range: Set<Cell>, from: Cell) {
        let rest = selected.subtracting(range)
        others = rest.isEmpty ? [from] : rest
        isLoose = true
    }

    private func target(_ command: GridCommand, from cell: Cell) -> Cell {
        var cell = cell
        switch command {
        case .moveUp: cell.row = max(0, cell.row - 1)
        case .moveDown: cell.row = min(rows - 1, cell.row + 1)
        case .moveLeft: cell.place = max(0, cell.place - 1)
        case .moveRight: cell.place = min(places - 1, cell.place + 1)
        case .firstColumn: cell.place = 0
        case .lastColumn: cell.place = places - 1
        case .firstRow: cell.row = 0
        case .lastRow: cell.row = rows - 1
        case .tableStart: cell = Cell(row: 0, place: 0)
        case .tableEnd: cell = Cell(row: rows - 1, place: places - 1)
        default: break
        }
        return cell
    }
}
