import CGTK
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// A binary value as a picture, with its size, or the reason why it cannot be shown. Read and decoded in the background.
@MainActor
final class ValuePicture {
    private struct Request: Sendable {
        let source: any RecordStreaming
        let cell: CellPosition
        let number: Int
    }

    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
    private let area: Widget = gtk_drawing_area_new()
    private let words: Widget = gtk_label_new(nil)
    private var picture: DecodedPicture?
    /// The value requested last.
    private var shown: (source: ObjectIdentifier, reading: Int, cell: CellPosition)?
    private var number = 0

    private lazy var work = LatestWork<Request> { [weak self] request, cancellation in
        guard let found = Self.read(request, cancellation) else { return }
        MainHop.post { self?.arrive(found, for: request) }
    }

    init() {
        gtk_container_set_border_width(cast(widget), 10)
        gtk_label_set_xalign(cast(words), 0)
        gtk_label_set_line_wrap(cast(words), 1)
        gtk_label_set_selectable(cast(words), 1)
        gtk_widget_set_can_focus(words, 0)
        if let accessible = gtk_widget_get_accessible(area) { atk_object_set_role(accessible, ATK_ROLE_IMAGE) }
        gtk_box_pack_start(cast(widget), words, 0, 0, 0)
        gtk_box_pack_start(cast(widget), area, 1, 1, 0)
        gtk_widget_show_all(widget)
        connectDraw(area) { [weak self] cr in self?.draw(on: cr) }
    }

    /// Shows the value of a cell of `source`, whose digits are in `page`; returns false where it is no picture.
    func show(_ page: ValuePage, of cell: CellPosition, in source: any RecordStreaming) -> Bool {
        let now = (ObjectIdentifier(source), source.snapshot.reading, cell)
        guard page.kind == .binary, page.state == .value else { return false }
        // A later page of the same value.
        if page.offset > 0 { return shown.map { $0 == now } ?? false }
        let pictures = ["PNG", "JPEG", "GIF", "WebP"]
        guard let kind = ByteSignature(hexadecimalDigits: page.bytes), pictures.contains(kind.name) else {
            release()
            return false
        }
        if let shown, shown == now { return true }
        release()
        (shown, number) = (now, number + 1)
        work.ask(Request(source: source, cell: cell, number: number))
        return true
    }

    /// Removes the picture.
    func release() {
        (shown, picture, number) = (nil, nil, number + 1)
        say("")
    }

    private nonisolated static func read(
        _ request: Request, _ cancellation: Cancellation
    ) -> Result<(DecodedPicture, byteCount: Int), any Error>? {
        do {
            let bytes = try ValueBytes.read(
                request.source, row: request.cell.row, column: request.cell.column, limit: PictureDecoder.limit,
                unless: cancellation)
            if cancellation.isRequested { return nil }
            guard let bytes else { throw PictureDecoder.Failure.tooLarge(nil) }
            return .success((try PictureDecoder.decode(bytes), bytes.count))
        } catch {
            return .failure(error)
        }
    }

    private func arrive(_ found: Result<(DecodedPicture, byteCount: Int), any Error>, for request: Request) {
        guard request.number == number else { return }
        switch found {
        case .success((let picture, let byteCount)):
            self.picture = picture
            say(Self.words(of: picture.header, byteCount: byteCount))
        case .failure(let failure as PictureDecoder.Failure): say(Self.words(of: failure))
        case .failure(let failure): say("\(failure)")
        }
    }

    private func say(_ text: String) {
        gtk_label_set_text(cast(words), text)
        Spoken.name(area, text.isEmpty ? tr("Picture") : tr("Picture") + ", " + text)
        gtk_widget_queue_draw(area)
    }

    private func draw(on cr: OpaquePointer) {
        guard let picture else { return }
        let room = Double(gtk_widget_get_allocated_width(area))
        let height = Double(gtk_widget_get_allocated_height(area))
        // One pixel of it is one of the screen, where there is room.
        let pixel = 1 / Double(gtk_widget_get_scale_factor(area))
        let scale = min(pixel, room / picture.width, height / picture.height)
        guard scale > 0 else { return }
        let isLeftToRight = gtk_widget_get_direction(area) != GTK_TEXT_DIR_RTL
        cairo_translate(cr, isLeftToRight ? 0 : room - picture.width * scale, 0)
        cairo_scale(cr, scale, scale)
        gdk_cairo_set_source_pixbuf(cr, picture.pixels, 0, 0)
        cairo_paint(cr)
    }
}

extension ValuePicture {
    /// "PNG · 640 × 480 pixels · 12,345 bytes"
    nonisolated static func words(of header: PictureHeader, byteCount: Int) -> String {
        let bytes = tr(one: "{count} byte", many: "{count} bytes", byteCount)
        let words = [kind(of: header), size(of: header), bytes, header.isComplete ? nil : tr("the end is missing")]
        return words.compactMap { $0 }.joined(separator: " · ")
    }

    private nonisolated static func kind(of header: PictureHeader) -> String {
        header.kind == .webp ? "WebP" : header.kind.rawValue.uppercased()
    }

    private nonisolated static func size(of header: PictureHeader) -> String {
        tr("{width} × {height} pixels", ["width": header.width.grouped, "height": header.height.grouped])
    }

    nonisolated static func words(of failure: PictureDecoder.Failure) -> String {
        switch failure {
        case .tooLarge(let header?):
            tr("This picture is too large to be shown: {size}.", ["size": size(of: header)])
        case .tooLarge(nil): tr("This picture is too large to be shown.")
        case .unreadable(let reason?): tr("This picture cannot be shown: {reason}", ["reason": reason.visible])
        case .unreadable(nil): tr("This picture is damaged.")
        }
    }
}
