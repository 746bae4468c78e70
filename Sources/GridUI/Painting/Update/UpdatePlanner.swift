import Drawing
import Geometry
import GridLayout
import Tabular

/// Determines which parts of a frame's picture are copied from the frame before, and which are painted.
///
/// Safe by default: repaints everything that is not known to be the same. Keeps its buffers.
struct UpdatePlanner: Sendable {
    private var painted: PaintedFrame?
    private var damage = Damage()
    private var attributes: [LayoutAttributes] = []
    private var handles = DisplayList()
    private var known: [Element: HeldPlace] = [:]
    /// The visible elements of this frame and of the previous one, with frames in viewport space; empty for a plain
    /// sheet.
    private var inSight: [LayoutAttributes] = []
    private var wasInSight: [LayoutAttributes] = []

    /// The handles of the last frame that was planned.
    var plannedHandles: DisplayList { handles }

    /// Forgets the last frame, so that the next one repaints the whole picture.
    mutating func forget() { painted = nil }

    /// Returns the update that turns the last planned frame into this one.
    mutating func plan(_ context: borrowing PaintContext, _ theme: Theme, _ painters: PainterRegistry) -> FrameUpdate {
        let old = painted
        swap(&inSight, &wasInSight)
        inSight.removeAll(keepingCapacity: true)
        painted = PaintedFrame(context, theme)
        guard painted != nil else { return FrameUpdate(damage: [context.wholePicture]) }
        findUnsteady(context, painters)
        findOverlay(context)
        guard let old, let new = painted, painters.isStandard || isAlike(old, new) else {
            return FrameUpdate(damage: [context.wholePicture])
        }
        let isResized = old.looks != new.looks
        if isResized, !isOnlyResized(old, new, context, painters) {
            return FrameUpdate(damage: [context.wholePicture])
        }
        damage.removeAll()
        addMarks(old.marks, new.marks, context)
        addCells(old, new, context)
        let parts = ViewportParts(context, dx: old.origin.x - new.origin.x, dy: old.origin.y - new.origin.y)
        guard addRows(old, new, parts, context) else { return FrameUpdate(damage: [context.wholePicture]) }
        var moves: [PixelMove] = []
        parts.scroll(&moves, &damage)
        if isResized { addEnds(old, new, parts, context) }
        addUnsteady(old, new, parts)
        addOverlay(old, new, parts, context)
        return FrameUpdate(moves: moves, damage: damage.rects)
    }

    /// Returns true where nothing but the offset changed, as far as custom painters can detect.
    private func isAlike(_ old: PaintedFrame, _ new: PaintedFrame) -> Bool {
        old.marks == new.marks && old.hover == new.hover && old.version == new.version
    }

    // MARK: Exposed strips at the viewport's end

    private func isOnlyResized(
        _ old: PaintedFrame, _ new: PaintedFrame, _ context: borrowing PaintContext, _ painters: PainterRegistry
    ) -> Bool {
        context.model.isPlainSheet && painters.isStandard && old.pinned == new.pinned
            && new.looks.differsInSizeAlone(from: old.looks)
    }

    /// Adds the area beyond the previous frame's picture, at its current position and where it has moved to.
    private mutating func addEnds(
        _ old: PaintedFrame, _ new: PaintedFrame, _ parts: ViewportParts, _ context: borrowing PaintContext
    ) {
        let whole = context.wholePicture
        let before = PixelRect(
            covering: Rect(origin: .zero, size: old.looks.size), scale: context.model.viewport.scaleFactor)
        let right = PixelRect(minX: min(before.maxX, whole.maxX), minY: 0, maxX: whole.maxX, maxY: whole.maxY)
        let below = PixelRect(minX: 0, minY: min(before.maxY, whole.maxY), maxX: whole.maxX, maxY: whole.maxY)
        for end in [right, below] where !end.isEmpty {
            damage.add(end)
            parts.forEachPlace(of: end, onlyMoving: true) { damage.add($0) }
        }
    }

    // MARK: Elements that do not move with their part

