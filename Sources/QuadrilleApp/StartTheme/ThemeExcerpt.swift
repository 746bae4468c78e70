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
                let used = Self.split(selectors, at: [","]).filter(concerns)
                if !used.isEmpty { kept.append(used.joined(separator: ", ") + " " + declarations) }
            }
        }
        return scanner.isAtEnd ? kept.joined(separator: "\n") + "\n" : nil
    }

    /// States of what is pointed at, pressed, dropped on or selected, and of links.
    private static let momentary = [":hover", ":active", ":drop(active)", ":selected", ":link", ":visited"]

    private func concerns(_ selector: String) -> Bool {
        // What is not in such a state is in "not".
        let asked = selector.replacing(/:not\([^)]*\)+/, with: "")
        if Self.momentary.contains(where: asked.contains) { return false }
        let parts = Self.split(selector, at: [" ", "\n", "\t", ">", "+", "~"])
        return !parts.isEmpty
            && parts.allSatisfy { part in
                let wanted = StyleNode(part)
                // What is escaped may be the name of anything.
                return part.contains("\\") || nodes.contains { wanted.takes($0) }
            }
    }

    /// The parts of a text between signs that stand in no brackets, without those that are empty.
    private static func split(_ text: String, at signs: Set<Character>) -> [String] {
        var (parts, part, depth) = ([String](), "", 0)
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0, signs.contains(character) {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        return (parts + [part]).map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
    }
}
