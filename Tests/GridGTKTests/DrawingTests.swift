import CGTK
import CairoDrawing
import Dispatch
import Drawing
import Geometry
import Glibc
import GridUI
import Testing

@testable import GridGTK

extension WidgetTests {
    /// What is drawn, and what not.
    @Suite struct Drawing {
        /// A window that has come to rest.
        private func stage(width: Int32 = 800, height: Int32 = 600) async throws -> Stage {
            let stage = try await Stage(width: width, height: height)
            try await rest(stage)
            return stage
        }

        /// Lets all that is under way come to its end: the cells in sight, what the display has still to say, and a frame in
        /// which nothing is drawn.
        private func rest(_ stage: Stage) async throws {
            let grid = try #require(stage.grid)
            let clock = gtk_widget_get_frame_clock(grid.widget)
            var seen = (-1, -1)
            while seen != (grid.drawCount, grid.frameCount) || grid.needsFrame {
                seen = (grid.drawCount, grid.frameCount)
                gdk_display_sync(gtk_widget_get_display(grid.widget))
                let frame = gdk_frame_clock_get_frame_counter(clock)
                gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_UPDATE)
                try await Host.iterate(until: "rest") {
                    gdk_frame_clock_get_frame_counter(clock) > frame && grid.clock.isResting && !grid.needsFrame
                        && g_main_context_pending(nil) == 0 && grid.prepare()
                }
                // What the source and the frame have said comes by the main queue, in its order.
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            }
        }

