import SeededRandom
import Testing

@testable import TabularText

@Suite struct SplitValueTests {
    @Test(arguments: [
        ("a,b\nc,d\n", false), ("\"a\",b\n", false), ("a,\"b\"\r\n\"c\"\r\"d\"", false), ("\"a\"\"b\",c\n", false),
        ("\"\",\"\"\n", false), ("a\"b,c\"\n", false), ("\"a,\nb\",c\n", false),
        ("\"a\"b,c\n", true), ("x,\"a,\"b,c\n", true), ("\"a\"\"\"b\n", true), ("\"a\" ,b\n", true), ("a,\"b\n", true),
    ])
    func valueThatGoesOnBehindItsQuoteIsSplit(text: String, isSplit: Bool) {
        #expect(Self.hasSplitValues(text) == isSplit)
    }

    /// Bytes of a value stand together, but for the second of two quotes.
    @Test(arguments: 0..<200)
    func noSplitValueIsMissed(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<100 {
            let text = String((0..<random.int(1...40)).map { _ in random.pick(Array("aab,,\"\"\"\n\r ")) })
            guard !Self.hasSplitValues(text) else { continue }
            let bytes = Array(text.utf8)
            var last: Int?
            for event in ReferenceReader(bytes, ReferenceRules()).events {
                switch event {
                case .byte(let offset, _):
                    if let last, last + 1 != offset {
                        let isDoubled = bytes[last] == UInt8(ascii: "\"") && bytes[last + 1] == bytes[last]
                        #expect(isDoubled && last + 2 == offset, "byte \(offset) of \(text.debugDescription)")
                    }
                    last = offset
                case .endField: last = nil
                case .beginRecord, .note, .endRecord: break
                }
            }
        }
    }

    private static func hasSplitValues(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.hasSplitValues(quote: UInt8(ascii: "\""), delimiter: UInt8(ascii: ",")) }
    }
}
