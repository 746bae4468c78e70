/// The values that a spreadsheet changes when they are pasted or opened as HTML: it does not change words, but parses texts
/// that look like a number, a date or a formula.
///
///     007          7             marked as text
///     1/2          a date        marked as text
///     =1+1         2             marked as text
///     1.50         1.5           marked as text
///     12345678901234567890       marked as text: only 15 digits stay
///     42, -1.5     the same      left a number
///     Oslo 5       the same      left as it is
///     May 5        a date        marked as text
enum SpreadsheetValue {
    /// The length in bytes beyond which a value is neither a number nor a date.
    static let longest = 64
    /// The number of digits of a number in a spreadsheet.
    private static let digits = 15

    /// Returns true where a spreadsheet may change a value, or a sufficiently long beginning of it: a text that is marked as
    /// such stays unchanged.
    static func isChanged(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = value.first, let last = value.last else { return false }
        // Formulas, error names, and spaces at the ends.
        if "=+@#".utf8.contains(first) || first <= 0x20 || last == 0x20 || FormulaStart.isWideSign(value) {
            return true
        }
        if first == UInt8(ascii: "-") { return value.count > 1 && !isPlainNumber(value) }
        if isDigit(first) { return !isPlainNumber(value) }
        let text = String(decoding: value, as: UTF8.self)
        guard let letter = text.unicodeScalars.first else { return false }
        guard letter.properties.isAlphabetic else {
            // Other symbols, such as a currency or a bracket, before a number.
            return "'\"<>/\\:;!?*&|{[_~^`".unicodeScalars.contains(letter) ? false : value.contains(where: isDigit)
        }
        let word = text.lowercased()
        return value.contains(where: isDigit) ? months.contains(String(word.prefix(3))) : booleans.contains(word)
    }

    /// Returns true for a number without extra zeros, and with no more digits than a spreadsheet preserves.
    private static func isPlainNumber(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }),
            parts.reduce(0, { $0 + $1.count }) <= Self.digits
        else { return false }
        let zero = UInt8(ascii: "0")
        let isZero = digits.allSatisfy { !isDigit($0) || $0 == zero }
        if whole.count > 1 && whole.first == zero || isZero && value.first == UInt8(ascii: "-") { return false }
        return parts.count == 1 || parts[1].last != zero
    }

    /// TRUE and FALSE in the languages of most spreadsheets.
    private static let booleans: Set<String> = [
        "true", "false", "wahr", "falsch", "vrai", "faux", "verdadero", "falso", "vero", "waar", "onwaar", "prawda",
        "fałsz",
    ]

    /// The beginnings of month names in these languages.
    private static let months: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär", "mai", "okt", "dez",
        "fév", "fev", "avr", "jui", "aoû", "aou", "déc", "ene", "abr", "ago", "dic", "gen", "mag", "giu", "lug", "set",
        "ott", "mrt", "mei", "out", "sty", "lut", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru",
    ]

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
