import Geometry
import GridUI
import TabularExport

/// The pages of a view other than a sheet: each scrolls one page further, cut between elements where possible, and repeats
/// the pinned elements.
struct PageFrames {
    /// A part of the viewport and its origin on the page, in logical pixels from the leading top corner.
    struct Piece: Equatable {
        var part: Rect
        var origin: Point
    }

    /// From where to where, in content space.
    private typealias Stretch = (start: Double, end: Double)

    private var down: [Stretch] = []
    private var across: [Stretch] = []
    /// The maximum number of pages to count along an axis: more than any user reads.
    static let limit = 100_000

    init() {}

    /// Computes the pages of `model`, whose viewport has the size of a page.
    init(of model: GridModel, _ control: ExportControl) throws(ExportError) {
        var model = model
        model.turn(to: .zero)
        across = try Self.stretches(from: model.pinnedInsets.leading, control) { start in
            model.turn(to: Point(x: start - model.pinnedInsets.leading, y: 0))
            return (model.pageEnd(along: .horizontal), model.contentSize.width - model.pinnedInsets.trailing)
        }
        down = try Self.stretches(from: model.pinnedInsets.top, control) { start in
            model.turn(to: Point(x: 0, y: start - model.pinnedInsets.top))
            return (model.pageEnd(along: .vertical), model.contentSize.height - model.pinnedInsets.bottom)
        }
    }

    /// `next` returns the end of the page that begins at a coordinate, and the end of the content.
    private static func stretches(
        from first: Double, _ control: ExportControl, _ next: (Double) -> (end: Double, content: Double)
    ) throws(ExportError) -> [Stretch] {
        var (found, start) = ([Stretch](), first)
        while found.count < limit {
            if control.cancellation.isRequested { throw .cancelled }
            let (end, content) = next(start)
            found.append((start, max(end, start + 1)))
            control.progress(found.count)
            guard end < content - 0.5 else { break }
            start = max(end, start + 1)
        }
        return found
    }

    var count: Int { down.count * across.count }

    /// Scrolls `model` to the page `number` and returns the pieces of the viewport on that page.
    func show(_ number: Int, in model: inout GridModel) -> [Piece] {
        let (band, stripe) = number.quotientAndRemainder(dividingBy: across.count)
        let pinned = model.pinnedInsets
        model.turn(to: Point(x: across[stripe].start - pinned.leading, y: down[band].start - pinned.top))
        // The last page may have to start before its new content: the repeated part is omitted.
        let offset = model.viewport.visible.origin
        let rows = Self.parts(down[band], pinned: pinned.top, offset: offset.y)
        let columns = Self.parts(across[stripe], pinned: pinned.leading, offset: offset.x)
        return rows.flatMap { row in
            columns.map { column in
                Piece(
                    part: Rect(x: column.part, y: row.part, width: column.length, height: row.length),
                    origin: Point(x: column.origin, y: row.origin))
            }
        }
    }

    /// Returns the pinned part of an axis and the new part on the page, joined where the two touch.
    private static func parts(
        _ stretch: Stretch, pinned: Double, offset: Double
    ) -> [(part: Double, length: Double, origin: Double)] {
        let scrolled = (part: stretch.start - offset, length: stretch.end - stretch.start, origin: pinned)
        // In one piece where the two touch.
        if abs(scrolled.part - pinned) < 0.01 { return [(0, pinned + scrolled.length, 0)] }
        return pinned > 0 ? [(0, pinned, 0), scrolled] : [scrolled]
    }
}
