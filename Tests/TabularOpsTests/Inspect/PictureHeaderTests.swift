import Testing

@testable import TabularOps

@Suite struct PictureHeaderTests {
    private let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 2, 0, 0, 0, 7]

    @Test func sizeOfAPNGIsInItsFirstChunk() throws {
        let header = try #require(PictureHeader(png))
        #expect(header.kind == .png && (header.width, header.height) == (258, 7))
        #expect(header.decodedByteCount == 258 * 7 * 4)
        for count in 0..<png.count { #expect(PictureHeader(Array(png.prefix(count))) == nil) }
    }

    @Test func sizeOfAJPEGIsInItsFrame() throws {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 9, 1, 0, 3, 0, 0, 0]
        let header = try #require(PictureHeader(bytes))
        #expect(header.kind == .jpeg && (header.width, header.height) == (256, 9))
        for count in 0..<17 { #expect(PictureHeader(Array(bytes.prefix(count))) == nil) }
    }

    /// A GIF of several pictures is decoded picture by picture, each of which would stay in memory.
    @Test func onlyTheFirstPictureOfAGIFIsNeeded() throws {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 3, 1, 2, 3, 0]
        let beginning = Array("GIF89a".utf8) + [3, 0, 2, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6] + [0x21, 0xF9, 2, 9, 9, 0]
        let header = try #require(PictureHeader(beginning + frame + frame + [0x3B]))
        #expect(header.kind == .gif && (header.width, header.height) == (3, 2))
        #expect(header.byteCount == beginning.count + frame.count)
        let part = try #require(PictureHeader(beginning + frame.prefix(12)))
        #expect(header.isComplete && !part.isComplete && part.byteCount <= beginning.count + 12)
    }

    @Test func pictureOfAGIFMayBeLargerThanTheWhole() throws {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 0]
        let header = try #require(PictureHeader(Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0] + frame))
        #expect(header.width == 3 && header.decodedByteCount == 65_535 * 65_535 * 4)
    }

    @Test func filesThatAreCutOffAreIncomplete() throws {
        let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [1, 2, 3, 4]
        let whole = png + [8, 2, 0, 0, 0, 1, 2, 3, 4] + end
        #expect(try #require(PictureHeader(whole)).isComplete)
        #expect(try #require(PictureHeader(whole + [0])).isComplete)
        #expect(try !#require(PictureHeader(Array(whole.dropLast()))).isComplete)
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 9, 1, 0, 3, 0, 0, 0, 7, 7, 7]
        #expect(try !#require(PictureHeader(jpeg)).isComplete)
        #expect(try #require(PictureHeader(jpeg + [0xFF, 0xD9, 0])).isComplete)
    }

    @Test(arguments: [
        ("VP8X", [UInt8](repeating: 0, count: 8) + [4, 1, 0, 5, 0, 0], 261, 6),
        ("VP8L", [0, 0, 0, 0, 0x2F, 0x03, 0xC0, 0x00, 0x00, 0, 0, 0, 0, 0], 4, 4),
        ("VP8 ", [UInt8](repeating: 0, count: 10) + [9, 0, 8, 0], 9, 8),
    ])
    func sizeOfAWebPIsInItsChunk(chunk: String, rest: [UInt8], width: Int, height: Int) throws {
        let bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + rest
        let header = try #require(PictureHeader(bytes))
        #expect(header.kind == .webp && (header.width, header.height) == (width, height))
    }

    @Test func picturesWithoutAnAreaAreNone() {
        var empty = png
        (empty[18], empty[19]) = (0, 0)
        #expect(PictureHeader(empty) == nil)
        #expect(PictureHeader(Array("GIF".utf8)) == nil)
    }
}
