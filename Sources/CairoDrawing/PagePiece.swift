import CCairo
import Drawing
import Geometry

/// A display list at its position on a page.
public struct PagePiece: Sendable {
    public var list: DisplayList
    /// The visible part of the list, in its logical pixels.
    public var part: Rect
    /// The position of that part's top-left corner on the page, in points (1/72 inch) from the page's own.
    public var origin: Point
    /// Points per logical pixel.
    public var unit: Double
    /// Device pixels per logical pixel for which the list was made.
    public var scale: Double

    public init(_ list: DisplayList, _ part: Rect, at origin: Point, unit: Double, scale: Double = 1) {
        (self.list, self.part, self.origin, self.unit, self.scale) = (list, part, origin, unit, scale)
    }
}

extension CairoRenderer {
    /// Draws a page on `cr`, whose units are points. Restores the state of `cr`.
    ///
    /// - Complexity: O(commands + glyphs).
    public func replay(_ pieces: [PagePiece], on cr: OpaquePointer) {
        engine.beginFrame()
        for piece in pieces { replay(piece, on: cr) }
    }

    private func replay(_ piece: PagePiece, on cr: OpaquePointer) {
        cairo_save(cr)
        cairo_translate(cr, piece.origin.x, piece.origin.y)
        cairo_scale(cr, piece.unit, piece.unit)
        cairo_translate(cr, -piece.part.x, -piece.part.y)
        cairo_rectangle(cr, piece.part.x, piece.part.y, piece.part.width, piece.part.height)
        cairo_clip(cr)
        replay(piece.list, on: cr, scale: piece.scale)
        cairo_restore(cr)
    }
}

/// A PDF file of pages of one size, written page by page.
public final class PDFPages {
    private let surface: OpaquePointer?
    private let cr: OpaquePointer?
    private let writer: Writer
    private let renderer: CairoRenderer

    /// The receiver of the file's bytes; a result of false ends the file.
    private final class Writer {
        let write: (UnsafeBufferPointer<UInt8>) -> Bool

        init(_ write: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) { self.write = write }
    }

    /// `size` is in points. `write` receives the file's bytes, and returns false on failure. The same pages make the same
    /// bytes.
    public init(
        size: Size, title: String, renderer: CairoRenderer, write: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
    ) {
        writer = Writer(write)
        self.renderer = renderer
        surface = cairo_pdf_surface_create_for_stream(
            { closure, data, count in
                guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
                let writer = Unmanaged<Writer>.fromOpaque(closure).takeUnretainedValue()
                let isWritten = writer.write(UnsafeBufferPointer(start: data, count: Int(count)))
                return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
            }, Unmanaged.passUnretained(writer).toOpaque(), size.width, size.height)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        // A fixed date: the current one would make every run's file different.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
        cr = cairo_create(surface)
    }

    deinit {
        if let cr { cairo_destroy(cr) }
        // Flushes the rest unless `finish` did; the writer still exists.
        if let surface { cairo_surface_destroy(surface) }
    }

    public func add(_ pieces: [PagePiece]) throws(PictureError) {
        guard let cr else { return }
        renderer.replay(pieces, on: cr)
        cairo_show_page(cr)
        try checkPicture(cairo_status(cr))
    }

    /// Writes the end of the file.
    public func finish() throws(PictureError) {
        cairo_surface_finish(surface)
        try checkPicture(cairo_surface_status(surface))
    }
}
