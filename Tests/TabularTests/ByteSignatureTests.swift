import Testing

@testable import Tabular

@Suite struct ByteSignatureTests {
    @Test(arguments: [
        ("89504E470D0A1A0A0000", "PNG", "png"), ("FFD8FFE0", "JPEG", "jpg"), ("47494638396100", "GIF", "gif"),
        ("524946460000000057454250", "WebP", "webp"), ("504B0304", "zip", "zip"),
    ])
    func kindsAreKnownByTheirFirstBytes(digits: String, name: String, ending: String) {
        let signature = ByteSignature(hexadecimalDigits: digits.utf8)
        #expect(signature?.name == name && signature?.ending == ending)
    }

    @Test(arguments: ["", "00", "8950", "524946460000000041564920", "5249464600000000"])
    func otherBytesHaveNoKind(digits: String) {
        #expect(ByteSignature(hexadecimalDigits: digits.utf8) == nil)
    }

    @Test func digitsAreDecodedAcrossPieces() {
        var decoder = HexadecimalDecoder()
        var bytes: [UInt8] = []
        for piece in ["0", "0f", "", "F", "a", "B7"] { decoder.decode(piece.utf8, into: &bytes) }
        #expect(bytes == [0x00, 0xFF, 0xAB])
        #expect(HexadecimalDecoder.bytes(of: "0a0B0".utf8) == [10, 11])
    }
}
