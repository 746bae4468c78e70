import CGTK
import CGridShim
import Geometry
import GridUI
import QuadrilleRuntime

// The overlay on the picture: the glow of an edge, the label beside a dragged thumb, and the frame statistics.
extension GridView {
    /// True where the overlay has content.
    var hasOverlay: Bool { showsFrames || thumb.shown != nil || model.glow != .zero }

    /// Draws the overlay on a frame.
    func drawOverlay(on cr: OpaquePointer) {
        drawGlow(on: cr)
        overlay.removeAll()
        if let axis = thumb.shown { ThumbLabel.paint(model, axis, theme: theme, measuring: engine, into: &overlay) }
        if showsFrames {
            FrameOverlay.paint(frames, clock.pacing, size: model.viewport.size, theme: theme, into: &overlay)
        }
        guard !overlay.commands.isEmpty else { return }
        renderer.replay(overlay, on: cr, scale: model.viewport.scaleFactor)
    }

    /// Shows or hides the frame statistics.
    public func toggleFrameFigures() {
        showsFrames.toggle()
        redraw()
    }

    /// Draws the theme's own glow, as GTK's scrolled windows do.
    private func drawGlow(on cr: OpaquePointer) {
        let glow = model.glow
        guard glow != .zero else { return }
        let frame = model.scrollingFrame
        if glow.x < 0 { render("left", Rect(x: frame.x, y: frame.y, width: -glow.x, height: frame.height), on: cr) }
        if glow.x > 0 {
            render("right", Rect(x: frame.maxX - glow.x, y: frame.y, width: glow.x, height: frame.height), on: cr)
        }
        if glow.y < 0 { render("top", Rect(x: frame.x, y: frame.y, width: frame.width, height: -glow.y), on: cr) }
        if glow.y > 0 {
            render("bottom", Rect(x: frame.x, y: frame.maxY - glow.y, width: frame.width, height: glow.y), on: cr)
        }
    }

    private func render(_ edge: String, _ rect: Rect, on cr: OpaquePointer) {
        guard let style = glowStyles.style(of: edge, surface) else { return }
        gtk_render_background(style, cr, rect.x, rect.y, rect.width, rect.height)
        gtk_render_frame(style, cr, rect.x, rect.y, rect.width, rect.height)
    }
}

/// The theme's styles for the glow of each edge, resolved once for the many frames of a glow. Empty it at the end.
final class GlowStyles {
    private(set) var styles: [String: UnsafeMutablePointer<GtkStyleContext>] = [:]

    /// Returns the style of an edge (left, right, top, bottom) of `widget`, which is always the same; valid until `removeAll`.
    func style(of edge: String, _ widget: Widget) -> UnsafeMutablePointer<GtkStyleContext>? {
        if let known = styles[edge] { return known }
        let style = quad_overshoot_style(widget, edge)
        styles[edge] = style
        return style
    }

    /// Discards the styles after a change of the theme or the scale, or with the widget.
    func removeAll() {
        for style in styles.values { g_object_unref(UnsafeMutableRawPointer(style)) }
        styles.removeAll()
    }
}

/// A scrollbar's thumb during a drag.
struct HeldThumb {
    /// The axis of the scrollbar whose button is down.
    var axis: Axis?
    /// True after it moved the view, which shows the label.
    var hasMoved = false

    /// The axis to show a label for.
    var shown: Axis? { hasMoved ? axis : nil }
}

extension GridView {
    /// Starts to watch the scrollbars for drags.
    func watchScrollbars() {
        watch(gtk_scrolled_window_get_vscrollbar(cast(widget)), .vertical)
        watch(gtk_scrolled_window_get_hscrollbar(cast(widget)), .horizontal)
    }

    private func watch(_ bar: Widget?, _ axis: Axis) {
        guard let bar else { return }
        connectEvent(UnsafeMutableRawPointer(bar), "event") { [weak self] event in
            guard let self, self.isAlive else { return }
            switch event.pointee.type {
            case GDK_BUTTON_PRESS where event.pointee.button.button == 1: self.thumb = HeldThumb(axis: axis)
            case GDK_BUTTON_RELEASE, GDK_GRAB_BROKEN, GDK_TOUCH_END, GDK_TOUCH_CANCEL:
                let wasShown = self.thumb.shown != nil
                self.thumb = HeldThumb()
                self.announce.post()
                if wasShown { self.redraw() }
            case GDK_TOUCH_BEGIN: self.thumb = HeldThumb(axis: axis)
            default: break
            }
        }
    }
}

extension GridView {
    /// Records the statistics of a drawn frame.
    func frameDrawn() {
        frames.add(presenter.spans, row: showsFrames ? model.rowAtStart : nil)
        if let trace = Trace.current {
            presenter.spans.add(to: trace, missed: clock.pacing.missed, at: model.viewport.offset)
        }
    }

    /// Records the time to hand the picture over to the display, from `start` in nanoseconds of the monotonic clock. Not part
    /// of the frame: it happens whenever the display needs it, also for the drawing of others.
    func handedOver(from start: UInt64) {
        let end = monotonicNow()
        frames.handover = end - start
        Trace.current?.add("handover", from: start, to: end)
    }
}
