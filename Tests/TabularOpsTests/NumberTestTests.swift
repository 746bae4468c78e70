import SeededRandom
import Tabular
import Testing

@testable import TabularOps

private let comparisons: [Condition.Comparison] = [.equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual]

private let forms: [ValueForm] = {
    var special = ValueForm(.decimal)
    special.readsSpecialNumbers = true
    return [special, ValueForm(.decimal), ValueForm(.integer), ValueForm(.mixed)]
}()

private func integer(_ random: inout SplitMix64) -> Int64 {
    let near = Int64(random.int(-2...2))
    return switch random.int(0...4) {
    case 0: Int64(random.int(-20...20))
    case 1: random.pick([Int64.min, .max, .min + 1, .max - 1])
    case 2: random.pick([1 << 53, -1 << 53, 1 << 62, 999_999_999_999_999_999, 1_000_000_000_000_000_000]) &+ near
    default: Int64(truncatingIfNeeded: random.next()) >> Int64(random.int(0...63))
    }
}

private func real(_ random: inout SplitMix64) -> Double {
    switch random.int(0...5) {
    case 0: return Double(random.int(-2000...2000)) / random.pick([1, 2, 3, 10, 100])
    case 1:
        return random.pick([
            0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, .leastNormalMagnitude, 9_007_199_254_740_994, 0.1, 1e22, 1e23, .nan,
        ])
    case 2: return Double(integer(&random))
    case 3: return random.pick([0x1p63, -0x1p63, 0x1p53]).nextUp
    default: return Double(bitPattern: random.next())
    }
}

/// The text of a number, perhaps with more digits than a number in memory has, or in another notation.
private func threshold(_ random: inout SplitMix64) -> String {
    if random.oneIn(8) {
        return random.pick([
            "1e400", "-1e400", "1e-400", "-1e-400", "0e999999999999", ".5", "5.", "+7", " 3 ", "-0", "-0.0", "NaN",
            "Infinity", "-inf", "9223372036854775807.5", "-9223372036854775808.5", "9223372036854775808",
            "-9223372036854775809", "0.000", "00012", "1e18", "12345678901234567890123456789",
        ])
    }
    let text = random.oneIn(2) ? String(integer(&random)) : real(&random).exactText
    if random.oneIn(3), !text.contains("e"), text.last?.isNumber == true {
        let tail = String(repeating: random.pick(["0", "9"]), count: random.int(0...30)) + random.pick(["", "1", "5"])
        return text + (text.contains(".") ? "" : ".") + tail
    }
    return text
}

/// The result of the test by the texts of numbers.
private func holds(_ text: String, _ threshold: Threshold, _ outcomes: ConditionTest.Outcomes) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { threshold.order(of: $0).map { outcomes.holds($0) } } ?? outcomes.other
}

@Test(arguments: 1...8) func numbersInMemoryCompareAsTheirTexts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1500 {
        let (text, form, comparison) = (threshold(&random), random.pick(forms), random.pick(comparisons))
        guard let threshold = Threshold(text, form) else { continue }
        let outcomes = try #require(ConditionTest.Outcomes(comparison))
        guard let test = NumberTest(threshold, outcomes) else {
            #expect(text.lowercased().contains("n"), "\(text) is compared as a text only")
            continue
        }
        // Beside random numbers, those that are next to the threshold.
        let near = Double(text) ?? 0
        let reals = [near, near.nextUp, near.nextDown] + (0..<12).map { _ in real(&random) }
        let whole = Int64(exactly: near.rounded(.towardZero)) ?? 0
        let integers = [whole, whole &+ 1, whole &- 1] + (0..<12).map { _ in integer(&random) }
        for number in reals {
            #expect(
                test.holds(for: .real(number)) == holds(number.exactText, threshold, outcomes),
                "\(number) \(comparison) \(text)")
        }
        for number in integers {
            #expect(
                test.holds(for: .integer(number)) == holds(String(number), threshold, outcomes),
                "\(number) \(comparison) \(text)")
        }
    }
}

@Test func columnsWithoutPlainNumbersKeepTexts() throws {
    var comma = ValueForm(.decimal)
    comma.decimalMark = .comma
    #expect(try ConditionTest(Condition(column: 0, .less, ["1,5"]), comma).numbers == nil)
    #expect(try ConditionTest(Condition(column: 0, .less, ["1.5"]), ValueForm(.text)).numbers == nil)
    #expect(try ConditionTest(Condition(column: 0, .contains, ["1"]), ValueForm(.decimal)).numbers == nil)
    #expect(try ConditionTest(Condition(column: 0, .less, ["1.5"]), ValueForm(.decimal)).numbers != nil)
}
