/// The classes of values that have no type by their form alone, but would have one in a column of their kind: decimal
/// commas, grouped thousands, currencies, percents, and words for no value.
enum LooseValue {
    private static let longest = 40

    static func cellClass(of value: UnsafeBufferPointer<UInt8>) -> CellClass {
        guard value.count <= longest else { return .text }
        if isNullWord(value) { return .blank }
        return isNumber(value) ? .number : .text
    }

    /// True for spaces alone, and for the words that most programs write for no value.
    private static func isNullWord(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard value.count <= 4 else { return false }
        let word = String(decoding: value, as: UTF8.self).lowercased()
        return word.allSatisfy { $0 == " " } || nullWords.contains(word)
    }

    private static let nullWords: Set<String> = [
        "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "--", "–", "—", ".", ":", "?", "\\n",
    ]

    /// True for a number with grouped thousands, a decimal comma or point, a sign or parentheses, and a sign of a currency
    /// or for percent around it.
    private static func isNumber(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard value.contains(where: { (0x30...0x39).contains($0) }) else { return false }
        var text: [UInt8] = []
        var isMoney = false
        for scalar in String(decoding: value, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\u{A0}", "\u{202F}", "\u{2009}": text.append(0x20)
            case "’": text.append(UInt8(ascii: "'"))
            case "−": text.append(UInt8(ascii: "-"))
            case _ where scalar.properties.generalCategory == .currencySymbol || scalar == "%":
                if isMoney { return false }
                isMoney = true
            default:
                guard scalar.isASCII else { return false }
                text.append(UInt8(scalar.value))
            }
        }
        var rest = text[...]
        func trim(_ bytes: String) {
            while let last = rest.last, bytes.utf8.contains(last) { rest.removeLast() }
            while let first = rest.first, bytes.utf8.contains(first) { rest.removeFirst() }
        }
        trim(" ")
        if rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")") { rest = rest.dropFirst().dropLast() }
        trim(" +-")
        return isGrouped(rest)
    }

    /// True for groups of three digits after the first, or for any digits, and a fraction after another mark.
    private static func isGrouped(_ text: ArraySlice<UInt8>) -> Bool {
        var groups: [Int] = [0]
        var marks: [UInt8] = []
        for byte in text {
            if (0x30...0x39).contains(byte) {
                groups[groups.count - 1] += 1
            } else if ",. '".utf8.contains(byte) {
                marks.append(byte)
                groups.append(0)
            } else {
                return false
            }
        }
        guard let last = marks.last else { return groups[0] > 0 }
        let isFraction = ",.".utf8.contains(last) && (marks.count == 1 || last != marks[0])
        let whole = isFraction ? groups.dropLast() : groups[...]
        let areAlike = marks.dropLast(isFraction ? 1 : 0).allSatisfy { $0 == marks[0] }
        let areThousands = whole.count == 1 || ((1...3).contains(whole[0]) && whole.dropFirst().allSatisfy { $0 == 3 })
        return areAlike && areThousands && groups.contains { $0 > 0 }
    }
}
