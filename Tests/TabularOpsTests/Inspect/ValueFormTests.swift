import SeededRandom
import Testing

@testable import TabularOps

@Suite struct ValueFormTests {
    private func grouped(_ text: String) -> String? {
        Array(text.utf8).withUnsafeBufferPointer { GroupedNumber.text(of: $0) }?.replacing("\u{202F}", with: "_")
    }

    @Test func digitsAreGroupedOnBothSidesOfThePoint() {
        #expect(grouped("-1234567.8901") == "-1_234_567.890_1")
        #expect(grouped(" 0012345 ") == "0_012_345")
        #expect(grouped("1234e10") == "1_234e10")
        #expect(grouped("123.456") == nil)
        #expect(grouped("12a4") == nil)
        #expect(grouped("") == nil)
        #expect(grouped("1234.") == "1_234.")
        #expect(grouped(".12345") == ".123_45")
    }

    @Test func noDigitIsAddedOrLostByGrouping() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2_000 {
            let whole = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                "\(Int.random(in: 0...9, using: &random))"
            }
            let fraction = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                "\(Int.random(in: 0...9, using: &random))"
            }
            let text = ["", "-", "+"][Int.random(in: 0...2, using: &random)] + whole.joined() + "." + fraction.joined()
            let shown = grouped(text)
            #expect((shown ?? text).replacing("_", with: "") == text)
            #expect((shown == nil) == (whole.count <= 3 && fraction.count <= 3))
        }
    }

    @Test func bytesAreShownEightALine() {
        let bytes = Array("Lindstr\u{F6}m, \"Ann\"\n".utf8)
        #expect(
            HexDump.text(of: bytes, from: 0x10) == """
                00000010  4c 69 6e 64 73 74 72 c3  |Lindstr.|
                00000018  b6 6d 2c 20 22 41 6e 6e  |.m, "Ann|
                00000020  22 0a                    |".|
                """)
        #expect(HexDump.text(of: []) == "")
        #expect(HexDump.text(of: [0], from: 0x1_2345_6789).hasPrefix("123456789  00 "))
    }
}
