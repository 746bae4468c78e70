/// The bytes of a source that are unpacked, and how they are packed.
package struct PackedPart: Sendable, Hashable {
    enum Coding: Sendable, Hashable {
        /// A chain of streams, one after the other.
        case streams(Compression)
        /// One stream of Deflate without header or checksum.
        case deflate
        case stored

        func decoder() -> any StreamDecoder {
            switch self {
            case .streams(.gzip): DeflateDecoder(isGzip: true)
            case .streams(.zstd): ZstandardDecoder()
            case .streams(.xz): XZDecoder()
            case .streams(.bzip2): Bzip2Decoder()
            case .deflate, .streams(.zip): DeflateDecoder(isGzip: false)
            case .stored: StoredDecoder()
            }
        }
    }

    /// The checksum and length that a zip archive declares for a file in it.
    struct Check: Sendable, Hashable {
        var crc: UInt32
        var length: Int
    }

    var coding: Coding
    /// The byte range of the packed bytes; up to `Int.max` where they go to the end of the source.
    var range: Range<Int>
    var check: Check?
    /// True for a file in an archive, whose unpacking stops once it looks made to fill a disk (`Unpacker.mostBytes`).
    var isMember: Bool { if case .streams = coding { check != nil } else { true } }
    /// A Boolean value that indicates whether the archive lacks its end, so that not all bytes can be unpacked.
    var isCut = false

    /// All of a source that is compressed and not an archive.
    package init(_ compression: Compression) { self.init(coding: .streams(compression), range: 0..<Int.max) }

    init(coding: Coding, range: Range<Int>, check: Check? = nil, isCut: Bool = false) {
        self.coding = coding
        self.range = range
        self.check = check
        self.isCut = isCut
    }
}
