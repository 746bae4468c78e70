import Geometry
import GridLayout

/// The rows or the columns of the sheet on the screen: logical pixels from the leading edge or the top, zoomed.
///
///       header   leadingEnd                              trailingStart      length
///     ├────────┼────────────┼───────────────────────────┼──────────────────┤
///     │        │ frozen     │ scrolls                   │ frozen           │
struct ScreenAxis {
    let axis: Axis
    let tracks: TrackSizes
    let frozen: FrozenEnds
    let zoom: Double
    let header: Double
    let leadingEnd: Double
    let trailingStart: Double
    let length: Double
    /// True where the content exceeds the viewport, so that freezing has an effect.
    let overflows: Bool
    private let scrolled: Double

    /// A boundary between two tracks.
    struct Boundary: Hashable {
        /// The track that begins there; the number of tracks at the end.
        var index: Int
        var position: Double
    }

    init(_ axis: Axis, of model: borrowing GridModel) {
        self.axis = axis
        // Accesses the sheet in the model: a copy of it would retain all of its storage.
        let viewport = model.viewport
        let isHorizontal = axis == .horizontal
        tracks = isHorizontal ? model.sheet.columns : model.sheet.rows
        frozen = isHorizontal ? model.sheet.frozenColumnsInForce : model.sheet.frozenRowsInForce
        zoom = viewport.zoom
        let pinned = model.sheet.pinnedInsets
        let leading = isHorizontal ? pinned.leading : pinned.top
        header = Self.header(axis, of: model)
        length = viewport.size[axis]
        leadingEnd = min(leading * zoom, length)
        trailingStart = max(leadingEnd, length - (isHorizontal ? pinned.trailing : pinned.bottom) * zoom)
        overflows = model.sheet.contentSize[axis] > viewport.contentExtent[axis]
        scrolled = viewport.visible.origin[axis] * zoom
    }

    /// Returns the end of the headers.
    static func header(_ axis: Axis, of model: GridModel) -> Double {
        let pinned = model.sheet.pinnedInsets
        let header =
            axis == .horizontal
            ? pinned.leading - model.sheet.columns.offset(of: model.sheet.frozenColumnsInForce.leading)
            : pinned.top - model.sheet.rows.offset(of: model.sheet.frozenRowsInForce.leading)
        return header * model.viewport.zoom
    }

    func band(of track: Int) -> Region.Band {
        if track < frozen.leading { return .leading }
        return track < tracks.count - frozen.trailing ? .scrolling : .trailing
    }

    /// Returns the start and the end of a track on the screen, visible or not.
    func extent(of track: Int) -> (start: Double, end: Double) {
        let place = tracks.track(at: track)
        let origin: Double
        switch band(of: track) {
        case .leading: origin = header
        case .scrolling: origin = header - scrolled
        case .trailing: origin = length - tracks.extent * zoom
        }
        return (origin + place.offset * zoom, origin + place.end * zoom)
    }

    /// The visible part of `extent`.
    func shownExtent(of track: Int) -> (start: Double, end: Double) {
        let (start, end) = extent(of: track)
        let band = band(of: track)
        let low = band == .leading ? header : band == .scrolling ? leadingEnd : trailingStart
        let high = band == .leading ? leadingEnd : band == .scrolling ? trailingStart : length
        return (min(max(start, low), high), min(max(end, low), high))
    }

    /// The visible track at a position; nil on the header and after the last one.
    func track(at position: Double) -> Int? {
        guard position >= header, position < length else { return nil }
        let offset: Double
        if position < leadingEnd {
            offset = position - header
        } else if position < trailingStart {
            offset = position - header + scrolled
        } else {
            offset = position - length + tracks.extent * zoom
        }
        return tracks.index(containing: offset / zoom)
    }

    /// The visible boundary nearest to a position. On the edge of a frozen part, which may cover other boundaries, it is the
    /// end of the frozen part.
    func boundary(near position: Double) -> Boundary {
        guard position > header else { return first }
        guard let track = track(at: min(position, length - 1)) else {
            let last = tracks.shown(atOrBefore: tracks.count - 1)
            return Boundary(index: tracks.count, position: last.map { shownExtent(of: $0).end } ?? header)
        }
        let (start, end) = extent(of: track)
        let shown = shownExtent(of: track)
        let isFirstHalf = position - shown.start < shown.end - position
        guard band(of: track) == .scrolling else {
            return Boundary(index: isFirstHalf ? track : track + 1, position: isFirstHalf ? shown.start : shown.end)
        }
        if isFirstHalf {
            return Boundary(
                index: start < leadingEnd && frozen.leading > 0 ? frozen.leading : track, position: shown.start)
        }
        let isCut = end > trailingStart && frozen.trailing > 0
        return Boundary(index: isCut ? tracks.count - frozen.trailing : track + 1, position: shown.end)
    }

