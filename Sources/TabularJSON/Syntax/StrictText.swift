/// The text of a nested value as JSON (RFC 8259), where the file has it with laxities.
///
///     {a: [1, 'it\'s', 0x10, NaN,], /* b */}     {"a":[1,"it's",16,"NaN"]}
///
/// Numbers that JSON does not have become strings, as in cells of their own (`StrictNumber`).
enum StrictText {
    /// Replaces the nested value at the end of `bytes`, from `start` on; keeps it where it is not whole.
    ///
    /// - Complexity: O(bytes of the value).
    static func replace(_ bytes: inout [UInt8], from start: Int) {
        let strict = bytes[start...].withUnsafeBufferPointer { text(of: $0) }
        if let strict { bytes.replaceSubrange(start..., with: strict) }
    }

    private static func text(of raw: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var (cursor, strict, isFirst) = (JSONCursor(raw), [UInt8](), true)
        do throws(SyntaxFault) {
            while let token = try cursor.next() {
                if !isFirst, !token.kind.isEnd { strict.append(UInt8(ascii: ",")) }
                append(token, of: raw, to: &strict)
                if token.kind == .name { strict.append(UInt8(ascii: ":")) }
                isFirst = token.kind.isStart || token.kind == .name
            }
        } catch {
            return nil
        }
        return cursor.index == raw.count && !cursor.notes.contains(.tooDeep) ? strict : nil
    }

    private static func append(_ token: JSONToken, of raw: UnsafeBufferPointer<UInt8>, to strict: inout [UInt8]) {
        let written = UnsafeBufferPointer(rebasing: raw[token.range])
        switch token.kind {
        case .name, .string:
            let isPlain =
                written.first == UInt8(ascii: "\"") && !token.hasEscapes && written.allSatisfy { $0 >= 0x20 }
            if isPlain { return strict.append(contentsOf: written) }
            var text: [UInt8] = []
            let content = UnsafeBufferPointer(rebasing: raw[token.content(in: raw)])
            StringText.decode(content, keepingSurrogates: true, into: &text)
            StringText.encode(text, into: &strict)
        case .number:
            if let number = StrictNumber.text(of: written) {
                strict += number
            } else {
                StringText.encode(written, into: &strict)
            }
        default: strict.append(contentsOf: written)
        }
    }
}
