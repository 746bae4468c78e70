import Tabular

/// How a value is turned into the text that is shown: by its column's format, else with signs for control characters.
struct ShownText {
    var format: CellFormat?
    /// No more of a value is shown than so many bytes.
    var limit: Int
    /// Keeps the lines of a value, and says with an ellipsis that there is more of it.
    var wraps = false
    /// Whether the value is only the beginning of one.
    var isCut = false

    func append(_ value: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let start = text.count
        if let format, format.append(value, to: &text) { return makeVisible(from: start, &text) }
        text.removeLast(text.count - start)
        let shown = Utf8.boundary(in: value, atMost: limit)
        Utf8.appendVisibly(UnsafeBufferPointer(rebasing: value[..<shown]), keepingLines: wraps, to: &text)
        // What a line has no room for gets its ellipsis when it is drawn.
        if shown < value.count ? wraps : isCut { text.append(contentsOf: "…".utf8) }
    }

    /// A format takes over the text of a value, whatever that is made of, and has some of its own.
    private func makeVisible(from start: Int, _ text: inout [UInt8]) {
        let isPlain = text.withUnsafeBufferPointer { Utf8.isPlain(UnsafeBufferPointer(rebasing: $0[start...])) }
        guard !isPlain else { return }
        let formatted = Array(text[start...])
        text.removeLast(text.count - start)
        formatted.withUnsafeBufferPointer { Utf8.appendVisibly($0, keepingLines: wraps, to: &text) }
    }
}
