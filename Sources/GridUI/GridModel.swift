import Drawing
import Geometry
import GridLayout
import Tabular

/// What a grid shows and where it stands: table, layout, viewport, active cell. All behaviour that needs no toolkit.
///
/// A value: the widget, the picture made without a display and the tests each own one and feed it sizes, snapshots and
/// commands. Its extensions hold one concern each.
public struct GridModel: Sendable {
    public internal(set) var table: TableSnapshot
    public internal(set) var layout = StickySheet()
    public internal(set) var viewport = Viewport()
    /// The cell that keys move, if the table has any.
    public internal(set) var activeCell: CellPosition?
    /// Whether the grid has the keyboard: the ring of the active cell says so.
    public var hasFocus = true
    /// The sizes that follow from the font.
    var metrics = GridMetrics()
    /// The tiles of columns that have been given their widths.
    var sizedTiles: Set<Int> = []

    public init(table: TableSnapshot) {
        self.table = table
        layout.rows.count = rowCount
        layout.columns.count = columnCount
    }

    public var rowCount: Int { table.rowCount.known }
    public var columnCount: Int { table.columns.count }

    /// Gives the grid another size, in logical pixels, and another device scale.
    public mutating func resize(to size: Size, scaleFactor: Double) {
        viewport.size = Size(width: max(0, size.width), height: max(0, size.height))
        viewport.scaleFactor = scaleFactor
        relayout()
    }

    public mutating func setDirection(_ direction: LayoutDirection) {
        viewport.direction = direction
    }

    /// Takes over a newer state of the table. A snapshot that is older than the one shown is ignored.
    public mutating func apply(_ snapshot: TableSnapshot) {
        guard snapshot.generation >= table.generation else { return }
        table = snapshot
        layout.rows.count = rowCount
        layout.columns.count = columnCount
        layout.parameters.gutterWidth = metrics.gutterWidth(rowCount: rowCount)
        if activeCell == nil, rowCount > 0, columnCount > 0 { activeCell = CellPosition(row: 0, column: 0) }
        relayout()
    }

    /// Brings the layout up to date and the offset back into its range.
    mutating func relayout() {
        _ = layout.prepare(viewport: viewport.contentExtent)
        viewport.offset = layout.clamp(viewport.offset, viewport: viewport.contentExtent)
    }
}
