extension Utf8 {
    /// Appends `bytes` with a visible sign for each character that has no appearance of its own.
    ///
    /// A line break becomes ⏎, a tab ⇥, other control characters their picture from U+2400. A CR before an LF is part of the
    /// one break. `keepingLines` makes each break a line feed. Line breaks are LF, CR, and Unicode's U+0085, U+2028 and
    /// U+2029, which would otherwise end a line invisibly. The other controls of U+0080 to U+009F have no picture; they show
    /// as the box for missing glyphs.
    ///
    /// Directional controls and invisible characters have signs too, except where letters or emoji need them: see
    /// `HiddenCharacter`.
    ///
    /// Calls `note` with the bytes that each sign replaces, and the length of the sign in bytes.
    ///
    /// - Complexity: O(bytes). A text of printable ASCII is copied unchanged.
    package static func appendVisibly(
        _ bytes: UnsafeBufferPointer<UInt8>, keepingLines: Bool = false, to text: inout [UInt8],
        noting note: (_ bytes: Range<Int>, _ sign: Int) -> Void = { _, _ in }
    ) {
        guard !isPlain(bytes) else { return text.append(contentsOf: bytes) }
        // Bytes before `done` are appended.
        var (index, done) = (0, 0)
        func append(_ sign: StaticString, insteadOf length: Int) {
            text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done..<index]))
            sign.withUTF8Buffer { text.append(contentsOf: $0) }
            note(index..<index + length, sign.utf8CodeUnitCount)
            index += length
            done = index
        }
        let lineBreak: StaticString = keepingLines ? "\n" : "⏎"
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x0A: append(lineBreak, insteadOf: 1)
            case 0x0D:
                let isBeforeLF = index + 1 < bytes.count && bytes[index + 1] == 0x0A
                append(lineBreak, insteadOf: isBeforeLF ? 2 : 1)
            case 0x09: append("⇥", insteadOf: 1)
            case 0x00..<0x20:
                append("\u{2400}", insteadOf: 1)
                text[text.count - 1] |= byte
            case 0x7F: append("␡", insteadOf: 1)
            case _ where HiddenCharacter.mayBegin(with: byte):
                let (scalar, end) = scalar(in: bytes, at: index)
                if scalar == 0x85 || scalar == 0x2028 || scalar == 0x2029 {
                    append(lineBreak, insteadOf: end - index)
                } else if HiddenCharacter.contains(scalar), !HiddenCharacter.isNeeded(scalar, at: index, in: bytes) {
                    append(HiddenCharacter.sign(of: scalar), insteadOf: end - index)
                } else {
                    index = scalar == 0x1F3F4 ? HiddenCharacter.endOfFlag(at: index, in: bytes) : end
                }
            default: index += 1
            }
        }
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done...]))
    }

    /// Returns true where all of a text is printable ASCII.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Checks all bytes without an early exit, so that the loop is vectorized.
        var others: UInt8 = 0
        for byte in bytes { others |= byte &- 0x20 > 0x5E ? 1 : 0 }
        return others == 0
    }

    /// The scalar that begins at `index`, and the start of the next one. Never reads beyond a text that is cut within a
    /// scalar.
    static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, end: Int) {
        let lead = UInt32(bytes[index])
        guard lead >= 0xC0 else { return (lead, index + 1) }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = lead & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        var end = index + 1
        while end < bytes.count, end < index + length, bytes[end] & 0xC0 == 0x80 {
            value = value << 6 | UInt32(bytes[end] & 0x3F)
            end += 1
        }
        return (value, end)
    }

    /// The scalar that ends before `index`, and its start; 0 at the start of the text.
    static func scalar(in bytes: UnsafeBufferPointer<UInt8>, before index: Int) -> (value: UInt32, start: Int) {
        guard index > 0 else { return (0, 0) }
        var start = index - 1
        while start > 0, index - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return (scalar(in: bytes, at: start).value, start)
    }
}

extension HiddenCharacter {
    /// Returns true where the hidden character that begins at `index` has an effect on its neighbors.
    static func isNeeded(_ scalar: UInt32, at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let before = Utf8.scalar(in: bytes, before: index)
        let end = Utf8.scalar(in: bytes, at: index).end
        let place = Place(
            twoBefore: Utf8.scalar(in: bytes, before: before.start).value, before: before.value,
            after: end < bytes.count ? Utf8.scalar(in: bytes, at: end).value : 0)
        return isNeeded(scalar, in: place)
    }

    /// The end of the black flag that begins at `index`, with the tags that make it the flag of a country of Britain: no
    /// other flags of that kind are in general use, and tags elsewhere are invisible text.
    static func endOfFlag(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let end = index + 4
        for flag in ["gbeng", "gbsct", "gbwls"] as [StaticString] {
            var next = end
            // A tag is U+E0000 plus an ASCII character; U+E007F ends the tags.
            let isThere = flag.withUTF8Buffer { letters in
                (0...letters.count).allSatisfy { number in
                    let tag = 0xE0000 + (number < letters.count ? UInt32(letters[number]) : 0x7F)
                    guard next < bytes.count else { return false }
                    let found = Utf8.scalar(in: bytes, at: next)
                    next = found.end
                    return found.value == tag
                }
            }
            if isThere { return next }
        }
        return min(end, bytes.count)
    }
}

extension String {
    /// The text on one line as the grid displays it, for labels and terminals: with signs for invisible characters, and
    /// U+FFFD for the controls of U+0080 to U+009F, which a terminal may obey.
    package var visible: String {
        var text = self
        var shown: [UInt8] = []
        text.withUTF8 { Utf8.appendVisibly($0, to: &shown) }
        return String(decoding: shown, as: UTF8.self).replacingControls
    }

    /// The text with U+FFFD for the controls of U+0080 to U+009F.
    package var replacingControls: String {
        guard utf8.contains(0xC2) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { (0x80...0x9F).contains($0.value) ? "\u{FFFD}" : $0 }))
    }
}
