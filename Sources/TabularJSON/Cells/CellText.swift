import Tabular

/// The text of one cell on its way to a block of a tile.
struct CellText {
    /// Longer values are truncated: no cell can show more.
    private static let limit = 4096
    /// A block that has grown to this many bytes truncates its further values to `tightLimit`.
    private static let roomyBlock = 1 << 20
    private static let tightLimit = 256

    private var bytes: [UInt8] = []
    /// Bytes of the whole value.
    private var length = 0

    /// Appends the field at `place` of the record `text` to `block`.
    mutating func append(
        _ fields: borrowing FieldReader, at place: Int, of text: UnsafeBufferPointer<UInt8>,
        to block: inout RowBlockBuilder
    ) {
        let info = fields.append(at: place, of: text, .shown, to: &bytes)
        length = bytes.count
        end(info, in: &block)
    }

    /// Appends bytes to the value that `end(_:in:)` ends.
    mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
        length += part.count
        // One byte more than a cell has: it shows where a character ends.
        bytes.append(contentsOf: part.prefix(max(0, Self.limit + 1 - bytes.count)))
    }

    /// Ends the cell of a block with the value that was appended.
    mutating func end(_ info: CellInfo, in block: inout RowBlockBuilder) {
        let limit = block.byteCount < Self.roomyBlock ? Self.limit : Self.tightLimit
        var (info, end) = (info, min(length, limit))
        info.isCut = length > end
        // Characters are not split.
        while info.isCut, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let isValid = bytes.withUnsafeBufferPointer { String(validating: $0.prefix(end), as: UTF8.self) != nil }
        if isValid {
            block.append(bytes.prefix(end))
        } else {
            info.isMalformed = true
            block.append(String(decoding: bytes.prefix(end), as: UTF8.self).utf8)
        }
        block.endCell(info, length: info.isCut || info.isMalformed ? length : nil)
        bytes.removeAll(keepingCapacity: true)
        length = 0
    }
}
