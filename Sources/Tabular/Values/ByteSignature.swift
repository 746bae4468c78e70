/// The kind of a file, by its first bytes.
public struct ByteSignature: Sendable, Hashable {
    /// Such as "PNG".
    public let name: String
    /// The usual ending of file names, such as "png".
    public let ending: String
    private let digits: String
    /// The digits after others, of kinds that begin with a common one.
    private let inner: (start: Int, digits: String)?

    /// Hexadecimal digits that a value needs to be recognized.
    package static let neededDigits = 32

    private init(_ digits: String, _ name: String, _ ending: String, inner: (Int, String)? = nil) {
        (self.name, self.ending, self.digits, self.inner) = (
            name, ending, digits, inner.map { (start: $0, digits: $1) }
        )
    }

    private static let all = [
        ByteSignature("89504E470D0A1A0A", "PNG", "png"), ByteSignature("FFD8FF", "JPEG", "jpg"),
        ByteSignature("474946383", "GIF", "gif"), ByteSignature("255044462D", "PDF", "pdf"),
        ByteSignature("52494646", "WebP", "webp", inner: (16, "57454250")), ByteSignature("1F8B", "gzip", "gz"),
        ByteSignature("504B0304", "zip", "zip"), ByteSignature("28B52FFD", "Zstandard", "zst"),
        ByteSignature("424D", "BMP", "bmp"),
        ByteSignature("53514C69746520666F726D6174203300", "SQLite", "sqlite"),
        ByteSignature("62706C697374", "plist", "plist"),
    ]

    /// The kind of bytes whose hexadecimal digits (uppercase) begin with `digits`; nil where it is unknown.
    public init?(hexadecimalDigits digits: some Collection<UInt8>) {
        let digits = Array(digits.prefix(Self.neededDigits))
        let found = Self.all.first { signature in
            guard digits.starts(with: signature.digits.utf8) else { return false }
            return signature.inner.map { digits.dropFirst($0.start).starts(with: $0.digits.utf8) } ?? true
        }
        guard let found else { return nil }
        self = found
    }

    public static func == (one: ByteSignature, other: ByteSignature) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A decoder of hexadecimal digits that arrive in pieces.
package struct HexadecimalDecoder: Sendable {
    private var high: UInt8?

    package init() {}

    /// The bytes that hexadecimal digits write; a digit without a second one does not count, nor do other bytes.
    package static func bytes(of digits: some Collection<UInt8>) -> [UInt8] {
        var (decoder, bytes) = (HexadecimalDecoder(), [UInt8]())
        bytes.reserveCapacity(digits.count / 2)
        decoder.decode(digits, into: &bytes)
        return bytes
    }

    /// Appends the bytes of `digits` to `output`; a digit whose second one is still to come waits for it.
    package mutating func decode(_ digits: some Collection<UInt8>, into output: inout [UInt8]) {
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: continue
            }
            if let first = high {
                output.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
    }
}
