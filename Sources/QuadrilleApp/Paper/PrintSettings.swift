import Geometry
import GridLayout

/// The settings of a printout: its paper, and its part of the table.
struct PrintSettings: Sendable {
    /// The size in points, as oriented: landscape is wider than high.
    var paper = PaperSize.a4.size
    /// The blank margins at the edges of the paper, in points.
    var margins = PrintSettings.margins
    var scale = PageScale.fitWidth(least: PrintSettings.leastScale)
    /// The title above each page.
    var title: String
    /// The rows (by position) and columns (by index) of a sheet; nil for all shown ones.
    var rows: [Range<Int>]?
    var columns: [Int]?

    /// Half an inch.
    static let margins = Insets(top: 36, leading: 36, bottom: 36, trailing: 36)
    /// The smallest scale of text relative to the screen that is easy to read: below it, columns continue on further pages.
    static let leastScale = 0.4
    /// Points to a logical pixel of the screen, which is 1/96 inch.
    static let point = 72.0 / 96
    /// The height of the title above a page, and of the footer below it, in points.
    static let band = 20.0

    /// The frame of the table on each page, in points.
    var body: Rect {
        let inside = Rect(origin: .zero, size: paper).inset(by: margins)
        return inside.inset(by: Insets(top: Self.band, bottom: Self.band))
    }

    /// The room for the table in logical pixels, at their natural size.
    var room: Size {
        Size(width: max(1, body.width / Self.point), height: max(1, body.height / Self.point))
    }
}

/// Sizes of paper, by their names on the command line.
enum PaperSize: String, CaseIterable {
    case a3, a4, a5, letter, legal

    /// Points, upright.
    var size: Size {
        switch self {
        // ISO 216 in millimeters: 297 × 420, 210 × 297, 148 × 210.
        case .a3: Size(width: 841.89, height: 1190.55)
        case .a4: Size(width: 595.28, height: 841.89)
        case .a5: Size(width: 419.53, height: 595.28)
        case .letter: Size(width: 612, height: 792)
        case .legal: Size(width: 612, height: 1008)
        }
    }
}
