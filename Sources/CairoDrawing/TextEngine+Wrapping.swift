import Drawing

extension TextEngine {
    public func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double {
        let face = face(font, scale: 1)
        let text = UnsafeBufferPointer(rebasing: text.prefix(Self.boundary(in: text)))
        guard !fitsOneLine(text, width: width, face: face) else { return face.lineHeight }
        // Kept, since what is measured is drawn next, in the same lines unless it is zoomed.
        let count = texts.text(text, limit: Self.limit(width), wraps: true, face: face).lineCount
        return Double(min(count, TextWrapping.lineLimit)) * face.lineHeight
    }

    /// Returns true where the text needs no second line, as far as that is known without Pango, in device pixels.
    func fitsOneLine(_ text: UnsafeBufferPointer<UInt8>, width: Double, face: Face) -> Bool {
        if text.isEmpty { return true }
        // No font has characters that are half a pixel wide on average: such a text need not be added up.
        guard Double(text.count) < 64 + width * 4, !text.contains(0x0A) else { return false }
        return simpleWidth(of: text, face: face).map { $0 <= width } ?? false
    }

    /// A width as Pango takes it; one that is no width is the narrowest.
    static func limit(_ width: Double) -> Int32 { width > 1 ? Int32(min(width, 1_048_576)) : 1 }

    /// The length of the longest prefix within `TextWrapping.byteLimit` that ends between two scalars.
    private static func boundary(in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard text.count > TextWrapping.byteLimit else { return text.count }
        var end = TextWrapping.byteLimit
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}
