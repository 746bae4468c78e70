/// The beginning of a JSON text, told apart from a text table whose first field begins with a bracket.
///
/// A table may begin with `{` or `[` (`[a],[b]`, `{x},1`), so these alone decide nothing. It is JSON where the tokens continue
/// as JSON does: `{"name":` or `{}`; `[` and then a value that a comma, a bracket or the sample's end follows, with the first
/// bracket still open at the end of the line, or closed there for good. The first line is JSON up to its end: `{"a":1},x` and
/// `[10.0.0.1]` are a table's. Arrays one a line are JSON where every line is one.
enum JSONShape: Sendable, Hashable {
    case document
    /// One object a line, or one array.
    case lines

    init?(_ sample: UnsafeBufferPointer<UInt8>) {
        var rest = sample[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = Self.skipBlanks(rest)
        switch rest.first {
        case UInt8(ascii: "{"):
            guard Self.isObject(rest), Self.isJSONInFirstLine(rest) else { return nil }
            self = Self.isLines(rest) ? .lines : .document
        case UInt8(ascii: "["):
            let inner = Self.skipBlanks(rest.dropFirst())
            guard Self.isJSONInFirstLine(rest) else { return nil }
            let isLines = Self.isLinesOfArrays(rest)
            guard isLines || Self.isArray(inner, wholeLine: rest) else { return nil }
            self = isLines ? .lines : .document
        default:
            return nil
        }
    }

    /// Returns true where no token of the first line is wrong, and only another object follows one that ends there.
    private static func isJSONInFirstLine(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let end = text.firstIndex(of: 0x0A) ?? text.endIndex
        switch JSONScanner.scan(text) {
        case .cut: return true
        case .broken(let index): return index >= end
        case .ended(let index):
            guard index < end, let next = skipBlanks(text[index..<end]).first else { return true }
            return next == UInt8(ascii: "{")
        }
    }

    /// `{}` with nothing after it, or `{"…":`.
    private static func isObject(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let inner = skipBlanks(text.dropFirst())
        if inner.first == UInt8(ascii: "}") { return skipBlanks(inner.dropFirst()).isEmpty }
        guard let key = skipString(inner) else { return false }
        return skipBlanks(key).first == UInt8(ascii: ":")
    }

    private static func isArray(
        _ inner: Slice<UnsafeBufferPointer<UInt8>>, wholeLine: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        var inner = inner
        while inner.first == UInt8(ascii: "[") { inner = skipBlanks(inner.dropFirst()) }
        guard let first = inner.first else { return false }
        switch first {
        case UInt8(ascii: "{"): return isObject(inner)
        case UInt8(ascii: "]"): return skipBlanks(inner.dropFirst()).isEmpty
        case UInt8(ascii: "\""):
            guard let behind = skipString(inner) else { return false }
            return isValueEnd(behind) && endsOpenOrForGood(wholeLine)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let behind = inner.drop { (0x30...0x39).contains($0) || "-+.eE".utf8.contains($0) }
            return isValueEnd(behind) && endsOpenOrForGood(wholeLine)
        default:
            for word in ["true", "false", "null"] where inner.starts(with: word.utf8) {
                return isValueEnd(inner.dropFirst(word.utf8.count)) && endsOpenOrForGood(wholeLine)
            }
            return false
        }
    }

    /// Returns true where every line is an array, and more than one is; the last may be cut off where the sample ends.
    private static func isLinesOfArrays(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var count = 0
        var rest = skipBlanks(text)
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A)
            let line = rest[..<(end ?? rest.endIndex)]
            guard line.first == UInt8(ascii: "["), isArray(skipBlanks(line.dropFirst()), wholeLine: line),
                isJSONInFirstLine(line)
            else {
                // The last line may be too short to tell.
                return end == nil && count > 1 && line.first == UInt8(ascii: "[") && behindBrackets(line) == nil
            }
            guard let behind = behindBrackets(line) else { return end == nil && count > 1 }
            guard skipBlanks(behind).isEmpty else { return false }
            count += 1
            rest = skipBlanks(rest[line.endIndex...])
        }
        return count > 1
    }

    /// Returns true where the first line's brackets are not closed within it, or are closed at its end and nothing follows.
    private static func endsOpenOrForGood(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        behindBrackets(text).map { skipBlanks($0).isEmpty } ?? true
    }

    /// Returns the text after the bracket that closes the one `text` begins with; nil when the first line does not close it.
    private static func behindBrackets(
        _ text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        var depth = 0
        var hasStrings = true
        var index = text.startIndex
        while index < text.endIndex, text[index] != 0x0A {
            // A bracket in a string closes nothing. An unterminated string is not JSON, and looking for the end of each would
            // take quadratic time.
            if hasStrings && text[index] == UInt8(ascii: "\"") {
                if let behind = skipString(text[index...]) {
                    index = behind.startIndex
                    continue
                }
                hasStrings = false
            }
            if text[index] == UInt8(ascii: "[") { depth += 1 }
            if text[index] == UInt8(ascii: "]") { depth -= 1 }
            index += 1
            if depth == 0 { return text[index...] }
        }
        return nil
    }

    private static func isValueEnd(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let next = skipBlanks(text).first
        return next == nil || next == UInt8(ascii: ",") || next == UInt8(ascii: "]")
    }

    /// Returns true where the first line is an object of its own and another follows.
    private static func isLines(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let end = text.firstIndex(of: 0x0A) else { return false }
        let line = text[..<end].last { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }
        return line == UInt8(ascii: "}") && skipBlanks(text[end...]).first == UInt8(ascii: "{")
    }

    private static func skipBlanks(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    /// Returns the text after the JSON string that `text` begins with; nil when it begins with none.
    private static func skipString(
        _ text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        guard text.first == UInt8(ascii: "\"") else { return nil }
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
            if text[index] < 0x20 { return nil }
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index < text.endIndex ? text[(index + 1)...] : nil
    }
}
