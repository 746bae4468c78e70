/// Finds where reading resumes after a row that is not JSON, and that swallows later rows since a bracket or a quote is
/// missing, or a bracket is of the wrong kind.
///
///     {"a": "x},⏎      the text extends to the next quote: this line is a row that is not JSON
///     {"a": 2},⏎       the next line that begins like a row, and with a whole value
///
/// A row whose brackets and quotes match ends correctly, whatever else is wrong with it, unless another value follows its first:
///
///     {"a": 1}⏎        a comma is missing: the row ends with its bracket
///     {"a": 2},⏎       the next row
struct RowRecovery {
    /// A byte of a broken row, from which on other rows may follow.
    struct Suspect: Sendable, Hashable {
        var byte: Int
        /// True where that byte is a bracket after the end of the row's value, with nothing but blanks between them.
        var isNextValue = false
    }

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

    /// The next row after the byte of `suspect`, or at it; it begins before `end`.
    func place(after suspect: Suspect, before end: Int) -> Place {
        guard let start = text.firstIndex(where: { !$0.isBlank }) else { return isWhole ? .none : .unknown }
        if suspect.isNextValue, suspect.byte < min(end, text.count), text[suspect.byte] == opener {
            let place = place(at: suspect.byte).place
            if place != .none { return place }
        }
        return line(after: suspect.byte, behind: start, before: end)
    }

    /// The first line that begins with a row, after the line of the byte `suspect`, or that line itself.
    private func line(after suspect: Int, behind start: Int, before end: Int) -> Place {
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
            let found = place(at: first)
            if found.place != .none { return found.place }
            left -= found.bytes
            if left < 0 { return .none }
        }
        return .none
    }

    /// The row that begins at `first`, where it is whole and a separator, another row or the text's end follows it; and the bytes
    /// that were parsed.
    private func place(at first: Int) -> (place: Place, bytes: Int) {
        var cursor = JSONCursor(text, at: first)
        do throws(SyntaxFault) {
            _ = try cursor.nextValue()
            try cursor.skipBlanks()
            if cursor.peek == nil, !isWhole { return (.unknown, 0) }
            let isRow = [UInt8(ascii: ","), UInt8(ascii: "]"), opener, nil].contains(cursor.peek)
            return (isRow ? .found(first) : .none, cursor.index - first)
        } catch {
            return (error.kind == .cutOff && !isWhole ? .unknown : .none, cursor.index - first)
        }
    }

    /// The byte from which on `row`, without its last separator, is suspect; nil where its brackets and quotes match, and nothing
    /// that begins like a row follows its value. `fault` is its first byte that is not JSON.
    static func suspect(in row: UnsafeBufferPointer<UInt8>, before fault: Int) -> Suspect? {
        var brackets: [UInt8] = []
        // True after the end of the value; and while only blanks have followed.
        var (hasEnded, isBehindValue) = (false, false)
        var quote: Int?
        var isEscaped = false
        for (index, byte) in row.enumerated() {
            if let start = quote {
                // A string cannot contain a line end.
                if byte == 0x0A || byte == 0x0D { return Suspect(byte: min(start, fault)) }
                if byte == UInt8(ascii: "\""), !isEscaped { quote = nil }
            } else if byte == UInt8(ascii: "\""), !isEscaped {
                quote = index
            }
            // A quote after a backslash is text outside strings too, as for `RowScanner`.
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            guard quote == nil else { continue }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if brackets.isEmpty, hasEnded { return Suspect(byte: index, isNextValue: isBehindValue) }
                brackets.append(byte + 2)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if brackets.popLast() != byte { return Suspect(byte: fault) }
                (hasEnded, isBehindValue) = (hasEnded || brackets.isEmpty, brackets.isEmpty)
            default: isBehindValue = isBehindValue && byte.isBlank
            }
        }
        return quote == nil && brackets.isEmpty ? nil : Suspect(byte: fault)
    }
}
