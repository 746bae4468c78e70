@testable import TabularJSON

/// The fields of a record that is an object, looked up in its tree: the referee of `FieldReader`.
struct SlowFields {
    private let json: SlowJSON
    private let tree: ColumnTree

    init(_ record: [UInt8], _ tree: ColumnTree) { (json, self.tree) = (SlowJSON(record), tree) }

    /// The text and the kind of a column's field.
    func field(_ column: Int) -> (text: String, kind: JSONField.Kind) {
        switch tree.places[column] {
        case .member(let node):
            guard json.nodes[0].kind == .object, let value = value(at: node) else { return ("", .missing) }
            return field(ofNode: value)
        case .value: return json.nodes[0].kind == .object ? ("", .missing) : field(ofNode: 0)
        default: return ("?", .invalid)
        }
    }

    /// The value at a node of the tree, if it is a cell there.
    private func value(at node: Int) -> Int? {
        var value = 0
        for step in tree.path(to: node) {
            guard json.nodes[value].kind == .object else { return nil }
            let name = tree.nodes[step].name
            let child = json.nodes[value].children.last { child in
                json.nodes[child].name.map { json.text($0, half: Self.bytes(ofHalf:)) } == name
            }
            guard let child else { return nil }
            value = child
        }
        let isGroup = json.nodes[value].kind == .object && !json.nodes[value].children.isEmpty
        return isGroup && tree.nodes[node].objects == .group ? nil : value
    }

    /// The bytes that UTF-8 would have for half of a surrogate pair.
    private static func bytes(ofHalf unit: UInt16) -> [UInt8] {
        [0xED, UInt8(0x80 | unit >> 6 & 0x3F), UInt8(0x80 | unit & 0x3F)]
    }

    private func field(ofNode node: Int) -> (String, JSONField.Kind) {
        let raw = json.nodes[node].text
        let text = String(decoding: json.bytes[raw], as: UTF8.self)
        switch json.nodes[node].kind {
        case .literal("null"): return ("", .null)
        case .literal(let word): return (text, word == "true" ? .true : .false)
        case .string:
            let isEscaped = text.utf8.contains(0x5C)
            return (String(decoding: json.text(raw), as: UTF8.self), isEscaped ? .escapedString : .string)
        case .number:
            if text.contains("N") || text.contains("I") { return (text, .specialNumber) }
            if text.contains("x") { return (text, .hexadecimal) }
            return (text, text.contains(where: { ".eE".contains($0) }) ? .decimal : .integer)
        case .array, .object:
            var compact: [UInt8] = []
            json.bytes[raw].withUnsafeBufferPointer { _ = NestedText.compact($0, into: &compact) }
            return (String(decoding: compact, as: UTF8.self), json.nodes[node].kind == .array ? .array : .object)
        }
    }
}
