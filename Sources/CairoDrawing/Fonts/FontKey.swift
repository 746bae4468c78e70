import Drawing

/// The cache key of a face: a font at a number of device pixels per logical one.
struct FontKey: Hashable {
    var font: Font
    var scale: Double
}