    /// The boundary at the header: before the first of all tracks where some are frozen or nothing is scrolled, else before
    /// the first visible one.
    private var first: Boundary {
        let index = frozen.leading > 0 || scrolled <= 0 ? 0 : track(at: header) ?? 0
        return Boundary(index: index, position: header)
    }

    /// The hidden tracks around `track`, including it; empty where it is visible.
    func hiddenRun(around track: Int) -> Range<Int> {
        guard track >= 0, track < tracks.count, tracks.isHidden(track) else { return 0..<0 }
        let low = tracks.shown(atOrBefore: track).map { $0 + 1 } ?? 0
        return low..<max(low, tracks.shown(atOrAfter: track) ?? tracks.count)
    }
}

// Draggable edges.
extension ScreenAxis {
    /// The maximum distance of the pointer from an edge.
    private static let reach = 4.0

    /// The track whose size a drag from `position` changes: the one before the near edge, or after it in the frozen end,
    /// which is attached to the viewport's end. On the far side of an edge with hidden tracks, it is a hidden one.
    func edge(near position: Double) -> Int? {
        guard let track = track(at: position) else { return edgeOfEnd(near: position) }
        let (start, end) = shownExtent(of: track)
        let full = extent(of: track)
        // A third of a narrow track is left for clicks.
        let isTrailing = band(of: track) == .trailing
        let isBesideHandle = track == frozen.leading - 1 || isTrailing && track == tracks.count - frozen.trailing
        let reach = min(Self.reach + (isBesideHandle ? Self.handleOverlap : 0), (end - start) / 3)
        if full.end <= end, end - position <= reach {
            guard isTrailing else { return track }
            return track + 1 < tracks.count ? track + 1 : nil
        }
        guard full.start >= start, position - start < reach else { return nil }
        if isTrailing { return track }
        return track > 0 ? track - 1 : nil
    }

    private func edgeOfEnd(near position: Double) -> Int? {
        guard position >= header, position < length, let last = tracks.shown(atOrBefore: tracks.count - 1),
            band(of: last) != .trailing
        else { return nil }
        // Hidden tracks may follow the last visible one.
        let end = extent(of: last).end
        return position - end < Self.reach && position >= end ? tracks.count - 1 : nil
    }
}

/// One end of an axis.
public enum AxisEnd: Sendable, Hashable {
    case leading
    case trailing
}

// Handles that freeze.
extension ScreenAxis {
    static let handleThickness = 7.0
    /// The width of GTK's overlay scrollbar at the trailing end while the pointer is near.
    private static let scrollbarWidth = 18.0
    /// The overlap of a handle with the tracks that it froze, including the freeze line: half of its bar.
    private static let handleOverlap = 2.0

    /// Returns the extent of the handle of an end: in the corner, at the viewport's end beside the scrollbar, or on the
    /// freeze line. Nil where freezing has no effect, or where there is no room.
    func handle(_ end: AxisEnd) -> (start: Double, end: Double)? {
        guard overflows, header >= Self.handleThickness else { return nil }
        let start: Double
        switch end {
        case .leading:
            start = frozen.leading == 0 ? header - Self.handleThickness : leadingEnd - Self.handleOverlap
        case .trailing:
            let end = frozen.trailing == 0 ? length - Self.scrollbarWidth : trailingStart + Self.handleOverlap
            start = end - Self.handleThickness
            // In a narrow window the leading handle has precedence.
            guard start >= leadingEnd + Self.handleThickness else { return nil }
        }
        return (start, start + Self.handleThickness)
    }

    /// Returns the start of a handle's bar: centered in the handle, or around the freeze line.
    func handleBar(_ end: AxisEnd, thickness: Double) -> Double? {
        guard let handle = handle(end) else { return nil }
        switch end {
        case .leading where frozen.leading > 0: return handle.start
        case .trailing where frozen.trailing > 0: return trailingStart - Self.handleOverlap
        default: return handle.start + (Self.handleThickness - thickness) / 2
        }
    }

    func isHandle(_ end: AxisEnd, at position: Double) -> Bool {
        handle(end).map { position >= $0.start && position < $0.end } ?? false
    }

    /// The boundary that a handle released at `position` would freeze up to: the nearest visible one. At the trailing end the
    /// last tracks also count, wherever they are now, and so does their position once they are frozen.
    func freezeBoundary(_ end: AxisEnd, near position: Double) -> Boundary {
        switch end {
        case .leading: return position > header ? boundary(near: position) : Boundary(index: 0, position: header)
        case .trailing:
            let offset = tracks.extent - (length - position) / zoom
            let home = length - Self.scrollbarWidth - Self.handleThickness
            guard position < home || frozen.trailing > 0, let track = tracks.track(containing: max(offset, 0)) else {
                return Boundary(index: tracks.count, position: length)
            }
            let isFirstHalf = offset - track.offset < track.size / 2
            let index = max(frozen.leading, isFirstHalf ? track.index : track.index + 1)
            return Boundary(index: index, position: length - (tracks.extent - tracks.offset(of: index)) * zoom)
        }
    }
}
