import CGTK
import CGridShim
import CairoDrawing
import Dispatch
import Drawing
import Geometry
import GridUI
import QuadrilleRuntime
import Tabular

extension GridView {
    /// The seconds without motion before a new picture gets room to scroll in.
    private static let stillness = 0.2
    /// Seconds that the picture of a tab stays after another tab is shown.
    private static let hiding = 2.0

    /// Brings the picture up to date, and has the screen show what changed of it.
    func frameIsDue() {
        guard needsFrame else { return }
        queue(updatePicture())
    }

    /// Shows the picture, where the screen has to show it.
    func draw(on cr: OpaquePointer) {
        if needsFrame || picture == nil && !showsList {
            let update = updatePicture()
            var clip = GdkRectangle()
            let isSomething = gdk_cairo_get_clip_rectangle(cr, &clip) != 0
            let shown = Rect(
                x: Double(clip.x), y: Double(clip.y), width: Double(clip.width), height: Double(clip.height))
            // More changed than is drawn now.
            if !isSomething || !PixelRect(covering: shown, scale: model.viewport.scaleFactor).contains(update.bounds) {
                queue(update)
            }
        }
        guard picture != nil || showsList else { return }
        drawCount += 1
        let start = monotonicNow()
        if showsList { renderer.replay(list, on: cr, scale: model.viewport.scaleFactor) }
        picture?.show(on: cr)
        drawOverlay(on: cr)
        handedOver(from: start)
    }

    /// One frame. Reads no file and waits for nothing: cells that are not in memory are asked for and drawn as
    /// placeholders until they come.
    private func updatePicture() -> FrameUpdate {
        needsFrame = false
        frameCount += 1
        presenter.spans.begin()
        askForCells()
        presenter.spans.end(.fetch)
        let whole = PixelRect(
            covering: Rect(origin: .zero, size: model.viewport.size), scale: model.viewport.scaleFactor)
        // Up to the first frame with rows of a program there is no picture: the system takes longer to clear its memory than
        // all else in that frame takes, and nobody has moved anything yet. Then it comes at once: what Cairo draws onto a
        // window may be another shade of a colour by one.
        showsList = picture == nil && !Self.hasShownRows
        if showsList { presenter.forget() } else { fitPicture(to: whole) }
        let update = presenter.update(model, theme: theme, transition: transition, into: &list)
        picture?.apply(update, list, with: renderer) { presenter.spans.end(.copy) }
        presenter.spans.end(.replay)
        presenter.spans.finish()
        frameDrawn()
        countFrame()
        followPictures()
        lastUpdate = update
        if !hasDrawnRows, !model.table.cells.keys.isEmpty {
            (hasDrawnRows, Self.hasShownRows) = (true, true)
            if showsList { MainHop.post { [weak self] in self?.redraw() } }
        }
        return update
    }

    /// Resizes the picture, in place where its memory suffices, which keeps its content; else replaces it.
    private func fitPicture(to size: PixelRect) {
        guard let kept = picture, kept.scale == model.viewport.scaleFactor else { return replacePicture(size) }
        guard kept.pixelWidth != size.width || kept.pixelHeight != size.height else { return }
        if !kept.resize(toPixelWidth: size.width, height: size.height) { replacePicture(size) }
    }

    /// Frames that were too late count where the view moves: elsewhere nobody sees that.
    private func countFrame() {
        let asked = frameAsked
        frameAsked = nil
        let hasMoved = model.viewport.offset != drawnOffset
        drawnOffset = model.viewport.offset
        guard let asked, hasMoved else { return }
        // A window that nobody sees has no frames, for however long.
        let (start, second) = (presenter.spans.start, UInt64(1_000_000_000))
        clock.frameIsDrawn(asked: Double(start &- asked < second ? asked : start) / Double(second))
    }

    /// Begins a picture. It has no more memory than it needs now, since the system clears all of it, and is to be seen at
    /// once; once the window stands still it gets more, to be moved in.
    private func replacePicture(_ size: PixelRect) {
        picture = makePicture(size, rows: size.height)
        presenter.forget()
        makeRoom(for: picture)
    }

    /// Gives a picture room soon, unless another one has taken its place by then.
    private func makeRoom(for cramped: FrameBuffer?) {
        let offset = model.viewport.offset
        MainHop.post(at: .now() + Self.stillness) { [weak self, weak cramped] in
            guard let self, let cramped, self.isAlive, self.picture === cramped else { return }
            // It takes as long as some frames do together.
            guard self.model.viewport.offset == offset else { return self.makeRoom(for: cramped) }
            let size = PixelRect(x: 0, y: 0, width: cramped.pixelWidth, height: cramped.pixelHeight)
            let rows = FrameBuffer.memoryRows(pixelHeight: size.height)
            guard let roomy = self.makePicture(size, rows: rows), roomy.copyPicture(of: cramped) else { return }
            self.picture = roomy
        }
    }

