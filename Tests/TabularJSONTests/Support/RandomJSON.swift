import SeededRandom

/// Makes JSON texts of random values, some with the oddities that readers forgive.
struct RandomJSON {
    var random: SplitMix64
    /// Oddities: JSON5, lone surrogates, NUL.
    var isOdd: Bool

    init(seed: UInt64, isOdd: Bool = false) { (random, self.isOdd) = (SplitMix64(seed: seed), isOdd) }

    mutating func value(depth: Int = 4) -> String {
        switch random.int(0...(depth > 0 ? 8 : 5)) {
        case 0: random.pick(["true", "false", "null"])
        case 1, 2: number()
        case 3...5: string()
        case 6: array(depth: depth)
        default: object(depth: depth)
        }
    }

    mutating func object(depth: Int = 4) -> String {
        var members: [String] = []
        for _ in 0..<random.int(0...5) {
            members.append(blank() + name() + blank() + ":" + blank() + value(depth: depth - 1) + blank())
        }
        return "{" + joined(members) + "}"
    }

    mutating func array(depth: Int) -> String {
        var elements: [String] = []
        for _ in 0..<random.int(0...5) { elements.append(blank() + value(depth: depth - 1) + blank()) }
        return "[" + joined(elements) + "]"
    }

    private mutating func joined(_ parts: [String]) -> String {
        parts.joined(separator: ",") + (parts.isEmpty || !odd() ? blank() : "," + blank())
    }

    mutating func name() -> String {
        if odd() { return random.pick(["a", "$b", "_c1", "é", "d\\u0065"]) }
        return random.oneIn(4)
            ? string() : random.pick(["\"a\"", "\"id\"", "\"name\"", "\"a long name of a member\"", "\"\""])
    }

    mutating func number() -> String {
        if odd() { return random.pick(["NaN", "-Infinity", "+1", ".5", "5.", "0x1F", "-.5e3", "+NaN"]) }
        let digits = String(random.next() >> UInt64(random.int(0...63)))
        var text = (random.oneIn(3) ? "-" : "") + digits
        if random.oneIn(3) { text += ".\(random.int(0...999_999))" }
        if random.oneIn(5) {
            text += random.pick(["e", "E"]) + random.pick(["", "+", "-"]) + "\(random.int(0...400))"
        }
        return text
    }

    mutating func string() -> String {
        let quote = odd() ? "'" : "\""
        var text = ""
        for _ in 0..<random.int(0...random.pick([3, 12, 90])) { text += character() }
        return quote + text + quote
    }

    private mutating func character() -> String {
        if odd() {
            return random.pick([
                "\\ud800", "\\udc00", "\\u0000", "\u{1}", "\t", "\\v", "\\x41", "\\\n", "\\'", "\\é", "\\ud83d\\u0041",
            ])
        }
        switch random.int(0...20) {
        case 0: return random.pick(["\\n", "\\t", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r"])
        case 1: return random.pick(["\\u00e9", "\\ud83d\\ude00", "\\u20AC"])
        case 2: return random.pick(["é", "東", "😀"])
        case 3: return random.pick(["{", "}", "[", "]", ",", ":", " ", "//", "/*"])
        default: return random.pick(["a", "b", "c", "1", "x"])
        }
    }

    mutating func blank() -> String {
        if odd() { return random.pick(["/* c */", "// d\n", "\u{A0}", "\u{FEFF}", "\u{B}", "/* \" */", "//'\r"]) }
        return random.oneIn(3) ? random.pick([" ", "\n", "\r\n", "\t", "   "]) : ""
    }

    private mutating func odd() -> Bool { isOdd && random.oneIn(12) }

    /// Puts a wrong byte in, takes one out, or changes one.
    mutating func broken(_ text: [UInt8]) -> [UInt8] {
        var text = text
        let place = random.int(0...text.count)
        let wrong = random.pick(Array("{}[]:,\"\\'/*0-+.eENtfnu\u{0}\u{1} \n".utf8) + [0xFF, 0xC2, 0x80, 0xE2])
        switch random.int(0...2) {
        case 0: text.insert(wrong, at: place)
        case 1 where place < text.count: text.remove(at: place)
        default: if place < text.count { text[place] = wrong }
        }
        return text
    }
}
