/// The text of a nested value for display: as written, without the blanks and comments between its tokens.
///
///     { "a" : [ 1, 2 ],  "b c": null }     {"a":[1,2],"b c":null}
enum NestedText {
    /// Appends the text of `raw` to `bytes`, and stops at `limit` bytes, even inside a character.
    ///
    /// - Returns: True where all of the text was appended.
    /// - Complexity: O(bytes read).
    @discardableResult
    static func compact(
        _ raw: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8], limit: Int = .max
    ) -> Bool {
        let start = bytes.count
        return pieces(of: raw) { piece in
            let room = limit - (bytes.count - start)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece.prefix(room)))
            return piece.count <= room
        }
    }

    /// Passes the text of `raw` to `take` in pieces of `raw`, until it returns false.
    ///
    /// - Returns: False where `take` did.
    static func pieces(
        of raw: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var cursor = JSONCursor(raw)
        var (start, last) = (0, UInt8(ascii: ","))
        while cursor.index < raw.count {
            let end = cursor.index
            let byte = raw[end]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                skipString(&cursor)
                last = byte
                continue
            }
            // Where no comment begins the slash stays.
            let isCut = (try? cursor.skipBlanks()) == nil
            if cursor.index == end {
                cursor.index = isCut ? raw.count : end + 1
                last = byte
                continue
            }
            if end > start, !take(UnsafeBufferPointer(rebasing: raw[start..<end])) { return false }
            // Words that are not JSON stay separate.
            start = cursor.index
            if let next = cursor.peek, joins(last, next), !giveSpace(to: take) { return false }
        }
        return start == raw.count || take(UnsafeBufferPointer(rebasing: raw[start...]))
    }

    /// The number of bytes of the text for display.
    static func compactCount(_ raw: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        _ = pieces(of: raw) {
            count += $0.count
            return true
        }
        return count
    }

    /// The index in `raw` of a byte of its text for display.
    ///
    /// - Complexity: O(bytes up to there).
    static func index(ofByte byte: Int, in raw: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = raw.baseAddress else { return 0 }
        var (end, passed, found) = (0, 0, Int?.none)
        _ = pieces(of: raw) { piece in
            guard let first = piece.baseAddress else { return true }
            // A space that was put between two words lies elsewhere.
            let isOwn = first >= base && first < base + raw.count
            let start = isOwn ? base.distance(to: first) : end
            if byte < passed + piece.count {
                found = start + byte - passed
                return false
            }
            passed += piece.count
            if isOwn { end = start + piece.count }
            return true
        }
        return found ?? end
    }

    /// Passes a string to its quote, or to the end.
    private static func skipString(_ cursor: inout JSONCursor) {
        let (raw, quote) = (cursor.text, cursor.text[cursor.index])
        var index = cursor.index + 1
        while index < raw.count, raw[index] != quote { index += raw[index] == UInt8(ascii: "\\") ? 2 : 1 }
        cursor.index = min(index + 1, raw.count)
    }

    private static func giveSpace(to take: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        withUnsafeBytes(of: UInt8(ascii: " ")) { take($0.assumingMemoryBound(to: UInt8.self)) }
    }

    /// Returns true for two bytes that would make one word.
    private static func joins(_ last: UInt8, _ next: UInt8) -> Bool { isWord(last) && isWord(next) }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "+-._$\\".utf8.contains(byte)
    }
}