    /// Releases the picture of a tab that is not shown any more, unless it is shown again soon: it has as much memory as two
    /// windows. Drawing it again takes one frame.
    func releasePictureSoon() {
        MainHop.post(at: .now() + Self.hiding) { [weak self] in
            guard let self, self.isAlive, gtk_widget_get_mapped(self.surface) == 0 else { return }
            self.picture = nil
            self.presenter.forget()
        }
    }

    /// In memory that the display can take pictures from. None for a window that is smaller than a pixel, or so large that
    /// there is no memory for its picture.
    private func makePicture(_ size: PixelRect, rows: Int) -> FrameBuffer? {
        guard !size.isEmpty else { return nil }
        let memory = quad_surface_create_picture(surface, Int32(clamping: size.width), Int32(clamping: rows))
        return try? FrameBuffer(
            adopting: memory, pixelHeight: size.height, scale: model.viewport.scaleFactor)
    }

    /// Queues the changed areas of the picture for drawing on the screen.
    private func queue(_ update: FrameUpdate) {
        // What lies over the picture is no part of what changed of it.
        defer { hadOverlay = hasOverlay }
        if hasOverlay || hadOverlay { return gtk_widget_queue_draw(surface) }
        for rect in update.moves.filter(\.isMoving).map(\.part) + update.damage {
            let place = rect.logical(scale: model.viewport.scaleFactor)
            gtk_widget_queue_draw_area(
                surface, Int32(clamping: Int(place.x.rounded(.down))), Int32(clamping: Int(place.y.rounded(.down))),
                Int32(clamping: Int(place.width.rounded(.up)) + 1), Int32(clamping: Int(place.height.rounded(.up)) + 1))
        }
    }

    /// Tells the source what the frame needs, when that is not what it was told last, and takes what is there at once.
    func askForCells() {
        var hasMoved = false
        let isAsked = wanted.ask(shownSource, for: &model)
        if isAsked { startFollowing() }
        if isAsked || model.hasOtherTextScale { hasMoved = model.fitColumnsInSight(measuring: engine) }
        if model.fitRowsInSight(measuring: engine) { hasMoved = true }
        // The scrollbars follow after the frame: GTK does not take a new range while it draws.
        if hasMoved { sync.post() }
    }

    /// Stands in for the first frame of a grid that nobody sees yet: asks for what it will show. Whether all of that is
    /// there, or never will be.
    public func prepare() -> Bool {
        guard model.rowCount > 0, model.columnCount > 0 else { return false }
        askForCells()
        if case .failed = model.table.phase { return true }
        return wanted.cells.allSatisfy { range in
            BlockTiles.keys(covering: range).allSatisfy { model.table.cells[$0] != nil }
        }
    }

    func resized(width: Int, height: Int) {
        let scale = Double(gtk_widget_get_scale_factor(surface))
        // GTK tries how it would be without scrollbars, each time that anything is laid out, and then with them: in the
        // larger size the content's end is nearer, and the place is to be as before all the same.
        if positionBeforeLayout == nil { keptCell = cellToKeep() }
        let position = positionBeforeLayout ?? model.scrollPosition
        positionBeforeLayout = position
        model.resize(to: Size(width: Double(width), height: Double(height)), scaleFactor: scale)
        if model.following != .held, model.scrollPosition != position { model.scroll(to: position) }
        if let keptCell { model.reveal(keptCell) }
        syncScrollbars()
        layoutEnd.post()
        redraw()
        // A smaller window may thaw what was frozen. Told after the allocation: GTK does not take new texts within it.
        announce.post()
    }

    /// The active cell, where it is in sight and the view gets another size since something opens beside it: what is told
    /// of there goes on being seen. Whoever makes the window smaller does not ask for a scroll.
    private func cellToKeep() -> CellPosition? {
        guard let window = gtk_widget_get_toplevel(surface) else { return nil }
        let size = Size(
            width: Double(gtk_widget_get_allocated_width(window)),
            height: Double(gtk_widget_get_allocated_height(window)))
        defer { windowSize = size }
        return size == windowSize ? model.activeCell.flatMap { model.isInSight($0) ? $0 : nil } : nil
    }
}
