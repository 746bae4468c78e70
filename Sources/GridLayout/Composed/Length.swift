import Geometry

/// The length of a part of a declared layout along one axis.
public enum Length: Sendable, Hashable {
    /// Logical pixels, used in steps of 1/64 as track sizes are.
    case absolute(Double)
    /// A part of the container's length on the same axis; what is negative or not finite counts as 0.
    case fractional(Double)
    /// The length that so many parts of one length have each, when they and the spacing between them fill the container
    /// exactly, or `atLeast`, where that is more; both in logical pixels.
    ///
    ///     .share(of: 7, spacing: 2, atLeast: 16)         // seven rows fill the height
    ///     .share(of: .items, atLeast: 60)                // all columns share the width
    ///     .share(of: .fitting, spacing: 12, atLeast: 240)   // as many as fit, and no room is left over
    case share(of: PartCount, spacing: Double = 0, atLeast: Double = 0)
    /// Logical pixels, until it is measured: `ComposedLayout.setMeasured`. For items alone, and along the layout's axis;
    /// `ComposedLayout` says in what groups.
    case estimated(Double)

    /// The length in a container, when the largest section has so many items. Not rounded: whoever places several of them
    /// rounds the edges that they share.
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

    /// From one of several parts that share a container to the next, exactly; nil where it is no share, or where each has
    /// the least length.
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

/// The number of times that a group repeats its part. A whole number can be written as such.
public enum PartCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// So often; a negative count is 0.
    case exactly(Int)
    /// As often as there is room in the container, at least once. The group then takes all of the room.
    case fitting
    /// As often as the largest section has items.
    case items

    public init(integerLiteral value: Int) { self = .exactly(value) }
}
