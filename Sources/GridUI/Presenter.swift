import Drawing
import Geometry
import GridLayout

/// What a frame cost, in work rather than in time.
public struct FrameWork: Sendable, Hashable {
    /// Elements that the layout gave.
    public var elements = 0
    /// Commands in the display list.
    public var commands = 0
}

/// Turns what a grid shows into a display list, frame by frame.
///
/// Keeps its buffers, so that a steady scroll allocates nothing that grows with the cells.
public struct Presenter: Sendable {
    /// How each kind of element is painted.
    public var painters = PainterRegistry.standard
    private var attributes: [LayoutAttributes] = []

    public init() {}

    /// Writes a whole frame into `list`, which is emptied first.
    ///
    /// - Complexity: O(log + elements in sight).
    @discardableResult
    public mutating func present(
        _ model: GridModel, theme: Theme, transition: FrameTransition? = nil, into list: inout DisplayList
    ) -> FrameWork {
        list.removeAll()
        let context = PaintContext(model, theme, transition, &list)
        list.fill(Rect(origin: .zero, size: model.viewport.size), theme.background)
        list.fill(groupBand(context), theme.headerBackground)
        attributes.removeAll(keepingCapacity: true)
        model.attributes(in: context.visible, into: &attributes)
        var start = attributes.startIndex
        while start < attributes.endIndex {
            let end = endOfRun(from: start)
            let first = attributes[start]
            list.clip(to: context.clip(first.region))
            painters[first.element.kind]?.paint(attributes[start..<end], context, &list)
            start = end
        }
        ring(context, &list)
        list.clip(to: nil)
        Handles.paint(context, &list)
        DragFeedback.paint(context, &list)
        return FrameWork(elements: attributes.count, commands: list.commands.count)
    }

    /// Where the headers of column groups are, in viewport space: columns in no group have none, and the same ground.
    private func groupBand(_ context: PaintContext) -> Rect {
        let model = context.model
        let height = model.sheet.contentSize.height - model.sheet.rows.extent - model.headerHeight
        guard model.isSheet, height > 0 else { return .zero }
        let width = min(model.contentSize.width, context.visible.width)
        return model.viewport.project(
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

    /// The ring of the active cell, over everything in the cell's own region.
    private func ring(_ context: PaintContext, _ list: inout DisplayList) {
        guard let element = context.model.activeCell.flatMap(context.model.element),
            let attributes = context.model.attributes(for: element)
        else { return }
        let clip = context.clip(attributes.region)
        let frame = context.frame(attributes)
        // Far from sight its place is beyond what Cairo can count, and would come round again.
        guard frame.intersects(clip) else { return }
        list.clip(to: clip)
        let color = context.model.hasFocus ? context.theme.accent : context.theme.secondaryText
        list.ring(frame, color, width: max(context.hairline, 2))
    }
}
