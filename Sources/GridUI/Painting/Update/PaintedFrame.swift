import Drawing
import Geometry
import GridLayout
import Tabular

/// What is remembered of a frame that was painted, so that the next one is told from it.
struct PaintedFrame {
    var looks: FrameLooks
    var marks: FrameMarks
    /// How many device pixels the viewport stands behind the content's beginning, to the right of it and below.
    var origin: (x: Int, y: Int)
    /// What the pointer is over, which painters of one's own may look at.
    var hover: PointerTarget?
    /// The cells that were in memory.
    var generation: Int
    var cells: BlockTiles
    /// How many rows there were: to a sheet, more come without another layout.
    var rowCount: Int
    /// What does not move with its part of the viewport when that scrolls on some axis.
    var unsteady: [UnsteadyPlace]
    /// What stays put while its part of the viewport does, where other elements may come to be instead.
    var held: [HeldPlace]
    /// What lies over all elements.
    var overlay: [DrawCommand]

    /// Nil where the next frame is not to be told from this one: things are on their way.
    init?(_ context: borrowing PaintContext, _ theme: Theme) {
        let (model, viewport) = (context.model, context.model.viewport)
        let scale = viewport.scaleFactor
        guard context.transition == nil, model.pointer.drag == nil, scale == scale.rounded() else { return nil }
        looks = FrameLooks(model, theme)
        marks = FrameMarks(model)
        let origin = viewport.deviceOrigin(context.visible)
        guard origin.x.magnitude < 1e15, origin.y.magnitude < 1e15 else { return nil }
        let x = Int(origin.x)
        self.origin = (viewport.direction == .leftToRight ? x : -x, Int(origin.y))
        hover = model.pointer.hover
        generation = model.table.generation
        cells = model.table.cells
        rowCount = model.rowCount
        unsteady = []
        held = []
        overlay = []
    }
}

/// A place of a picture, and the axes on which it is not simply copied when it scrolls.
struct UnsteadyPlace {
    var rect: PixelRect
    var axes: Axes
}

/// The place of an element that some axes do not move.
struct HeldPlace {
    var element: Element
    var rect: PixelRect
    var axes: Axes

    /// Whether it is where `other` was on the axes that neither moves on.
    func isHeld(like other: HeldPlace) -> Bool {
        guard axes == other.axes else { return false }
        if axes.contains(.horizontal), rect.x != other.rect.x || rect.width != other.rect.width { return false }
        if axes.contains(.vertical), rect.y != other.rect.y || rect.height != other.rect.height { return false }
        return true
    }
}
