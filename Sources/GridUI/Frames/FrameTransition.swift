import Geometry
import GridLayout

/// The frames on the screen before a view change, and the progress of their animation to the new ones.
///
/// It animates things that the user sees: a cell of the table, a row's or a column's header, through the elements that
/// represent them in the two views. It records visible elements only, so 10^7 rows cost as much as ten.
public struct FrameTransition: Sendable {
    /// The duration of the animation, in seconds.
    public static let duration = 0.2

    /// From 0, the start, to 1, the end.
    public private(set) var progress = 0.0
    private var frames: [Thing: Rect] = [:]

    private struct Thing: Hashable {
        var kind: ElementKind
        var place: CellPosition
    }

    /// Records the frames that `model` shows now.
    public init(from model: GridModel) {
        var attributes: [LayoutAttributes] = []
        let visible = model.viewport.visible
        model.attributes(in: visible, into: &attributes)
        for attributes in attributes {
            guard let thing = Self.thing(attributes.element, in: model) else { continue }
            frames[thing] = model.viewport.project(attributes.frame, from: visible)
        }
    }

    /// Advances to the moment `elapsed` seconds after the start. Returns false at the end.
    public mutating func advance(to elapsed: Double) -> Bool {
        progress = min(1, max(0, elapsed / Self.duration))
        return progress < 1
    }

    /// Returns the current frame of an element of `model` that moves to `frame` (both in viewport space). An element
    /// that was not visible before is at its destination.
    func frame(of element: Element, in model: GridModel, to frame: Rect) -> Rect {
        guard let thing = Self.thing(element, in: model), let old = frames[thing] else { return frame }
        // Fast at the start, slow at the end.
        let rest = 1 - progress
        let share = 1 - rest * rest * rest
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        let moving = Rect(
            minX: between(old.minX, frame.minX), minY: between(old.minY, frame.minY),
            maxX: between(old.maxX, frame.maxX), maxY: between(old.maxY, frame.maxY))
        return PixelGrid(scale: model.viewport.scaleFactor).snap(moving)
    }

    private static func thing(_ element: Element, in model: GridModel) -> Thing? {
        switch element.kind {
        case .cell: return model.cell(of: element).map { Thing(kind: .cell, place: $0) }
        case .rowHeader: return Thing(kind: .rowHeader, place: CellPosition(row: element.section, column: 0))
        case .columnHeader:
            guard element.item < model.columns.count else { return nil }
            return Thing(
                kind: .columnHeader, place: CellPosition(row: 0, column: model.columns.column(at: element.item)))
        default: return nil
        }
    }
}
