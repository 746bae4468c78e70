/// What `CellFormat` does to a number, in the slowest and most obvious form: written out in full, rounded by hand.
struct SlowDecimal {
    var isNegative = false
    private var whole: [Int] = []
    private var fraction: [Int] = []

    /// Takes what is known to be a number.
    init(_ text: String) {
        var rest = Substring(text.filter { $0 != " " })
        if rest.hasPrefix("-") { isNegative = true }
        if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
        let parts = rest.lowercased().split(separator: "e")
        let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        whole = halves[0].compactMap(\.wholeNumberValue)
        fraction = halves.count > 1 ? halves[1].compactMap(\.wholeNumberValue) : []
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        for _ in 0..<max(0, exponent) { whole.append(fraction.isEmpty ? 0 : fraction.removeFirst()) }
        for _ in 0..<max(0, -exponent) { fraction.insert(whole.popLast() ?? 0, at: 0) }
        // A zero in front has no meaning.
        while whole.first == 0 { whole.removeFirst() }
    }

    var places: Int { fraction.count }

    mutating func round(to places: Int) {
        while fraction.count < places { fraction.append(0) }
        guard fraction.count > places else { return }
        let isUp = fraction[places] >= 5
        fraction.removeSubrange(places...)
        guard isUp else { return }
        var digits = [0] + whole + fraction
        var index = digits.count - 1
        digits[index] += 1
        while digits[index] == 10 {
            digits[index] = 0
            index -= 1
            digits[index] += 1
        }
        whole = Array(digits[..<(1 + whole.count)])
        while whole.first == 0 { whole.removeFirst() }
        fraction = Array(digits.suffix(places))
    }

    var isZero: Bool { (whole + fraction).allSatisfy { $0 == 0 } }

    /// Without a sign.
    func text(isGrouped: Bool) -> String {
        var text = ""
        let digits = whole.isEmpty ? [0] : whole
        for (index, digit) in digits.enumerated() {
            if isGrouped && index > 0 && (digits.count - index) % 3 == 0 { text += "," }
            text += "\(digit)"
        }
        if !fraction.isEmpty { text += "." + fraction.map { "\($0)" }.joined() }
        return text
    }
}