    private mutating func findUnsteady(_ context: borrowing PaintContext, _ painters: PainterRegistry) {
        let scale = context.model.viewport.scaleFactor
        if context.model.isPlainSheet, painters.isStandard {
            for number in 0..<4 {
                guard let shadow = context.model.attributes(for: .decoration(.freezeShadow, number: number)) else {
                    continue
                }
                add(context.frame(shadow), .both, scale)
            }
            return
        }
        attributes.removeAll(keepingCapacity: true)
        // A line thinner than a pixel may lie just outside the viewport and yet have its pixel inside.
        let picture = Rect(origin: .zero, size: context.model.viewport.size)
        context.model.attributes(
            in: context.model.viewport.content(under: picture, margin: 1 / scale), into: &attributes)
        var clip = Rect.zero
        var last: (kind: ElementKind, region: Region?)?
        var painter: Painter?
        for element in attributes {
            if last == nil || last?.kind != element.element.kind || last?.region != element.region {
                last = (element.element.kind, element.region)
                clip = context.clip(element.region)
                painter = painters[element.element.kind]
            }
            guard let painter else { continue }
            var axes = element.unsteadyAxes
            let frame = context.frame(element)
            let isCutAcross = frame.minX < clip.minX || frame.maxX > clip.maxX
            let isCutDown = frame.minY < clip.minY || frame.maxY > clip.maxY
            if isCutAcross || isCutDown, painter.followsSight(element.element, context) {
                if isCutAcross { axes.insert(.horizontal) }
                if isCutDown { axes.insert(.vertical) }
            }
            var placed = element
            placed.frame = frame
            inSight.append(placed)
            let shown = frame.intersection(clip)
            if !axes.isEmpty { add(shown, axes, scale) }
            let held = Axes.both.subtracting(axes).subtracting(element.scrollAxes)
            if !held.isEmpty {
                let rect = PixelRect(covering: shown, scale: scale)
                painted?.held.append(HeldPlace(element: element.element, rect: rect, axes: held))
            }
        }
    }

    private mutating func add(_ frame: Rect, _ axes: Axes, _ scale: Double) {
        painted?.unsteady.append(UnsteadyPlace(rect: PixelRect(covering: frame, scale: scale), axes: axes))
    }

    private mutating func addUnsteady(_ old: PaintedFrame, _ new: PaintedFrame, _ parts: ViewportParts) {
        guard !parts.axes.isEmpty else { return }
        for place in old.unsteady where !place.axes.isDisjoint(with: parts.axes) {
            parts.forEachPlace(of: place.rect) { damage.add($0) }
        }
        for place in new.unsteady where !place.axes.isDisjoint(with: parts.axes) { damage.add(place.rect) }
        // Other elements may have replaced fixed ones, such as pinned headers.
        known.removeAll(keepingCapacity: true)
        for place in old.held where !place.axes.isDisjoint(with: parts.axes) { known[place.element] = place }
        for place in new.held where !place.axes.isDisjoint(with: parts.axes) {
            if let before = known[place.element], place.isHeld(like: before) {
                known[place.element] = nil
            } else {
                damage.add(place.rect)
            }
        }
        for place in known.values { parts.forEachPlace(of: place.rect) { damage.add($0) } }
    }

    // MARK: Overlay

    private mutating func findOverlay(_ context: borrowing PaintContext) {
        handles.removeAll()
        Handles.paint(context, &handles)
        painted?.overlay = handles.commands
    }

    private mutating func addOverlay(
        _ old: PaintedFrame, _ new: PaintedFrame, _ parts: ViewportParts, _ context: borrowing PaintContext
    ) {
        let scale = context.model.viewport.scaleFactor
        // Commands in both frames matter only where the picture below them moves.
        for command in old.overlay {
            let isKept = new.overlay.contains(command)
            parts.forEachPlace(of: command.cover(scale), onlyMoving: isKept) { damage.add($0) }
        }
        for command in new.overlay {
            let cover = command.cover(scale)
            if old.overlay.contains(command) {
                for part in parts.parts where part.moves { damage.add(cover.intersection(part.rect)) }
            } else {
                damage.add(cover)
            }
        }
    }

    // MARK: Marks and cells

    private mutating func addMarks(_ old: FrameMarks, _ new: FrameMarks, _ context: borrowing PaintContext) {
        guard old != new else { return }
        // Previous marks are at their current positions: they moved along, or are non-blittable.
        if old.header != new.header || old.headerMark != new.headerMark || old.bars != new.bars {
            for header in [old.header, new.header] { add(header, context) }
        }
        addSelected(old, new, context)
        guard old.activeCell != new.activeCell || old.hasFocus != new.hasFocus || old.isAtFound != new.isAtFound else {
            return
        }
        guard context.model.isSheet else { return addMarked(old.activeCell, new.activeCell, context) }
        for cell in [old.activeCell, new.activeCell] {
            guard let cell else { continue }
            add(context.model.element(showing: cell), context)
            add(.supplementary(.rowHeader, section: cell.row), context)
            add(context.model.columns.place(of: cell.column).map { .supplementary(.columnHeader, item: $0) }, context)
        }
    }

