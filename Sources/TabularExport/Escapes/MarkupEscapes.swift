import Tabular

/// Escapes values for a markup language, so that they read as the original text: a line break as `<br>`, CRLF as a single one.
struct MarkupEscapes {
    private static let html = ByteEscapes([
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>", "\r": "<br>", "\0": "\u{FFFD}",
    ])

    /// Nil for HTML.
    private var markdown: MarkdownEscapes?
    /// A Boolean value that indicates whether the value so far ends with a carriage return.
    private var isBehindReturn = false

    init(_ language: MarkupLanguage) { markdown = language == .markdown ? MarkdownEscapes() : nil }

    /// Writes the next bytes of a value.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
        if markdown != nil {
            markdown?.write(text, to: &output)
        } else {
            writeHTML(text, to: &output)
        }
    }

    /// Writes the held bytes at the end of the value.
    mutating func end(to output: inout ByteOutput) {
        markdown?.end(to: &output)
        isBehindReturn = false
    }

    private mutating func writeHTML(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
        var start = 0
        while start < text.count {
            let end = Self.html.next(in: text, from: start)
            output.write(UnsafeBufferPointer(rebasing: text[start..<end]))
            if end > start { isBehindReturn = false }
            if end < text.count {
                let byte = text[end]
                if byte != UInt8(ascii: "\n") || !isBehindReturn { output.write(Self.html[byte]) }
                isBehindReturn = byte == UInt8(ascii: "\r")
            }
            start = end + 1
        }
    }
}
