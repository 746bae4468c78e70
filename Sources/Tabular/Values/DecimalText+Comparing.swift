extension DecimalText {
    /// Compares with another number, exactly and at any length: -1 below it, 0 the same, 1 above it.
    ///
    /// - Complexity: O(digits of the longer one).
    package func compare(to other: DecimalText) -> Int {
        let (isZero, isOtherZero) = (firstNonzero == count, other.firstNonzero == other.count)
        if isZero || isOtherZero {
            if isZero && isOtherZero { return 0 }
            return isZero ? (other.isNegative ? 1 : -1) : (isNegative ? -1 : 1)
        }
        if isNegative != other.isNegative { return isNegative ? -1 : 1 }
        let magnitude = compareMagnitude(to: other)
        return isNegative ? -magnitude : magnitude
    }

    private func compareMagnitude(to other: DecimalText) -> Int {
        // The digits before the point, without leading zeros.
        let (whole, otherWhole) = (point - firstNonzero, other.point - other.firstNonzero)
        if whole != otherWhole { return whole < otherWhole ? -1 : 1 }
        for index in 0..<max(count - firstNonzero, other.count - other.firstNonzero) {
            let (digit, otherDigit) = (self[firstNonzero + index], other[other.firstNonzero + index])
            if digit != otherDigit { return digit < otherDigit ? -1 : 1 }
        }
        return 0
    }
}
