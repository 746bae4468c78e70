import Drawing
import Geometry
import GridLayout
import QuadrilleRuntime
import Tabular

/// The record of a painted frame, from which the next one is derived.
struct PaintedFrame {
    var looks: FrameLooks
    var marks: FrameMarks
    /// The offset of the viewport from the content's beginning, in device pixels to the right and down.
    var origin: (x: Int, y: Int)
    /// The target under the pointer, which custom painters may read.
    var hover: PointerTarget?
    /// The version of the cells in memory.
    var version: Version
    var cells: BlockTiles
    /// The row order, which determines row numbers.
    var order: ShownOrder?
    /// The number of rows: appending more keeps the layout.
    var rowCount: Int
    /// The area that the headers cover, which more rows may change.
    var pinned: Insets
    /// The regions that do not move with their part of the viewport when that scrolls on some axis.
    var unsteady: [UnsteadyPlace]
    /// The regions that stay fixed while their part of the viewport does, though their elements may change.
    var held: [HeldPlace]
    /// The commands that draw above all elements.
    var overlay: [DrawCommand]

    /// Fails where the next frame cannot be derived from this one: during an animation or a drag that moves things.
    init?(_ context: borrowing PaintContext, _ theme: Theme) {
        // Accesses the model in the context: a copy of it would retain all of its storage.
        let viewport = context.model.viewport
        let scale = viewport.scaleFactor
        guard context.transition == nil, context.model.pointer.drag?.selects ?? true, scale == scale.rounded() else {
            return nil
        }
        looks = FrameLooks(context.model, theme)
        marks = FrameMarks(context.model)
        let origin = viewport.deviceOrigin(context.visible)
        guard origin.x.magnitude < 1e15, origin.y.magnitude < 1e15 else { return nil }
        let x = Int(origin.x)
        self.origin = (viewport.direction == .leftToRight ? x : -x, Int(origin.y))
        hover = context.model.pointer.hover
        version = context.model.table.version
        (cells, order) = (context.model.table.cells, context.model.table.order)
        rowCount = context.model.rowCount
        pinned = context.model.pinnedInsets
        unsteady = []
        held = []
        overlay = []
    }
}

/// A non-blittable region, and the axes whose scrolls cannot copy it.
struct UnsteadyPlace {
    var rect: PixelRect
    var axes: Axes
}

/// The rectangle of an element that does not move on some axes.
struct HeldPlace {
    var element: Element
    var rect: PixelRect
    var axes: Axes

    /// Returns true where it is in the same position as `other` on the axes on which neither moves.
    func isHeld(like other: HeldPlace) -> Bool {
        guard axes == other.axes else { return false }
        if axes.contains(.horizontal), rect.x != other.rect.x || rect.width != other.rect.width { return false }
        if axes.contains(.vertical), rect.y != other.rect.y || rect.height != other.rect.height { return false }
        return true
    }
}
