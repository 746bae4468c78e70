import CGTK
import Dispatch
import Drawing
import Geometry
import GridUI
import Testing

@testable import GridGTK

extension WidgetTests {
    /// What is drawn, and what not.
    @Suite struct Drawing {
        /// A window that has come to rest.
        private func stage() async throws -> Stage {
            let stage = try await Stage()
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
    }
}
