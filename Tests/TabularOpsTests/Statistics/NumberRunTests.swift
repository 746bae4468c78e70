import SeededRandom
import Tabular
import Testing

@testable import TabularOps

@Test(arguments: 0..<40 as Range<UInt64>)
func numbersTogetherComeToWhatTheyComeToOneByOne(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (0..<random.int(1...200)).map { _ in
        let digits = (0..<random.int(1...random.pick([1, 3, 17]))).map { _ in String(random.int(0...9)) }.joined()
        let fraction = random.pick(["", "", ".0", ".5", ".25", ".00"])
        return random.pick(["", "", "-", "+"]) + digits.prefix(18 - fraction.count) + fraction
    }
    // Each stays where it is, as in the bytes of a file.
    let bytes = Array(texts.joined().utf8)
    try bytes.withUnsafeBufferPointer { bytes in
        let decimals = ValueForm(.decimal)
        var (one, together, run) = (ValueTotals(.number, decimals), ValueTotals(.number, decimals), NumberRun())
        var start = 0
        for text in texts {
            let value = UnsafeBufferPointer(rebasing: bytes[start..<start + text.utf8.count])
            start += value.count
            one.add(CountableValue(value, readable: value.count))
            run.add(try #require(ShortDecimal(value)), value)
            if random.oneIn(60) {
                together.add(run)
                run = NumberRun()
            }
        }
        together.add(run)
        #expect(together.sum.value == one.sum.value)
        #expect(together.numberCount == texts.count)
        #expect(together.deviation == one.deviation)
        #expect(together.ends?.least == one.ends?.least && together.ends?.greatest == one.ends?.greatest)
    }
}
