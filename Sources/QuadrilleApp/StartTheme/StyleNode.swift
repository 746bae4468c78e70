/// A node of the tree that GTK matches style sheets against, without its state: `button.flat#menu`.
struct StyleNode: Hashable, Comparable, CustomStringConvertible {
    /// Nil in a selector that matches nodes of any name.
    var name: String?
    var id: String?
    var classes: Set<String> = []

    /// Parses the beginning of a text, up to any state: a name, `#` with an identifier, and `.` with classes, in any order.
    init(_ text: some StringProtocol) {
        var rest = text.prefix { $0 != ":" }
        while let sign = rest.first {
            if sign == "." || sign == "#" { rest = rest.dropFirst() }
            let word = rest.prefix { $0 != "." && $0 != "#" }
            rest = rest.dropFirst(word.count)
            switch sign {
            case ".": classes.insert(String(word))
            case "#": id = String(word)
            default: name = word == "*" ? nil : String(word)
            }
        }
    }

    /// Parses a tree printed by `gtk_style_context_to_string`: one node a line, invisible ones in brackets.
    static func all(in tree: String) -> Set<StyleNode> {
        Set(
            tree.split(separator: "\n").map { line in
                StyleNode(line.drop { $0 == " " || $0 == "[" }.prefix { $0 != "]" })
            })
    }

    /// Returns true where a selector of this name, identifier and classes matches `node` in some state.
    func takes(_ node: StyleNode) -> Bool {
        (name == nil || name == node.name) && (id == nil || id == node.id) && classes.isSubset(of: node.classes)
    }

    var description: String {
        (name ?? "*") + (id.map { "#" + $0 } ?? "") + classes.sorted().map { "." + $0 }.joined()
    }

    static func < (one: StyleNode, other: StyleNode) -> Bool { one.description < other.description }
}
