import Geometry

/// One of the nine parts into which pinned bands divide the viewport: leading, scrolling or trailing on each axis.
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
/// A layout reports the thickness of the pinned bands (`pinnedInsets`); headers belong to the leading bands. Elements that
/// scroll on an axis lie in that axis's middle band and are clipped to it, so they never show through or beside a frozen part.
/// An element across a freeze line has several adjacent parts: from `horizontal` to `horizontalEnd`, from `vertical` to
/// `verticalEnd`.
public struct Region: Sendable, Hashable {
    public enum Band: UInt8, Sendable, Hashable, CaseIterable {
        case leading
        case scrolling
        case trailing
    }

    /// Two bits for each of the four bands.
    let bands: UInt8

    /// The bands value for no region.
    static var none: UInt8 { 0xFF }

    init(bands: UInt8) { self.bands = bands }

    /// Creates the part, or the adjacent parts, from the first band of an axis to the last; the last defaults to the first.
    public init(
        horizontal: Band, horizontalEnd: Band? = nil, vertical: Band, verticalEnd: Band? = nil
    ) {
        let ends = (horizontalEnd ?? horizontal, verticalEnd ?? vertical)
        precondition(
            horizontal.rawValue <= ends.0.rawValue && vertical.rawValue <= ends.1.rawValue,
            "a region from \(horizontal), \(vertical) to \(ends.0), \(ends.1) ends before it begins")
        bands = horizontal.rawValue | ends.0.rawValue << 2 | vertical.rawValue << 4 | ends.1.rawValue << 6
    }

    public var horizontal: Band { band(at: 0) }
    public var horizontalEnd: Band { band(at: 2) }
    public var vertical: Band { band(at: 4) }
    public var verticalEnd: Band { band(at: 6) }

    private func band(at bit: UInt8) -> Band { Band(rawValue: bands >> bit & 3) ?? .trailing }

    /// The region's rectangle within `bounds` (any space) when the pinned bands are `insets` thick. Never negative; where the
    /// bands are thicker than the bounds, the leading ones take precedence.
    public func frame(in bounds: Rect, pinned insets: Insets) -> Rect {
        let columns = Bands(bounds.interval(.horizontal), insets.leading, insets.trailing)
        let rows = Bands(bounds.interval(.vertical), insets.top, insets.bottom)
        return Rect(
            minX: columns[horizontal].low, minY: rows[vertical].low, maxX: columns[horizontalEnd].high,
            maxY: rows[verticalEnd].high)
    }

    /// The intervals of the three bands of one axis.
    private struct Bands {
        private let whole: Interval
        private let scrolling: Interval

        init(_ whole: Interval, _ leading: Double, _ trailing: Double) {
            self.whole = whole
            let start = min(whole.low + leading, whole.high)
            scrolling = Interval(low: start, high: max(whole.high - trailing, start))
        }

        subscript(band: Band) -> Interval {
            switch band {
            case .leading: Interval(low: whole.low, high: scrolling.low)
            case .scrolling: scrolling
            case .trailing: Interval(low: scrolling.high, high: whole.high)
            }
        }
    }
}

extension Region: CustomStringConvertible {
    public var description: String {
        "horizontal \(horizontal)...\(horizontalEnd), vertical \(vertical)...\(verticalEnd)"
    }
}
