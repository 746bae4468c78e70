import CGTK
import Drawing
import Geometry
import GridGTK
import GridUI
import Testing

extension WidgetTests {
    /// What is drawn, and what not.
    @Suite struct Drawing {
        /// A window that has come to rest.
        private func stage() async throws -> Stage {
            let stage = try await Stage()
            try await rest()
            return stage
        }

        /// Lets all that is under way come to its end.
        private func rest() async throws {
            for _ in 0..<20 {
                try await Host.iterate(until: "rest") { g_main_context_pending(nil) == 0 }
                try await Task.sleep(for: .milliseconds(10))
            }
        }

        @Test func aWindowAtRestDrawsNothingAndIsNotWoken() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            // GTK fades scrollbars out a while after they came, and a busy machine may take its time for that.
            for _ in 0..<8 {
                let before = (grid.frameCount, grid.drawCount)
                // The only thing that wakes the main loop is then the end of the wait.
                if wakes(in: 1200) == 1, (grid.frameCount, grid.drawCount) == before { return try await stage.close() }
            }
            Issue.record("the window never came to rest")
        }

        /// How often the main loop wakes in so many milliseconds, of which the last time is their end.
        private func wakes(in milliseconds: UInt32) -> Int {
            final class Clock { var isOver = false }
            let clock = Clock()
            g_timeout_add(
                milliseconds,
                { data in
                    if let data { Unmanaged<Clock>.fromOpaque(data).takeUnretainedValue().isOver = true }
                    return 0
                }, Unmanaged.passUnretained(clock).toOpaque())
            var wakes = 0
            while !clock.isOver {
                g_main_context_iteration(nil, 1)
                wakes += 1
            }
            return wakes
        }

        @Test func aPointerOverCellsChangesNothingAndOneOverAHeaderLittleMoreThanThat() async throws {
            let stage = try await stage()
            let grid = try #require(stage.grid)
            let before = grid.frameCount
            try stage.move(to: Point(x: 300, y: 300))
            try stage.move(to: Point(x: 340, y: 350))
            try await rest()
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
            let before = grid.drawCount
            gtk_adjustment_set_value(try stage.adjustment(GTK_ORIENTATION_VERTICAL), 7)
            gtk_adjustment_set_value(try stage.adjustment(GTK_ORIENTATION_HORIZONTAL), 5)
            try await Host.iterate(until: "the scroll to be drawn") { grid.drawCount > before }
            // Both axes in one frame.
            #expect(grid.lastUpdate.moves.contains { $0.dx == -5 && $0.dy == -7 })
            #expect(grid.lastUpdate.damagedArea < 800 * 600 / 8)
            #expect(grid.drawCount == before + 1)
            try await stage.close()
        }
    }
}
