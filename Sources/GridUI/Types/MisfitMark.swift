import Drawing
import Geometry

/// The mark of a value that does not fit the type that the user chose for its column: a small corner at the start of its
/// cell, where it touches no digit.
///
///     ◤ 12,5O         ◥ in right-to-left layout
enum MisfitMark {
    /// The length of its sides, in logical pixels before zoom.
    static let size = 7.0

    static func paint(in frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let pixel = context.hairline
        let pixels = PixelGrid(scale: context.model.viewport.scaleFactor)
        let size = min(pixels.snap(Self.size * context.model.viewport.zoom), frame.width, frame.height)
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        // The separators are the last pixels of a cell, at its bottom and its end.
        let inset = isLeftToRight ? 0 : pixel
        for step in 0..<max(1, Int((size / pixel).rounded())) {
            let width = size - Double(step) * pixel
            let x = isLeftToRight ? frame.minX + inset : frame.maxX - inset - width
            list.fill(
                Rect(x: x, y: frame.minY + Double(step) * pixel, width: width, height: pixel), context.theme.warning)
        }
    }
}
