import Tabular

/// A comparison with a threshold for numbers as they are in memory, with the outcomes that their texts have.
///
/// Numbers of a type ascend as their texts do, so that three outcomes decide: of a number next to the threshold, and of those
/// below and above it.
///
///     threshold 0.1      pivot 0.1, whose text equals the threshold
///     threshold 0.10…01  the same pivot, whose text is less
///
/// A real number stands for the shortest text that reads back as it. Reading rounds, and keeps the order: a number below the one
/// that the threshold reads as has a text below the threshold.
struct NumberTest: Sendable {
    private let wholePivot: Int64
    /// The outcomes below, at and above the pivot.
    private let whole: (Bool, Bool, Bool)
    private let pivot: Double
    private let real: (Bool, Bool, Bool)
    private let negativeInfinity: Bool
    private let infinity: Bool
    private let nan: Bool

    /// Nil where texts are not compared as plain numbers.
    init?(_ threshold: Threshold, _ outcomes: ConditionTest.Outcomes) {
        guard threshold.readsPlainNumbers else { return nil }
        let pivots = threshold.text.withUnsafeBufferPointer { text in
            DecimalText(text).map { number in
                (
                    number.clampedInteger,
                    number.finiteDouble ?? (number.isNegative ? -1 : 1) * Double.greatestFiniteMagnitude
                )
            }
        }
        guard let (integer, double) = pivots else { return nil }
        func holds(_ text: String) -> Bool {
            Array(text.utf8).withUnsafeBufferPointer { threshold.order(of: $0).map { outcomes.holds($0) } }
                ?? outcomes.other
        }
        func holds(_ number: Double) -> Bool { holds(number.exactText) }
        (wholePivot, pivot) = (integer, double)
        whole = (
            integer > .min && holds(String(integer - 1)), holds(String(integer)),
            integer < .max && holds(String(integer + 1))
        )
        real = (
            double.nextDown.isFinite && holds(double.nextDown), holds(double),
            double.nextUp.isFinite && holds(double.nextUp)
        )
        (negativeInfinity, infinity, nan) = (holds(-.infinity), holds(.infinity), holds(.nan))
    }

    /// Returns true where a number meets the condition.
    @inline(__always)
    func holds(for number: BinaryNumber) -> Bool {
        switch number {
        case .integer(let number): number < wholePivot ? whole.0 : number == wholePivot ? whole.1 : whole.2
        case .real(let number):
            if number < pivot {
                number == -.infinity ? negativeInfinity : real.0
            } else if number > pivot {
                number == .infinity ? infinity : real.2
            } else {
                number == pivot ? real.1 : nan
            }
        }
    }
}

extension DecimalText {
    /// The number without its fraction, or else the integer that is nearest to it.
    fileprivate var clampedInteger: Int64 {
        var whole: Int64 = 0
        let end = isNegative ? Int64.min : Int64.max
        // Zeros before the first digit are not counted: there may be many.
        guard firstNonzero < count, point > firstNonzero else { return 0 }
        guard point - firstNonzero <= 19 else { return end }
        for index in firstNonzero..<point {
            let (scaled, scalingOverflows) = whole.multipliedReportingOverflow(by: 10)
            let digit = Int64(self[index])
            let (sum, overflows) = scaled.addingReportingOverflow(isNegative ? -digit : digit)
            if scalingOverflows || overflows { return end }
            whole = sum
        }
        return whole
    }
}
