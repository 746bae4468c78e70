/// Finds where reading resumes after a row that is not JSON, and that swallows later rows since a bracket or a quote is
/// missing, or a bracket is of the wrong kind.
///
///     {"a": "x},⏎      the text extends to the next quote: this line is a row that is not JSON
///     {"a": 2},⏎       the next line that begins like a row, and with a whole value
///
/// A row whose brackets and quotes match ends correctly, whatever else is wrong with it.
struct RowRecovery {
    /// The most bytes that are parsed in vain.
    private static let limit = 1 << 24

    /// The row, up to its end, or its part in memory.
    let row: UnsafeBufferPointer<UInt8>
    /// The first bracket of rows.
    let opener: UInt8

    /// The index of the next row; nil where there is none, or the row ends correctly. `fault` is the first byte of the row that
    /// is not JSON.
    func place(after fault: Int) -> Int? {
        guard let suspect = suspect(before: fault), let start = row.firstIndex(where: { !$0.isBlank }) else {
            return nil
        }
        var left = Self.limit
        // The line with the fault may be the next row.
        let isLineEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        var index = row[start..<max(start, suspect)].lastIndex(where: isLineEnd) ?? max(start, suspect)
        while let end = row[index...].firstIndex(where: isLineEnd) {
            guard let first = row[end...].firstIndex(where: { !$0.isBlank }) else { return nil }
            index = first
            guard row[first] == opener else { continue }
            var cursor = JSONCursor(row, at: first)
            let isWhole = (try? cursor.nextValue()) != nil && (try? cursor.skipBlanks()) != nil
            if isWhole, [UInt8(ascii: ","), UInt8(ascii: "]"), nil].contains(cursor.peek) { return first }
            left -= cursor.index - first
            if left < 0 { return nil }
        }
        return nil
    }

    /// The byte from which on the row is suspect; nil where its brackets and quotes match.
    private func suspect(before fault: Int) -> Int? {
        var brackets: [UInt8] = []
        var quote: Int?
        var isEscaped = false
        // The last byte ends the row.
        for (index, byte) in row.dropLast().enumerated() {
            if let start = quote {
                // A string cannot contain a line end.
                if byte == 0x0A || byte == 0x0D { return min(start, fault) }
                if byte == UInt8(ascii: "\""), !isEscaped { quote = nil }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): quote = index
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
