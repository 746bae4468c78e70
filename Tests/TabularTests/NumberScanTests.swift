import SeededRandom
import Testing

@testable import Tabular

/// The reference reading of a number: affixes are peeled off one by one, and the rest is compared with the forms of
/// the manual.
enum SlowNumber {
    struct Result: Equatable {
        var plain: String
        var unit: String
        var isInteger: Bool
    }

    private static let dashes: Set<Character> = ["-", "‐", "‑", "–", "−"]
    private static let currencies: [String: String] = [
        "$": "$", "€": "€", "EUR": "€", "eur": "€", "kr": "kr.", "kr.": "kr.", "zł": "zł", "CHF": "CHF", "US$": "USD",
        "¥": "¥", "円": "¥",
    ]

    static func read(_ text: String, _ mark: Character) -> Result? {
        let spaces: Set<Character> = [" ", "\t", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}"]
        let text = String(text.map { spaces.contains($0) && $0 != "\t" ? " " : $0 })
        return peel(text[...], mark, unit: nil, sign: nil, isOpen: false)
    }

    /// Takes affixes off the front, and then off the back.
    private static func peel(
        _ text: Substring, _ mark: Character, unit: String?, sign: String?, isOpen: Bool
    ) -> Result? {
        guard let first = text.first else { return nil }
        if first == " " || first == "\t" { return peel(text.dropFirst(), mark, unit: unit, sign: sign, isOpen: isOpen) }
        if first.isASCII && (first.isNumber || first == "." || first == ",") {
            return unpeel(text, mark, unit: unit, sign: sign, isOpen: isOpen)
        }
        if first == "(" {
            return sign == nil ? peel(text.dropFirst(), mark, unit: unit, sign: "-", isOpen: true) : nil
        }
        if first == "+" || dashes.contains(first) {
            let own = first == "+" ? "+" : "-"
            return sign == nil ? peel(text.dropFirst(), mark, unit: unit, sign: own, isOpen: isOpen) : nil
        }
        guard unit == nil, let (own, count) = self.unit(of: text) else { return nil }
        return peel(text.dropFirst(count), mark, unit: own, sign: sign, isOpen: isOpen)
    }

    /// Returns true where a dash after a text stands for no cents: after a mark that no word of a currency ends with.
    private static func isNoCents(_ text: Substring) -> Bool {
        guard let last = text.last, last == "." || last == "," else { return false }
        return !currencies.keys.contains { $0.last == last && text.hasSuffix($0) }
    }

    private static func unit(of text: Substring) -> (String, Int)? {
        if text.first == "%" { return ("%", 1) }
        for (sign, name) in currencies.sorted(by: { $0.key.count > $1.key.count }) where text.hasPrefix(sign) {
            let next = text.dropFirst(sign.count).first
            if sign.last?.isLetter == true, sign != "円", let next, next.isLetter { continue }
            return (name, sign.count)
        }
        return nil
    }

    private static func unpeel(
        _ text: Substring, _ mark: Character, unit: String?, sign: String?, isOpen: Bool
    ) -> Result? {
        if let last = text.last, last == " " || last == "\t" {
            return unpeel(text.dropLast(), mark, unit: unit, sign: sign, isOpen: isOpen)
        }
        if let number = body(text, mark) {
            if isOpen { return nil }
            return Result(plain: (sign == "-" ? "-" : "") + number.text, unit: unit ?? "", isInteger: number.isInteger)
        }
        if text.last == ")" {
            return isOpen ? unpeel(text.dropLast(), mark, unit: unit, sign: sign, isOpen: false) : nil
        }
        if let last = text.last, dashes.contains(last), sign == nil,
            !isNoCents(text.dropLast())
        {
            return unpeel(text.dropLast(), mark, unit: unit, sign: "-", isOpen: isOpen)
        }
        guard unit == nil else { return nil }
        for count in 1...3 where text.count > count {
            let tail = text.suffix(count)
            if let (own, length) = self.unit(of: tail), length == count,
                let number = unpeel(text.dropLast(count), mark, unit: own, sign: sign, isOpen: isOpen)
            {
                return number
            }
        }
        return nil
    }

