import Drawing
import Geometry
import GridLayout

/// The cost of a frame, in work rather than in time.
public struct FrameWork: Sendable, Hashable {
    /// Elements that the layout returned.
    public var elements = 0
    /// Commands in the display list.
    public var commands = 0
}

/// Turns the content of a grid into a display list, frame by frame.
///
/// Keeps its buffers, so that a steady scroll allocates nothing that grows with the cells.
public struct Presenter: Sendable {
    /// The painters of each kind of element.
    public var painters = PainterRegistry.standard {
        didSet { planner.forget() }
    }
    /// The work of the last frame.
    public private(set) var work = FrameWork()
    /// The time spans of the frame. The code that draws the frame begins and ends them.
    public var spans = FrameSpans()
    private var attributes: [LayoutAttributes] = []
    private var planner = UpdatePlanner()
    /// The distance that a painter may exceed its frame, in device pixels: a line has a pixel where its frame has none.
    private static let overhang = 3.0

    public init() {}

    /// Writes a whole frame into `list`, which is emptied first.
    ///
    /// - Complexity: O(log + visible elements).
    @discardableResult
    public mutating func present(
        _ model: GridModel, theme: Theme, transition: FrameTransition? = nil, into list: inout DisplayList
    ) -> FrameWork {
        list.removeAll()
        let context = PaintContext(model, theme, transition, &list)
        work = FrameWork()
        paint(nil, context, &list)
        return work
    }

    /// Returns the changes that turn the previous frame's picture, from the last call, into this frame's, and writes into
    /// `list`, which is emptied first, the commands for the damage.
    ///
    /// The picture is then the same, pixel by pixel, as one that `present` draws. The first frame is all damage, as is
    /// one that has little in common with the one before.
    ///
    /// - Complexity: O(log + elements in the damage), and in views with labels that stay visible O(visible elements).
    public mutating func update(
        _ model: GridModel, theme: Theme, transition: FrameTransition? = nil, into list: inout DisplayList
    ) -> FrameUpdate {
        list.removeAll()
        let context = PaintContext(model, theme, transition, &list)
        work = FrameWork()
        let update = planner.plan(context, theme, painters)
        spans.end(.layout)
        if update.moves.isEmpty, update.damage == [context.wholePicture] {
            paint(nil, context, &list)
        } else {
            for damage in update.damage { paint(damage.logical(scale: model.viewport.scaleFactor), context, &list) }
        }
        return update
    }

    /// Makes the next update damage everything: the previous picture is gone.
    public mutating func forget() { planner.forget() }

    /// Writes the elements in `damage` (viewport space, on device pixels), or all.
    private mutating func paint(_ damage: Rect?, _ context: PaintContext, _ list: inout DisplayList) {
        let viewport = context.model.viewport
        let place = damage ?? Rect(origin: .zero, size: viewport.size)
        list.clip(to: damage)
        let table = context.tableFrame.intersection(place)
        if table != place { list.fill(place, context.theme.outside) }
        list.fill(table, context.theme.background)
        list.fill(groupBand(context), context.theme.headers.background)
        attributes.removeAll(keepingCapacity: true)
        // A line thinner than a pixel may lie just outside the clip and yet have its pixel inside.
        let pixel = 1 / viewport.scaleFactor
        var bounds = viewport.content(under: Rect(origin: .zero, size: viewport.size), margin: pixel)
        if damage != nil {
            bounds = viewport.content(under: place, margin: Self.overhang * pixel).intersection(bounds)
        }
        context.model.attributes(in: bounds, into: &attributes)
        let (visible, thin) = (context.visible, viewport.devicePixel)
        attributes.removeAll { element in
            !element.frame.intersects(visible) && element.frame.width >= thin && element.frame.height >= thin
        }
        spans.end(.layout)
        var start = attributes.startIndex
        while start < attributes.endIndex {
            let end = endOfRun(from: start)
            let first = attributes[start]
            let clip = damage.map { context.clip(first.region).intersection($0) } ?? context.clip(first.region)
            if damage == nil || !clip.isEmpty {
                list.clip(to: clip)
                painters[first.element.kind]?.paint(attributes[start..<end], context, &list)
            }
            start = end
        }
        outline(context, damage, &list)
        ring(context, damage, &list)
        list.clip(to: damage)
        if damage == nil { Handles.paint(context, &list) } else { list.append(shapesOf: planner.plannedHandles) }
        DragFeedback.paint(context, &list)
        work.elements += attributes.count
        work.commands = list.commands.count
        spans.end(.list)
    }

    /// Returns the band of column group headers, in viewport space: ungrouped columns only have its background.
    private func groupBand(_ context: PaintContext) -> Rect {
        let height =
            context.model.sheet.contentSize.height - context.model.sheet.rows.extent - context.model.headerHeight
        guard context.model.isSheet, height > 0 else { return .zero }
        let width = min(context.model.contentSize.width, context.visible.width)
        return context.model.viewport.project(
            Rect(x: context.visible.minX, y: context.visible.minY, width: width, height: height), from: context.visible)
    }

    /// The end of the elements that follow `start` and share its kind and region.
    private func endOfRun(from start: Int) -> Int {
        let first = attributes[start]
        var end = start + 1
        while end < attributes.count, attributes[end].element.kind == first.element.kind,
            attributes[end].region == first.region
        {
            end += 1
        }
        return end
    }

    /// The outlines of the selection, over the grid lines, each cell's in its own region.
    private func outline(_ context: PaintContext, _ damage: Rect?, _ list: inout DisplayList) {
        guard !context.selection.isEmpty, context.model.view.shape == .cells else { return }
        for attributes in attributes where attributes.element.kind == .cell {
            let edges = context.selectionLook(attributes.element).edges
            guard !edges.isEmpty else { continue }
            let clip = context.clip(attributes.region)
            list.clip(to: damage.map(clip.intersection) ?? clip)
            context.outline(edges, of: context.frame(attributes), &list)
        }
    }

    /// The ring of the active cell, over everything in the cell's own region.
    private func ring(_ context: PaintContext, _ damage: Rect?, _ list: inout DisplayList) {
        guard let cell = context.model.activeCell, let element = context.model.element(showing: cell),
            let attributes = context.model.attributes(for: element)
        else { return }
        let clip = context.clip(attributes.region)
        let frame = context.frame(attributes)
        // Far outside the viewport, coordinates exceed Cairo's fixed-point range and would wrap around.
        guard frame.intersects(damage.map(clip.intersection) ?? clip) else { return }
        list.clip(to: damage.map(clip.intersection) ?? clip)
        let color = context.model.hasFocus ? context.theme.accent : context.theme.secondaryText
        list.ring(frame, color, width: max(context.hairline, 2))
    }
}
