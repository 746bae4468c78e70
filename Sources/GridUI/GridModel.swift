import Drawing
import Geometry
import GridLayout
import QuadrilleRuntime
import Tabular

/// The state of a grid: table, view, viewport, active cell. It contains all behavior that needs no toolkit.
///
/// A value: the widget, the picture made without a display and the tests each own one and feed it sizes, snapshots and
/// commands. Each extension covers one concern.
public struct GridModel: Sendable {
    public internal(set) var table: TableSnapshot
    /// The sheet, which keeps its sizes and freezes while another view is shown.
    public internal(set) var sheet = StickySheet()
    /// The viewport. For scrolls by the user, `move(to:)` sets the offset.
    public internal(set) var viewport = Viewport()
    /// The state of scrolling besides the viewport.
    public var scrolling = ScrollState()
    /// The cell that keys move, by its row index and table column; nil in an empty table.
    public internal(set) var activeCell: CellPosition?
    /// The selection besides, or around, the active cell.
    public internal(set) var selection = Selection()
    /// True after `addRange`: the next keyboard selection adds a range; until then keys move the active cell only.
    var awaitsRange = false
    /// The position of each column of the table.
    public internal(set) var columns: ColumnOrder {
        didSet { if !selection.isEmpty, columns != oldValue { selection.follow(oldValue, columns) } }
    }
    /// True where the grid is laid out for paper, which shows no marks of hidden rows and columns.
    var isOnPaper = false
    /// A Boolean value that indicates whether the grid has the keyboard focus, as the ring of the active cell shows.
    public var hasFocus = true
    /// The columns that the rows are sorted by, the most significant first.
    public var sortedColumns: [SortedColumn] = []
    /// The requested sort, which further clicks build on; nil once it is applied.
    public var awaitedSort: [SortedColumn]?
    /// The columns of the table with filter conditions: their headers bear a mark.
    public var filteredColumns: Set<Int> = []
    /// The types of columns that menus offer.
    public var typing = ColumnTyping()
    /// The things that menus and headers offer.
    public var offers = GridOffers()
    /// The position of the pointer and the drag in progress.
    public var pointer = PointerState()
    /// The current view and its definition.
    var shown = ShownView()
    /// The sizes that follow from the font.
    var metrics = GridMetrics()
    /// The measurements of column widths.
    var sizing = ColumnSizing()
    var merged = MergedCells()
    /// Merged cells that wait to be laid out in the background.
    public internal(set) var pendingMerges: MergeRequest?
    /// The measurements of rows with wrapped text.
    var wrapping = WrappedRows()
    /// The small pictures in headers.
    public internal(set) var pictures = HeaderPictures()
    /// A Boolean value that indicates whether every second row of the sheet has its own background.
    public var stripesRows = false
    /// The search whose matches are highlighted in cells.
    public var highlight: CellHighlight?
    /// The cell of the last search result. Where it is active, it is highlighted even if its value is truncated before the
    /// match.
    public var foundCell: CellPosition?
    /// Changes whenever anything of the layout may have moved other than by a scroll: different states of any models have
    /// different versions. Appended rows do not change it unless they change the groups: most other elements stay in place
    /// then.
    var layoutVersion = Version.unique()
    /// The number of rows that the layout covers.
    var laidOutRows = 0
    /// The titles of column groups, by level and number.
    var groupTitles: [[String]] = []
    /// The saved row state while the rows are not in table order.
    var rowsInTableOrder: RowsInTableOrder?
    /// A sentence about an action that failed, until the owner displays it.
    public var message: String?
    /// Cells that are requested though they are not visible.
    var listened: [CellPosition] = []
    /// The display formats, by column of the table.
    public internal(set) var formats: [Int: CellFormat] = [:]
    /// A Boolean value that indicates whether columns of numbers group the digits of long numbers.
    public internal(set) var groupsDigits = false

    public init(table: TableSnapshot) {
        self.table = table
        columns = ColumnOrder(columnCount: table.columns.count)
        sheet.rows.count = rowCount
        sheet.columns.count = columns.count
    }

    public var rowCount: Int { table.rowCount.known }
    public var columnCount: Int { table.columns.count }

    /// Changes the grid's size, in logical pixels, and its device scale.
    public mutating func resize(to size: Size, scaleFactor: Double) {
        viewport.size = Size(width: max(0, size.width), height: max(0, size.height))
        viewport.scaleFactor = scaleFactor
        shareSpareWidth()
        relayout()
    }

    public mutating func setDirection(_ direction: LayoutDirection) {
        viewport.direction = direction
    }

    /// Applies a newer state of the table. Ignores a snapshot that is older than the current one.
    public mutating func apply(_ snapshot: TableSnapshot) {
        guard snapshot.version >= table.version else { return }
        if snapshot.reading != table.reading { beginAnew(with: snapshot) }
        orderChanged(to: snapshot)
        // A table with fewer rows has nothing at the removed positions.
        if snapshot.rowCount.known < rowCount {
            selection = Selection()
            dropSelectingDrag()
        }
        let isRenamed = snapshot.columns.count != table.columns.count || groupTitles.isEmpty
        table = snapshot
        columns.grow(to: columnCount)
        sheet.rows.count = rowCount
        sheet.columns.count = columns.count
        if isRenamed { groupColumns() }
        updateGutter()
        if activeCell == nil, rowCount > 0, columnCount > 0 { activeCell = CellPosition(row: 0, column: 0) }
        relayout(holdsEnd: !scrolling.followsByFrames)
    }

    /// Resets the state for a newly read table, except zoom, appearance and the options that the owner set.
    mutating func beginAnew(with snapshot: TableSnapshot) {
        var fresh = GridModel(table: snapshot)
        fresh.viewport = viewport
        fresh.viewport.offset = .zero
        (fresh.metrics, fresh.stripesRows) = (metrics, stripesRows)
        fresh.scrolling = scrolling.settings
        fresh.groupsDigits = groupsDigits
        (fresh.hasFocus, fresh.pointer, fresh.highlight) = (hasFocus, pointer, highlight)
        // The dragged columns and rows may not exist any more.
        fresh.pointer.drag = nil
        fresh.offers = offers
        (fresh.pictures, fresh.typing) = (pictures, typing)
        fresh.pictures.removeAll()
        fresh.shown.texts.rowHeight = metrics.rowHeight
        fresh.applyLengths()
        self = fresh
    }

    /// Updates the layout and clamps the offset to its range.
    mutating func relayout(holdsEnd: Bool = true) {
        prepareLayout()
        if holdsEnd { holdEnd() }
        viewport.offset = clamp(viewport.offset)
    }
}
