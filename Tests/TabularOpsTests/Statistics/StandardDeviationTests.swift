import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

/// Adds texts as a column's tally does, to several totals that are added up, some of them in runs.
private func deviation(_ texts: [String], _ random: inout SplitMix64) -> StandardDeviation? {
    var parts = (0..<3).map { _ in ValueTotals(.number, ValueForm(.decimal)) }
    for text in texts {
        let part = random.int(0...2)
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            if let short = ShortDecimal(bytes), random.oneIn(2) {
                var run = NumberRun()
                run.add(short, bytes)
                parts[part].add(run)
            } else {
                parts[part].add(CountableValue(bytes, readable: bytes.count))
            }
        }
    }
    var all = ValueTotals(.number, ValueForm(.decimal))
    for part in parts { all.add(part) }
    return all.deviation
}

/// Records an issue where `deviation` is not the root of Σ(x - mean)² / (n - 1) to nine digits: that lies between the root
/// less and the root plus half a unit of the ninth, of which all is compared as whole numbers.
private func expectExact(_ deviation: StandardDeviation?, of texts: [String], scale: Int) throws {
    let numbers = texts.map { SlowInteger($0, scale: scale) }
    let count = SlowInteger(numbers.count)
    let sum = numbers.reduce(SlowInteger(0), +)
    let excess = count * numbers.reduce(SlowInteger(0)) { $0 + $1 * $1 } - sum * sum
    let text = try #require(deviation).description
    guard excess > SlowInteger(0) else {
        #expect(text == "0")
        return
    }
    // 5.77350269e+399 is 577350269 · 10^391, and half a unit is 5 · 10^390.
    let parts = text.split(separator: "e")
    let power = try #require(Int(parts[1])) - 9
    let half = SlowInteger("5e\(power)", scale: scale + 20)
    let middle = SlowInteger(String(text), scale: scale + 20)
    let factor = SlowInteger("1e40", scale: 0)
    let variance = excess * factor
    let divisor = count * (count - SlowInteger(1))
    let (low, high) = (middle - half, middle + half)
    #expect(low * low * divisor <= variance && variance < high * high * divisor, "\(text) of \(texts)")
}

@Test(arguments: 0..<30)
func deviationIsExactToNineDigits(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var texts = (0..<random.int(2...40)).map { _ in random.number() }
    if random.oneIn(2) {
        // Near each other, far from 0.
        let start = random.pick([1_234_567_890_123_456_780, 9_007_199_254_740_993, 123_456_789_012_345_678])
        texts = texts.indices.map { "\(start + random.int(0...$0))" }
    } else if random.oneIn(3) {
        texts = texts.map { _ in "100000000000.\(random.int(100...999))" }
    }
    try expectExact(deviation(texts, &random), of: texts, scale: 40)
}

@Test(arguments: [
    ["1", "2", "1e400"], ["1e-400", "3e-400"], ["-1e400", "1e400", "1e-30"], ["1e308", "-1e308", "0"], ["7", "7.0"],
    ["1e400", "1e400"], ["0", "1"], ["999999999999999999", "-999999999999999999"],
    ["12345678901234567890123456789012345678901", "12345678901234567890123456789012345678902", "0.5"],
])
func deviationGoesBeyondBinaryFractions(texts: [String]) throws {
    var random = SplitMix64(seed: 1)
    try expectExact(deviation(texts, &random), of: texts, scale: 420)
}

@Test func deviationIsTheSameInAnyOrder() {
    var random = SplitMix64(seed: 9)
    let texts = (0..<500).map { _ in random.number() } + ["1e15"]
    let first = deviation(texts, &random)
    for _ in 0..<5 { #expect(deviation(texts.shuffled(using: &random), &random) == first) }
}

@Test(
    arguments: [
        (["1", "2", "3"], "1e+0", 1.0), (["1", "2", "1e400"], "5.77350269e+399", nil), (["5"], nil, nil),
        ([], nil, nil),
        (["5", "5"], "0", 0.0), (["1e-400", "3e-400"], "1.41421356e-400", nil), (["1", "1e5000"], nil, nil),
        (["0", "0.000000001"], "7.07106781e-10", 7.07106781e-10),
    ] as [([String], String?, Double?)])
func deviationIsWrittenWithItsDigits(texts: [String], text: String?, double: Double?) {
    var random = SplitMix64(seed: 2)
    let deviation = deviation(texts, &random)
    #expect(deviation?.description == text)
    #expect(deviation?.double == double)
}

@Test func deviationTakesFewerDigits() {
    var random = SplitMix64(seed: 3)
    #expect(deviation(["1", "2", "1e400"], &random)?.text(digits: 6) == "5.7735e+399")
    // 9.99999995e+499 and the like grow by a digit.
    #expect(deviation(["0", "1.4142135623e500"], &random)?.text(digits: 6) == "1e+500")
}

@Test func manySquaresNeverFillTheirLane() {
    var (lane, weighted) = (SquareSum.Lane(), SquareSum.Lane())
    for digits in [999_999_999_999_999_999, -999_999_999_999_999_999, 3] as [Int64] {
        for _ in 0..<1000 { lane.add(squareOf: digits) }
        weighted.add(squareOf: digits, weight: 1000)
    }
    #expect(lane == weighted)
    var (sum, squares) = (DecimalSum(), SquareSum())
    for sign in ["", "-"] {
        Array("\(sign)999999999999999999".utf8).withUnsafeBufferPointer {
            guard let number = ShortDecimal($0) else { return }
            sum.add(number, weight: 1 << 40)
            squares.add(number, weight: 1 << 40)
        }
    }
    #expect(StandardDeviation(sum, squares)?.description == "1e+18")
}

/// Numbers that are one as binary fractions, or none.
private func longNumbers(_ random: inout SplitMix64) -> [String] {
    var texts: [String] = []
    for index in 0..<12 {
        texts.append("\(1_234_567_890_123_456_780 + index)")
        texts.append("12345678901234567.\(10 + index)")
        texts.append(random.pick(["", "-"]) + "1.\(10 + index)e400")
        texts.append("1e-4\(10 + index)")
        texts.append("0.1\(String(repeating: "0", count: 20))\(10 + index)")
    }
    return texts.shuffled(using: &random)
}

@Test(arguments: 0..<6)
func quantilesOfLongNumbersAreExact(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let texts = longNumbers(&random)
    let table = textTable(Array(("n\n" + texts.map { $0 + "\n" }.joined()).utf8), headerRows: 1)
    var tuning = TableStatistics.Tuning()
    // Once of all values with their counts, once of a sample in which all of them are.
    if seed % 2 == 1 { tuning.memory = 1 << 10 }
    let found = try TableStatistics.statistics(
        of: [0], in: table, order: nil, control: JobControl(), tuning: tuning)[0]
    #expect(found.isDistinctExact == (seed % 2 == 0) && found.areQuantilesExact)
    let sorted = texts.map { (text: $0, number: SlowInteger($0, scale: 460)) }.sorted { $0.number < $1.number }
    for quantile in found.quantiles {
        let rank = max(1, Int((quantile.share * Double(texts.count)).rounded(.up)))
        #expect(quantile.text == sorted[rank - 1].text, "\(quantile.share)")
    }
    #expect(found.quantiles.count == ColumnStatistics.shares.count)
    #expect(found.least == sorted.first?.text && found.greatest == sorted.last?.text)
}
