import Tabular
import Testing

@Suite struct DurationTextTests {
    private func read(_ text: String) -> [Int]? {
        Array(text.utf8).withUnsafeBufferPointer { DurationText.read($0) }.map {
            [$0.seconds, Int($0.fractionBits >> 1)]
        }
    }

    @Test(arguments: [
        ("PT0S", 0, 0), ("PT1.5S", 1, 500_000_000), ("-PT0.5S", -1, 500_000_000), ("PT-0.5S", -1, 500_000_000),
        ("P14M3DT1H2M3.004S", 423 * 86_400 + 3_723, 4_000_000), ("P1M-2DT0.000000003S", 28 * 86_400, 3),
        ("P1Y", 360 * 86_400, 0), ("P1W", 604_800, 0), ("PT90M", 5_400, 0), ("+P1D", 86_400, 0),
        ("PT1.0000000000S", 1, 0), ("PT999999999999999999S", 999_999_999_999_999_999, 0),
    ])
    func lengthIsRead(_ text: String, _ seconds: Int, _ nanoseconds: Int) {
        #expect(read(text) == [seconds, nanoseconds])
    }

    @Test(arguments: [
        "", "P", "PT", "P1DT", "1D", "P1S", "PT1D", "PT1S1S", "PT1S2H", "PT1.5H", "PT1.S", "PT.5S", "P1D ", "P--1D",
        "PT1.0000000001S", "PT9999999999999999999S", "P999999999999999999Y", "P1DT1M1MS", "PT1",
    ])
    func otherTextIsNone(_ text: String) { #expect(read(text) == nil) }
}
