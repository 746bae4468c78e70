import CGTK
import Geometry
import GridGTK
import GridUI
import Testing

extension WidgetTests {
    @Suite struct Scrolling {
        @Test func aNotchOfTheWheelMovesThreeRows() async throws {
            let stage = try await Stage()
            try stage.scroll(GDK_SCROLL_DOWN)
            #expect(try stage.model.viewport.offset == Point(x: 0, y: 3 * stage.model.sheet.rows.defaultSize))
            try stage.scroll(GDK_SCROLL_UP)
            try stage.scroll(GDK_SCROLL_UP)
            #expect(try stage.model.viewport.offset == .zero)
            try await stage.close()
        }

        @Test(arguments: [false, true])
        func theTiltedWheelAndShiftMoveSideways(holdingShift: Bool) async throws {
            let stage = try await Stage()
            try stage.scroll(holdingShift ? GDK_SCROLL_DOWN : GDK_SCROLL_RIGHT, holdingShift ? GDK_SHIFT_MASK : [])
            let offset = try stage.model.viewport.offset
            #expect(offset.x > 0 && offset.y == 0)
            #expect(gtk_adjustment_get_value(try stage.adjustment(GTK_ORIENTATION_HORIZONTAL)) == offset.x)
            try await stage.close()
        }

        @Test func theSmoothWheelOfAMouseMovesThreeRowsANotchToo() async throws {
            let stage = try await Stage()
            try stage.scroll(delta: Point(x: 0, y: 1))
            #expect(try stage.model.viewport.offset.y == 3 * stage.model.sheet.rows.defaultSize)
            // A wheel of high resolution turns by parts of a notch.
            try stage.scroll(delta: Point(x: 0, y: 0.5))
            #expect(try stage.model.viewport.offset.y == 4.5 * stage.model.sheet.rows.defaultSize)
            try await stage.close()
        }

        @Test func aTouchpadMovesAsFarAsInOtherWindowsOnBothAxesAtOnce() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            var frames = 0
            connect(UnsafeMutableRawPointer(try stage.adjustment(GTK_ORIENTATION_VERTICAL)), "value-changed") {
                frames += 1
            }
            try stage.scroll(delta: Point(x: 0.25, y: 0.25), from: GDK_SOURCE_TOUCHPAD)
            // GTK moves page^(2/3) for 1: 600 px give 71.
            let offset = grid.model.viewport.offset
            #expect((offset.y - 17.78).magnitude < 0.01 && offset.x == offset.y)
            #expect(frames == 1)
            try await stage.close()
        }

        @Test func shiftTurnsATouchpadSidewaysWhereItOnlyGoesUpAndDown() async throws {
            let stage = try await Stage()
            try stage.scroll(delta: Point(x: 0, y: 0.5), GDK_SHIFT_MASK, from: GDK_SOURCE_TOUCHPAD)
            let offset = try stage.model.viewport.offset
            #expect(offset.x > 30 && offset.y == 0)
            try await stage.close()
        }

        @Test func controlAndTheWheelZoomAroundThePointer() async throws {
            let stage = try await Stage()
            try stage.scroll(GDK_SCROLL_DOWN)
            let point = Point(x: 300, y: 300)
            let under = try stage.model.viewport.contentPoint(under: point)
            try stage.scroll(GDK_SCROLL_UP, GDK_CONTROL_MASK, at: point)
            #expect(try stage.model.viewport.zoom == 1.1)
            let now = try stage.model.viewport.contentPoint(under: point)
            #expect(abs(now.y - under.y) < 1)
            try stage.scroll(GDK_SCROLL_DOWN, GDK_CONTROL_MASK, at: point)
            try stage.scroll(GDK_SCROLL_DOWN, GDK_CONTROL_MASK, at: point)
            #expect(try stage.model.viewport.zoom == 0.9)
            try await stage.close()
        }

        @Test func theScrollbarMovesTheViewAndTheViewTheScrollbar() async throws {
            let stage = try await Stage()
            let vertical = try stage.adjustment(GTK_ORIENTATION_VERTICAL)
            gtk_adjustment_set_value(vertical, 1234)
            #expect(try stage.model.viewport.offset.y == 1234)
            try stage.press(GDK_KEY_End, GDK_CONTROL_MASK)
            let end = gtk_adjustment_get_upper(vertical) - gtk_adjustment_get_page_size(vertical)
            #expect(gtk_adjustment_get_value(vertical) == end)
            #expect(try stage.model.scrollPosition.y == end)
            try await stage.close()
        }

        @Test func theThumbAtTheEndOfATrillionRowsShowsTheLastRow() async throws {
            let stage = try await Stage(rows: 1_000_000_000_000, columns: 10)
            let vertical = try stage.adjustment(GTK_ORIENTATION_VERTICAL)
            gtk_adjustment_set_value(vertical, gtk_adjustment_get_upper(vertical))
            let model = try stage.model
            let rows = model.sheet.visibleTracks(in: model.viewport.visible).rows
            #expect(rows.upperBound == 1_000_000_000_000)
            try await stage.close()
        }

        @Test func aWindowThatBecomesTooSmallForWhatIsFrozenSaysSo() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            grid.update { $0.freeze(rows: 10, columns: 0) }
            #expect(grid.model.sheet.reducedFreezes.isEmpty)
            var told: [Bool] = []
            grid.onChange = { [weak grid] in
                if let grid { told.append(!grid.model.sheet.reducedFreezes.isEmpty) }
            }
            gtk_window_resize(cast(stage.window), 800, 300)
            try await Host.iterate(until: "the window around the grid to be told") { told.last == true }
            try await stage.close()
        }

        @Test func aWindowThatGrowsKeepsTheScrollbarInItsRange() async throws {
            let stage = try await Stage(rows: 40, columns: 5, height: 300)
            try stage.press(GDK_KEY_End, GDK_CONTROL_MASK)
            gtk_window_resize(cast(stage.window), 800, 700)
            try await Host.iterate(until: "the new size") { stage.grid?.model.viewport.size.height == 700 }
            let model = try stage.model
            let end = max(0, model.scrollExtent.height - 700)
            #expect(abs(model.scrollPosition.y - end) < 1)
            #expect(gtk_adjustment_get_value(try stage.adjustment(GTK_ORIENTATION_VERTICAL)) == model.scrollPosition.y)
            try await stage.close()
        }
    }
}
