/// The elements of an array whose text is in memory, one after the other.
///
/// - Complexity: O(bytes passed), however many elements there are and however deeply they are nested.
struct ArrayElements {
    /// The text from after the opening bracket to the end.
    private let text: UnsafeBufferPointer<UInt8>
    private var scanner: RowScanner
    /// The number of elements, where a scanner may find more.
    private let limit: Int
    /// The index of the text in the value.
    var origin: Int
    private var offset = 0
    /// The number of the next element, from 0.
    private(set) var index = 0

    /// Starts with the first element of `text`, an array without its opening bracket, which is at `origin` in its value.
    init(_ text: UnsafeBufferPointer<UInt8>, at origin: Int, isRelaxed: Bool, limit: Int) {
        (self.text, self.origin) = (text, origin)
        (scanner, self.limit) = (RowScanner(.elements, isRelaxed: isRelaxed), limit)
    }

    /// Passes the next element and returns it; nil after the last one. `row` is that of the array.
    mutating func next(ofRow row: Int) -> ArrayElement? {
        let start = offset
        guard skip(1) == 1 else { return nil }
        return ArrayElement(
            text: UnsafeBufferPointer(rebasing: text[start..<offset]), readable: text.count - start, row: row,
            index: index - 1, start: origin + start)
    }

    /// Passes `count` elements, or as many as there are; returns their number.
    mutating func skip(_ count: Int) -> Int {
        let found = scanner.scan(UnsafeBufferPointer(rebasing: text[offset...]), limit: min(count, limit - index))
        offset += found.bytes
        index += found.rows
        return found.rows
    }
}

/// An element of an array, in memory until the next array is read.
struct ArrayElement {
    /// With the comma or bracket after it.
    let text: UnsafeBufferPointer<UInt8>
    /// Bytes that can be read from the first of `text` on.
    let readable: Int
    /// The row (0-based) of the table with the array.
    let row: Int
    /// The position (0-based) in the array.
    let index: Int
    /// The index of the first of `text` in the value that is the array.
    let start: Int
}

/// A check that distinguishes the arrays among the values of a column from all others.
struct ArrayCheck {
    private var reader = FieldReader(ColumnTree(ColumnLayout(.lines), records: .values))

    /// The elements of a value; nil unless it is an array from its first byte to its last, blanks aside.
    ///
    /// - Complexity: O(bytes).
    mutating func elements(of text: UnsafeBufferPointer<UInt8>) -> ArrayElements? {
        guard reader.read(text) == .whole else { return nil }
        let field = reader.field(at: 0)
        guard field.kind == .array, text[field.end...].allSatisfy(\.isJSONBlank) else { return nil }
        let notes = reader.notes
        return ArrayElements(
            UnsafeBufferPointer(rebasing: text[(field.start + 1)..<field.end]), at: field.start + 1,
            isRelaxed: notes.contains(.comment) || notes.contains(.singleQuotes),
            // After the last comma, a scanner reads a blank of JSON5 as an element.
            limit: notes.contains(.blank) ? count(of: UnsafeBufferPointer(rebasing: text[field.range])) : .max)
    }

    /// The number of elements by the tokens of an array.
    private func count(of array: UnsafeBufferPointer<UInt8>) -> Int {
        var cursor = JSONCursor(array)
        guard (try? cursor.next()) != nil else { return 0 }
        var count = 0
        while let token = try? cursor.nextValue(), token.kind != .arrayEnd { count += 1 }
        return count
    }
}
