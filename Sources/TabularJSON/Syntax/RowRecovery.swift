/// Finds where reading resumes after a row that is not JSON, and that swallows later rows since a bracket or a quote is
/// missing, or a bracket is of the wrong kind.
///
///     {"a": "x},⏎      the text extends to the next quote: this line is a row that is not JSON
///     {"a": 2},⏎       the next line that begins like a row, and with a whole value
///
/// A row whose brackets and quotes match ends correctly, whatever else is wrong with it.
struct RowRecovery {
    enum Place: Sendable, Hashable {
        /// The index of the next row.
        case found(Int)
        case none
        /// More of the text must be known.
        case unknown
    }

    /// The most bytes that are parsed in vain.
    private static let limit = 1 << 24

    /// The text from the beginning of the row on, or its part in memory.
    let text: UnsafeBufferPointer<UInt8>
    /// True where the whole text ends with it.
    let isWhole: Bool
    /// The first bracket of rows.
    let opener: UInt8

    /// The next row after the byte `suspect`; it begins before `end`.
    func place(after suspect: Int, before end: Int) -> Place {
        guard let start = text.firstIndex(where: { !$0.isBlank }) else { return isWhole ? .none : .unknown }
        var left = Self.limit
        // The line with the fault may be the next row.
        let isLineEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        var index = text[start..<max(start, suspect)].lastIndex(where: isLineEnd) ?? max(start, suspect)
        while index < end {
            guard let lineEnd = text[index...].firstIndex(where: isLineEnd),
                let first = text[lineEnd...].firstIndex(where: { !$0.isBlank })
            else { return isWhole || end <= text.count ? .none : .unknown }
            index = first
            guard first < end, text[first] == opener else { continue }
            var cursor = JSONCursor(text, at: first)
            do throws(SyntaxFault) {
                _ = try cursor.nextValue()
                try cursor.skipBlanks()
                if cursor.peek == nil, !isWhole { return .unknown }
                if [UInt8(ascii: ","), UInt8(ascii: "]"), nil].contains(cursor.peek) { return .found(first) }
            } catch {
                if error.kind == .cutOff, !isWhole { return .unknown }
            }
            left -= cursor.index - first
            if left < 0 { return .none }
        }
        return .none
    }

    /// The byte from which on `row`, without its last separator, is suspect; nil where its brackets and quotes match. `fault` is
    /// its first byte that is not JSON.
    static func suspect(in row: UnsafeBufferPointer<UInt8>, before fault: Int) -> Int? {
        var brackets: [UInt8] = []
        var quote: Int?
        var isEscaped = false
        for (index, byte) in row.enumerated() {
            if let start = quote {
                // A string cannot contain a line end.
                if byte == 0x0A || byte == 0x0D { return min(start, fault) }
                if byte == UInt8(ascii: "\""), !isEscaped { quote = nil }
            } else if byte == UInt8(ascii: "\""), !isEscaped {
                quote = index
            }
            // A quote after a backslash is text outside strings too, as for `RowScanner`.
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            guard quote == nil else { continue }
            switch byte {
            case UInt8(ascii: "{"): brackets.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): brackets.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if brackets.popLast() != byte { return fault }
            default: break
            }
        }
        return quote == nil && brackets.isEmpty ? nil : fault
    }
}
