import Geometry

/// Which way lines of text run, and with them the whole grid.
public enum LayoutDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}

/// The window onto the content: how large it is, where it stands, and how content space maps to the screen.
///
/// Content space: logical pixels before zoom, x from the leading edge. Viewport space: logical pixels on the screen,
/// x from the left, origin at the grid's top-left corner.
public struct Viewport: Sendable, Hashable {
    public static let zoomRange = 0.25...4.0

    /// Logical pixels on the screen: the whole grid, headers included.
    public var size: Size
    /// Content space. May hold fractions of a pixel, so that slow scrolling is not lost; `visible` does not.
    public var offset: Point
    /// 1 shows a content pixel as one logical pixel.
    public var zoom: Double
    /// Device pixels per logical pixel.
    public var scaleFactor: Double
    public var direction: LayoutDirection

    public init(
        size: Size = .zero, offset: Point = .zero, zoom: Double = 1, scaleFactor: Double = 1,
        direction: LayoutDirection = .leftToRight
    ) {
        self.size = size
        self.offset = offset
        self.zoom = zoom
        self.scaleFactor = scaleFactor
        self.direction = direction
    }

    /// The viewport's extent in content space.
    public var contentExtent: Size { Size(width: size.width / zoom, height: size.height / zoom) }

    /// How large a device pixel is, in content space.
    public var devicePixel: Double { 1 / (zoom * scaleFactor) }

    /// What is seen, in content space. Its origin lies on a device pixel, so that a scroll moves everything by whole ones.
    public var visible: Rect {
        let grid = PixelGrid(scale: zoom * scaleFactor)
        return Rect(origin: Point(x: grid.snap(offset.x), y: grid.snap(offset.y)), size: contentExtent)
    }

    /// The frame of content-space `rect` in viewport space, with its edges on device pixels.
    public func project(_ rect: Rect, from visible: Rect) -> Rect {
        let grid = PixelGrid(scale: scaleFactor)
        let low = grid.snap((rect.minX - visible.minX) * zoom)
        let high = grid.snap((rect.maxX - visible.minX) * zoom)
        let top = grid.snap((rect.minY - visible.minY) * zoom)
        let bottom = grid.snap((rect.maxY - visible.minY) * zoom)
        let x = direction == .leftToRight ? low : grid.snap(size.width) - high
        return Rect(x: x, y: top, width: high - low, height: bottom - top)
    }

    /// The place in content space that is under `point` of viewport space.
    public func contentPoint(under point: Point) -> Point {
        let fromLeading = direction == .leftToRight ? point.x : size.width - point.x
        let visible = visible
        return Point(x: visible.minX + fromLeading / zoom, y: visible.minY + point.y / zoom)
    }
}
