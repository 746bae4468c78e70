import CGTK
import CairoDrawing
import Drawing
import Geometry
import GridGTK
import GridUI
import QuadrilleRuntime

/// A small picture of a sample in its view: how a window of the program would show it, in the colors of this
/// window.
///
/// The frame is computed in the background and drawn here, once for each theme and scale.
@MainActor
final class SamplePicture {
    /// In logical pixels.
    nonisolated static let size = Size(width: 208, height: 132)
    /// The size of letters relative to a window.
    private nonisolated static let zoom = 0.5
    private static let queue = SerialWork(.interaction)

    let widget: Widget = gtk_drawing_area_new()
    private let sample: StartSample
    private let isRightToLeft: Bool
    private var looks: (theme: Theme, scale: Double)?
    private var surface: ImageSurface?

    init(_ sample: StartSample, isRightToLeft: Bool) {
        (self.sample, self.isRightToLeft) = (sample, isRightToLeft)
        gtk_widget_set_size_request(widget, Int32(Self.size.width), Int32(Self.size.height))
        connect(widget, "realize") { [weak self] in self?.follow() }
        connect(widget, "style-updated") { [weak self] in self?.follow() }
        connectIgnoringArgument(widget, "notify::scale-factor") { [weak self] in self?.follow() }
        connectDraw(widget) { [weak self] context in self?.draw(on: context) }
    }

    /// Draws the picture again after a change of the window's theme or scale.
    private func follow() {
        guard gtk_widget_get_realized(widget) != 0 else { return }
        let (theme, scale) = (GridView.theme(of: widget), Double(gtk_widget_get_scale_factor(widget)))
        if let looks, looks == (theme, scale) { return }
        looks = (theme, scale)
        let (sample, isRightToLeft) = (sample, isRightToLeft)
        // Weak on the way too: the widget may be gone when the frame is ready.
        Self.queue.async { [weak self] in
            guard let list = Self.frame(of: sample, theme, scale, isRightToLeft) else { return }
            MainHop.post { [weak self] in self?.take(list, (theme, scale)) }
        }
    }

    /// Waits for the sample to be read. Nil without enough memory.
    private nonisolated static func frame(
        of sample: StartSample, _ theme: Theme, _ scale: Double, _ isRightToLeft: Bool
    ) -> DisplayList? {
        var settings = sample.settings
        (settings.zoom, settings.isRightToLeft) = (zoom, isRightToLeft)
        let grid = GridPicture(size: size, scale: scale, theme: theme)
        return try? grid.draw(sample.source(sample.options), settings: settings, measuring: TextEngine()).list
    }

    private func take(_ list: DisplayList, _ looks: (theme: Theme, scale: Double)) {
        guard let shown = self.looks, shown == looks else { return }
        surface = try? ImageSurface(size: Self.size, scale: looks.scale)
        surface?.draw(list, with: CairoRenderer(engine: TextEngine()))
        gtk_widget_queue_draw(widget)
    }

    private func draw(on context: OpaquePointer) {
        guard let surface else { return }
        let left = (Double(gtk_widget_get_allocated_width(widget)) - Self.size.width) / 2
        cairo_set_source_surface(context, surface.raw, left.rounded(.down), 0)
        cairo_paint(context)
    }
}
