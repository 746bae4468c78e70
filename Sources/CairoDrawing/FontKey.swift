import Drawing

/// What a face is cached by: a font at a number of device pixels per logical one.
struct FontKey: Hashable {
    var font: Font
    var scale: Double
}
