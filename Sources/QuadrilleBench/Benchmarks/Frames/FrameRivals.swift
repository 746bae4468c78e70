import CCairo
import CairoDrawing
import Drawing
import Geometry
import Glibc
import GridUI

/// The rivals of a frame: the same picture painted whole, and painted as programs with Pango mostly do it.
final class FrameRivals {
    private let surface: ImageSurface
    private let renderer = CairoRenderer(engine: TextEngine())
    private var presenter = Presenter()
    private var list = DisplayList()
    private let context: OpaquePointer
    private var layouts: [Key: OpaquePointer] = [:]

    private struct Key: Hashable {
        var text: [UInt8]
        var style: TextStyle
        var width: Int32
    }

    init(size: Size) throws {
        surface = try ImageSurface(size: size, scale: 1)
        context = pango_font_map_create_context(pango_cairo_font_map_get_default())
    }

    deinit {
        for layout in layouts.values { g_object_unref(UnsafeMutableRawPointer(layout)) }
        g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// All of a frame by our own means.
    func paintWhole(_ model: GridModel) {
        presenter.present(model, theme: .light, into: &list)
        surface.draw(list, with: renderer)
    }

    /// No frame at all: every pixel gets a colour, which is what this machine's memory allows at best.
    func fill() {
        cairo_surface_flush(surface.raw)
        let bytes = Int(cairo_image_surface_get_stride(surface.raw)) * surface.pixelHeight
        memset(cairo_image_surface_get_data(surface.raw), 0xFF, bytes)
        cairo_surface_mark_dirty(surface.raw)
    }

    /// Shows a frame on another surface.
    func show(_ scene: FrameScene) { scene.show(on: surface) }

    /// The frame that was painted whole last, each text by a PangoLayout that is kept for it.
    func paintLayouts() {
        guard let cr = cairo_create(surface.raw) else { return }
        cairo_save(cr)
        for command in list.commands { paint(command, on: cr) }
        cairo_restore(cr)
        cairo_destroy(cr)
    }

    private func paint(_ command: DrawCommand, on cr: OpaquePointer) {
        switch command {
        case .clip(let rect):
            cairo_restore(cr)
            cairo_save(cr)
            cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height)
            cairo_clip(cr)
        case .unclip:
            cairo_restore(cr)
            cairo_save(cr)
        case .fill(let rect, let color):
            cairo_set_source_rgba(
                cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
            cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height)
            cairo_fill(cr)
        case .text(let text): paint(text, on: cr)
        case .shade, .ring: break
        }
    }

    private func paint(_ command: TextCommand, on cr: OpaquePointer) {
        let style = list.styles[Int(command.style)]
        let bytes = Array(list.text[Int(command.start)..<Int(command.start + command.length)])
        let width = Int32(command.box.width) * PANGO_SCALE
        let layout = layout(Key(text: bytes, style: style, width: width), command.alignment)
        let color = style.color
        cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        cairo_move_to(cr, command.box.x, command.box.y + (command.box.height - 17) / 2)
        pango_cairo_show_layout(cr, layout)
    }

    private func layout(_ key: Key, _ alignment: TextAlignment) -> OpaquePointer {
        if let known = layouts[key] { return known }
        let layout: OpaquePointer = pango_layout_new(context)
        let font = pango_font_description_new()
        pango_font_description_set_family(font, key.style.font.family)
        pango_font_description_set_absolute_size(font, key.style.font.size * Double(PANGO_SCALE))
        pango_font_description_set_weight(font, key.style.font.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_width(layout, key.width)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_alignment(layout, alignment == .right ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
        key.text.withUnsafeBytes { bytes in
            let chars = bytes.bindMemory(to: CChar.self)
            pango_layout_set_text(layout, chars.baseAddress, Int32(chars.count))
        }
        if layouts.count > 20_000 {
            for layout in layouts.values { g_object_unref(UnsafeMutableRawPointer(layout)) }
            layouts.removeAll(keepingCapacity: true)
        }
        layouts[key] = layout
        return layout
    }
}