        @Test func aPointerOverCellsChangesNothingAndOneOverAHeaderLittleMoreThanThat() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            let before = grid.frameCount
            try stage.move(to: Point(x: 300, y: 300))
            try stage.move(to: Point(x: 340, y: 350))
            try await rest(stage)
            #expect(grid.frameCount == before)
            try stage.move(to: Point(x: 20, y: 300))
            try await Host.iterate(until: "the header to be drawn") { grid.frameCount > before }
            // The header, and the handle that shows while the pointer is beside it.
            #expect(grid.lastUpdate.moves.isEmpty)
            #expect((1...56 * 320).contains(grid.lastUpdate.damagedArea))
            try await stage.close()
        }

        private func pixels(of grid: GridView) throws -> [UInt32] {
            let picture = try #require(grid.picture)
            return (0..<picture.pixelHeight).flatMap { Array(picture.row($0)) }
        }

        @Test func aNewPictureGetsRoomToMoveInWithoutAFrame() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            gtk_window_resize(cast(stage.window), 820, 600)
            try await Host.iterate(until: "another width") { grid.picture?.pixelWidth == 820 }
            try await rest(stage)
            let before = grid.frameCount
            let shown = try pixels(of: grid)
            try await Host.iterate(until: "room") { grid.picture.map { $0.roomRows > $0.pixelHeight } ?? false }
            #expect(grid.frameCount == before)
            #expect(try pixels(of: grid) == shown)
            try await stage.close()
        }

        @Test func whatTakesRoomFromTheTableLeavesTheActiveCellInSight() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            let cell = CellPosition(row: 15, column: 3)
            grid.update { $0.activate(cell) }
            try await rest(stage)
            #expect(grid.model.isInSight(cell) && grid.model.viewport.offset.y == 0)
            // As a bar that opens below it does.
            gtk_widget_set_margin_bottom(grid.widget, 300)
            try await Host.iterate(until: "less room") { grid.model.viewport.size.height < 320 }
            try await rest(stage)
            #expect(grid.model.isInSight(cell) && grid.model.viewport.offset.y > 0)
            try await stage.close()
        }

        @Test func aSmallerWindowScrollsNothing() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            grid.update { $0.activate(CellPosition(row: 15, column: 3)) }
            try await rest(stage)
            gtk_window_resize(cast(stage.window), 800, 300)
            try await Host.iterate(until: "a smaller window") { grid.model.viewport.size.height < 320 }
            try await rest(stage)
            #expect(grid.model.viewport.offset.y == 0)
            try await stage.close()
        }

        @Test func aScrollCopiesWhatStaysInSight() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            let before = grid.frameCount
            gtk_adjustment_set_value(try stage.adjustment(GTK_ORIENTATION_VERTICAL), 7)
            gtk_adjustment_set_value(try stage.adjustment(GTK_ORIENTATION_HORIZONTAL), 5)
            try await Host.iterate(until: "the scroll to be drawn") { grid.frameCount > before }
            // Both axes in one frame.
            #expect(grid.lastUpdate.moves.contains { $0.dx == -5 && $0.dy == -7 })
            #expect(grid.lastUpdate.damagedArea < 800 * 600 / 8)
            // GTK draws more than once where its scrollbars fade in, from the same picture.
            #expect(grid.frameCount == before + 1)
            try await stage.close()
        }

        @Test func whatIsInATabThatIsNotShownIsNotDrawnUntilItIs() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            // As a notebook does with a page.
            gtk_widget_set_child_visible(grid.widget, 0)
            let before = grid.frameCount
            grid.update { $0.jump(toRow: 600, column: 3) }
            let clock = gtk_widget_get_frame_clock(stage.window)
            let frame = gdk_frame_clock_get_frame_counter(clock)
            gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_UPDATE)
            try await Host.iterate(until: "a frame") { gdk_frame_clock_get_frame_counter(clock) > frame }
            #expect(grid.frameCount == before && grid.needsFrame)
            gtk_widget_set_child_visible(grid.widget, 1)
            try await Host.iterate(until: "the grid to be drawn") { grid.frameCount > before && !grid.needsFrame }
            try await stage.close()
        }

        /// GTK says that the style may be another whenever the window gets or loses the keyboard.
        @Test func aWindowInTheBackgroundKeepsAllThatWasDrawn() async throws {
            let stage = try await stage(width: 400, height: 300)
            let grid = try #require(stage.grid)
            let (engine, picture) = (grid.engine, try #require(grid.picture))
            gtk_widget_set_state_flags(gtk_widget_get_toplevel(grid.widget), GTK_STATE_FLAG_BACKDROP, 0)
            try await rest(stage)
            #expect(grid.engine === engine && grid.picture === picture)
            gtk_widget_set_direction(grid.surface, GTK_TEXT_DIR_RTL)
            try await rest(stage)
            #expect(grid.model.viewport.direction == .rightToLeft && grid.picture !== picture)
            try await stage.close()
        }

        @Test func framesThatAreLateForTheHandAreCounted() async throws {
            let stage = try await stage(width: 400, height: 300)
            let grid = try #require(stage.grid)
            let adjustment = try stage.adjustment(GTK_ORIENTATION_VERTICAL)
            let before = grid.clock.pacing
            gtk_adjustment_set_value(adjustment, 7)
            // Whatever holds the main thread up.
            let end = g_get_monotonic_time() + 120_000
            while g_get_monotonic_time() < end {}
            try await rest(stage)
            #expect(grid.clock.pacing.frames > before.frames && grid.clock.pacing.missed >= before.missed + 4)
            let after = grid.clock.pacing
            grid.update { $0.activate(CellPosition(row: 2, column: 1)) }
            try await rest(stage)
            #expect(grid.clock.pacing == after, "nobody waits for what stands still")
            try await stage.close()
        }

        /// As when a window goes to another monitor, or somebody chooses another scale.
        @Test func anotherScaleFactorHasAllDrawnAnewInItsOwnPixels() async throws {
            let stage = try await stage(width: 400, height: 300)
            let grid = try #require(stage.grid)
            let display = gdk_display_get_default()
            grid.update { $0.freeze(rows: 1, columns: 1) }
            for scale in [2, 1, 3, 1] {
                setScale(display, scale)
                try await Host.iterate(until: "scale \(scale)") { grid.model.viewport.scaleFactor == Double(scale) }
                try await rest(stage)
                try check(grid, scale)
                // What moves and what is mended is in the same pixels.
                gtk_adjustment_set_value(try stage.adjustment(GTK_ORIENTATION_VERTICAL), Double(scale * 7))
                gtk_adjustment_set_value(try stage.adjustment(GTK_ORIENTATION_HORIZONTAL), Double(scale * 5))
                try await rest(stage)
                #expect(grid.lastUpdate.moves.contains { $0.isMoving })
                try check(grid, scale)
            }
            try await stage.close()
        }

        /// The picture is as large as the window in device pixels, and the one that a grid draws that never had another.
        private func check(_ grid: GridView, _ scale: Int) throws {
            let picture = try #require(grid.picture)
            let size = grid.model.viewport.size
            #expect(picture.scale == Double(scale))
            #expect(picture.pixelWidth == Int(size.width) * scale && picture.pixelHeight == Int(size.height) * scale)
            var (list, presenter) = (DisplayList(), Presenter())
            presenter.painters = grid.painters
            presenter.present(grid.model, theme: grid.theme, into: &list)
            let fresh = try ImageSurface(size: size, scale: Double(scale))
            let options = gdk_screen_get_font_options(gdk_screen_get_default()).map(FontOptions.init(copying:))
            fresh.draw(list, with: CairoRenderer(engine: TextEngine(options: options ?? FontOptions())))
            var (differing, thinLines) = (0, 0)
            let middle = picture.pixelHeight / 2
            for y in 0..<picture.pixelHeight {
                let row = picture.row(y)
                for x in 0..<picture.pixelWidth where row[x] & 0xFF_FFFF != fresh.pixel(x: x, y: y) { differing += 1 }
                guard y == middle else { continue }
                // The line at the gutter's side is one device pixel wide.
                let gutter = Int(grid.model.pinnedInsets.leading) * scale
                for x in 1..<gutter - 1 where row[x] != row[x - 1] && row[x] != row[x + 1] && row[x - 1] != row[x + 1] {
                    thinLines += 1
                }
            }
            #expect(differing == 0, "of \(picture.pixelWidth * picture.pixelHeight) at scale \(scale)")
            #expect(thinLines > 0)
        }

        /// What the X11 display tells its windows when the desktop's scale changes. No header that Swift reads has it.
        private func setScale(_ display: OpaquePointer?, _ scale: Int) {
            typealias Setting = @convention(c) (OpaquePointer?, Int32) -> Void
            guard let symbol = dlsym(nil, "gdk_x11_display_set_window_scale") else {
                Issue.record("GDK has no X11 display")
                return
            }
            unsafeBitCast(symbol, to: Setting.self)(display, Int32(scale))
        }
    }
}
