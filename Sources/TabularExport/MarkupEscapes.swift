import Tabular

/// The text of values in a markup language, so that it reads as what it is: a line break as `<br>`, CRLF as one of them.
///
/// In Markdown a backslash stands before whatever would begin something. An underscore within a word begins nothing
/// (CommonMark 6.2), and stays as it is, since names are full of them; so it waits for what comes behind it:
///
///     value       order_id   _x_       a|b    2 * 3
///     Markdown    order_id   \_x\_     a\|b   2 \* 3
struct MarkupEscapes {
    private static let html = ByteEscapes([
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>", "\r": "<br>", "\0": "\u{FFFD}",
    ])
    private static let markdown = ByteEscapes([
        "|": "\\|", "\\": "\\\\", "`": "\\`", "*": "\\*", "<": "\\<", "[": "\\[", "]": "\\]", "~": "\\~", "&": "\\&",
        "_": "\\_", "\n": "<br>", "\r": "<br>", "\0": "\u{FFFD}",
    ])
    private static let underscore = UInt8(ascii: "_")

    private let escapes: ByteEscapes
    /// The last byte of the value so far, 0 before its first.
    private var last: UInt8 = 0
    /// How many underscores wait, and the byte before them.
    private var waiting = (count: 0, behind: UInt8(0))

    init(_ language: MarkupLanguage) { escapes = language == .markdown ? Self.markdown : Self.html }

    /// Writes the next characters of a value.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
        var start = 0
        while start < text.count {
            if waiting.count > 0 && text[start] != Self.underscore {
                writeUnderscores(before: text[start], to: &output)
            }
            let end = escapes.next(in: text, from: start)
            output.write(UnsafeBufferPointer(rebasing: text[start..<end]))
            if end > start { last = text[end - 1] }
            if end < text.count { writeEscape(of: text[end], to: &output) }
            start = end + 1
        }
    }

    /// Writes what waits for more of the value, which has ended.
    mutating func end(to output: inout ByteOutput) {
        writeUnderscores(before: 0, to: &output)
        last = 0
    }

    private mutating func writeEscape(of byte: UInt8, to output: inout ByteOutput) {
        if byte == Self.underscore {
            if waiting.count == 0 { waiting.behind = last }
            waiting.count += 1
        } else if byte != UInt8(ascii: "\n") || last != UInt8(ascii: "\r") {
            output.write(escapes[byte])
        }
        last = byte
    }

    private mutating func writeUnderscores(before next: UInt8, to output: inout ByteOutput) {
        if waiting.count == 0 { return }
        let isWithinWord = Self.isWord(waiting.behind) && Self.isWord(next)
        for _ in 0..<waiting.count { output.write(isWithinWord ? "_" : escapes[Self.underscore]) }
        waiting.count = 0
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
}
