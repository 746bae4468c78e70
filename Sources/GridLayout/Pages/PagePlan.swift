import Geometry

/// The size of content on pages, relative to its size on the screen.
public enum PageScale: Sendable, Hashable {
    /// Fits all columns on each page, though never larger than on the screen, and never smaller than `least` times that:
    /// columns that do not fit then continue on further pages.
    case fitWidth(least: Double)
    case factor(Double)
}

/// One axis of a sheet that is divided into pages.
public struct PageAxis: Sendable {
    public var tracks: TrackSizes
    /// The length of the headers before the first track, which each page repeats.
    public var header: Double
    /// The frozen tracks, which each page repeats.
    public var frozen: FrozenEnds

    public init(tracks: TrackSizes, header: Double, frozen: FrozenEnds = FrozenEnds()) {
        self.tracks = tracks
        self.header = header
        let leading = min(max(0, frozen.leading), tracks.count)
        self.frozen = FrozenEnds(
            leading: leading, trailing: min(max(0, frozen.trailing), tracks.count - leading))
    }

    /// The length repeated on each page, of headers and frozen tracks, in logical pixels.
    var repeated: Double {
        header + tracks.offset(of: frozen.leading) + tracks.extent - tracks.offset(of: tracks.count - frozen.trailing)
    }

    /// The tracks that are on one page each.
    var scrolling: Range<Int> { frozen.leading..<tracks.count - frozen.trailing }

    /// Unfreezes tracks if too little room would be left for the others: the trailing tracks first, as on the screen.
    fileprivate mutating func thaw(room: Double) {
        let left = max(room / 3, tracks.defaultSize)
        if repeated + left > room { frozen.trailing = 0 }
        if repeated + left > room { frozen.leading = 0 }
    }
}

/// The part of a sheet on one page besides the headers: the frozen rows and columns, and `rows` and `columns`.
public struct SheetPage: Sendable, Hashable {
    public var rows: PageBreaks.Page
    public var columns: PageBreaks.Page
    /// The size in logical pixels of the whole page content, including headers and frozen tracks.
    public var extent: Size
    /// The number of repeated tracks at each edge.
    public var frozenRows: FrozenEnds
    public var frozenColumns: FrozenEnds
}

/// The division of a sheet into pages of one size: headers and frozen rows and columns are on each page, and every other cell
/// is on exactly one. The rows form bands; the pages of a band, where columns take several, follow each other.
///
///     ┌──────────┐┌──────────┐
///     │ 0        ││ 1        │    rows  1 to 40
///     └──────────┘└──────────┘
///     ┌──────────┐┌──────────┐
///     │ 2        ││ 3        │    rows 41 to 80
///     └──────────┘└──────────┘
///
/// A table without rows still has a page, and so has one without columns: a page with the headers.
public struct PagePlan: Sendable {
    /// The scale of content on the pages, relative to logical pixels.
    public let scale: Double
    private var down: PageAxis
    private var across: PageAxis
    private let bands: PageBreaks
    private let stripes: PageBreaks
    private let room: Size

    /// Divides a sheet into pages with the given room, in logical pixels.
    ///
    /// - Complexity: O(pages of different kinds · log overrides).
    public init(down: PageAxis, across: PageAxis, room: Size, scale: PageScale) {
        switch scale {
        case .factor(let factor): self.scale = max(factor, 1.0 / 64)
        case .fitWidth(let least):
            let width = across.header + across.tracks.extent
            self.scale = width > 0 ? min(1, max(least, room.width / width)) : 1
        }
        // A small tolerance, so that content that was scaled to fit does.
        self.room = Size(width: room.width / self.scale + 1.0 / 32, height: room.height / self.scale + 1.0 / 32)
        (self.down, self.across) = (down, across)
        self.down.thaw(room: self.room.height)
        self.across.thaw(room: self.room.width)
        bands = PageBreaks(
            down.tracks, in: self.down.scrolling, room: self.room.height - self.down.repeated)
        stripes = PageBreaks(
            across.tracks, in: self.across.scrolling, room: self.room.width - self.across.repeated)
    }

    /// The number of pages that the rows take, and that the columns take; at least 1.
    public var bandCount: Int { max(1, bands.pageCount) }
    public var stripeCount: Int { max(1, stripes.pageCount) }
    /// The number of pages, or `Int.max` where there are more.
    public var pageCount: Int {
        let (count, isTooLarge) = bandCount.multipliedReportingOverflow(by: stripeCount)
        return isTooLarge ? .max : count
    }

    /// The part of the sheet on the page at index `number`, from 0.
    ///
    /// - Complexity: O(log pages of different kinds + log overrides).
    public subscript(number: Int) -> SheetPage {
        precondition(number >= 0 && number < pageCount, "page \(number) is outside 0..<\(pageCount)")
        let (band, stripe) = number.quotientAndRemainder(dividingBy: stripeCount)
        let rows = bands.pageCount > 0 ? bands[band] : down.nothing
        let columns = stripes.pageCount > 0 ? stripes[stripe] : across.nothing
        return SheetPage(
            rows: rows, columns: columns,
            extent: Size(
                width: across.extent(of: columns, room: room.width), height: down.extent(of: rows, room: room.height)),
            frozenRows: down.frozen, frozenColumns: across.frozen)
    }
}

extension PageAxis {
    fileprivate var nothing: PageBreaks.Page {
        PageBreaks.Page(tracks: scrolling.lowerBound..<scrolling.lowerBound)
    }

    fileprivate func extent(of page: PageBreaks.Page, room: Double) -> Double {
        guard page.part == nil else { return room }
        return repeated + tracks.offset(of: page.tracks.upperBound) - tracks.offset(of: page.tracks.lowerBound)
    }
}
