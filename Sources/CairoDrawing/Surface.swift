import CCairo
import CPixels
import Drawing
import Geometry
import Translation

/// The failure to create a picture. Its description is one line: the problem, and what to do.
public struct PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String
}

/// A picture in memory, drawn without a display.
public final class ImageSurface {
    /// The surface in Cairo; valid as long as this object.
    public let raw: OpaquePointer
    public let scale: Double
    /// The size in device pixels.
    public let pixelWidth: Int
    public let pixelHeight: Int

    /// A white picture of `size` logical pixels, `scale` device pixels each.
    ///
    /// Throws if it would exceed Cairo's limit of 32,767 device pixels on a side, or if memory is insufficient.
    public init(size: Size, scale: Double) throws(PictureError) {
        let (width, height) = (size.width * scale, size.height * scale)
        guard width >= 1, height >= 1, width <= 32767, height <= 32767 else {
            throw PictureError(
                description: tr(
                    """
                    a picture of {width} x {height} device pixels cannot be made: each side must have 1 to 32767. Choose \
                    another --size or --scale.
                    """, ["width": "\(width)", "height": "\(height)"]))
        }
        (pixelWidth, pixelHeight) = (Int(width + 0.5), Int(height + 0.5))
        self.scale = scale
        raw = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(pixelWidth), Int32(pixelHeight))
        cairo_surface_set_device_scale(raw, scale, scale)
        guard cairo_surface_status(raw) == CAIRO_STATUS_SUCCESS else {
            throw PictureError(
                description: tr("there is not enough memory for the picture. Choose a smaller --size."))
        }
    }

    deinit { cairo_surface_destroy(raw) }

    /// Replays `list` onto the picture.
    public func draw(_ list: DisplayList, with renderer: CairoRenderer) {
        cairo_surface_flush(raw)
        guard let data = cairo_image_surface_get_data(raw) else { return }
        let target = cpixels_target(data, stride: Int(cairo_image_surface_get_stride(raw)))
        renderer.replay(list, into: target, width: pixelWidth, height: pixelHeight, scale: scale)
        cairo_surface_mark_dirty(raw)
    }

    /// The pixel at a position in device pixels, as 0xRRGGBB. For tests.
    public func pixel(x: Int, y: Int) -> UInt32 {
        guard let data = cairo_image_surface_get_data(raw), (0..<pixelWidth).contains(x), (0..<pixelHeight).contains(y)
        else { return 0 }
        let row = data + y * Int(cairo_image_surface_get_stride(raw))
        return row.withMemoryRebound(to: UInt32.self, capacity: pixelWidth) { $0[x] & 0xFF_FFFF }
    }

    /// Encodes the picture as a PNG file.
    public func png() throws(PictureError) -> [UInt8] {
        let collector = Collector()
        try checkPicture(cairo_surface_write_to_png_stream(raw, Collector.write, collector.closure))
        return collector.bytes
    }
}

extension cpixels_target {
    /// Pixels of 32 bits, `stride` bytes from one row to the next.
    init(_ bytes: UnsafeMutablePointer<UInt8>, stride: Int) {
        let pixels = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
        self.init(pixels: pixels, stride: stride / 4, x: 0, y: 0)
    }
}

/// A vector format: lines and letters instead of pixels.
public enum VectorFormat: Sendable {
    case svg
    case pdf
}

/// Replays `list` onto a page of `size` and returns the SVG or PDF file, the same bytes for the same list; logical pixels
/// become CSS pixels (SVG) or 1/96 inch (PDF).
public func vectorPicture(
    _ list: DisplayList, size: Size, format: VectorFormat, with renderer: CairoRenderer
) throws(PictureError) -> [UInt8] {
    // Both surfaces use points of 1/72 inch; a logical pixel is 1/96 inch.
    let point = 72.0 / 96
    let collector = Collector()
    let surface =
        switch format {
        case .svg: cairo_svg_surface_create_for_stream(Collector.write, collector.closure, size.width, size.height)
        case .pdf:
            cairo_pdf_surface_create_for_stream(
                Collector.write, collector.closure, size.width * point, size.height * point)
        }
    defer { cairo_surface_destroy(surface) }
    if format == .svg { cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX) }
    // A fixed date: the current one would make every run's file different.
    if format == .pdf {
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
    }
    let cr = cairo_create(surface)
    if format == .pdf { cairo_scale(cr, point, point) }
    if let cr { renderer.replay(list, on: cr, scale: 1) }
    cairo_show_page(cr)
    let drawn = cairo_status(cr)
    cairo_destroy(cr)
    cairo_surface_finish(surface)
    try checkPicture(drawn)
    try checkPicture(cairo_surface_status(surface))
    return collector.bytes
}

/// Collects the bytes that Cairo writes. It lives longer than the surface that writes to it.
private final class Collector {
    var bytes: [UInt8] = []

    var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let write: cairo_write_func_t = { closure, data, count in
        guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
        let collector = Unmanaged<Collector>.fromOpaque(closure).takeUnretainedValue()
        collector.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}

func checkPicture(_ status: cairo_status_t) throws(PictureError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    let reason = cairo_status_to_string(status).map { String(cString: $0) } ?? tr("unknown error")
    throw PictureError(
        description: tr(
            "the picture could not be drawn: {reason}. Choose another --size or --scale.", ["reason": reason]))
}