    /// Adds the visible elements whose selection look changed. O(visible elements) where the selection changed, else O(1).
    private mutating func addSelected(_ old: FrameMarks, _ new: FrameMarks, _ context: borrowing PaintContext) {
        let isFocusSame = old.hasFocus == new.hasFocus
        guard old.selection != new.selection || !new.selection.isEmpty && !isFocusSame || hasOtherActive(old, new)
        else {
            return
        }
        let look = context.selection
        let before = SelectionLook(old.selection, active: old.activeCell, in: context.model)
        attributes.removeAll(keepingCapacity: true)
        context.model.attributes(in: context.visible, into: &attributes)
        for attributes in attributes {
            let element = attributes.element
            let isChanged =
                switch element.kind {
                case .cell:
                    context.model.covered(by: element).map {
                        before.cell(rows: $0.rows, places: $0.places) != look.cell(rows: $0.rows, places: $0.places)
                    } ?? false
                case .columnHeader:
                    before.header(.horizontal, element.item) != look.header(.horizontal, element.item)
                        || !isFocusSame && look.header(.horizontal, element.item) == .touched
                case .rowHeader:
                    before.header(.vertical, element.section) != look.header(.vertical, element.section)
                        || !isFocusSame && look.header(.vertical, element.section) == .touched
                case .corner: before.isAll != look.isAll
                default: false
                }
            if isChanged { add(attributes, context) }
        }
    }

    /// Returns true where another cell in the same selection is active; the active one is not tinted.
    private func hasOtherActive(_ old: FrameMarks, _ new: FrameMarks) -> Bool {
        old.activeCell != new.activeCell && !new.selection.isEmpty
    }

    private mutating func add(_ header: PointerTarget?, _ context: borrowing PaintContext) {
        switch header {
        case .header(.horizontal, let column): add(.supplementary(.columnHeader, item: column), context)
        case .header(.vertical, let row): add(.supplementary(.rowHeader, section: row), context)
        default: break
        }
    }

    private mutating func add(_ element: Element?, _ context: borrowing PaintContext) {
        // Called here and not passed as a value, which would hold a copy of the grid.
        guard let element, let attributes = context.model.attributes(for: element) else { return }
        add(attributes, context)
    }

    private mutating func add(_ attributes: LayoutAttributes, _ context: borrowing PaintContext) {
        let place = context.frame(attributes).intersection(context.clip(attributes.region))
        damage.add(PixelRect(covering: place, scale: context.model.viewport.scaleFactor))
    }

    /// Adds, in views other than the sheet, the visible elements that mark the active cell.
    private mutating func addMarked(
        _ old: CellPosition?, _ new: CellPosition?, _ context: borrowing PaintContext
    ) {
        let columns = context.model.columns
        var marked: [(CellPosition, Element?)] = []
        for cell in [old, new] {
            if let cell { marked.append((cell, context.model.element(showing: cell))) }
        }
        attributes.removeAll(keepingCapacity: true)
        context.model.attributes(in: context.visible, into: &attributes)
        for attributes in attributes {
            let element = attributes.element
            let isMarked = marked.contains { cell, shown in
                switch element.kind {
                case .cell, .aggregate: element == shown
                case .card: element.item / max(1, columns.fieldCount) == cell.row
                case .columnHeader: columns.place(of: cell.column) == element.item
                // Row headers compare their section with the row itself, whatever the section of its cell.
                default: element.section == shown?.section || element.section == cell.row
                }
            }
            if isMarked { add(attributes, context) }
        }
    }

    /// Adds the elements of cells that were loaded into memory or dropped.
    private mutating func addCells(_ old: PaintedFrame, _ new: PaintedFrame, _ context: borrowing PaintContext) {
        guard old.version != new.version else { return }
        let scale = context.model.viewport.scaleFactor
        if context.model.isPlainSheet {
            context.model.forEachChangedRow(from: old.cells) { damage.add(PixelRect(covering: $0, scale: scale)) }
            return
        }
        var changes = ChangedTiles(from: old, to: new)
        guard changes.areAny else { return }
        for element in inSight where context.model.shows(element.element, anyOf: &changes) {
            addInSight(element, context)
        }
    }

