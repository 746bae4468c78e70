import CGTK
import CGridShim
import GridGTK
import Testing

extension WidgetTests {
    /// The C widget by itself, with callbacks that count.
    @Suite struct Surface {
        @Test func releaseIsCalledOnceWhenTheWidgetIsFinalized() async throws {
            try await Host.start()
            let recorder = Recorder()
            let surface = recorder.makeSurface()
            g_object_ref_sink(surface)
            let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
            gtk_container_add(cast(window), surface)
            gtk_widget_show_all(window)
            gtk_widget_destroy(window)
            #expect(recorder.releases == 0, "somebody still has a reference")
            g_object_unref(surface)
            #expect(recorder.releases == 1)
        }

        @Test func aSurfaceThatWasNeverShownIsReleasedToo() async throws {
            try await Host.start()
            let recorder = Recorder()
            let surface = recorder.makeSurface()
            g_object_ref_sink(surface)
            gtk_widget_destroy(surface)
            gtk_widget_destroy(surface)
            #expect(recorder.releases == 0)
            g_object_unref(surface)
            #expect(recorder.releases == 1)
        }

        @Test func aNewAdjustmentReplacesTheOldOne() async throws {
            try await Host.start()
            let recorder = Recorder()
            let surface = recorder.makeSurface()
            g_object_ref_sink(surface)
            let scrollable = OpaquePointer(surface)
            let (first, second) = (gtk_adjustment_new(0, 0, 100, 1, 10, 10), gtk_adjustment_new(7, 0, 100, 1, 10, 10))
            g_object_ref_sink(first)
            gtk_scrollable_set_vadjustment(scrollable, first)
            gtk_scrollable_set_vadjustment(scrollable, second)
            #expect(gtk_scrollable_get_vadjustment(scrollable) == second)
            #expect(quad_surface_value(surface, GTK_ORIENTATION_VERTICAL) == 7)
            recorder.scrolls = 0
            gtk_adjustment_set_value(first, 20)
            #expect(recorder.scrolls == 0, "the old adjustment is not listened to any more")
            gtk_adjustment_set_value(second, 30)
            #expect(recorder.scrolls == 1)
            // GtkScrollable: without an adjustment a widget makes its own.
            gtk_scrollable_set_vadjustment(scrollable, nil)
            #expect(gtk_scrollable_get_vadjustment(scrollable) != nil)
            #expect(gtk_scrollable_get_vadjustment(scrollable) != second)
            g_object_unref(first)
            g_object_unref(surface)
        }

        @Test func anAdjustmentOutlivesItsSurfaceWithoutCallingIt() async throws {
            try await Host.start()
            let recorder = Recorder()
            let surface = recorder.makeSurface()
            g_object_ref_sink(surface)
            let adjustment = gtk_adjustment_new(0, 0, 100, 1, 10, 10)
            g_object_ref_sink(adjustment)
            gtk_scrollable_set_hadjustment(OpaquePointer(surface), adjustment)
            g_object_unref(surface)
            #expect(recorder.releases == 1)
            recorder.scrolls = 0
            gtk_adjustment_set_value(adjustment, 20)
            #expect(recorder.scrolls == 0)
            g_object_unref(adjustment)
        }

        @Test func rangesKeepTheValueAndClampIt() async throws {
            try await Host.start()
            let recorder = Recorder()
            let surface = recorder.makeSurface()
            g_object_ref_sink(surface)
            let vertical = GTK_ORIENTATION_VERTICAL
            quad_surface_set_range(surface, vertical, 1000, 100, 28)
            quad_surface_set_value(surface, vertical, 5000)
            #expect(quad_surface_value(surface, vertical) == 900)
            quad_surface_set_range(surface, vertical, 2000, 100, 28)
            #expect(quad_surface_value(surface, vertical) == 900)
            quad_surface_set_range(surface, vertical, 300, 100, 28)
            #expect(quad_surface_value(surface, vertical) == 200)
            quad_surface_set_range(surface, vertical, 50, 100, 28)
            #expect(quad_surface_value(surface, vertical) == 0, "what fits does not scroll")
            let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(surface))
            #expect(gtk_adjustment_get_upper(adjustment) == 100)
            #expect(gtk_adjustment_get_page_size(adjustment) == 100)
            #expect(gtk_adjustment_get_page_increment(adjustment) == 90)
            g_object_unref(surface)
        }

        @Test func theScrollPoliciesAreKept() async throws {
            try await Host.start()
            let recorder = Recorder()
            let surface = recorder.makeSurface()
            g_object_ref_sink(surface)
            let scrollable = OpaquePointer(surface)
            #expect(gtk_scrollable_get_hscroll_policy(scrollable) == GTK_SCROLL_MINIMUM)
            gtk_scrollable_set_hscroll_policy(scrollable, GTK_SCROLL_NATURAL)
            gtk_scrollable_set_vscroll_policy(scrollable, GTK_SCROLL_NATURAL)
            #expect(gtk_scrollable_get_hscroll_policy(scrollable) == GTK_SCROLL_NATURAL)
            #expect(gtk_scrollable_get_vscroll_policy(scrollable) == GTK_SCROLL_NATURAL)
            g_object_unref(surface)
        }
    }
}

/// An owner of a surface that counts its calls.
private final class Recorder {
    var scrolls = 0
    var releases = 0

    /// A surface that holds this object until it is finalized.
    func makeSurface() -> Widget {
        var callbacks = QuadSurfaceCallbacks(
            frame: { _ in }, draw: { _, _ in }, resize: { _, _, _ in },
            scrolled: { context in Recorder.at(context).scrolls += 1 }, event: { _, _ in 0 }, restyle: { _ in },
            release: { context in
                let owner = Unmanaged<Recorder>.fromOpaque(context).takeRetainedValue()
                owner.releases += 1
            })
        return quad_surface_new(&callbacks, Unmanaged.passRetained(self).toOpaque())
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> Recorder {
        Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue()
    }
}
