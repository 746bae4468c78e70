/// The recognition of units and types, which some programs write below the names of columns: `s`, `(mV)`, `°C`, `km/h`,
/// `Volt`, `varchar`.
enum UnitWord {
    /// Bytes of the longest text that is a unit by its length alone.
    private static let shortest = 3
    private static let words: Set<String> = [
        "second", "seconds", "minute", "volt", "volts", "ampere", "amperes", "amps",
        "hertz", "watt", "watts", "ohms", "farad", "joule", "newton", "pascal", "kelvin", "celsius", "degree",
        "degrees",
        "meter", "meters", "metre", "metres", "gram", "grams", "liter", "liters", "litre", "litres", "percent",
        "string", "float", "double", "decimal", "numeric", "integer",
        "bool", "boolean", "char", "varchar",
    ]

    /// Returns true where a cell of text may be a unit or a type.
    static func matches(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard value.count > shortest, let first = value.first else { return true }
        if first == UInt8(ascii: "(") || first == UInt8(ascii: "[") { return true }
        if value.count > 12 { return false }
        if value.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "/") || $0 == 0xC2 }) { return true }
        return words.contains(String(decoding: value, as: UTF8.self).lowercased())
    }
}
