import CGTK
import CGridShim
import Geometry
import GridUI
import Testing

@testable import GridGTK

extension WidgetTests {
    /// What moves from frame to frame, and that nothing does at rest.
    @Suite struct InMotion {
        private func rest(_ grid: GridView) async throws {
            try await Host.iterate(until: "everything to rest") { grid.clock.isResting }
        }

        @Test func aFlickGoesOnByFramesAndRests() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try stage.flick(Point(x: 0, y: 0.1))
            let offset = grid.model.viewport.offset.y
            #expect((offset - 71.1).magnitude < 0.2 && grid.model.isCoasting)
            try await rest(grid)
            // 711 px/s go 711/4 px far, but for the creeping end.
            #expect((grid.model.viewport.offset.y - offset - 174.8).magnitude < 3)
            // A busy machine misses some, and counts them.
            #expect(grid.clock.pacing.frames > 2 && grid.clock.pacing.frames + grid.clock.pacing.missed > 10)
            let value = gtk_adjustment_get_value(try stage.adjustment(GTK_ORIENTATION_VERTICAL))
            #expect(value == grid.model.scrollPosition.y)
            try await stage.close()
        }

        @Test func theEndIsFollowedByFramesAndNothingTicksBetweenThem() async throws {
            try await Host.start()
            let source = GrowingSource()
            let grid = GridView(source: source)
            let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
            gtk_window_set_default_size(cast(window), 400, 300)
            gtk_container_add(cast(window), grid.widget)
            gtk_widget_show_all(window)
            grid.update { $0.follow(.held) }
            var offset = 0.0
            for rows in [1000, 5000, 5001] {
                source.grow(to: .exactly(rows))
                // What else happens between rows and the frame that shows them is nobody who scrolls away.
                try await Host.iterate(until: "word of the rows") { grid.model.rowCount == rows }
                let size = grid.model.viewport.size
                grid.update { $0.resize(to: size, scaleFactor: 1) }
                try await Host.iterate(until: "the end") { !grid.model.hasEndToFollow }
                try await rest(grid)
                #expect(grid.model.scrolling.following == .held)
                #expect(grid.model.viewport.offset.y > offset, "row \(rows) is in sight")
                offset = grid.model.viewport.offset.y
            }
            let (frames, draws) = (grid.clock.pacing.frames, grid.drawCount)
            for _ in 0..<5 { try await Host.iterate(until: "a turn") { true } }
            #expect(grid.clock.isResting && grid.clock.pacing.frames == frames && grid.drawCount <= draws + 1)
            gtk_widget_destroy(window)
        }