    private mutating func addInSight(_ element: LayoutAttributes, _ context: borrowing PaintContext) {
        damage.add(place(ofInSight: element, context))
    }

    /// Returns the visible rectangle of an element of `inSight`.
    private func place(ofInSight element: LayoutAttributes, _ context: borrowing PaintContext) -> PixelRect {
        var frame = element.frame
        let pixel = context.hairline
        // A line thinner than a pixel has its pixel beside its frame.
        if frame.width < pixel || frame.height < pixel {
            frame = frame.inset(by: Insets(top: -pixel, leading: -pixel, bottom: -pixel, trailing: -pixel))
        }
        return PixelRect(
            covering: frame.intersection(context.clip(element.region)), scale: context.model.viewport.scaleFactor)
    }
}

// Appended rows.
extension UpdatePlanner {
    /// Adds the damage of appended rows. Returns false where everything must be painted.
    private mutating func addRows(
        _ old: PaintedFrame, _ new: PaintedFrame, _ parts: ViewportParts, _ context: borrowing PaintContext
    ) -> Bool {
        guard old.rowCount != new.rowCount else { return true }
        guard old.rowCount < new.rowCount, old.pinned == new.pinned else { return false }
        if context.model.isSheet {
            addRows(ofSheetAfter: old, new, context)
        } else {
            addDifferences(parts, context)
        }
        return true
    }

    /// Damages all from the first row on that is new or was frozen at the end.
    private mutating func addRows(
        ofSheetAfter old: PaintedFrame, _ new: PaintedFrame, _ context: borrowing PaintContext
    ) {
        let scale = context.model.viewport.scaleFactor
        let whole = Rect(origin: .zero, size: context.model.viewport.size)
        let axis = ScreenAxis(.vertical, of: context.model)
        func add(from top: Double, to bottom: Double) {
            // A row's edge is on a device pixel, up to one away; and the row before was the last one, which has no line.
            let start = top - context.hairline
            guard start < bottom else { return }
            let rect = Rect(minX: 0, minY: start, maxX: whole.maxX, maxY: bottom)
            damage.add(PixelRect(covering: rect.intersection(whole), scale: scale))
        }
        let trailing = axis.frozen.trailing
        let first = max(axis.frozen.leading, old.rowCount - trailing)
        add(from: axis.extent(of: first).start, to: trailing > 0 ? axis.trailingStart : whole.maxY)
        guard trailing > 0 else { return }
        add(from: axis.trailingStart, to: whole.maxY)
        // The previous last rows may now lie under the frozen ones, whose shadow appears.
        let before = old.unsteady.map(\.rect)
        for place in new.unsteady where !before.contains(place.rect) { damage.add(place.rect) }
    }

    /// Damages elements that disappeared, appeared, or moved other than by the scroll delta.
    private mutating func addDifferences(_ parts: ViewportParts, _ context: borrowing PaintContext) {
        var gone: [Element: LayoutAttributes] = [:]
        for element in wasInSight { gone[element.element] = element }
        for element in inSight {
            let before = gone.removeValue(forKey: element.element)
            if let before, parts.isMoved(before, to: element) { continue }
            addInSight(element, context)
            if let before { addMoved(before, parts, context) }
        }
        for element in gone.values { addMoved(element, parts, context) }
    }

    /// Damages the area to which the scroll moves the picture of an element.
    private mutating func addMoved(
        _ element: LayoutAttributes, _ parts: ViewportParts, _ context: borrowing PaintContext
    ) {
        parts.forEachPlace(of: place(ofInSight: element, context)) { damage.add($0) }
    }
}

extension DrawCommand {
    /// The device pixels that the command may draw on.
    fileprivate func cover(_ scale: Double) -> PixelRect {
        switch self {
        case .clip, .unclip: .zero
        case .fill(let rect, _), .shade(let rect, _), .ring(let rect, _, _): PixelRect(covering: rect, scale: scale)
        case .text(let text): PixelRect(covering: text.box, scale: scale)
        }
    }
}

extension PaintContext {
    /// The whole picture, in device pixels.
    var wholePicture: PixelRect {
        PixelRect(covering: Rect(origin: .zero, size: model.viewport.size), scale: model.viewport.scaleFactor)
    }
}
