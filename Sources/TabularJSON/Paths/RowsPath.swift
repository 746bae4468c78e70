/// The way from the top of a text to the array or object whose elements are rows.
///
///     $.data.items[*]      the elements of the array `items` in the object `data`
///     $["a.b"][0][*]       of the first element of the member `a.b`
///     $[*]                 of the top itself
package struct RowsPath: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case member(MemberName)
        /// The position in an array, from 0.
        case element(Int)
    }

    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// The path as JSONPath (RFC 9535) writes it.
    package var text: String { "$" + steps.map(\.text).joined() + "[*]" }

    /// The path without the common parts: `data.items`. For the top itself `$`.
    var name: String {
        let text = steps.map(\.text).joined()
        return text.isEmpty ? "$" : text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}

extension RowsPath.Step {
    /// The step in a path: `.items`, `["a.b"]`, `[0]`.
    var text: String {
        switch self {
        case .element(let position): "[\(position)]"
        case .member(let name): Self.isPlain(name) ? ".\(name.text)" : "[\(Self.quoted(name))]"
        }
    }

    /// A Boolean value that indicates whether a name needs no quotes: it has only letters, digits and some signs.
    private static func isPlain(_ name: MemberName) -> Bool {
        // A lone dollar sign is the top.
        guard !name.bytes.isEmpty && name != "$" else { return false }
        return name.text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-$@:".unicodeScalars.contains(scalar)
        }
    }

    /// The name as a JSON string.
    private static func quoted(_ name: MemberName) -> String {
        var (text, rest) = ("\"", name.bytes[...])
        while !rest.isEmpty {
            if let unit = StringText.surrogate(at: rest) {
                text += "\\u" + String(unit, radix: 16)
                rest = rest.dropFirst(3)
            } else {
                // Halves of surrogate pairs begin with this byte, inside of no character.
                let part = rest.prefix(1) + rest.dropFirst().prefix { $0 != 0xED }
                text += escaped(String(decoding: part, as: UTF8.self))
                rest = rest.dropFirst(part.count)
            }
        }
        return text + "\""
    }

    private static func escaped(_ part: String) -> String {
        var text = ""
        for scalar in part.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..." ", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                text += scalar == " " ? " " : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
