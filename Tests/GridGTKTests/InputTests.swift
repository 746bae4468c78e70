import CGTK
import Geometry
import GridGTK
import GridUI
import Testing

extension WidgetTests {
    @Suite struct Input {
        @Test(arguments: [
            (GDK_KEY_Down, false, CellPosition(row: 1, column: 0)),
            (GDK_KEY_KP_Down, false, CellPosition(row: 1, column: 0)),
            (GDK_KEY_Right, false, CellPosition(row: 0, column: 1)),
            (GDK_KEY_Tab, false, CellPosition(row: 0, column: 1)),
            (GDK_KEY_Return, false, CellPosition(row: 1, column: 0)),
            (GDK_KEY_End, false, CellPosition(row: 0, column: 49)),
            (GDK_KEY_Down, true, CellPosition(row: 999, column: 0)),
            (GDK_KEY_End, true, CellPosition(row: 999, column: 49)),
        ])
        func aKeyMovesTheActiveCell(_ key: Int32, holdingControl: Bool, to cell: CellPosition) async throws {
            let stage = try await Stage()
            try stage.press(key, holdingControl ? GDK_CONTROL_MASK : [])
            #expect(try stage.model.activeCell == cell)
            try await stage.close()
        }

        @Test(arguments: [
            (GDK_KEY_Down, [true, false], 2), (GDK_KEY_End, [true, true], 50_000), (GDK_KEY_a, [false, true], 50_000),
            (GDK_KEY_space, [false, true], 1000), (GDK_KEY_space, [true, false], 50),
        ])
        func aKeySelects(_ key: Int32, holdingShiftAndControl held: [Bool], cells: Int) async throws {
            let stage = try await Stage()
            let state = (held[0] ? GDK_SHIFT_MASK.rawValue : 0) | (held[1] ? GDK_CONTROL_MASK.rawValue : 0)
            try stage.press(key, GdkModifierType(rawValue: state))
            #expect(try stage.model.tableSelection.cellCount == cells)
            #expect(try stage.model.activeCell == CellPosition(row: 0, column: 0))
            try await stage.close()
        }

        @Test func controlWithCAsksForACopy() async throws {
            let stage = try await Stage()
            var copies = 0
            try #require(stage.grid).onCopy = { copies += 1 }
            try stage.press(GDK_KEY_c, GDK_CONTROL_MASK)
            try stage.press(GDK_KEY_Insert, GDK_CONTROL_MASK)
            #expect(copies == 2)
            try await stage.close()
        }

        @Test func lockKeysDoNotChangeWhatAKeyDoes() async throws {
            let stage = try await Stage()
            // Caps Lock, and Num Lock where X has it.
            try stage.press(GDK_KEY_Down, [GDK_LOCK_MASK, GDK_MOD2_MASK])
            #expect(try stage.model.activeCell == CellPosition(row: 1, column: 0))
            try await stage.close()
        }

        @Test func aKeyThatMeansNothingIsLeftToTheWindow() async throws {
            let stage = try await Stage()
            let before = try stage.model.activeCell
            try stage.press(GDK_KEY_F5)
            try stage.press(GDK_KEY_Down, [GDK_CONTROL_MASK, GDK_MOD1_MASK])
            #expect(try stage.model.activeCell == before)
            try await stage.close()
        }

        @Test func aClickMakesTheCellUnderItTheActiveOneAndTakesTheFocus() async throws {
            let stage = try await Stage()
            let metrics = try stage.model.sheet
            let point = Point(
                x: metrics.parameters.gutterWidth + 10,
                y: metrics.parameters.headerHeight + 2.5 * metrics.rows.defaultSize)
            try stage.click(point)
            #expect(try stage.model.activeCell == CellPosition(row: 2, column: 0))
            #expect(gtk_widget_is_focus(try stage.surface) != 0)
            try stage.click(Point(x: 5, y: 5))
            #expect(try stage.model.activeCell == CellPosition(row: 2, column: 0), "the corner is no cell")
            try await stage.close()
        }

        @Test func inRightToLeftTextTheContentBeginsAtTheRight() async throws {
            let stage = try await Stage()
            let surface = try stage.surface
            gtk_widget_set_direction(surface, GTK_TEXT_DIR_RTL)
            #expect(try stage.model.viewport.direction == .rightToLeft)
            let horizontal = try stage.adjustment(GTK_ORIENTATION_HORIZONTAL)
            let end = gtk_adjustment_get_upper(horizontal) - gtk_adjustment_get_page_size(horizontal)
            #expect(gtk_adjustment_get_value(horizontal) == end, "GTK's bar counts from the left")
            try stage.press(GDK_KEY_Left)
            #expect(try stage.model.activeCell == CellPosition(row: 0, column: 1))
            try stage.scroll(GDK_SCROLL_LEFT)
            let offset = try stage.model.viewport.offset.x
            #expect(offset > 0)
            #expect(gtk_adjustment_get_value(horizontal) == end - offset)
            gtk_adjustment_set_value(horizontal, 0)
            let model = try stage.model
            #expect(model.viewport.offset.x == model.scrollExtent.width - model.viewport.size.width)
            try await stage.close()
        }

        @Test func aChangeInTheModelIsToldOnce() async throws {
            let stage = try await Stage()
            var changes = 0
            stage.grid?.onChange = { changes += 1 }
            try stage.press(GDK_KEY_Down)
            #expect(changes == 1)
            try await stage.close()
        }
    }
}
