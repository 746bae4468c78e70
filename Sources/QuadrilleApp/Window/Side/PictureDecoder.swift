import CGTK
import TabularOps

/// A picture that was decoded, perhaps smaller than it is.
final class DecodedPicture: @unchecked Sendable {
    let header: PictureHeader
    /// Not changed once it is here.
    let pixels: OpaquePointer

    /// Takes ownership of `pixels`.
    fileprivate init(_ header: PictureHeader, _ pixels: OpaquePointer) { (self.header, self.pixels) = (header, pixels) }

    deinit { g_object_unref(UnsafeMutableRawPointer(pixels)) }

    var width: Double { Double(gdk_pixbuf_get_width(pixels)) }
    var height: Double { Double(gdk_pixbuf_get_height(pixels)) }
}

/// A decoder of pictures on any thread.
enum PictureDecoder {
    enum Failure: Error {
        /// The file, or the decoded picture, has more bytes than `limit`.
        case tooLarge(PictureHeader?)
        /// The reason, in the decoder's words; nil where the bytes are no picture.
        case unreadable(String?)
    }

    /// The most bytes of a file, and of a decoded picture.
    static let limit = 64 << 20
    /// Larger pictures are made smaller: no panel shows more pixels.
    private static let longestSide = 1600

    static func decode(_ bytes: [UInt8]) throws(Failure) -> DecodedPicture {
        guard let header = PictureHeader(bytes) else { throw .unreadable(nil) }
        guard header.decodedByteCount <= limit, bytes.count <= limit else { throw .tooLarge(header) }
        var error: UnsafeMutablePointer<GError>?
        guard let loader = gdk_pixbuf_loader_new_with_type(header.kind.rawValue, &error) else {
            throw .unreadable(words(of: error))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let longest = max(header.width, header.height)
        if longest > longestSide {
            let scale = Double(longestSide) / Double(longest)
            gdk_pixbuf_loader_set_size(
                loader, Int32(max(1, Double(header.width) * scale)), Int32(max(1, Double(header.height) * scale)))
        }
        let isWritten = bytes[..<header.byteCount].withUnsafeBufferPointer {
            gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), &error) != 0
        }
        // It must be closed in any case.
        var later: UnsafeMutablePointer<GError>?
        let isClosed = gdk_pixbuf_loader_close(loader, &later) != 0
        let reasons = [words(of: error), words(of: later)].compactMap { $0 }
        // A GIF of which only the first picture is passed on lacks its end.
        guard isWritten, isClosed || header.byteCount < bytes.count, let pixels = gdk_pixbuf_loader_get_pixbuf(loader),
            let upright = gdk_pixbuf_apply_embedded_orientation(pixels)
        else { throw .unreadable(reasons.first) }
        return DecodedPicture(header, upright)
    }

    /// The message of an error, which is freed.
    private static func words(of error: UnsafeMutablePointer<GError>?) -> String? {
        guard let error else { return nil }
        defer { g_error_free(error) }
        return error.pointee.message.map { String(cString: $0) }
    }
}
