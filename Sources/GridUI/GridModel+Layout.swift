import Geometry
import GridLayout
import QuadrilleRuntime
import Synchronization
import Translation

/// The current view: its definition, its layout unless that is the model's sheet, and the layout's input.
struct ShownView: Sendable {
    var choice = ViewChoice()
    var definition = ViewDefinition.sheet
    var map = DataMap.sheet
    /// Nil for the sheet.
    var layout: (any CollectionLayout)?
    var input: ViewInput?
    var texts = TextSizes()
}

// The current layout, the sheet or another: the only place that distinguishes them. Calls to the sheet bypass the
// existential, since a frame must not allocate.
extension GridModel {
    public var contentSize: Size { shown.layout?.contentSize ?? sheet.contentSize }

    public var pinnedInsets: Insets { shown.layout?.pinnedInsets ?? sheet.pinnedInsets }

    /// Appends the elements that intersect `rect`, with frames in content space, in paint order.
    public func attributes(in rect: Rect, into output: inout [LayoutAttributes]) {
        if let layout = shown.layout {
            layout.attributes(in: rect, visible: viewport.visible, into: &output)
        } else {
            sheet.attributes(in: rect, visible: viewport.visible, into: &output)
        }
    }

    public func attributes(for element: Element) -> LayoutAttributes? {
        let visible = viewport.visible
        return shown.layout?.attributes(for: element, visible: visible)
            ?? (isSheet ? sheet.attributes(for: element, visible: visible) : nil)
    }

    /// The topmost element at `point` (viewport space), except decorations.
    public func hitTest(_ point: Point) -> LayoutAttributes? {
        let place = viewport.contentPoint(under: point)
        let visible = viewport.visible
        if let layout = shown.layout { return layout.hitTest(place, visible: visible) }
        return sheet.hitTest(place, visible: visible)
    }

    /// The offset nearest to the current one at which `element` is visible.
    func offset(showing element: Element) -> Point {
        let visible = viewport.visible
        if let layout = shown.layout { return layout.offset(showing: element, visible: visible) }
        return sheet.offset(showing: element, visible: visible)
    }

    /// `offset` clamped to the scroll range.
    func clamp(_ offset: Point) -> Point {
        let extent = viewport.contentExtent
        if let layout = shown.layout { return layout.clamp(offset, viewport: extent) }
        return sheet.clamp(offset, viewport: extent)
    }

    /// The element that shows a cell of the table; nil where none does.
    public func element(showing cell: CellPosition) -> Element? {
        guard let element = shown.map.element(showing: cell, columns: columns) else { return nil }
        return shown.layout?.element(showing: element) ?? (isSheet ? sheet.element(showing: element) : element)
    }

    /// The cell of the table that an element shows.
    public func cell(of element: Element) -> CellPosition? { shown.map.cell(of: element, columns: columns) }

    /// True while the view is the sheet, which can freeze, resize and reorder.
    public var isSheet: Bool { shown.layout == nil }

    /// The definition of the current view.
    public var view: ViewDefinition { shown.definition }
    public var viewChoice: ViewChoice { shown.choice }
    /// The groups of the current view, if it has any.
    public var groups: GroupedRows? {
        if case .groups(let groups, _) = shown.map { return groups }
        return nil
    }

    /// Brings the layout up to date with the table, the viewport and the view's parameters.
    mutating func prepareLayout() {
        let extent = viewport.contentExtent
        sheet.devicePixel = viewport.devicePixel
        defer { laidOutRows = rowCount }
        let hasMore = rowCount > laidOutRows
        switch sheet.prepare(viewport: extent) {
        case .nothing: break
        // All existing rows keep their frames.
        case .data(.insert(let rows)) where rows.upperBound == sheet.rows.count: break
        // Likewise, except for rows that were frozen at the end.
        case .sizes(let row, sheet.columns.count)
        where hasMore && row >= laidOutRows - sheet.frozenRowsInForce.trailing: break
        default: layoutVersion = Version.unique()
        }
        guard let make = shown.definition.layout else { return }
        let input = viewInput()
        if input != shown.input {
            // Comparing the frames shows which ones they share.
            let isOnlyLonger = hasMore && shown.input.map { input.isLike($0) } ?? false
            shown.layout = make(input)
            shown.input = input
            if isOnlyLonger {
                _ = shown.layout?.prepare(viewport: extent)
                return
            }
            layoutVersion = Version.unique()
        }
        if let stale = shown.layout?.prepare(viewport: extent), stale != .nothing { layoutVersion = Version.unique() }
    }

    private func viewInput() -> ViewInput {
        var input = ViewInput()
        input.columnCount = columns.count
        input.viewport = viewport.contentExtent
        input.devicePixel = viewport.devicePixel
        input.pinsHeaders = shown.choice.pinsHeaders
        input.texts = shown.texts
        input.parameters = shown.choice.parameters
        switch shown.map {
        case .sheet: input.content = LayoutContent(sections: rowCount, items: columns.count)
        case .records:
            input.columnCount = columns.fieldCount
            input.content = LayoutContent(sections: 1, items: rowCount * columns.fieldCount)
        case .groups(let groups, _): input.content = groups.content
        }
        return input
    }
}
