import Geometry

/// A sheet of rows and columns with headers that stay visible, and any number of frozen rows and columns at its four edges.
///
///     parameters.gutterWidth
///     │      frozenColumns                          frozenTrailingColumns
///     ├──────┬───────────┬──────────────────────────┬──────────┐
///     │corner│ column    │ headers                  │          │ parameters.headerHeight
///     ├──────┼───────────┼──────────────────────────┼──────────┤
///     │ row  │  z 2      │ z 1                      │ z 2      │ frozenRows
///     ├──────┼───────────┼──────────────────────────┼──────────┤
///     │ head-│  z 1      │ z 0: scrolls on both axes│ z 1      │ rows × columns
///     │ ers  │           │                          │          │
///     ├──────┼───────────┼──────────────────────────┼──────────┤
///     │      │  z 2      │ z 1                      │ z 2      │ frozenTrailingRows
///     └──────┴───────────┴──────────────────────────┴──────────┘
///
/// Headers lie in content space: cell (0, 0) is at (gutter width, header height), where column groups add a row of headers for
/// each of their levels on top of the column headers; the corner is as high as all of them. A leading frozen track is at its
/// natural position plus the content offset, a trailing one keeps its distance from the content's end at the viewport's end.
/// Elements:
///
/// | element | identity | z |
/// | --- | --- | --- |
/// | cell | (row, column); of a merged cell, its first | the number of axes it is frozen on |
/// | aggregate of the cells of tracks thinner than a pixel | `.aggregate` (first row, first column) | that of the cells |
/// | row separator, on the last pixels of its row | `.separator`, number row × 3 + band | that of the cells it lies on |
/// | column separator | `.columnSeparator`, number column × 3 + band | likewise |
/// | row header, column header | `.rowHeader` (row, 0), `.columnHeader` (0, column) | 3 |
/// | header of a column group | `.groupHeader` (level, number in the level) | 3 |
/// | freeze shadow | `.freezeShadow`, 0 top, 1 leading, 2 bottom, 3 trailing | 3 |
/// | corner | `.corner` | 4 |
///
/// A separator is one element for each of the bands it crosses, 0 leading, 1 scrolling, 2 trailing, since each moves and is
/// clipped separately; without frozen tracks all have z 2. Merged cells across it divide it into pieces, each identified by the
/// number of the band's tracks before it: piece 0 begins with the band, and is the whole separator without merged cells. A
/// shadow exists while content lies under its line.
///
/// A merged cell is one element; the covered cells have none. Across a freeze line it is frozen where any part of it is, begins
/// at the pinned part, and ends with the scrolling part as that slides under, but not before the pinned part does. Its region
/// spans both parts, and its scroll axes exclude that axis, since it changes as it moves. They also exclude an axis on which it
/// has several tracks and begins before the scrolling part, as its label then stays visible (`LayoutAttributes.labelFrame`).
/// The header of a group follows the same rules; over columns of no group there is no element.
///
/// - Complexity: a frame is O(log overrides + elements), the same at 10^3 rows and at 10^12; visible merged cells within
///   aggregates count as elements.
public struct StickySheet: CollectionLayout {
    var vertical: SheetAxis
    var horizontal: SheetAxis
    /// The quantized parameters: rounding them is too slow to repeat for every separator.
    private(set) var lengths = SheetParameters()
    var pending = Invalidation.all

    public init(
        rows: TrackSizes = TrackSizes(defaultSize: SheetParameters.rowHeight),
        columns: TrackSizes = TrackSizes(defaultSize: SheetParameters.columnWidth),
        parameters: SheetParameters = SheetParameters()
    ) {
        self.parameters = parameters
        vertical = SheetAxis(tracks: rows)
        horizontal = SheetAxis(tracks: columns)
        applyParameters()
    }

    /// The heights of the rows. Setting them, or changing them in place, invalidates the rows from the first difference on, and
    /// costs O(log overrides) besides the change itself.
    public var rows: TrackSizes {
        get { vertical.tracks }
        set { set(newValue, on: .vertical) }
    }

    /// The widths of the columns. Setting them, or changing them in place, invalidates them from the first difference on.
    public var columns: TrackSizes {
        get { horizontal.tracks }
        set { set(newValue, on: .horizontal) }
    }

    /// A Boolean value that indicates whether a row without a height of its own has an estimated one, which is measured once
    /// the row is visible (`unmeasuredRows`).
    public var rowHeightsAreEstimated = false

    /// The size of a device pixel, in logical pixels before zoom, at least 1/64. Thinner adjacent rows, or columns, are
    /// combined: aggregates replace their cells, and they have no headers and separators. A merged cell is visible if it has a
    /// row and a column that are thick enough, over the aggregates that it intersects; otherwise it is part of the aggregate.
    /// Setting another size invalidates everything.
    public var devicePixel = 1.0 {
        didSet {
            guard devicePixel != oldValue else { return }
            vertical.devicePixel = max(1.0 / 64, devicePixel)
            horizontal.devicePixel = max(1.0 / 64, devicePixel)
            pending = .all
        }
    }

    /// The number of cells in each row, from the first column on; nil where all rows have all columns. A missing cell has no
    /// element, but its column has separators there. Merged cells exist even where their rows lack cells, and rows beyond the
    /// counts lack nothing. Setting other counts invalidates everything.
    public var itemCounts: SectionCounts? {
        didSet {
            if itemCounts != oldValue { pending = .all }
        }
    }

    /// The merged cells. Setting other ones invalidates everything. Those that are partly outside the table, as after a removal
    /// of rows, are merged inside it.
    public var merges = Merges() {
        didSet {
            if merges != oldValue { pending = .all }
        }
    }

    /// The groups of columns whose headers lie over the column headers. Setting other ones invalidates everything. Those that
    /// are partly outside the table, as after a removal of columns, are groups of the columns inside it.
    public var columnGroups = ColumnGroups() {
        didSet {
            guard columnGroups != oldValue else { return }
            applyParameters()
            pending = .all
        }
    }

    /// The other lengths. Setting other ones invalidates everything.
    public var parameters: SheetParameters {
        didSet {
            guard parameters != oldValue else { return }
            applyParameters()
            pending = .all
        }
    }

    /// Returns the number of cells in the row, at most the number of columns.
    func cellCount(ofRow row: Int) -> Int {
        guard let itemCounts, row < itemCounts.sectionCount else { return columns.count }
        return min(itemCounts[row], columns.count)
    }

    public var contentSize: Size { Size(width: horizontal.contentExtent, height: vertical.contentExtent) }

    public var pinnedInsets: Insets {
        Insets(
            top: vertical.pinnedLeading, leading: horizontal.pinnedLeading, bottom: vertical.pinnedTrailing,
            trailing: horizontal.pinnedTrailing)
    }

    private mutating func applyParameters() {
        lengths = parameters.quantized
        let top = lengths.headerHeight + groupsHeight
        vertical.update { $0.header = top }
        horizontal.update { $0.header = lengths.gutterWidth }
    }
}
