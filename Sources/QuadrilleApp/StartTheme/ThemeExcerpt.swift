/// Makes an excerpt of a style sheet: what of it can concern the nodes of one tree.
///
/// A rule is left out only when it has no selector all of whose parts take some node of the tree, whatever the places of the
/// nodes in the tree are, and their states but for those that come of a hand: nobody has pointed at anything in a window that
/// is not seen yet. So the excerpt gives these nodes the look that the whole sheet gives them. Colours that have names stay,
/// and so do other statements.
///
/// Syntax: CSS Syntax Module Level 3 as far as GTK 3 reads it ("GTK+ CSS" in its manual), which nests no rules.
struct ThemeExcerpt {
    let nodes: Set<StyleNode>

    /// The excerpt of a sheet; nil where the sheet is not understood, or has parts that lie elsewhere. O(sheet × nodes).
    func of(_ sheet: String) -> String? {
        var scanner = StyleScanner(sheet)
        var kept: [String] = []
        while let part = scanner.next() {
            switch part {
            case .statement(let text):
                guard !text.hasPrefix("@import") else { return nil }
                kept.append(text)
            case .block(let text): kept.append(text)
            case .rule(let selectors, let declarations):
                let used = Self.split(selectors[...], at: ",").filter(concerns)
                if !used.isEmpty { kept.append(used.joined(separator: ", ") + " " + declarations) }
            }
        }
        return scanner.isAtEnd ? kept.joined(separator: "\n") + "\n" : nil
    }

    /// States of what is pointed at, pressed, dropped on or selected, and of links.
    private static let momentary = [":hover", ":active", ":drop(active)", ":selected", ":link", ":visited"]

    private func concerns(_ selector: Substring) -> Bool {
        if Self.asksForMomentaryState(selector) { return false }
        let parts = Self.split(selector, at: " \n\t>+~")
        return !parts.isEmpty
            && parts.allSatisfy { part in
                // What is escaped may be the name of anything.
                if part.utf8.contains(UInt8(ascii: "\\")) { return true }
                let wanted = StyleNode(part)
                return nodes.contains { wanted.takes($0) }
            }
    }

    /// A Boolean value that indicates whether a selector takes nodes in a state of `momentary` alone. What stands in
    /// `:not(…)` is not asked for.
    private static func asksForMomentaryState(_ selector: Substring) -> Bool {
        var rest = selector.utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[colon...]
            if rest.starts(with: ":not(".utf8), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
                rest = rest[end...]
            } else if momentary.contains(where: { rest.starts(with: $0.utf8) }) {
                return true
            } else {
                rest = rest.dropFirst()
            }
        }
        return false
    }

    /// The parts of a text between signs that stand in no brackets, without spaces around them and without those that are
    /// empty. Bytes suffice: all signs are ASCII.
    private static func split(_ text: Substring, at signs: StaticString) -> [Substring] {
        let signs = UnsafeBufferPointer(start: signs.utf8Start, count: signs.utf8CodeUnitCount)
        let bytes = text.utf8
        var (parts, start, depth) = ([Substring](), bytes.startIndex, 0)
        func end(at index: Substring.Index) {
            let part = trimmed(text[start..<index])
            if !part.isEmpty { parts.append(part) }
        }
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            guard depth == 0, signs.contains(byte) else { continue }
            end(at: index)
            start = bytes.index(after: index)
        }
        end(at: bytes.endIndex)
        return parts
    }

    private static func trimmed(_ text: Substring) -> Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
        var bytes = text.utf8[...]
        while let first = bytes.first, isSpace(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
        return Substring(bytes)
    }
}
