extension RowsPath {
    /// Reads a path as a user writes it; nil where it is invalid.
    ///
    /// `$` and a final `[*]` may be omitted. Names follow a dot, bare or in double quotes, or are in brackets in either quotes,
    /// with the escapes of JSON.
    package init?(written text: String) {
        var parser = PathParser(rest: Substring(text).utf8)
        guard let steps = parser.path() else { return nil }
        self.init(steps)
    }
}

private struct PathParser {
    var rest: Substring.UTF8View

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
    private static let backslash = UInt8(ascii: "\\")

    mutating func path() -> [RowsPath.Step]? {
        guard let first = rest.first else { return nil }
        var steps: [RowsPath.Step] = []
        if first == UInt8(ascii: "$"), [nil, UInt8(ascii: "."), UInt8(ascii: "[")].contains(rest.dropFirst().first) {
            rest.removeFirst()
        } else if first != UInt8(ascii: "[") {
            guard let name = name() else { return nil }
            steps.append(.member(name))
        }
        while !rest.isEmpty {
            if skip("[*]") { return rest.isEmpty ? steps : nil }
            guard let step = step() else { return nil }
            steps.append(step)
        }
        return steps
    }

    private mutating func step() -> RowsPath.Step? {
        if skip(".") { return name().map { .member($0) } }
        guard skip("["), let first = rest.first else { return nil }
        let step: RowsPath.Step?
        if first == Self.quote || first == Self.apostrophe {
            step = quoted().map { .member($0) }
        } else {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            step = Int(String(Substring(digits))).map { .element($0) }
        }
        return skip("]") ? step : nil
    }

    /// A bare name up to the next dot or bracket, or one in double quotes.
    private mutating func name() -> MemberName? {
        if rest.first == Self.quote { return quoted() }
        let name = rest.prefix { ![".", "[", "]", "\"", "'", "\\", "*"].contains(UnicodeScalar($0)) }
        rest = rest.dropFirst(name.count)
        return name.isEmpty ? nil : MemberName(String(Substring(name)))
    }

    private mutating func quoted() -> MemberName? {
        guard let quote = rest.popFirst() else { return nil }
        var raw: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == quote { return MemberName(raw: raw) }
            raw.append(byte)
            if byte == Self.backslash, let next = rest.popFirst() { raw.append(next) }
        }
        return nil
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }
}