    /// Digits, groups, a mark, and an exponent.
    private static func body(_ text: Substring, _ mark: Character) -> (text: String, isInteger: Bool)? {
        let longDash: Set<Character> = dashes.union(["—"])
        // No cents: 5.- 5,-- 5.–
        for count in 1...2 where text.count > count + 1 && text.suffix(count).allSatisfy({ longDash.contains($0) }) {
            let rest = text.dropLast(count)
            if rest.last == mark, let whole = whole(rest.dropLast(), mark) { return (whole, true) }
        }
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let parts = halves[0].split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts[0].isEmpty ? "" : whole(parts[0], mark) else { return nil }
        var plain = whole
        if parts.count == 2 {
            guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), !(whole.isEmpty && parts[1].isEmpty),
                !(mark == "," && parts[1].isEmpty)
            else { return nil }
            plain += "." + parts[1]
        }
        guard !plain.isEmpty else { return nil }
        if halves.count == 2 {
            let digits = halves[1].drop { $0 == "+" || $0 == "-" }
            guard halves[1].count - digits.count <= 1, !digits.isEmpty,
                digits.allSatisfy({ $0.isASCII && $0.isNumber }),
                parts[0].allSatisfy(\.isNumber)
            else { return nil }
            plain += text[halves[0].endIndex...]
        }
        return (plain, parts.count == 1 && halves.count == 1)
    }

    private static func whole(_ text: Substring, _ mark: Character) -> String? {
        if !text.isEmpty && text.allSatisfy({ $0.isASCII && $0.isNumber }) { return String(text) }
        for sign in [",", ".", " ", "'", "’"].map(Character.init) where sign != mark {
            let other: Character = sign == "'" ? "’" : sign
            let groups = text.split(omittingEmptySubsequences: false) { $0 == sign || $0 == other }
            guard groups.count > 1, groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { continue }
            let (first, middle, last) = (groups[0], groups.dropFirst().dropLast(), groups[groups.count - 1])
            guard (1...3).contains(first.count), first.first != "0", last.count == 3 else { return nil }
            let isWestern = middle.allSatisfy { $0.count == 3 }
            let isIndian =
                sign == "," && !middle.isEmpty && first.count <= 2 && middle.allSatisfy { $0.count == 2 }
            guard isWestern || isIndian else { return nil }
            if sign == ".", groups.count == 4, groups.allSatisfy({ (Int($0) ?? 256) <= 255 }) { return nil }
            return groups.joined()
        }
        return nil
    }
}

private func scanned(_ text: String, _ mark: DecimalMark) -> SlowNumber.Result? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
        guard let scan = NumberScan(bytes), let reading = scan.reading(mark) else { return nil }
        var output = [UInt8](repeating: 0, count: bytes.count + 1)
        let count = output.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { scan.write(mark, to: $0) }
        }
        guard let count else { return nil }
        let unit =
            switch scan.unit {
            case .none: ""
            case .percent: "%"
            case .currency(let currency): currency.sign
            }
        return SlowNumber.Result(
            plain: String(decoding: output[..<count], as: UTF8.self), unit: unit, isInteger: reading.isInteger)
    }
}

@Test(arguments: [
    ("1,234.50", "1234.50", nil), ("1.234,50", nil, "1234.50"), ("1,234", "1234", "1.234"), ("1.234", "1.234", "1234"),
    ("1 234", "1234", "1234"), ("1\u{A0}234\u{202F}567,8", nil, "1234567.8"), ("1'234.50", "1234.50", nil),
    ("1’234’567", "1234567", "1234567"), ("1,23,45,678.9", "12345678.9", nil), ("1,2,345", nil, nil),
    ("12,34", nil, "12.34"), ("0,123", nil, "0.123"), ("(1,234.00)", "-1234.00", nil), ("(12 €)", "-12", "-12"),
    ("$-10", "-10", "-10"), ("-$10", "-10", "-10"), ("- $ 10", "-10", "-10"), ("10-", "-10", "-10"),
    ("−5", "-5", "-5"), ("–5", "-5", "-5"), ("5.-", "5", nil), ("CHF 5.–", "5", nil), ("5,-", nil, "5"),
    ("10 %", "10", "10"), ("%18", "18", "18"), ("10%%", nil, nil), ("€ 5 $", nil, nil), ("(-5)", nil, nil),
    ("-5-", nil, nil),
    ("1.234e5", "1.234e5", nil), ("1,5E-3", nil, "1.5E-3"), ("1,234e5", nil, "1.234e5"), ("5.", "5.", nil),
    ("5,", nil, nil),
    ("192.168.100.200", nil, nil), ("192.168.100.300", nil, "192168100300"), ("1 23", nil, nil),
    ("12.34.567", nil, nil),
    ("", nil, nil), ("-", nil, nil), (".", nil, nil), ("12 kg", nil, nil), ("1,234 kr.", "1234", "1.234"),
    ("007", "007", "007"),
    ("5 krona", nil, nil), ("US$5", "5", "5"), ("()", nil, nil), ("(5", nil, nil), ("5)", nil, nil),
    ("\u{2212}.5", "-.5", nil),
])
func numberHasOneMeaningByEachMark(text: String, byPoint: String?, byComma: String?) {
    #expect(scanned(text, .point)?.plain == byPoint, "\(text)")
    #expect(scanned(text, .comma)?.plain == byComma, "\(text)")
}

