import Tabular

// JSON with its keys in insertion order, so that the same input prints the same bytes and people find what they look for.
// Foundation's encoder has its own order, a different one in each run.
extension JSONValue {
    /// The text (RFC 8259), indented by two spaces a level; numbers have their shortest digits, whole ones no point. A list of
    /// plain values is on one line, and so is an object of plain values and of objects that contain only plain values.
    var text: String {
        var text = ""
        write(to: &text, indent: "")
        return text
    }

    private var isFlat: Bool {
        switch self {
        case .list(let values): values.allSatisfy(\.isLeaf)
        case .object(let members): members.allSatisfy { $0.value.isLeaf || $0.value.isFlatObject }
        default: true
        }
    }

    private var isFlatObject: Bool {
        if case .object(let members) = self { members.allSatisfy(\.value.isLeaf) } else { false }
    }

    private var isLeaf: Bool {
        switch self {
        case .list, .object: false
        default: true
        }
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.shortest
        case .string(let value): Self.quote(value, to: &text)
        case .list(let values):
            writeItems(values.map { ("", $0) }, between: "[", "]", to: &text, indent: indent)
        case .object(let members):
            writeItems(members, between: "{", "}", to: &text, indent: indent)
        }
    }

    private func writeItems(
        _ items: [(key: String, value: JSONValue)], between open: String, _ close: String, to text: inout String,
        indent: String
    ) {
        let inner = indent + "  "
        text += open
        for (index, item) in items.enumerated() {
            if index > 0 { text += isFlat ? ", " : "," }
            if !isFlat { text += "\n" + inner }
            if !item.key.isEmpty {
                Self.quote(item.key, to: &text)
                text += ": "
            }
            item.value.write(to: &text, indent: inner)
        }
        if !isFlat { text += "\n" + indent }
        text += close
    }

    private static func quote(_ value: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Most texts need no escapes.
        let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        if value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != quote && $0 != escape }) {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Terminals obey some of these characters, and others hide adjacent text.
            case _ where scalar.isInvisible: text += scalar.jsonEscape
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
