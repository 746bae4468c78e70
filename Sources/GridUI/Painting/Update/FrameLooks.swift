import Drawing
import Geometry
import GridLayout
import QuadrilleRuntime
import Tabular
import TabularOps

/// The state that determines the picture of a frame, except state that moves it or changes single parts: two frames with
/// equal looks differ only in their scroll offset, marks, cells in memory and handles.
///
/// If painters start to read other state of the model, add it here; else its changes are not painted.
struct FrameLooks: Equatable {
    var size: Size
    let scaleFactor: Double
    let zoom: Double
    let direction: LayoutDirection
    let theme: Theme
    let layout: Version
    let view: ViewChoice
    let columns: ColumnOrder
    let table: TableLooks
    let formats: [Int: CellFormat]
    let groupsDigits: Bool
    let groupTitles: [[String]]
    let metrics: GridMetrics
    let wrapsText: Bool
    let stripesRows: Bool
    let frozenRows: FrozenEnds
    let frozenColumns: FrozenEnds
    let sortedColumns: [SortedColumn]
    let filteredColumns: Set<Int>
    let highlight: FindQuery?
    /// The version of the pictures in headers; nil where there are none.
    let pictures: Version?

    init(_ model: borrowing GridModel, _ theme: Theme) {
        size = model.viewport.size
        scaleFactor = model.viewport.scaleFactor
        zoom = model.viewport.zoom
        direction = model.viewport.direction
        self.theme = theme
        layout = model.layoutVersion
        view = model.viewChoice
        columns = model.columns
        table = TableLooks(model.table)
        formats = model.formats
        groupsDigits = model.groupsDigits
        groupTitles = model.groupTitles
        metrics = model.metrics
        wrapsText = model.wrapsText
        stripesRows = model.stripesRows
        (frozenRows, frozenColumns) = model.freezeLines
        sortedColumns = model.sortedColumns
        filteredColumns = model.filteredColumns
        highlight = model.highlight?.query
        pictures = model.pictures.areShown ? model.pictures.version : nil
    }
}

extension FrameLooks {
    /// Returns true where the frame only grew or shrank at its end: the common content has the same position and
    /// appearance.
    ///
    /// That is so for a plain sheet without content aligned to the viewport's end. Right-to-left content aligns to the
    /// right edge, and wrapped text is laid out only as far as it may be visible.
    func differsInSizeAlone(from old: FrameLooks) -> Bool {
        guard size != old.size, frozenRows.trailing == 0, frozenColumns.trailing == 0, !wrapsText,
            direction == .leftToRight || size.width == old.size.width
        else { return false }
        var resized = old
        resized.size = size
        return self == resized
    }
}

/// The parts of a table beside its cells that painters look at.
struct TableLooks: Equatable {
    private let columns: [Column]
    private let rowLabels: RowLabels?
    private let hasKinds: Bool

    init(_ table: borrowing TableSnapshot) {
        (columns, rowLabels) = (table.columns, table.declaredLayout?.rowLabels)
        hasKinds = table.description.hasKinds
    }
}

/// The state that affects single parts of a frame: the active cell, the selection and the header under the pointer.
struct FrameMarks: Equatable {
    let activeCell: CellPosition?
    let selection: Selection
    let hasFocus: Bool
    let header: PointerTarget?
    /// The mark in a header under the pointer.
    let headerMark: PointerTarget?
    /// The highlighted bars of a header's picture.
    let bars: HeaderBars?
    /// True where the active cell is that of the last search result.
    let isAtFound: Bool

    init(_ model: borrowing GridModel) {
        activeCell = model.activeCell
        isAtFound = model.isAtFound
        selection = model.selection
        hasFocus = model.hasFocus
        header = model.pointer.header
        switch model.pointer.hover {
        case .sortMark, .filterMark: headerMark = model.pointer.hover
        default: headerMark = nil
        }
        bars = model.chosenBars
    }
}
