import Geometry

/// How long a part of a declared layout is along one axis.
public enum Length: Sendable, Hashable {
    /// Logical pixels, used in steps of 1/64 as track sizes are.
    case absolute(Double)
    /// A part of the container's length on the same axis; what is negative or not finite counts as 0.
    case fractional(Double)
    /// Logical pixels, until it is measured: `ComposedLayout.setMeasured`. For items alone, and along the layout's axis;
    /// `ComposedLayout` says in what groups.
    case estimated(Double)

    /// The length in a container. Not rounded: whoever places several of them rounds the edges that they share.
    func resolved(in container: Double) -> Double {
        switch self {
        case .absolute(let length), .estimated(let length): return TrackSizes.quantized(length)
        case .fractional(let fraction):
            let length = fraction * container
            return length > 0 && length.isFinite ? length : 0
        }
    }

    var isEstimated: Bool { if case .estimated = self { true } else { false } }
}

/// How often a group repeats its part. A whole number can be written as such.
public enum PartCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// So often; a negative count is 0.
    case exactly(Int)
    /// As often as there is room in the container, at least once. The group then takes all of the room.
    case fitting
    /// As often as the largest section has items.
    case items

    public init(integerLiteral value: Int) { self = .exactly(value) }
}
