import Translation

extension Double {
    /// The fewest digits that read back as the same number; a whole one has no point, and zero no sign.
    package var shortest: String {
        let text = description
        if self == 0 { return "0" }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    /// A share with three digits at most: "25 %", "1.6 %", "0.38 %".
    package var percent: String {
        let percent = self * 100
        let factor = percent >= 10 ? 1.0 : percent >= 1 ? 10 : 100
        return tr("{number} %", ["number": ((percent * factor).rounded() / factor).shortest.withLocalPoint])
    }
}
