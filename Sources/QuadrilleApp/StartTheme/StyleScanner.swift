/// Splits a style sheet into its parts, without comments.
struct StyleScanner {
    enum Part {
        /// `@define-color name value;`
        case statement(String)
        /// `@keyframes name { … }`
        case block(String)
        /// The declarations with their braces.
        case rule(selectors: String, declarations: String)
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ sheet: String) { bytes = Self.withoutComments(Array(sheet.utf8)) }

    /// True after the whole sheet was read. If there is no next part before, the sheet is truncated or not understood.
    var isAtEnd: Bool { place == bytes.count }

    /// Returns the next part; nil at the end, and before text that is no part.
    mutating func next() -> Part? {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        let start = place
        let signs = [UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}")]
        guard start < bytes.count, let middle = end(from: start, at: signs), bytes[middle] != signs[2] else {
            return nil
        }
        let isNamed = bytes[start] == UInt8(ascii: "@")
        if bytes[middle] == UInt8(ascii: ";") {
            guard isNamed else { return nil }
            place = middle + 1
            return .statement(text(start..<place))
        }
        guard let end = endOfBlock(from: middle, isNested: isNamed) else { return nil }
        place = end
        return isNamed
            ? .block(text(start..<end)) : .rule(selectors: text(start..<middle), declarations: text(middle..<end))
    }

    /// Returns the index of the first of some signs outside strings and parentheses; nil where there is none.
    private func end(from start: Int, at signs: [UInt8]) -> Int? {
        var (place, depth) = (start, 0)
        while place < bytes.count {
            let byte = bytes[place]
            if depth == 0, signs.contains(byte) { return place }
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = Self.endOfString(bytes, from: place) else { return nil }
                place = end - 1
            default: break
            }
            place += 1
        }
        return nil
    }

    /// Returns the index after the brace that closes the one at `start`.
    private func endOfBlock(from start: Int, isNested: Bool) -> Int? {
        var (place, depth) = (start, 0)
        while let brace = end(from: place, at: [UInt8(ascii: "{"), UInt8(ascii: "}")]) {
            depth += bytes[brace] == UInt8(ascii: "{") ? 1 : -1
            place = brace + 1
            if depth == 0 { return place }
            if depth > 1, !isNested { return nil }
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var (kept, place) = ([UInt8](), 0)
        kept.reserveCapacity(bytes.count)
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "/"), place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "*") {
                // The star that opens a comment must not close it.
                place += 3
                while place < bytes.count,
                    bytes[place] != UInt8(ascii: "/") || bytes[place - 1] != UInt8(ascii: "*")
                {
                    place += 1
                }
                place += 1
                kept.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                let end = endOfString(bytes, from: place) ?? bytes.count
                kept += bytes[place..<end]
                place = end
            } else {
                kept.append(byte)
                place += 1
            }
        }
        return kept
    }

    /// Returns the index after the quote that ends the string at `start`.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int? {
        var place = start + 1
        while place < bytes.count {
            if bytes[place] == bytes[start] { return place + 1 }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