        @Test func aNearlyStraightFlickIsStraight() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try stage.flick(Point(x: 0.02, y: 0.1))
            try await rest(grid)
            #expect(grid.model.viewport.offset.x == 0 && grid.model.viewport.offset.y > 100)
            try await stage.close()
        }

        @Test func aPressStopsAFlick() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try stage.flick(Point(x: 0, y: 0.5))
            #expect(grid.model.isCoasting)
            try stage.click(Point(x: 300, y: 300))
            let offset = grid.model.viewport.offset
            try await rest(grid)
            #expect(grid.model.viewport.offset == offset)
            try await stage.close()
        }

        @Test func theMouseTakesOverFromTheTrackpadWhereItIs() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try stage.flick(Point(x: 0, y: 0.5))
            try stage.scroll(GDK_SCROLL_DOWN)
            let rows = grid.model.viewport.offset.y / grid.model.sheet.rows.defaultSize
            #expect(rows == rows.rounded() && !grid.model.isCoasting)
            try await stage.close()
        }

        @Test func theGlowAtAnEdgeIsDrawnAndFades() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try await Host.iterate(until: "rows") { grid.hasDrawnRows }
            try stage.scroll(delta: Point(x: -2, y: -2), from: GDK_SOURCE_TOUCHPAD)
            #expect(grid.model.glow.x < 0 && grid.model.glow.y < 0)
            let style = try #require(quad_overshoot_style(grid.surface, "top"))
            var image: UnsafeMutableRawPointer?
            withUnsafeMutablePointer(to: &image) { pointer in
                var value = GValue()
                gtk_style_context_get_property(style, "background-image", GTK_STATE_FLAG_NORMAL, &value)
                pointer.pointee = g_value_get_boxed(&value)
                g_value_unset(&value)
            }
            #expect(image != nil, "the theme has a glow for this edge")
            g_object_unref(UnsafeMutableRawPointer(style))
            try await rest(grid)
            #expect(grid.model.glow == .zero)
            // What the theme says is asked for once.
            let styles = grid.glowStyles.styles
            #expect(Set(styles.keys) == ["left", "top"])
            try stage.scroll(delta: Point(x: -2, y: -2), from: GDK_SOURCE_TOUCHPAD)
            try await rest(grid)
            #expect(grid.glowStyles.styles == styles)
            grid.restyle()
            #expect(grid.glowStyles.styles.isEmpty)
            try await stage.close()
        }

        @Test func theMiddleButtonDragsThePaper() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            grid.update { $0.scroll(toOffset: Point(x: 200, y: 2000)) }
            let window = try #require(gtk_widget_get_window(grid.surface))
            try stage.send(GDK_BUTTON_PRESS, 2, at: Point(x: 400, y: 300))
            #expect(gdk_window_get_cursor(window) != nil)
            for step in 1...10 {
                stage.time += 10
                try stage.move(to: Point(x: 400 - 4 * Double(step), y: 300 - 8 * Double(step)))
            }
            #expect(grid.model.viewport.offset == Point(x: 240, y: 2080))
            try stage.send(GDK_BUTTON_RELEASE, 2, at: Point(x: 360, y: 220))
            #expect(gdk_window_get_cursor(window) == nil)
            #expect(grid.model.isCoasting)
            try await rest(grid)
            #expect(grid.model.viewport.offset.y > 2200, "thrown on")
            #expect(grid.model.activeCell == CellPosition(row: 0, column: 0), "nothing was clicked")
            try await stage.close()
        }

        @Test func spaceAndTheFirstButtonDragThePaper() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            let window = try #require(gtk_widget_get_window(grid.surface))
            try stage.move(to: Point(x: 400, y: 300))
            try stage.press(GDK_KEY_space)
            #expect(gdk_window_get_cursor(window) != nil)
            try stage.drag(Point(x: 400, y: 300), to: Point(x: 400, y: 200))
            #expect(grid.model.viewport.offset.y == 100)
            #expect(grid.model.activeCell == CellPosition(row: 0, column: 0))
            try stage.release(GDK_KEY_space)
            #expect(gdk_window_get_cursor(window) == nil)
            try stage.click(Point(x: 400, y: 300))
            #expect(grid.model.activeCell != CellPosition(row: 0, column: 0))
            try await stage.close()
        }

        @Test func theEndOfAGrabIsTheEndOfDraggingThePaper() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try stage.send(GDK_BUTTON_PRESS, 2, at: Point(x: 400, y: 300))
            try stage.breakGrab()
            #expect(!grid.model.isPanning)
            try stage.move(to: Point(x: 400, y: 100))
            #expect(grid.model.viewport.offset == .zero)
            try await stage.close()
        }

        @Test func aFingerTapsDragsAndThrows() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            let sheet = grid.model.sheet
            let cell = Point(
                x: sheet.parameters.gutterWidth + 10, y: sheet.parameters.headerHeight + 2.5 * sheet.rows.defaultSize)
            try stage.touch(GDK_TOUCH_BEGIN, at: cell)
            try stage.touch(GDK_TOUCH_END, at: cell)
            #expect(grid.model.activeCell == CellPosition(row: 2, column: 0))
            try stage.touch(GDK_TOUCH_BEGIN, at: Point(x: 400, y: 500))
            for step in 1...10 {
                stage.time += 10
                try stage.touch(GDK_TOUCH_UPDATE, at: Point(x: 400, y: 500 - 20 * Double(step)))
            }
            #expect(grid.model.viewport.offset.y == 200)
            try stage.touch(GDK_TOUCH_END, at: Point(x: 400, y: 300))
            try await rest(grid)
            #expect(grid.model.viewport.offset.y > 600)
            #expect(grid.model.activeCell == CellPosition(row: 2, column: 0))
            try await stage.close()
        }

        @Test func aHeldFingerOpensTheMenu() async throws {
            let stage = try await Stage()
            try stage.touch(GDK_TOUCH_BEGIN, at: Point(x: 20, y: 100))
            try await Host.iterate(until: "the menu") { (try? stage.menu) != nil }
            let menu = try #require(try stage.menu)
            gtk_menu_shell_cancel(cast(menu))
            // The finger is the menu's now: that it was lifted does not come here, and the next one is the first.
            let grid = try #require(stage.grid)
            try stage.touch(GDK_TOUCH_BEGIN, 2, at: Point(x: 400, y: 500))
            try stage.touch(GDK_TOUCH_UPDATE, 2, at: Point(x: 400, y: 300))
            #expect(grid.model.viewport.offset.y == 200)
            try stage.touch(GDK_TOUCH_END, 2, at: Point(x: 400, y: 300))
            try await stage.close()
        }

        @Test func twoFingersOnAScreenOrATrackpadZoom() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            grid.update { $0.scroll(toOffset: Point(x: 500, y: 5000)) }
            let middle = Point(x: 400, y: 300)
            let held = grid.model.viewport.contentPoint(under: middle)
            try stage.touch(GDK_TOUCH_BEGIN, 1, at: Point(x: 400, y: 200))
            try stage.touch(GDK_TOUCH_BEGIN, 2, at: Point(x: 400, y: 400))
            try stage.touch(GDK_TOUCH_UPDATE, 1, at: Point(x: 400, y: 100))
            try stage.touch(GDK_TOUCH_UPDATE, 2, at: Point(x: 400, y: 500))
            #expect(grid.model.viewport.zoom == 2)
            try stage.touch(GDK_TOUCH_CANCEL, 1, at: middle)
            try stage.pinch(GDK_TOUCHPAD_GESTURE_PHASE_BEGIN, at: middle)
            try stage.pinch(GDK_TOUCHPAD_GESTURE_PHASE_UPDATE, scale: 0.5, at: middle)
            try stage.pinch(GDK_TOUCHPAD_GESTURE_PHASE_END, at: middle)
            #expect(grid.model.viewport.zoom == 1)
            let now = grid.model.viewport.contentPoint(under: middle)
            #expect((now.x - held.x).magnitude < 60 && (now.y - held.y).magnitude < 60)
            try await stage.close()
        }

        @Test func theRowNumberIsSaidWhileTheThumbIsDragged() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            let bar = try #require(gtk_scrolled_window_get_vscrollbar(cast(grid.widget)))
            func button(_ type: GdkEventType) throws {
                let event = try #require(gdk_event_new(type))
                defer { gdk_event_free(event) }
                event.pointee.button.button = 1
                var handled: gboolean = 0
                withUnsafeMutablePointer(to: &handled) { pointer in
                    var values = [GValue(), GValue()]
                    g_value_init(&values[0], gtk_widget_get_type())
                    g_value_set_object(&values[0], UnsafeMutableRawPointer(bar))
                    g_value_init(&values[1], gdk_event_get_type())
                    g_value_set_boxed(&values[1], event)
                    var result = GValue()
                    g_value_init(&result, GType(5 << 2))
                    g_signal_emitv(&values, g_signal_lookup("event", gtk_widget_get_type()), 0, &result)
                    pointer.pointee = g_value_get_boolean(&result)
                    for index in values.indices { g_value_unset(&values[index]) }
                }
                #expect(handled == 0, "the scrollbar gets it too")
            }
            try button(GDK_BUTTON_PRESS)
            #expect(grid.thumb.shown == nil)
            gtk_adjustment_set_value(try stage.adjustment(GTK_ORIENTATION_VERTICAL), 5000)
            #expect(grid.thumb.shown == .vertical)
            try await Host.iterate(until: "the label") { !grid.overlay.commands.isEmpty }
            let texts = grid.overlay.commands.compactMap { command -> String? in
                if case .text(let text) = command { grid.overlay.string(of: text) } else { nil }
            }
            #expect(texts == [grid.model.startInSight(on: .vertical) ?? ""])
            try button(GDK_BUTTON_RELEASE)
            #expect(grid.thumb.shown == nil)
            try await Host.iterate(until: "the label to go") { grid.overlay.commands.isEmpty }
            // What moves by itself says nothing.
            try stage.scroll(GDK_SCROLL_DOWN)
            #expect(grid.thumb.shown == nil)
            try await stage.close()
        }

        @Test func theFiguresOfTheFramesComeAndGoByAKey() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try await Host.iterate(until: "rows") { grid.hasDrawnRows }
            // A whole frame has all parts; for what lies over the picture alone nothing is listed.
            grid.presenter.forget()
            try stage.press(GDK_KEY_F12)
            try await Host.iterate(until: "the figures") { !grid.overlay.commands.isEmpty }
            let spans = grid.frames.last
            #expect(Set(spans.spans.map(\.part)).isSuperset(of: [.fetch, .layout, .list, .copy, .replay]))
            #expect(spans.total > 0 && spans.cpu > 0)
            try stage.press(GDK_KEY_F12)
            try await Host.iterate(until: "the figures to go") { grid.overlay.commands.isEmpty }
            try await stage.close()
        }
    }
}
