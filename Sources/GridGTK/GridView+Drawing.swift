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
    /// The time without motion before a new picture gets room to scroll in, in seconds.
    private static let stillness = 0.2
    /// The time that the picture of a tab stays after another tab is shown, in seconds.
    private static let hiding = 2.0

    /// Updates the picture, and queues its changes for the screen.
    func frameIsDue() {
        guard needsFrame else { return }
        queue(updatePicture())
    }

    /// Draws the picture on the damaged area of the screen.
    func draw(on cr: OpaquePointer) {
        if needsFrame || picture == nil && !showsList {
            let update = updatePicture()
            var clip = GdkRectangle()
            let isSomething = gdk_cairo_get_clip_rectangle(cr, &clip) != 0
            let shown = Rect(
                x: Double(clip.x), y: Double(clip.y), width: Double(clip.width), height: Double(clip.height))
            // The clip does not include all changes.
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

    /// Computes one frame. Reads no file and never waits: cells that are not in memory are requested, and drawn as placeholders
    /// until they are loaded.
    private func updatePicture() -> FrameUpdate {
        needsFrame = false
        frameCount += 1
        presenter.spans.begin()
        askForCells()
        presenter.spans.end(.fetch)
        let whole = PixelRect(
            covering: Rect(origin: .zero, size: model.viewport.size), scale: model.viewport.scaleFactor)
        // Before the program's first frame with rows there is no picture: the system takes longer to clear its memory than all
        // else in that frame takes, and nothing has scrolled yet. Then it is created at once: colors that Cairo draws onto a
        // window may differ by one step.
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

    /// Records late frames where the view moves: elsewhere they are not visible.
    private func countFrame() {
        let asked = frameAsked
        frameAsked = nil
        let hasMoved = model.viewport.offset != drawnOffset
        drawnOffset = model.viewport.offset
        guard let asked, hasMoved else { return }
        // An invisible window has no frames, for however long.
        let (start, second) = (presenter.spans.start, UInt64(1_000_000_000))
        clock.frameIsDrawn(asked: Double(start &- asked < second ? asked : start) / Double(second))
    }

    /// Starts a new picture. It has no more memory than it needs now, since the system clears all of it, and must be visible at
    /// once; once the window is still it gets more, to scroll in.
    private func replacePicture(_ size: PixelRect) {
        picture = makePicture(size, rows: size.height)
        presenter.forget()
        makeRoom(for: picture)
    }

    /// Schedules more room for a picture, unless another one replaces it by then.
    private func makeRoom(for cramped: FrameBuffer?) {
        let offset = model.viewport.offset
        MainHop.post(at: .now() + Self.stillness) { [weak self, weak cramped] in
            guard let self, let cramped, self.isAlive, self.picture === cramped else { return }
            // This takes as long as several frames.
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

    /// Creates a picture in memory that the display can read. Returns nil for a window smaller than a pixel, or so large that
    /// there is no memory for its picture.
    private func makePicture(_ size: PixelRect, rows: Int) -> FrameBuffer? {
        guard !size.isEmpty else { return nil }
        let memory = quad_surface_create_picture(surface, Int32(clamping: size.width), Int32(clamping: rows))
        return try? FrameBuffer(
            adopting: memory, pixelHeight: size.height, scale: model.viewport.scaleFactor)
    }

    /// Queues the changed areas of the picture for drawing on the screen.
    private func queue(_ update: FrameUpdate) {
        // The overlay is not part of the picture's changes.
        defer { hadOverlay = hasOverlay }
        if hasOverlay || hadOverlay { return gtk_widget_queue_draw(surface) }
        for rect in update.moves.filter(\.isMoving).map(\.part) + update.damage {
            let place = rect.logical(scale: model.viewport.scaleFactor)
            gtk_widget_queue_draw_area(
                surface, Int32(clamping: Int(place.x.rounded(.down))), Int32(clamping: Int(place.y.rounded(.down))),
                Int32(clamping: Int(place.width.rounded(.up)) + 1), Int32(clamping: Int(place.height.rounded(.up)) + 1))
        }
    }

    /// Requests the cells of the frame from the source where they differ from the last request, and uses those in memory at
    /// once.
    func askForCells() {
        var hasMoved = false
        let isAsked = wanted.ask(shownSource, for: &model)
        if isAsked { startFollowing() }
        if isAsked || model.hasOtherTextScale { hasMoved = model.fitColumnsInSight(measuring: engine) }
        if model.fitRowsInSight(measuring: engine) { hasMoved = true }
        // The scrollbars are updated after the frame: GTK ignores a new range while it draws.
        if hasMoved { sync.post() }
    }

    /// Requests the cells of the first frame for a grid that is not visible yet. Returns true where all of them are loaded, or
    /// never will be.
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
        // At each layout GTK first tries the size without scrollbars, then with them: in the larger size the content's end is
        // nearer, but the position must not change.
        if positionBeforeLayout == nil { keptCell = cellToKeep() }
        let position = positionBeforeLayout ?? model.scrollPosition
        positionBeforeLayout = position
        model.resize(to: Size(width: Double(width), height: Double(height)), scaleFactor: scale)
        if model.scrolling.following != .held, model.scrollPosition != position { model.scroll(to: position) }
        if let keptCell { model.reveal(keptCell) }
        syncScrollbars()
        layoutEnd.post()
        redraw()
        // A smaller window may reduce the frozen tracks. Deferred after the allocation: GTK ignores new texts within it.
        announce.post()
    }

    /// The active cell, where it is visible and the view is resized because a panel opens beside it: the cell that the panel is
    /// about must stay visible. Resizing the window must not scroll.
    private func cellToKeep() -> CellPosition? {
        guard let window = gtk_widget_get_toplevel(surface) else { return nil }
        let size = Size(
            width: Double(gtk_widget_get_allocated_width(window)),
            height: Double(gtk_widget_get_allocated_height(window)))
        defer { windowSize = size }
        return size == windowSize ? model.activeCell.flatMap { model.isInSight($0) ? $0 : nil } : nil
    }
}
