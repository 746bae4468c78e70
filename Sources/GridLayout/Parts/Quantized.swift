import Geometry

// Parameters follow the rules of `TrackSizes` for sizes: multiples of 1/64, not negative, at most its maximum.

extension Size {
    var quantized: Size { Size(width: TrackSizes.quantized(width), height: TrackSizes.quantized(height)) }
}

extension Insets {
    var quantized: Insets {
        Insets(
            top: TrackSizes.quantized(top), leading: TrackSizes.quantized(leading),
            bottom: TrackSizes.quantized(bottom), trailing: TrackSizes.quantized(trailing))
    }
}
