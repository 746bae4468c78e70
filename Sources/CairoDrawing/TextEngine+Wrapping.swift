import Drawing

extension TextEngine {
    public func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double {
        let face = face(font, scale: 1)
        let text = UnsafeBufferPointer(rebasing: text.prefix(Self.boundary(in: text)))
        guard !fitsOneLine(text, width: width, face: face) else { return face.lineHeight }
        // Cached, since a measured text is usually drawn next, in the same lines unless it is zoomed.
        let count = texts.text(text, limit: Self.limit(width), wraps: true, face: face).lineCount
        return Double(min(count, TextWrapping.lineLimit)) * face.lineHeight
    }

    /// Returns true where the text certainly fits one line, as far as that is known without Pango, in device pixels.
    func fitsOneLine(_ text: UnsafeBufferPointer<UInt8>, width: Double, face: Face) -> Bool {
        if text.isEmpty { return true }
        // In no font is the average character half a pixel wide: such a text need not be measured.
        guard Double(text.count) < 64 + width * 4, !text.contains(0x0A) else { return false }
        return simpleWidth(of: text, face: face).map { $0 <= width } ?? false
    }

    /// A width in the form of a Pango limit; an invalid one becomes the narrowest.
    static func limit(_ width: Double) -> Int32 { width > 1 ? Int32(min(width, 1_048_576)) : 1 }

    /// The length of the longest prefix within `TextWrapping.byteLimit` that ends between two scalars.
    private static func boundary(in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard text.count > TextWrapping.byteLimit else { return text.count }
        var end = TextWrapping.byteLimit
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}
