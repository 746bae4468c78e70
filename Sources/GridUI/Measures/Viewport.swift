import Geometry

/// The direction of lines of text, and with them of the whole grid.
public enum LayoutDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}

/// The window onto the content: its size, its offset, and the mapping from content space to the screen.
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

    /// The size of a device pixel, in content space.
    public var devicePixel: Double { 1 / (zoom * scaleFactor) }

    /// The visible rectangle, in content space. Its origin lies on a device pixel, so that a scroll moves everything by
    /// whole ones.
    public var visible: Rect {
        let grid = PixelGrid(scale: zoom * scaleFactor)
        return Rect(origin: Point(x: grid.snap(offset.x), y: grid.snap(offset.y)), size: contentExtent)
    }

    /// Returns the offset of `visible` from the content's beginning, in device pixels on each axis.
    func deviceOrigin(_ visible: Rect) -> (x: Double, y: Double) {
        let grid = PixelGrid(scale: zoom * scaleFactor)
        return (grid.devicePixels(visible.minX), grid.devicePixels(visible.minY))
    }

    /// The frame of content-space `rect` in viewport space, with its edges on device pixels.
    ///
    /// `scrollAxes`: the axes on which the frame keeps its position in the content. There its edges are aligned to device
    /// pixels of the content, not of the screen, so that a scroll moves them all by the same number of pixels, at any zoom.
    public func project(_ rect: Rect, from visible: Rect, scrollAxes: Axes = []) -> Rect {
        let grid = PixelGrid(scale: zoom * scaleFactor)
        let origin = deviceOrigin(visible)
        func edges(_ low: Double, _ high: Double, from start: Double, _ origin: Double, _ scrolls: Bool) -> Interval {
            scrolls
                ? Interval(low: grid.devicePixels(low) - origin, high: grid.devicePixels(high) - origin)
                : Interval(low: grid.devicePixels(low - start), high: grid.devicePixels(high - start))
        }
        let across = edges(rect.minX, rect.maxX, from: visible.minX, origin.x, scrollAxes.contains(.horizontal))
        let down = edges(rect.minY, rect.maxY, from: visible.minY, origin.y, scrollAxes.contains(.vertical))
        let width = across.high - across.low
        let x =
            direction == .leftToRight
            ? across.low : PixelGrid(scale: scaleFactor).devicePixels(size.width) - across.high
        return Rect(
            x: x / scaleFactor, y: down.low / scaleFactor, width: width / scaleFactor,
            height: (down.high - down.low) / scaleFactor)
    }

    private struct Interval {
        var low: Double
        var high: Double
    }

    /// The point of content space under `point` of viewport space.
    public func contentPoint(under point: Point) -> Point {
        let fromLeading = direction == .leftToRight ? point.x : size.width - point.x
        let visible = visible
        return Point(x: visible.minX + fromLeading / zoom, y: visible.minY + point.y / zoom)
    }

    /// Returns the content under `rect` of viewport space and `margin` logical pixels around it, in content space.
    func content(under rect: Rect, margin: Double) -> Rect {
        let visible = visible
        let left = direction == .leftToRight ? rect.minX : size.width - rect.maxX
        return Rect(
            x: visible.minX + (left - margin) / zoom, y: visible.minY + (rect.minY - margin) / zoom,
            width: (rect.width + 2 * margin) / zoom, height: (rect.height + 2 * margin) / zoom)
    }
}
