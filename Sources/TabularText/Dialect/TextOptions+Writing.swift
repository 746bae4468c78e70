extension TextOptions {
    private static let names = [
        "comma": ",", "tab": "\t", "semicolon": ";", "pipe": "|", "colon": ":", "space": " ",
    ]

    /// The name of runs of spaces, which are no text.
    static let spaces = "spaces"

    /// A Boolean value that indicates whether runs of spaces and tabs are one delimiter each.
    public var isMergingSpaces: Bool { mergesSpaces && delimiter == " " }

    /// The chosen delimiter as a user writes it; nil where none is chosen. `setDelimiter(written:)` reads it.
    public var writtenDelimiter: String? { isMergingSpaces ? Self.spaces : delimiter.map(Self.written) }

    /// Chooses the delimiter that a user wrote: `spaces` for runs of spaces, or any text that `delimiter(written:)` reads.
    ///
    /// - Returns: False where it is none; then nothing changes.
    public mutating func setDelimiter(written text: String) -> Bool {
        let isMerging = text.lowercased() == Self.spaces
        guard let delimiter = isMerging ? " " : Self.delimiter(written: text) else { return false }
        (self.delimiter, mergesSpaces) = (delimiter, isMerging)
        return true
    }

    /// The delimiter that a user wrote: a name, or text in which `\t` is a tab, `\\` a backslash, and `\u0001` the character of
    /// that number (four hexadecimal digits). Nil where it is invalid.
    public static func delimiter(written text: String) -> String? {
        let delimiter = names[text.lowercased()] ?? unescaped(text)
        return isMark(delimiter) ? delimiter : nil
    }

    /// Returns a delimiter as a user would write it; `delimiter(written:)` reads it.
    public static func written(_ delimiter: String) -> String {
        if let name = names.first(where: { $0.value == delimiter })?.key { return name }
        let text = delimiter.unicodeScalars.map { scalar in
            switch scalar {
            case "\t": "\\t"
            case "\\": "\\\\"
            case _ where scalar.properties.generalCategory == .control: escape(scalar)
            default: String(Character(scalar))
            }
        }.joined()
        // The name of another one.
        guard names[text.lowercased()] != nil || text.lowercased() == spaces, let first = text.unicodeScalars.first
        else { return text }
        return escape(first) + text.dropFirst()
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Returns true where `text` can be a delimiter, or begin comments: 1 to 16 bytes without line ends.
    public static func isMark(_ text: String) -> Bool { !text.isEmpty && ShortBytes(text) != nil }

    private static func unescaped(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.first else {
                result.append(character)
                continue
            }
            let digits = rest.dropFirst().prefix(4)
            switch next {
            case "t": (result, rest) = (result + "\t", rest.dropFirst())
            case "\\": (result, rest) = (result + "\\", rest.dropFirst())
            case "u" where digits.count == 4:
                guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
                    result.append(character)
                    continue
                }
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst(5)
            default: result.append(character)
            }
        }
        return result
    }
}
