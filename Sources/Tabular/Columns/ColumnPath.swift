/// The path of a column that is nested in its source, as one text for the command line, headers and statements.
///
/// Points separate the names. A name that contains a point or a double quote, or is empty, is enclosed in double quotes, in
/// which two are one:
///
///     b, c          b.c
///     b, x.y        b."x.y"
///     b, say "no"   b."say ""no"""
///     b, (empty)    b.""
///
/// `[Column].fullNames` has the texts of all columns of a table.
public enum ColumnPath {
    private static let point = UInt8(ascii: ".")
    private static let quote = UInt8(ascii: "\"")

    /// The text of `path`, which no other path has.
    public static func text(of path: [String]) -> String {
        path.map(text(ofName:)).joined(separator: ".")
    }

    // By bytes, since a combining mark after a point or a quote makes one character of both.
    private static func text(ofName name: String) -> String {
        guard name.isEmpty || name.utf8.contains(where: { $0 == point || $0 == quote }) else { return name }
        return quoted(name)
    }

    /// `name` in quotes.
    static func quoted(_ name: String) -> String {
        let doubled = name.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
    }

    /// The names in `text`, any of which may be quoted; nil where one is empty without quotes, or text follows a closing quote.
    public static func names(in text: some StringProtocol) -> [String]? {
        var rest = Array(text.utf8)[...]
        var names: [String] = []
        repeat {
            if rest.first == quote {
                guard let name = takeQuoted(&rest), rest.isEmpty || rest.first == point else { return nil }
                names.append(name)
            } else {
                let name = rest.prefix { $0 != point }
                if name.isEmpty { return nil }
                names.append(String(decoding: name, as: UTF8.self))
                rest = rest[name.endIndex...]
            }
        } while rest.popFirst() != nil
        return names
    }

    /// Removes a name in quotes from the start of `rest`; nil where no quote ends it.
    private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        var name: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            if byte == quote && rest.popFirst(quote) == nil { return String(decoding: name, as: UTF8.self) }
            name.append(byte)
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first byte where it is `byte`.
    fileprivate mutating func popFirst(_ byte: UInt8) -> UInt8? { first == byte ? popFirst() : nil }
}
