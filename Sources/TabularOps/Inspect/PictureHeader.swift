/// The kind and the size of a picture, as the beginning of its file has them: known before anything is decoded.
public struct PictureHeader: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case png, jpeg, gif, webp
    }

    public let kind: Kind
    public let width: Int
    public let height: Int
    /// The bytes that the first picture of the file needs, beginning with the first.
    public let byteCount: Int
    /// A Boolean value that indicates whether the file has the end of its first picture: decoders show others as far as they go.
    public let isComplete: Bool

    /// The bytes of the decoded picture.
    public let decodedByteCount: Int

    /// Nil where `bytes`, a whole file, are no picture of a known kind.
    public init?(_ bytes: [UInt8]) {
        let found: (kind: Kind, size: (Int, Int)?)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            found = (.png, Self.png(bytes))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            found = (.jpeg, Self.jpeg(bytes))
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            found = (.gif, Self.gif(bytes))
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            found = (.webp, Self.webp(bytes))
        } else {
            return nil
        }
        guard let (width, height) = found.size, (1...1 << 24).contains(width), (1...1 << 24).contains(height) else {
            return nil
        }
        (kind, self.width, self.height) = (found.kind, width, height)
        let frame = kind == .gif ? Self.firstFrame(bytes) : nil
        let end =
            switch kind {
            case .png: Self.pngEnd(bytes)
            case .jpeg: Self.jpegEnd(bytes)
            case .gif: frame?.end ?? .max
            case .webp: bytes.little(4, at: 4) + 8
            }
        isComplete = end <= bytes.count
        byteCount = kind == .gif ? min(end, bytes.count) : bytes.count
        decodedByteCount = max(width, frame?.width ?? 0) * max(height, frame?.height ?? 0) * 4
    }

    /// The end of the last chunk; behind the end of the file where that lacks some of it.
    private static func pngEnd(_ bytes: [UInt8]) -> Int {
        var index = 8
        while index + 12 <= bytes.count {
            let isLast = bytes[index + 4..<index + 8].elementsEqual("IEND".utf8)
            index += 12 + bytes.big(4, at: index)
            if isLast { return index }
        }
        return .max
    }

    /// The end of the last marker of an end: a picture within the file, such as its thumbnail, has one as well.
    private static func jpegEnd(_ bytes: [UInt8]) -> Int {
        var index = bytes.count - 2
        while index > 0 {
            if bytes[index] == 0xFF, bytes[index + 1] == 0xD9 { return index + 2 }
            // Other bytes behind it are few.
            if bytes.count - index > 1 << 16 { break }
            index -= 1
        }
        return .max
    }

    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 24 else { return nil }
        return (bytes.big(4, at: 16), bytes.big(4, at: 20))
    }

    /// Of the first segment with a frame.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var index = 2
        while index + 9 <= bytes.count {
            guard bytes[index] == 0xFF else { return nil }
            let marker = bytes[index + 1]
            // Fill bytes, and markers without a segment.
            if marker == 0xFF || (0xD0...0xD8).contains(marker) || marker == 1 {
                index += marker == 0xFF ? 1 : 2
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return (bytes.big(2, at: index + 7), bytes.big(2, at: index + 5)) }
            index += 2 + max(2, bytes.big(2, at: index + 2))
        }
        return nil
    }

    private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 13 else { return nil }
        return (bytes.little(2, at: 6), bytes.little(2, at: 8))
    }

    /// The size of the first picture of a GIF, which may be larger than the whole, and its end: a decoder would keep all the
    /// others in memory as well. Nil where the file has no picture.
    private static func firstFrame(_ bytes: [UInt8]) -> (width: Int, height: Int, end: Int)? {
        func table(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0 }
        var index = 13 + table(bytes[10])
        /// Goes behind a list of blocks, each with its length in front.
        func skipBlocks() {
            while index < bytes.count, bytes[index] != 0 { index += Int(bytes[index]) + 1 }
            index += 1
        }
        while index < bytes.count {
            if bytes[index] == 0x21 {
                index += 2
                skipBlocks()
            } else if bytes[index] == 0x2C, index + 10 < bytes.count {
                let size = (bytes.little(2, at: index + 5), bytes.little(2, at: index + 7))
                index += 11 + table(bytes[index + 9])
                skipBlocks()
                return (size.0, size.1, index)
            } else {
                break
            }
        }
        return nil
    }

    private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X": return (bytes.little(3, at: 24) + 1, bytes.little(3, at: 27) + 1)
        case "VP8L":
            let bits = bytes.little(4, at: 21)
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8 ": return (bytes.little(2, at: 26) & 0x3FFF, bytes.little(2, at: 28) & 0x3FFF)
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate func big(_ count: Int, at index: Int) -> Int {
        self[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate func little(_ count: Int, at index: Int) -> Int {
        self[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
