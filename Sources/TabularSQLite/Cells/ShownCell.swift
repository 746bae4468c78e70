import Tabular

/// The text of a cell on the screen.
struct ShownCell {
    /// Longer values are truncated: no cell can show more.
    static let limit = 4096
    /// A block that has grown to this many bytes truncates its further values to `tightLimit`.
    private static let roomyBlock = 1 << 20
    private static let tightLimit = 256

    /// Appends the text `bytes`, the beginning of a value of `length` bytes, to `block`.
    static func append(
        _ bytes: UnsafeBufferPointer<UInt8>, length: Int, kind: CellKind, to block: inout RowBlockBuilder
    ) {
        let limit = block.byteCount < roomyBlock ? limit : tightLimit
        var info = CellInfo(state: .value, kind: kind)
        var end = min(bytes.count, limit)
        info.isCut = length > end
        // Characters are not split.
        while info.isCut, end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let shown = UnsafeBufferPointer(rebasing: bytes[..<end])
        if String(validating: shown, as: UTF8.self) != nil {
            block.append(shown)
        } else {
            info.isMalformed = true
            block.append(String(decoding: shown, as: UTF8.self).utf8)
        }
        block.endCell(info, length: info.isCut || info.isMalformed ? length : nil)
    }
}

/// The text for a blob on the screen: its beginning in hexadecimal digits, its kind and its length. A geometry is shown as
/// well-known text, or by its kind and size.
enum ShownBlob {
    /// Bytes of a longer blob that are shown.
    static let shownBytes = 32
    /// Bytes by which the text for a blob that is not read whole is found.
    static let neededBytes = max(shownBytes, GeometryText.headBytes)

    /// The text for a blob of `count` bytes, whose digits begin with `digits`.
    static func text(_ digits: UnsafeBufferPointer<UInt8>, count: Int) -> String {
        if let geometry = GeometryText.read(digits, count: count) {
            return geometry.text ?? "\(geometry.kind) · \(size(count))"
        }
        let beginning = String(decoding: digits.prefix(shownBytes * 2), as: UTF8.self)
        guard count > shownBytes else { return "x'\(beginning)'" }
        return "x'\(beginning)…'" + facts(kind: ByteSignature(hexadecimalDigits: digits)?.name, count: count)
    }
}
