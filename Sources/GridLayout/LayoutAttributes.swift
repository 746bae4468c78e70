import Geometry

/// Where one element is for one position of the viewport, in which order it is painted, and how it moves.
public struct LayoutAttributes: Sendable, Hashable {
    public var element: Element
    /// Content space, logical pixels before zoom, x from the leading edge; pinned elements at their pinned place. Exact:
    /// snapping to device pixels comes last and elsewhere.
    public var frame: Rect
    /// Higher is painted later.
    public var z: Int
    /// The axes on which the element moves with the content. An element that names none stays put on the screen; one
    /// whose picture changes as its frame moves, such as a header that keeps its label in sight, leaves that axis out.
    public var scrollAxes: Axes
    /// The part of the viewport that the element may show in, or nil for all of it.
    public var region: Region?

    public init(element: Element, frame: Rect, z: Int, scrollAxes: Axes, region: Region?) {
        self.element = element
        self.frame = frame
        self.z = z
        self.scrollAxes = scrollAxes
        self.region = region
    }
}

/// One of the nine parts into which pinned bands cut the viewport, on each axis leading, scrolling or trailing:
///
///                    pinnedInsets.leading        pinnedInsets.trailing
///                  ┌─────────┬────────────────────┬──────────┐
///   .top           │ leading │ scrolling          │ trailing │   vertical: leading
///                  ├─────────┼────────────────────┼──────────┤
///                  │         │                    │          │   vertical: scrolling
///                  ├─────────┼────────────────────┼──────────┤
///   .bottom        │         │                    │          │   vertical: trailing
///                  └─────────┴────────────────────┴──────────┘
///
/// A layout says how thick the pinned bands are (`pinnedInsets`); headers belong to the leading bands. What scrolls on
/// an axis lies in that axis's middle band and is clipped to it, so nothing shows through or peeks past a frozen part.
public struct Region: Sendable, Hashable {
    public enum Band: UInt8, Sendable, Hashable {
        case leading
        case scrolling
        case trailing
    }

    public var horizontal: Band
    public var vertical: Band

    public init(horizontal: Band, vertical: Band) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The region's rectangle within `bounds` (any space) when the pinned bands are `insets` thick. Never negative;
    /// where the bands are thicker than the bounds, the leading ones win.
    public func frame(in bounds: Rect, pinned insets: Insets) -> Rect {
        let (minX, maxX) = Self.extent(horizontal, bounds.minX, bounds.maxX, insets.leading, insets.trailing)
        let (minY, maxY) = Self.extent(vertical, bounds.minY, bounds.maxY, insets.top, insets.bottom)
        return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    private static func extent(
        _ band: Band, _ low: Double, _ high: Double, _ leading: Double, _ trailing: Double
    ) -> (Double, Double) {
        let start = min(low + leading, high)
        let end = max(high - trailing, start)
        switch band {
        case .leading: return (low, start)
        case .scrolling: return (start, end)
        case .trailing: return (end, high)
        }
    }
}
