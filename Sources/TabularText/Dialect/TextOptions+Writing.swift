extension TextOptions {
    private static let names = [
        "comma": ",", "tab": "\t", "semicolon": ";", "pipe": "|", "colon": ":", "space": " ",
    ]

    /// The delimiter that a person wrote: a name, or text in which `\t` is a tab, `\\` a backslash, and `\u0001` the
    /// character of that number (four hexadecimal digits). Nil where it is none.
    public static func delimiter(written text: String) -> String? {
        let delimiter = names[text.lowercased()] ?? unescaped(text)
        return isMark(delimiter) ? delimiter : nil
    }

    /// Whether `text` can be a delimiter, or what comments begin with: 1 to 16 bytes without line ends.
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
