import SeededRandom
import Tabular
import Testing

@testable import TabularOps

extension SplitMix64 {
    /// A number in one of the forms that tables have.
    mutating func number() -> String {
        func digits(_ count: Int) -> String { (0..<count).map { _ in String(int(0...9)) }.joined() }
        let sign = pick(["", "", "-", "+"])
        switch int(0...9) {
        case 0...3: return sign + digits(int(1...6))
        case 4...6: return sign + digits(int(1...5)) + "." + digits(int(1...4))
        case 7: return sign + digits(int(15...25)) + (oneIn(2) ? "." + digits(int(0...12)) : "")
        case 8: return sign + digits(int(1...3)) + "." + digits(int(0...3)) + pick(["e", "E"]) + "\(int(-20...20))"
        default: return sign + pick(["0", "0.0", ".5", "7.", "-0"].filter { sign.isEmpty || $0 != "-0" })
        }
    }
}

extension DecimalSum {
    /// Adds a text as a column's tally does.
    fileprivate mutating func add(_ text: String, weight: Int = 1) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            if let short = ShortDecimal(bytes) {
                add(short, weight: weight)
            } else if let number = DecimalText(bytes) {
                add(number, weight: weight)
            }
        }
    }
}

@Test(arguments: 0..<15)
func sumsAndMeansAreThoseOfHandWrittenArithmetic(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (sum, parts, slow) = (DecimalSum(), [DecimalSum(), DecimalSum(), DecimalSum()], SlowNumber())
    var count = 0
    for _ in 0..<random.int(1...40) {
        let text = random.number()
        let weight = random.oneIn(4) ? random.int(1...9) : 1
        sum.add(text, weight: weight)
        parts[random.int(0...2)].add(text, weight: weight)
        for _ in 0..<weight { slow = slow + SlowNumber(text) }
        count += weight
    }
    #expect(sum.count == count)
    #expect(sum.value?.description == slow.text)
    let joined = parts.dropFirst().reduce(into: parts[0]) { $0.add($1) }
    #expect(joined.value?.description == slow.text)
    let (mean, isRounded) = slow.divided(by: count, places: slow.scale + DecimalMean.furtherDigits)
    #expect(sum.mean?.value.description == mean.text)
    #expect(sum.mean?.isRounded == isRounded)
}

@Test(arguments: [
    (["1.50", "1.50"], "3.00", "1.5"), (["0.1", "0.2"], "0.3", "0.15"), (["1", "1", "0"], "2", "0.666667"),
    (["9007199254740993", "1"], "9007199254740994", "4503599627370497"), (["-1", "1"], "0", "0"),
    (["1e3", "1"], "1001", "500.5"), (["-0.005", "0"], "-0.005", "-0.0025"),
    (
        ["99999999999999999999999999999999999999999", "1"], "1" + String(repeating: "0", count: 41),
        "5" + String(repeating: "0", count: 40)
    ),
    (["999999999999999999", "999999999999999999"], "1999999999999999998", "999999999999999999"),
    (["1", "0", "0", "0", "0", "0", "0", "0"], "1", "0.125"), (["100"], "100", "100"),
    (["1e-7", "0"], "0.0000001", "0.00000005"),
])
func sumsAreExactAndMeansSayTheirDigits(numbers: [String], total: String, mean: String) {
    var sum = DecimalSum()
    for number in numbers { sum.add(number) }
    #expect(sum.value?.description == total)
    #expect(sum.mean?.description == mean)
    #expect(sum.mean?.isRounded == (mean == "0.666667"))
}

@Test func aSumOfNothingIsNone() {
    #expect(DecimalSum().value == nil)
    #expect(DecimalSum().mean == nil)
}

@Test(arguments: ["1e5000", "-1e-5000", "1e999999999999999999"])
func whatNoSumCanHoldIsCountedAndLeavesNoSum(number: String) {
    var sum = DecimalSum()
    sum.add("1")
    sum.add(number)
    #expect(sum.beyondCount == 1)
    #expect(sum.value == nil && sum.mean == nil)
}

@Test func manyNumbersOfOneScaleNeverFillTheirLane() {
    var sum = DecimalSum()
    for _ in 0..<3 { sum.add("-999999999999999999", weight: 1 << 60) }
    #expect(sum.value?.description == "-3458764513820540924541235486179459072")
}

@Test(arguments: 0..<10)
func numbersCompareAsTheirDigitsSay(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<30 {
        let (a, b) = (random.number(), random.oneIn(6) ? "0" : random.number())
        Array(a.utf8).withUnsafeBufferPointer { first in
            Array(b.utf8).withUnsafeBufferPointer { second in
                if let x = DecimalText(first), let y = DecimalText(second) {
                    #expect((x.compare(to: y) < 0) == (SlowNumber(a) < SlowNumber(b)), "\(a) < \(b)")
                }
                if let x = ShortDecimal(first), let y = ShortDecimal(second) {
                    #expect((x < y) == (SlowNumber(a) < SlowNumber(b)), "\(a) < \(b)")
                }
            }
        }
    }
}

@Test(arguments: ["NaN", "inf", "-Infinity", "1,5", "0x10", "", "-", ".", "1e", "1.2.3", "--1", "12a", " "])
func whatNamesNoNumberIsNone(text: String) {
    Array(text.utf8).withUnsafeBufferPointer {
        #expect(ShortDecimal($0) == nil)
        #expect(DecimalText($0) == nil)
    }
}
