import Tabular

/// The text of one cell on its way to a block of a tile.
struct CellText {
    /// Longer values are truncated: nobody reads more in a cell.
    private static let limit = 4096
    /// A block that has grown to this many bytes truncates its further values to `tightLimit`.
    private static let roomyBlock = 1 << 20
    private static let tightLimit = 256

    private var bytes: [UInt8] = []

    /// Appends the field at `place` of the record `text` to `block`.
    mutating func append(
        _ fields: borrowing FieldReader, at place: Int, of text: UnsafeBufferPointer<UInt8>,
        to block: inout RowBlockBuilder
    ) {
        let limit = block.byteCount < Self.roomyBlock ? Self.limit : Self.tightLimit
        bytes.removeAll(keepingCapacity: true)
        var info = fields.append(at: place, of: text, .shown, to: &bytes)
        let length = bytes.count
        var end = min(length, limit)
        info.isCut = length > end
        // A cut goes through no character.
        while info.isCut, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let isValid = bytes.withUnsafeBufferPointer { String(validating: $0.prefix(end), as: UTF8.self) != nil }
        if isValid {
            block.append(bytes.prefix(end))
        } else {
            info.isMalformed = true
            block.append(String(decoding: bytes.prefix(end), as: UTF8.self).utf8)
        }
        block.endCell(info, length: info.isCut || info.isMalformed ? length : nil)
    }
}
