/// The lines after the first one of a text.
struct ValueLines {
    /// The most lines to check.
    private static let limit = 100

    private let text: UnsafeBufferPointer<UInt8>
    /// The offset after the last of them.
    private let end: Int
    /// True where the text goes on there, or may.
    private let isCut: Bool
    /// Lines that are not blank; those that are a value each, and those that are an object or array.
    private(set) var (count, wholes, containers) = (0, 0, 0)
    /// Lines that are an object or array but for a fault between its brackets: `{"a": nan}`.
    private(set) var faulty = 0

    /// Checks the lines after the line end at `first`.
    init(_ text: UnsafeBufferPointer<UInt8>, behind first: Int, isWhole: Bool) {
        self.text = text
        var index = first
        while index < text.count, count < Self.limit {
            let end = text[(index + 1)...].firstIndex(of: 0x0A) ?? text.count
            // The last line of a sample may continue.
            if end == text.count && !isWhole { break }
            let line = UnsafeBufferPointer(rebasing: text[index..<end])
            index = end
            guard let byte = line.first(where: { !$0.isBlank }) else { continue }
            count += 1
            guard Self.isValue(line) else {
                if Self.isClosed(line) { faulty += 1 }
                continue
            }
            wholes += 1
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { containers += 1 }
        }
        (end, isCut) = (index, index < text.count || !isWhole)
    }

    /// Returns true where a line begins with a bracket and ends with the one that closes it.
    static func isClosed(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = line.first(where: { !$0.isBlank }), let last = line.last(where: { !$0.isBlank }) else {
            return false
        }
        let isPair =
            first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
            || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
        return isPair && RowRecovery.suspect(in: line, before: 0) == nil
    }

    private static func isValue(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var cursor = JSONCursor(line)
        do throws(SyntaxFault) {
            _ = try cursor.nextValue()
            return line[cursor.index...].allSatisfy(\.isBlank)
        } catch {
            return false
        }
    }

    /// The values of a text whose first one ends at `offset`, at the end of the first line. They need not stand on lines where
    /// a valid one has several lines, or shares its line with another; but of lines that are not valid most decide.
    func values(after offset: Int) -> TextRecognition.Values {
        if wholes == count { return .lines }
        var cursor = JSONCursor(UnsafeBufferPointer(rebasing: text[..<end]), at: offset)
        var (start, isOnLines) = (offset, true)
        do throws(SyntaxFault) {
            while let next = text[cursor.index..<end].firstIndex(where: { !$0.isBlank }) {
                let isOnNewLine = text[cursor.index..<next].contains(0x0A)
                start = next
                cursor = JSONCursor(cursor.text, at: start)
                _ = try cursor.nextValue()
                if !isOnNewLine || text[start..<cursor.index].contains(0x0A) { isOnLines = false }
            }
            return isOnLines ? .lines : .many
        } catch {
            if error.kind == .cutOff && isCut { return isOnLines && !text[start..<end].contains(0x0A) ? .lines : .many }
            return !isOnLines && wholes + 1 < count - wholes ? .many : .lines
        }
    }
}
