/// The tokens of a row, between the separators that its text has.
///
///     elements   ␣{"a": 1},        members   "k": 1 }        values   , 12        lines   ␞{"a": 1}⏎
struct RowCursor {
    private static let recordSeparator: UInt8 = 0x1E

    var cursor: JSONCursor
    let form: RowForm

    /// Starts at the first byte of a row.
    init(_ text: UnsafeBufferPointer<UInt8>, _ form: RowForm) { (cursor, self.form) = (JSONCursor(text), form) }

    /// Passes the separators before the row's value, and the name of a member, which it returns.
    mutating func start() throws(SyntaxFault) -> JSONToken? {
        switch form {
        case .lines, .values:
            try cursor.skipBlanks()
            while let byte = cursor.peek, byte == Self.recordSeparator || byte == UInt8(ascii: ",") && form == .values {
                cursor.index += 1
                try cursor.skipBlanks()
            }
            return nil
        case .elements: return nil
        case .members: return try cursor.name()
        }
    }

    /// Passes the separator after the row's value, to the end of the text.
    mutating func finish() throws(SyntaxFault) {
        try cursor.skipBlanks()
        guard let byte = cursor.peek else { return }
        switch form {
        case .lines:
            guard byte == UInt8(ascii: ",") else { break }
            cursor.notes.insert(.trailingComma, at: cursor.index)
            cursor.index += 1
        case .values:
            guard byte == UInt8(ascii: ",") || byte == Self.recordSeparator else { break }
            cursor.index += 1
        case .elements, .members:
            guard byte == UInt8(ascii: ",") || byte == form.closer else { break }
            cursor.index += 1
        }
        try cursor.skipBlanks()
        guard cursor.peek == nil else { throw cursor.fault(.end) }
    }
}

extension RowForm {
    /// The bracket that closes the container of rows; nil where they have none.
    var closer: UInt8? {
        switch self {
        case .lines, .values: nil
        case .elements: UInt8(ascii: "]")
        case .members: UInt8(ascii: "}")
        }
    }
}
