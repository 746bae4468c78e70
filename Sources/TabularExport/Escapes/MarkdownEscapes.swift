/// Escapes values for Markdown, so that they read as the original text, by CommonMark and by GitHub's extensions of it.
///
/// A backslash is written before every character that would begin markup; `&lt;` replaces `<`, so that no reader finds HTML,
/// and `&amp;` replaces `&` where a reference would begin (CommonMark 6.2 and 2.5). An underscore within a word begins nothing
/// (6.2), and stays unchanged, since it is frequent in names:
///
///     value       order_id   _x_       a|b    2 * 3    R&D   &copy;
///     Markdown    order_id   \_x\_     a\|b   2 \* 3   R&D   &amp;copy;
///
/// Web addresses become links automatically (GFM 6.9), up to the next space, and a backslash or a reference would be part of
/// them. So a word without anything to escape stays unchanged; a value that is an address as a whole is put between angle
/// brackets, where nothing is escaped (CommonMark 6.5); and in any other word the beginning of an address is escaped too:
///
///     value       http://x.y/?a=1&b=2   http://x.y/*a*     http://x.y/<b>         see www.x.y/*a*
///     Markdown    http://x.y/?a=1&b=2   <http://x.y/*a*>   http\://x.y/&lt;b>     see www\.x.y/\*a\*
struct MarkdownEscapes {
    /// A longer word, in bytes, is written piece by piece, and so without recognizing addresses.
    private static let longestWord = 2048

    /// The end of the value so far, from a word's first byte on.
    private var held: [UInt8] = []
    private var state = State()

    /// Writes the next bytes of a value.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
        held.append(contentsOf: text)
        if held.count > Self.longestWord { writeHeld(isEnd: false, to: &output) }
    }

    /// Writes the held bytes at the end of the value.
    mutating func end(to output: inout ByteOutput) {
        writeHeld(isEnd: true, to: &output)
        state = State()
    }

    private mutating func writeHeld(isEnd: Bool, to output: inout ByteOutput) {
        let written = held.withUnsafeBufferPointer { state.write($0, isEnd: isEnd, to: &output) }
        if written == held.count { held.removeAll(keepingCapacity: true) } else { held.removeFirst(written) }
    }

    /// The context of the next byte in a value.
    private struct State {
        private var isAtStart = true
        /// The last byte, 0 before the first.
        private var last: UInt8 = 0
        /// True while the current word is too long to be examined.
        private var isInLongWord = false

        /// Writes `text` up to a word that may continue, unless that is too long to be held; returns the number of bytes.
        mutating func write(
            _ text: UnsafeBufferPointer<UInt8>, isEnd: Bool, to output: inout ByteOutput
        ) -> Int {
            // Most values have nothing to escape.
            if isAtStart && isEnd && text.count <= longestWord && special.next(in: text, from: 0) == text.count {
                output.write(text)
                return text.count
            }
            var start = 0
            while start < text.count {
                if MarkdownWord.isSpace(text[start]) {
                    writeSpace(text[start], to: &output)
                    start += 1
                    continue
                }
                var end = start + 1
                while end < text.count && !MarkdownWord.isSpace(text[end]) { end += 1 }
                let isLong = isInLongWord || end - start > longestWord
                if end == text.count && !isEnd {
                    if !isLong { break }
                    isInLongWord = true
                }
                let isValue = isAtStart && isEnd && start == 0 && end == text.count
                let bytes = UnsafeBufferPointer(rebasing: text[start..<end])
                if isLong {
                    MarkdownWord(bytes, behind: last).writePart(to: &output)
                } else {
                    MarkdownWord(bytes).write(isValue: isValue, to: &output)
                }
                (isAtStart, last) = (false, text[end - 1])
                start = end
            }
            return start
        }

        private mutating func writeSpace(_ byte: UInt8, to output: inout ByteOutput) {
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            if !isLineEnd {
                output.write(byte)
            } else if byte != UInt8(ascii: "\n") || last != UInt8(ascii: "\r") {
                output.write("<br>")
            }
            (isAtStart, isInLongWord, last) = (false, false, byte)
        }
    }

    /// All bytes that are escaped in some context.
    private static let special = ByteEscapes([
        "|": "", "\\": "", "`": "", "*": "", "<": "", "[": "", "]": "", "~": "", "&": "", "_": "", "\n": "", "\r": "",
        "\0": "",
    ])
}

/// The bytes of a value between spaces.
private struct MarkdownWord {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The byte before them, 0 where the word begins with them.
    private let before: UInt8

    init(_ bytes: UnsafeBufferPointer<UInt8>, behind before: UInt8 = 0) {
        self.bytes = bytes
        self.before = before
    }

