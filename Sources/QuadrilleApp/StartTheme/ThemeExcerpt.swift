/// An excerpt of a style sheet: the rules that can apply to the nodes of one tree.
///
/// A rule is left out only where each of its selectors has a part that matches no node of the tree, regardless of the nodes'
/// positions, or a state that needs a pointer or a link: in a window that is not visible yet there is none. So the excerpt
/// gives these nodes the same look as the whole sheet. Named colors and other statements stay.
///
/// Syntax: CSS Syntax Module Level 3 as far as GTK 3 reads it ("GTK+ CSS" in its manual), which nests no rules.
struct ThemeExcerpt {
    let nodes: Set<StyleNode>

    /// Returns the excerpt of a sheet; nil where the sheet is malformed or imports others. O(sheet × nodes).
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

    /// The states under the pointer, pressed, dropped on or selected, and of links.
    private static let momentary = [":hover", ":active", ":drop(active)", ":selected", ":link", ":visited"]

    private func concerns(_ selector: Substring) -> Bool {
        if Self.asksForMomentaryState(selector) { return false }
        let parts = Self.split(selector, at: " \n\t>+~")
        return !parts.isEmpty
            && parts.allSatisfy { part in
                // An escaped name may match any node.
                if part.utf8.contains(UInt8(ascii: "\\")) { return true }
                let wanted = StyleNode(part)
                return nodes.contains { wanted.takes($0) }
            }
    }

    /// Returns true where a selector matches only nodes in a state of `momentary`. The argument of `:not(…)` does not count.
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

    /// Splits a text at signs outside parentheses; trims the parts, and drops empty ones. Bytes suffice: all signs are ASCII.
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
