/// A moment as a number: by its unit, and by the moment that the number counts from. Times are in UTC.
public enum TimeNumber: String, Sendable, Hashable, CaseIterable {
    /// Seconds since 1970.
    case unix
    case unixMilliseconds = "unix-ms"
    case unixMicroseconds = "unix-us"
    /// Microseconds since 1601, of WebKit and Chrome.
    case webKit = "webkit"
    /// Seconds since 2001, of Apple's systems.
    case apple
    /// Days since the noon of November 24, 4714 BC, in milliseconds as SQLite counts them.
    case julian

    /// Appends the moment of `number`, as in `2024-01-31 09:05:59.5`. False, and nothing is appended, where the text is no number,
    /// or the moment is outside of the years 1 to 9999.
    ///
    /// - Complexity: O(bytes). Nothing is allocated but room in `output`.
    func append(_ number: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Bool {
        guard let number = DecimalText(number),
            let moment = self == .julian ? Moment(julianDay: number) : moment(number),
            Moment.range.contains(moment.seconds)
        else { return false }
        moment.append(to: &output, leastPlaces: places)
        return true
    }

    /// The moment of a number of seconds, or of their thousandths or millionths.
    private func moment(_ number: DecimalText) -> Moment? {
        guard var moment = Moment(seconds: number, places: places) else { return nil }
        switch self {
        case .webKit: moment.seconds -= 11_644_473_600
        case .apple: moment.seconds += 978_307_200
        case .unix, .unixMilliseconds, .unixMicroseconds, .julian: break
        }
        return moment
    }

    /// The decimals of seconds in the unit.
    private var places: Int {
        switch self {
        case .unix, .apple: 0
        case .unixMilliseconds, .julian: 3
        case .unixMicroseconds, .webKit: 6
        }
    }
}

/// Seconds since 1970 and a fraction.
private struct Moment {
    /// From the year 1 to 9999.
    static let range = -62_135_596_800..<253_402_300_800
    private static let billion = 1_000_000_000
    private static let secondsPerDay = 86_400

    var seconds: Int
    /// Billionths of a second, never negative.
    private var fraction: Int

    /// Reads a number whose last `places` whole digits are decimals of seconds; further digits than nine decimals do not count.
    init?(seconds number: DecimalText, places: Int) {
        let point = number.point - places
        guard let whole = Self.integer(number, before: point, digits: 15) else { return nil }
        (seconds, fraction) = (whole, Self.integer(number, from: point, digits: 9))
        guard number.isNegative else { return }
        (seconds, fraction) = fraction == 0 ? (-seconds, 0) : (-seconds - 1, Self.billion - fraction)
    }

    init?(julianDay number: DecimalText) {
        guard !number.isNegative, let days = Self.integer(number, before: number.point, digits: 7) else { return nil }
        // 864 ten-millionths of a millisecond are a hundred-billionth of a day.
        let rest = (Self.integer(number, from: number.point, digits: 11) * 864 + 500_000) / 1_000_000
        let milliseconds = days * Self.secondsPerDay * 1000 + rest - 210_866_760_000_000
        let (whole, part) = milliseconds.floored(by: 1000)
        (seconds, fraction) = (whole, part * 1_000_000)
    }

    /// The digits before an index as a number; nil where there are more than `digits`.
    private static func integer(_ number: DecimalText, before point: Int, digits: Int) -> Int? {
        guard number.firstNonzero < number.count, number.firstNonzero < point else { return 0 }
        guard point - number.firstNonzero <= digits else { return nil }
        return (number.firstNonzero..<point).reduce(0) { $0 * 10 + Int(number[$1]) }
    }

    /// The number of `digits` digits from an index on.
    private static func integer(_ number: DecimalText, from point: Int, digits: Int) -> Int {
        guard number.firstNonzero < number.count, number.firstNonzero < point + digits else { return 0 }
        return (point..<point + digits).reduce(0) { $0 * 10 + Int(number[$1]) }
    }

    func append(to output: inout [UInt8], leastPlaces: Int) {
        let (days, second) = seconds.floored(by: Self.secondsPerDay)
        // Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
        let (era, dayOfEra) = (days + 719_468).floored(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        Self.append(yearOfEra + era * 400 + (isNextYear ? 1 : 0), digits: 4, to: &output)
        for (sign, number) in [
            ("-", isNextYear ? month - 9 : month + 3), ("-", dayOfYear - (153 * month + 2) / 5 + 1),
            (" ", second / 3600), (":", second / 60 % 60), (":", second % 60),
        ] as [(Unicode.Scalar, Int)] {
            output.append(UInt8(ascii: sign))
            Self.append(number, digits: 2, to: &output)
        }
        appendFraction(to: &output, leastPlaces: leastPlaces)
    }

    /// Nothing where it is 0; else all of its digits, and at least those of the unit.
    private func appendFraction(to output: inout [UInt8], leastPlaces: Int) {
        guard fraction != 0 else { return }
        var (rest, places) = (fraction, 9)
        while places > leastPlaces, rest % 10 == 0 {
            rest /= 10
            places -= 1
        }
        output.append(UInt8(ascii: "."))
        Self.append(rest, digits: places, to: &output)
    }

    private static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
        var divisor = (1..<digits).reduce(1) { power, _ in power * 10 }
        while divisor > 0 {
            output.append(0x30 + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}

extension Int {
    /// The quotient rounded down, and the remainder, which is not negative.
    fileprivate func floored(by divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
