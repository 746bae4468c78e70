import Foundation
import TabularOps
import Testing

@testable import QuadrilleApp

@Suite struct PictureDecoderTests {
    /// A red pixel and a blue one below it.
    private let png = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAIAAAAW4yFwAAAADUlEQVR4nGP4zwAC/wEIAAH/2ZC7NQAAAABJRU5ErkJggg==")

    @Test func aPictureIsDecodedInItsSize() throws {
        let bytes = Array(try #require(png))
        let picture = try PictureDecoder.decode(bytes)
        #expect((picture.width, picture.height) == (1, 2))
        #expect(ValuePicture.words(of: picture.header, byteCount: bytes.count).hasPrefix("PNG · 1 × 2 pixels · "))
    }

    @Test func damagedPicturesSaySo() throws {
        var bytes = Array(try #require(png))
        bytes.removeLast(40)
        let failure = #expect(throws: PictureDecoder.Failure.self) { try PictureDecoder.decode(bytes) }
        #expect(failure.map(ValuePicture.words)?.hasPrefix("This picture ") == true)
        #expect(throws: PictureDecoder.Failure.self) { try PictureDecoder.decode(Array("GIF89a".utf8)) }
    }

    @Test func largePicturesAreNotDecoded() throws {
        var bytes = Array(try #require(png))
        bytes.replaceSubrange(16..<24, with: [0, 0, 0x40, 1, 0, 0, 0x10, 0])
        let failure = #expect(throws: PictureDecoder.Failure.self) { try PictureDecoder.decode(bytes) }
        #expect(
            failure.map(ValuePicture.words) == "This picture is too large to be shown: 16,385 × 4,096 pixels.")
    }
}
