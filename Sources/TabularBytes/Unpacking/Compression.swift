import Tabular

/// A compression of a source, recognized by its first bytes. No text begins with any of them.
package enum Compression: String, Sendable, Hashable, CaseIterable {
    case gzip, zstd, xz, bzip2, zip

    /// The name in messages: "gzip".
    package var name: String { rawValue }

    /// Detects the compression of `sample`, the beginning of a source; nil where there is none.
    package init?(_ sample: some Collection<UInt8>) {
        guard let first = sample.first, Self.mayBegin(with: first),
            let found = Self.allCases.first(where: { $0.begins(sample) })
        else { return nil }
        self = found
    }

    /// Returns false for bytes that begin no compressed stream, which most texts begin with.
    private static func mayBegin(with byte: UInt8) -> Bool {
        switch byte {
        case 0x1F, 0x28, UInt8(ascii: "B"), 0x50...0x5F, 0xFD: true
        default: false
        }
    }

    /// The file name in `name` without the extension of its compression: the extension left is a hint at the delimiter.
    package static func innerName(_ name: String) -> String {
        let endings = [".gz", ".bgz", ".zst", ".zstd", ".xz", ".bz2"]
        let lowercased = name.lowercased()
        guard let ending = endings.first(where: { lowercased.hasSuffix($0) }) else { return name }
        return String(name.dropLast(ending.count))
    }

    /// The most bytes that are needed to recognize a stream of it.
    package static let magicLength = 10

    /// Returns true where a stream of this compression begins `sample`.
    func begins(_ sample: some Collection<UInt8>) -> Bool {
        switch self {
        case .gzip: sample.starts(with: [0x1F, 0x8B, 8])
        case .zstd: sample.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippable(sample)
        case .xz: sample.starts(with: [0xFD] + Array("7zXZ\0".utf8))
        case .bzip2: Self.isBzip2(sample)
        case .zip: sample.starts(with: "PK\u{3}\u{4}".utf8) || sample.starts(with: "PK\u{5}\u{6}".utf8)
        }
    }

    /// Returns true where `rest`, all that follows a stream, begins another one, or would if it were not cut off.
    func goesOn(_ rest: some Collection<UInt8>) -> Bool {
        if begins(rest) { return true }
        let magic: [UInt8] =
            switch self {
            case .gzip: [0x1F, 0x8B, 8]
            case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
            case .xz: [0xFD] + Array("7zXZ\0".utf8)
            case .bzip2: Array("BZh".utf8)
            case .zip: []
            }
        return rest.count < magic.count && magic.starts(with: rest)
    }

    /// A Zstandard frame with no data of the stream (RFC 8878 §3.1.2): pzstd begins with one.
    private static func isSkippable(_ sample: some Collection<UInt8>) -> Bool {
        guard let first = sample.first, (0x50...0x5F).contains(first) else { return false }
        return sample.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
    }

    /// "BZh", the block size as a digit, then the six bytes that begin a block or an empty stream. Three of the six are enough:
    /// data cut off after them is not text.
    private static func isBzip2(_ sample: some Collection<UInt8>) -> Bool {
        guard sample.starts(with: "BZh".utf8), let digit = sample.dropFirst(3).first, (0x31...0x39).contains(digit)
        else { return false }
        let mark = sample.dropFirst(4).prefix(6)
        let marks: [[UInt8]] = [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]]
        return mark.count >= 3 && marks.contains { $0.starts(with: mark) }
    }
}
