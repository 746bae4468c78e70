import Glibc

/// The text of a string, from the bytes between its quotes.
///
///     a\n\u00e9 \ud83d\ude00     a⏎é 😀        \ud800     U+FFFD, or ED A0 80
///
/// Half of a surrogate pair is U+FFFD, or, where it is kept, the three bytes that UTF-8 would have for it. Invalid UTF-8 stays.
/// An invalid escape stays as written.
enum StringText {
    /// Appends the text of `raw` to `bytes`, and stops at `limit` bytes, even inside a character.
    ///
    /// - Returns: True where all of the text was appended.
    /// - Complexity: O(bytes read).
    @discardableResult
    static func decode(
        _ raw: UnsafeBufferPointer<UInt8>, keepingSurrogates: Bool = false, into bytes: inout [UInt8],
        limit: Int = .max
    ) -> Bool {
        let start = bytes.count
        return pieces(of: raw, keepingSurrogates: keepingSurrogates) { piece in
            let room = limit - (bytes.count - start)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece.prefix(room)))
            return piece.count <= room
        }
    }

    /// Passes the text of `raw` to `take` in pieces, most of them from `raw` itself, until it returns false.
    ///
    /// - Returns: False where `take` did.
    static func pieces(
        of raw: UnsafeBufferPointer<UInt8>, keepingSurrogates: Bool = false,
        _ take: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var (start, index) = (0, 0)
        while let found = backslash(in: raw, from: index) {
            guard let escape = Escape(raw, at: found) else {
                index = found + 1
                continue
            }
            index = found
            if index > start, !take(UnsafeBufferPointer(rebasing: raw[start..<index])) { return false }
            index += escape.length
            start = index
            if !escape.give(keepingSurrogates: keepingSurrogates, to: take) { return false }
        }
        return start == raw.count || take(UnsafeBufferPointer(rebasing: raw[start...]))
    }

    /// The index in `raw` of a byte of its text: that of the backslash for a character that is written as an escape.
    ///
    /// - Complexity: O(bytes up to there).
    static func index(ofByte byte: Int, in raw: UnsafeBufferPointer<UInt8>) -> Int {
        // `passed` bytes of the text are written before `start`.
        var (start, passed, index) = (0, 0, 0)
        while let found = backslash(in: raw, from: index) {
            guard let escape = Escape(raw, at: found) else {
                index = found + 1
                continue
            }
            if byte < passed + found - start { break }
            passed += found - start
            _ = escape.give(keepingSurrogates: false) {
                passed += $0.count
                return true
            }
            // A backslash before a character beyond ASCII belongs to that.
            if byte < passed || byte == passed && escape.length == 1 { return found }
            index = found + escape.length
            start = index
        }
        return min(start + byte - passed, raw.count)
    }

    /// Appends a text as a string of JSON, in quotes. Halves of surrogate pairs that were kept become escapes.
    static func encode(_ text: some Collection<UInt8>, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var rest = text[...]
        while let byte = rest.first {
            if let unit = surrogate(at: rest) {
                bytes += Array("\\u".utf8) + Array(String(unit, radix: 16).utf8)
                rest = rest.dropFirst(3)
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
            rest = rest.dropFirst()
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The text of decoded bytes. Halves of surrogate pairs that were kept are shown as their escapes; other invalid UTF-8 becomes
    /// U+FFFD.
    static func shown(_ bytes: [UInt8]) -> String {
        guard bytes.contains(0xED), String(validating: bytes, as: UTF8.self) == nil else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var (shown, rest) = ([UInt8](), bytes[...])
        while let byte = rest.first {
            let unit = surrogate(at: rest)
            if let unit { shown += Array("\\u\(String(unit, radix: 16))".utf8) } else { shown.append(byte) }
            rest = rest.dropFirst(unit == nil ? 1 : 3)
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Decoded bytes with halves of surrogate pairs that were kept; other invalid UTF-8 becomes U+FFFD. Nil where they have no
    /// such half.
    static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(0xED) else { return nil }
        var (repaired, start, hasHalf) = ([UInt8](), 0, false)
        for index in bytes.indices where index >= start && surrogate(at: bytes[index...]) != nil {
            repaired += String(decoding: bytes[start..<index], as: UTF8.self).utf8
            repaired += bytes[index..<index + 3]
            (start, hasHalf) = (index + 3, true)
        }
        return hasHalf ? repaired + String(decoding: bytes[start...], as: UTF8.self).utf8 : nil
    }

    /// The half of a surrogate pair whose three bytes a text begins with; nil where it begins with others.
    static func surrogate(at text: some Collection<UInt8>) -> Int? {
        guard text.first == 0xED else { return nil }
        let bytes = Array(text.prefix(3))
        guard bytes.count == 3, bytes[1] & 0xE0 == 0xA0, bytes[2] & 0xC0 == 0x80 else { return nil }
        return 0xD000 | Int(bytes[1] & 0x3F) << 6 | Int(bytes[2] & 0x3F)
    }

    private static func backslash(in raw: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        guard let base = raw.baseAddress, let found = memchr(base + index, Int32(UInt8(ascii: "\\")), raw.count - index)
        else { return nil }
        return base.distance(to: UnsafePointer(found.assumingMemoryBound(to: UInt8.self)))
    }

    /// A character that is written as an escape.
    private struct Escape {
        /// Bytes of the text: the backslash and the escaped characters.
        let length: Int
        /// Nil for an escaped line end, which is not a character.
        let scalar: Unicode.Scalar?
        /// The half of a surrogate pair that `scalar` represents; 0 for characters.
        private var half = 0

        /// The escape at `index`, where there is a backslash; nil where it is invalid. Bytes beyond ASCII stay: only their
        /// backslash is removed.
        init?(_ raw: UnsafeBufferPointer<UInt8>, at index: Int) {
            guard index + 1 < raw.count else { return nil }
            let byte = raw[index + 1]
            switch byte {
            case UInt8(ascii: "b"): (length, scalar) = (2, "\u{8}")
            case UInt8(ascii: "f"): (length, scalar) = (2, "\u{C}")
            case UInt8(ascii: "n"): (length, scalar) = (2, "\n")
            case UInt8(ascii: "r"): (length, scalar) = (2, "\r")
            case UInt8(ascii: "t"): (length, scalar) = (2, "\t")
            case UInt8(ascii: "v"): (length, scalar) = (2, "\u{B}")
            case UInt8(ascii: "0"): (length, scalar) = (2, "\0")
            case 0x0A: (length, scalar) = (2, nil)
            case 0x0D: (length, scalar) = (index + 2 < raw.count && raw[index + 2] == 0x0A ? 3 : 2, nil)
            case UInt8(ascii: "x"):
                guard let value = Self.number(raw, at: index, digits: 2) else { return nil }
                (length, scalar) = (4, Unicode.Scalar(UInt8(value)))
            case UInt8(ascii: "u"):
                guard let unit = Self.number(raw, at: index, digits: 4) else { return nil }
                (length, scalar) = Self.character(unit, raw, at: index)
                if length == 6 && unit & 0xF800 == 0xD800 { half = unit }
            case 0x80...:
                let isSeparator =
                    index + 3 < raw.count && byte == 0xE2 && raw[index + 2] == 0x80 && raw[index + 3] | 1 == 0xA9
                (length, scalar) = (isSeparator ? 4 : 1, nil)
            default: (length, scalar) = (2, Unicode.Scalar(byte))
            }
        }

        /// The character that begins with the unit at `index`, of UTF-16.
        private static func character(
            _ unit: Int, _ raw: UnsafeBufferPointer<UInt8>, at index: Int
        ) -> (Int, Unicode.Scalar?) {
            if let scalar = Unicode.Scalar(UInt32(unit)) { return (6, scalar) }
            let next = index + 6
            if unit < 0xDC00, next + 1 < raw.count, raw[next] == UInt8(ascii: "\\"), raw[next + 1] == UInt8(ascii: "u"),
                let low = number(raw, at: next, digits: 4), low & 0xFC00 == 0xDC00
            {
                return (12, Unicode.Scalar(UInt32(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00)))
            }
            return (6, "\u{FFFD}")
        }

        private static func number(_ raw: UnsafeBufferPointer<UInt8>, at index: Int, digits: Int) -> Int? {
            guard index + 2 + digits <= raw.count else { return nil }
            var value = 0
            for place in index + 2..<index + 2 + digits {
                guard let digit = raw[place].hexadecimalValue else { return nil }
                value = value << 4 | digit
            }
            return value
        }

        func give(keepingSurrogates: Bool, to take: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
            guard let scalar, let utf8 = UTF8.encode(scalar) else { return true }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { bytes in
                var end = bytes.update(fromContentsOf: utf8)
                if keepingSurrogates && half != 0 {
                    end = bytes.update(fromContentsOf: [
                        0xED, UInt8(0x80 | half >> 6 & 0x3F), UInt8(0x80 | half & 0x3F),
                    ])
                }
                return take(UnsafeBufferPointer(rebasing: bytes[..<end]))
            }
        }
    }
}