    /// Returns true for bytes that end an address for every reader; some readers have more.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Writes a whole word. `isValue` tells that it is a whole value.
    func write(isValue: Bool, to output: inout ByteOutput) {
        if !needsEscapes {
            write(to: &output) { pipeOrNul($0) }
        } else if isValue && isPlainAddress {
            output.write("<")
            write(to: &output) { pipeOrNul($0) }
            output.write(">")
        } else {
            write(to: &output) { escape(at: $0) }
        }
    }

    /// Writes a part of a word, whose context is unknown: everything that may be markup is escaped.
    func writePart(to output: inout ByteOutput) {
        write(to: &output) { index in
            switch bytes[index] {
            case UInt8(ascii: "&"): "&amp;"
            case UInt8(ascii: "_"): "\\_"
            case UInt8(ascii: ":"): "\\:"
            case UInt8(ascii: ".") where letter(at: index - 1) == UInt8(ascii: "w"): "\\."
            default: escape(at: index)
            }
        }
    }

    /// Writes the bytes, and replaces those for which `escape` returns a text.
    private func write(to output: inout ByteOutput, _ escape: (Int) -> StaticString?) {
        var start = 0
        for index in bytes.indices {
            guard let text = escape(index) else { continue }
            output.write(UnsafeBufferPointer(rebasing: bytes[start..<index]))
            output.write(text)
            start = index + 1
        }
        output.write(UnsafeBufferPointer(rebasing: bytes[start...]))
    }

    private var needsEscapes: Bool {
        bytes.indices.contains { index in
            switch bytes[index] {
            case UInt8(ascii: "|"), 0, UInt8(ascii: ":"), UInt8(ascii: "."): false
            default: escape(at: index) != nil
            }
        }
    }

    /// The escape of a table cell's own syntax: a table reader removes the backslash before it parses anything else.
    private func pipeOrNul(_ index: Int) -> StaticString? {
        switch bytes[index] {
        case UInt8(ascii: "|"): "\\|"
        case 0: "\u{FFFD}"
        default: nil
        }
    }

    private func escape(at index: Int) -> StaticString? {
        switch bytes[index] {
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "`"): "\\`"
        case UInt8(ascii: "*"): "\\*"
        case UInt8(ascii: "["): "\\["
        case UInt8(ascii: "]"): "\\]"
        case UInt8(ascii: "~"): "\\~"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: "&"): beginsReference(at: index) ? "&amp;" : nil
        case UInt8(ascii: "_"): isWithinWord(at: index) ? nil : "\\_"
        case UInt8(ascii: ":"): byte(at: index + 1) == slash && byte(at: index + 2) == slash ? "\\:" : nil
        case UInt8(ascii: "."): (1...3).allSatisfy { letter(at: index - $0) == UInt8(ascii: "w") } ? "\\." : nil
        default: pipeOrNul(index)
        }
    }

    // MARK: - Context of a byte

    private var slash: UInt8 { UInt8(ascii: "/") }

    private func byte(at index: Int) -> UInt8 {
        index < 0 ? before : index < bytes.count ? bytes[index] : 0
    }

    /// Returns the lower case of a letter.
    private func letter(at index: Int) -> UInt8 { index < -1 ? 0 : byte(at: index) | 0x20 }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// A Boolean value that indicates whether the run of underscores at `index` is between ASCII letters or digits. Runs longer
    /// than in any name count as not.
    private func isWithinWord(at index: Int) -> Bool {
        let (underscore, most) = (UInt8(ascii: "_"), 16)
        var (before, after) = (index - 1, index + 1)
        while byte(at: before) == underscore && index - before <= most { before -= 1 }
        while byte(at: after) == underscore && after - index <= most { after += 1 }
        return after - before - 1 <= most && Self.isLetterOrDigit(byte(at: before))
            && Self.isLetterOrDigit(byte(at: after))
    }

    /// A Boolean value that indicates whether a character reference, or something that looks like one (CommonMark 2.5), begins
    /// with the `&` at `index`: a name or a number, and a semicolon.
    private func beginsReference(at index: Int) -> Bool {
        // Longer than any name of a reference.
        let longest = 40
        var end = byte(at: index + 1) == UInt8(ascii: "#") ? index + 2 : index + 1
        while end - index < longest && Self.isLetterOrDigit(byte(at: end)) { end += 1 }
        return byte(at: end) == UInt8(ascii: ";")
    }

    /// A Boolean value that indicates whether the whole word is a web address that may be put between angle brackets.
    private var isPlainAddress: Bool {
        let schemes: [StaticString] = ["http://", "https://", "ftp://"]
        let hasScheme = schemes.contains { scheme in
            scheme.withUTF8Buffer { text in
                bytes.count > text.count && text.indices.allSatisfy { letter(at: $0) == text[$0] | 0x20 }
            }
        }
        return hasScheme
            && !bytes.indices.contains { index in
                switch bytes[index] {
                case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"): true
                case UInt8(ascii: "&"): beginsReference(at: index)
                default: false
                }
            }
    }
}