@Test(arguments: 0..<60 as Range<UInt64>)
func numbersAgreeWithTheirSlowTwin(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
        "1", "0", "12", "123", "234", "000", "255", "7", ".", ",", " ", "\u{A0}", "\u{202F}", "'", "’", "-", "−", "–",
        "—", "+",
        "(", ")", "%", "$", "€", "EUR", "kr", "zł", "CHF", "US$", "円", "e5", "E", "e-2", "x", "\t",
    ]
    // Some are made to look like numbers.
    func made() -> String {
        let (mark, group) = random.pick([(".", ","), (",", "."), (".", "'"), (",", " "), (".", " "), (",", "’")])
        var text = String(random.int(1...(random.pick([9, 99, 999]))))
        for _ in 0..<random.int(0...3) { text += group + String(String(1000 + random.int(0...999)).dropFirst()) }
        if random.int(0...1) == 0 { text += mark + String(random.int(0...9999)) }
        let around = random.pick([
            ("", ""), ("-", ""), ("(", ")"), ("", "-"), ("$", ""), ("", " €"), ("-", " %"), ("€ ", ""),
        ])
        return around.0 + text + around.1
    }
    for _ in 0..<2000 {
        var text = random.int(0...2) == 0 ? made() : ""
        for _ in 0..<random.int(text.isEmpty ? 1...7 : 0...1) {
            let place = text.index(text.startIndex, offsetBy: random.int(0...text.count))
            text.insert(contentsOf: random.pick(pieces), at: place)
        }
        for mark in DecimalMark.allCases {
            let slow = SlowNumber.read(text, mark == .point ? "." : ",")
            #expect(scanned(text, mark) == slow, "'\(text)' by a \(mark)")
        }
    }
}

@Test(arguments: 0..<20 as Range<UInt64>)
func simpleNumbersAreScannedAlike(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<3000 {
        let text = (0..<random.int(1...9)).map { _ in
            random.pick(["1", "2", "34", "567", "0", ".", ",", " ", "'", "-"])
        }.joined()
        for mark in DecimalMark.allCases {
            let bytes = Array(text.utf8)
            var output = [UInt8](repeating: 0, count: bytes.count + 1)
            let count = bytes.withUnsafeBufferPointer { bytes in
                output.withUnsafeMutableBufferPointer { buffer in
                    buffer.baseAddress.flatMap { SimpleNumber.write(bytes, mark, to: $0) }
                }
            }
            guard let count else { continue }
            #expect(
                String(decoding: output[..<count], as: UTF8.self) == scanned(text, mark)?.plain, "'\(text)' \(mark)")
        }
    }
}

@Test func wordsForNoValueIgnoreCaseAndSpaces() {
    for word in [
        "NA", "n/a", "NaN", "nan", "null", "NULL", " NA ", "-", "–", "—", "?", ".", "\\N", "#N/A", "None", "  ",
        "\u{A0}",
    ] {
        #expect(Array(word.utf8).withUnsafeBufferPointer { NullWords.standard.contains($0) }, "\(word)")
    }
    for word in ["no", "0", "nap", "N", "-1", "x", "", "–5"] {
        #expect(!Array(word.utf8).withUnsafeBufferPointer { NullWords.standard.contains($0) }, "\(word)")
    }
    #expect(!Array("NA".utf8).withUnsafeBufferPointer { NullWords.none.contains($0) })
    #expect(!NullWords.standard.mayBeTyped && NullWords(["-999"]).mayBeTyped && NullWords(["no"]).mayBeTyped)
}

@Test func comparedTextNeedsNeitherMarkNorUnit() {
    var form = ValueForm(.decimal)
    (form.decimalMark, form.unit) = (.comma, .percent)
    func plain(_ text: String) -> String? { form.comparedNumber(text).map { String(decoding: $0, as: UTF8.self) } }
    #expect(plain("9%") == "9" && plain("9") == "9" && plain("9,5 %") == "9.5" && plain("9.5") == "9.5")
    #expect(plain("1.234,5") == "1234.5" && plain("1.234") == "1234" && plain("$9") == nil && plain("x") == nil)
    #expect(plain(form.text(ofPlainNumber: "1.125")) == "1.125")
}

@Test func choicesKeepTheirTextAndColumn() throws {
    for text in [
        "text", "code", "boolean", "number", "number:point", "number:comma", "date", "date:dmy", "date:mdy", "date:ymd",
    ] {
        #expect(TypeChoice(text)?.text == text)
    }
    for text in ["", "automatic", "number:", "number:dot", "date:my", "integer", "text:x"] {
        #expect(TypeChoice(text) == nil)
    }
    let columns = ["a", "2", "", "a"].map { Column(name: $0, type: .text) }
    var choices = TypeChoices()
    for index in columns.indices { choices.set(.code, for: index, in: columns) }
    #expect(choices.columns.keys.sorted() == ["2", "3", "4", "a"])
    for index in columns.indices { #expect(choices.choice(for: index, in: columns) == .code) }
    choices.set(nil, for: 1, in: columns)
    #expect(choices.choice(for: 1, in: columns) == nil && choices.columns.count == 3)
}
