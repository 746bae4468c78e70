extension Double {
    /// The fewest digits that read back as the same number; a whole one has no point, and zero no sign.
    package var shortest: String {
        let text = description
        if self == 0 { return "0" }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The fewest digits that read back as the same number, also where it is 0 with a sign, or infinite.
    package var exactText: String {
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        if self == 0, sign == .minus { return "-0" }
        return shortest
    }
}
