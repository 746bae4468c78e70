import Geometry

/// The length of a part of a declared layout along one axis.
public enum Length: Sendable, Hashable {
    /// Logical pixels, quantized to 1/64 like track sizes.
    case absolute(Double)
    /// A fraction of the container's length on the same axis; a negative or non-finite fraction counts as 0.
    case fractional(Double)
    /// The length of each of some equal parts that, with the spacing between them, fill the container exactly, or `atLeast` if
    /// that is greater; both in logical pixels.
    ///
    ///     .share(of: 7, spacing: 2, atLeast: 16)         // seven rows fill the height
    ///     .share(of: .items, atLeast: 60)                // all columns share the width
    ///     .share(of: .fitting, spacing: 12, atLeast: 240)   // as many as fit, and no room is left over
    case share(of: PartCount, spacing: Double = 0, atLeast: Double = 0)
    /// Logical pixels, until measured: `ComposedLayout.setMeasured`. Only for items, along the layout's axis; see
    /// `ComposedLayout` for the groups that allow it.
    case estimated(Double)

    /// Returns the length in a container, when the largest section has `items` items. Not rounded: callers round the edges that
    /// adjacent parts share.
    func resolved(in container: Double, items: Int) -> Double {
        switch self {
        case .absolute(let length), .estimated(let length): return TrackSizes.quantized(length)
        case .fractional(let fraction):
            let length = fraction * container
            return length > 0 && length.isFinite ? length : 0
        case .share(_, let spacing, let least):
            guard let step = sharedStep(in: container, items: items) else { return TrackSizes.quantized(least) }
            return max(0, step.span / Double(step.count) - TrackSizes.quantized(spacing))
        }
    }

    /// Returns the exact distance between adjacent parts that share a container; nil where it is no share, or where each has
    /// the minimum length.
    func sharedStep(in container: Double, items: Int) -> EvenStep? {
        guard case .share(let parts, let spacing, let minimum) = self else { return nil }
        let (gap, least) = (TrackSizes.quantized(spacing), TrackSizes.quantized(minimum))
        let count = max(1, parts.resolved(size: least, spacing: gap, in: container, items))
        guard container + gap > Double(count) * (least + gap) else { return nil }
        return EvenStep(span: container + gap, count: count)
    }

    var sharedSpacing: Double { if case .share(_, let spacing, _) = self { TrackSizes.quantized(spacing) } else { 0 } }

    var isEstimated: Bool { if case .estimated = self { true } else { false } }
}

/// The number of times that a group repeats its part. Can be written as an integer literal.
public enum PartCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// An exact number; a negative count is 0.
    case exactly(Int)
    /// As many as fit the container, at least one. The group then takes up the whole container.
    case fitting
    /// The number of items of the largest section.
    case items

    public init(integerLiteral value: Int) { self = .exactly(value) }
}
