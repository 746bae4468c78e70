import CGTK
import CGridShim
import GridGTK
import Testing

extension WidgetTests {
    @Suite struct Accessibility {
        @Test func anAccessibleKeepsNoCellThatNobodyHoldsAndNoneOutlivesTheWindow() async throws {
            let stage = try await Stage(rows: 100, columns: 5)
            try #require(stage.grid).perform(.moveDown)
            let surface = try stage.surface
            let table = try #require(gtk_widget_get_accessible(surface))
            #expect(quad_table_exists(surface) != 0)
            // Each row has a header before its five cells, and there is a row of headers.
            let cell = try #require(atk_object_ref_accessible_child(table, 13))
            let seen = UnsafeMutablePointer<gpointer?>.allocate(capacity: 1)
            defer { seen.deallocate() }
            seen.initialize(to: gpointer(cell))
            g_object_add_weak_pointer(UnsafeMutableRawPointer(cell).assumingMemoryBound(to: GObject.self), seen)
            #expect(atk_object_get_index_in_parent(cell) == 13 && atk_object_get_name(cell) != nil)
            let again = try #require(atk_object_ref_accessible_child(table, 13))
            #expect(again == cell, "one object for one cell, while somebody holds it")
            for _ in 0..<2 { g_object_unref(cell) }
            #expect(seen.pointee == nil)
            // What is held when the window goes says that it is of no use any more.
            let held = try #require(atk_object_ref_accessible_child(table, 14))
            try await stage.close()
            #expect(atk_object_get_name(held) == nil && atk_object_get_parent(held) == nil)
            let states = atk_object_ref_state_set(held)
            #expect(atk_state_set_contains_state(states, ATK_STATE_DEFUNCT) != 0)
            g_object_unref(UnsafeMutableRawPointer(states))
            g_object_unref(held)
        }
    }
}
