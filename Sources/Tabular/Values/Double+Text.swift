import Translation

extension Double {
    /// A share with three digits at most: "25 %", "1.6 %", "0.38 %".
    package var percent: String {
        let percent = self * 100
        let factor = percent >= 10 ? 1.0 : percent >= 1 ? 10 : 100
        return tr("{number} %", ["number": ((percent * factor).rounded() / factor).shortest.withLocalPoint])
    }
}
