/// A floating-point value without digits, in its order among all numbers: −∞ < numbers < ∞ < NaN. NaN equals NaN, so that the
/// order is total, as in databases.
///
/// Columns have them where `ValueForm.readsSpecialNumbers`, as sources with floating-point columns declare: in a text file
/// `NaN` is an ordinary word. This is the only code that knows their texts and their order.
package enum SpecialNumber: UInt8, Sendable, Hashable, CaseIterable {
    case negativeInfinity
    case infinity
    case nan

    /// Reads `NaN`, `Infinity`, `inf` and the latter two with a sign, in capital or small letters; nil for all else.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let first = text.first, first &- 0x30 > 9, text.count <= 9 else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        let hasSign = isNegative || first == UInt8(ascii: "+")
        let word = text.dropFirst(hasSign ? 1 : 0).map { $0 | 0x20 }
        switch word {
        case Array("nan".utf8) where !hasSign: self = .nan
        case Array("infinity".utf8), Array("inf".utf8): self = isNegative ? .negativeInfinity : .infinity
        default: return nil
        }
    }

    /// The canonical text.
    package var text: String {
        switch self {
        case .negativeInfinity: "-Infinity"
        case .infinity: "Infinity"
        case .nan: "NaN"
        }
    }

    package var double: Double {
        switch self {
        case .negativeInfinity: -.infinity
        case .infinity: .infinity
        case .nan: .nan
        }
    }

    /// Negative before all numbers with digits, positive after them.
    package var side: Int { self == .negativeInfinity ? -1 : self == .infinity ? 1 : 2 }
}

extension ValueForm {
    /// The special number that a value of the column represents; nil for all others, and where the column has none.
    package func specialNumber(_ value: UnsafeBufferPointer<UInt8>) -> SpecialNumber? {
        readsSpecialNumbers ? SpecialNumber(value) : nil
    }

    /// The order of two numbers of the column, including special ones: negative, 0 or positive; nil where one is not a number.
    package func numberOrder(
        of value: UnsafeBufferPointer<UInt8>, to other: UnsafeBufferPointer<UInt8>, in form: ValueForm? = nil
    ) -> Int? {
        let form = form ?? self
        let (special, otherSpecial) = (specialNumber(value), form.specialNumber(other))
        if special == nil && otherSpecial == nil {
            return withNumber(value) { number in form.withNumber(other) { number.compare(to: $0) } }
        }
        if special == nil && withNumber(value, { _ in true }) == nil { return nil }
        if otherSpecial == nil && form.withNumber(other, { _ in true }) == nil { return nil }
        return (special?.side ?? 0) - (otherSpecial?.side ?? 0)
    }
}
