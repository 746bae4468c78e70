import Tabular

extension DecimalText {
    /// 10^22 is the last power of ten that a Double holds exactly.
    private static let powers: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// The number as a Double, rounded once; nil where it is too large for one.
    var finiteDouble: Double? {
        let exponent = point - count
        let digits = count - firstNonzero
        if digits <= 15 && abs(exponent) < Self.powers.count {
            // Both are exact, so that one operation rounds once (Clinger, 1990).
            var whole = 0
            for index in firstNonzero..<count { whole = whole * 10 + Int(self[index]) }
            let power = Self.powers[abs(exponent)]
            let value = exponent < 0 ? Double(whole) / power : Double(whole) * power
            return isNegative ? -value : value
        }
        var text = isNegative ? "-" : ""
        for index in firstNonzero..<count { text.unicodeScalars.append(Unicode.Scalar(0x30 + self[index])) }
        if digits == 0 { return 0 }
        guard let value = Double(text + "e\(exponent)"), value.isFinite else { return nil }
        return value
    }
}
