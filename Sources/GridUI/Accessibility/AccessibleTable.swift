import Geometry
import GridLayout
import Tabular

/// A grid as screen readers and Braille displays see it: one table over all rows, whatever the view.
///
/// A value over the model, made for each query: it stores nothing per cell. In views of cells and in cards a row has its
/// columns; in views of groups it has one cell, its item, whose row header is its group.
///
/// - Complexity: queries are O(log), those about the selection O(ranges · log); none reads or waits.
public struct AccessibleTable: Sendable {
    let model: GridModel
    /// The title of the table, such as the name of its file.
    public var title: String

    public init(_ model: GridModel, title: String = "") {
        self.model = model
        self.title = title
    }

    public var rowCount: Int { model.columnCount == 0 ? 0 : model.rowCount }

    public var columnCount: Int {
        switch model.view.shape {
        case .cells: model.columns.count
        case .records: model.columns.fieldCount
        case .groups: min(model.columnCount, 1)
        }
    }

    /// The column of the table at a position in `0..<columnCount`.
    func column(at place: Int) -> Int {
        switch model.view.shape {
        case .cells: model.columns.column(at: place)
        case .records: model.columns.field(at: place)
        case .groups: model.groupLabel
        }
    }

    /// Returns the position of a table column; nil where it has none.
    func place(ofColumn column: Int) -> Int? {
        switch model.view.shape {
        case .cells: model.columns.place(of: column)
        case .records: model.columns.fieldPlace(of: column)
        case .groups: 0
        }
    }

    public func contains(_ place: AccessiblePlace) -> Bool {
        (AccessiblePlace.header..<rowCount).contains(place.row)
            && (AccessiblePlace.header..<columnCount).contains(place.column)
    }

    /// The cell of the table at a position; nil for headers.
    public func cell(at place: AccessiblePlace) -> CellPosition? {
        guard place.isCell, contains(place) else { return nil }
        return CellPosition(row: place.row, column: column(at: place.column))
    }

    /// Returns the position of a table cell: the first one of the merged cell that covers it; that of the row's header
    /// where the cell's column is in the row headers.
    public func place(of cell: CellPosition) -> AccessiblePlace? {
        let place = AccessiblePlace(
            row: cell.row, column: place(ofColumn: cell.column) ?? AccessiblePlace.header)
        return contains(place) ? span(of: place).first : nil
    }

    /// The active cell.
    public var active: AccessiblePlace? { model.activeCell.flatMap(place(of:)) }

    /// Returns the first position of the cell at a position, and the number of rows and columns that it covers.
    public func span(of place: AccessiblePlace) -> (first: AccessiblePlace, rows: Int, columns: Int) {
        guard place.isCell, model.isSheet,
            let span = model.sheet.merges.span(containing: place.row, column: place.column)
        else { return (place, 1, 1) }
        let first = AccessiblePlace(row: span.rows.lowerBound, column: span.columns.lowerBound)
        return (first, span.rows.count, span.columns.count)
    }
}

// Children: the corner and the columns' headers, then row after row with its header.
extension AccessibleTable {
    /// The number of children that are reported. A program that requests all at once must not block the window; it
    /// still gets any child that it requests by position.
    static let childLimit = 1 << 14
    /// The largest number that the accessibility interfaces support.
    private static let largestNumber = Int(Int32.max)

    public var childCount: Int {
        let (count, isTooLarge) = (rowCount + 1).multipliedReportingOverflow(by: columnCount + 1)
        return isTooLarge ? Self.childLimit : min(count, Self.childLimit)
    }

    /// The number of a child; nil beyond the range of the accessibility interfaces.
    public func number(of place: AccessiblePlace) -> Int? {
        guard contains(place) else { return nil }
        let (before, isTooLarge) = (place.row + 1).multipliedReportingOverflow(by: columnCount + 1)
        let number = before.addingReportingOverflow(place.column + 1)
        return isTooLarge || number.overflow || number.partialValue > Self.largestNumber ? nil : number.partialValue
    }

    /// The child of a number, even beyond `childCount`; nil where there is none.
    public func child(_ number: Int) -> AccessiblePlace? {
        guard number >= 0 else { return nil }
        let (row, column) = number.quotientAndRemainder(dividingBy: columnCount + 1)
        let place = AccessiblePlace(row: row - 1, column: column - 1)
        return contains(place) ? place : nil
    }
}

// Frames on the screen.
extension AccessibleTable {
    /// Returns the frame of a visible cell or header, in viewport space; nil where it is not visible.
    public func frame(of place: AccessiblePlace) -> Rect? { element(at: place).flatMap(model.shownFrame) }

    private func element(at place: AccessiblePlace) -> Element? {
        guard contains(place) else { return nil }
        if let cell = cell(at: place) { return model.element(showing: cell) }
        switch (model.view.shape, place.isRowHeader) {
        case (.cells, true): return .supplementary(.rowHeader, section: place.row)
        case (.cells, false):
            return place.isColumnHeader
                ? .supplementary(.columnHeader, item: place.column) : .supplementary(.corner)
        case (.groups, true):
            return model.groups?.place(of: place.row).map { .supplementary(.sectionHeader, section: $0.group) }
        default: return nil
        }
    }

    /// Returns the position at a point of viewport space; nil where that is outside the table.
    public func place(at point: Point) -> AccessiblePlace? {
        guard Rect(origin: .zero, size: model.viewport.size).contains(point),
            let element = model.hitTest(point)?.element
        else { return nil }
        let header = AccessiblePlace.header
        let place: AccessiblePlace? =
            switch element.kind {
            case .columnHeader where model.view.shape == .cells: AccessiblePlace(row: header, column: element.item)
            case .rowHeader where model.view.shape == .cells: AccessiblePlace(row: element.section, column: header)
            case .corner: AccessiblePlace(row: header, column: header)
            default: element.category == .cell ? model.cell(of: element).flatMap(place(of:)) : nil
            }
        return place.flatMap { contains($0) ? $0 : nil }
    }

    public func standing(of place: AccessiblePlace) -> AccessibleStanding {
        guard contains(place) else { return [] }
        var standing: AccessibleStanding = []
        if place == active { standing.insert(.active) }
        if isSelected(place) { standing.insert(.selected) }
        if isVisible(place) { standing.insert(.visible) }
        if frame(of: place) != nil { standing.insert(.showing) }
        return standing
    }

    private func isVisible(_ place: AccessiblePlace) -> Bool {
        guard model.isSheet else { return true }
        return (place.row < 0 || !model.sheet.rows.isHidden(place.row))
            && (place.column < 0 || !model.sheet.columns.isHidden(place.column))
    }
}
