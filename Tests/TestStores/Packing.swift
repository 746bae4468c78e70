import CCodecs
import TabularBytes

extension Compression {
    /// One stream of `bytes`, made by the library whose decoder is tested; a zip archive of one file for zip.
    package func pack(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .gzip: deflated(bytes, windowBits: 15 + 16)
        case .zstd:
            made(roomFor: ZSTD_compressBound(bytes.count)) { room in
                let context = ZSTD_createCCtx()
                defer { ZSTD_freeCCtx(context) }
                // As the tool does it.
                ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
                let count = ZSTD_compress2(context, room.baseAddress, room.count, bytes, bytes.count)
                return ZSTD_isError(count) == 0 ? count : 0
            }
        case .xz:
            made(roomFor: lzma_stream_buffer_bound(bytes.count)) { room in
                var count = 0
                let out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nil, bytes, bytes.count, out, &count, room.count)
                return count
            }
        case .bzip2:
            made(roomFor: bytes.count + bytes.count / 100 + 600) { room in
                var (source, count) = (bytes.map { CChar(bitPattern: $0) }, UInt32(room.count))
                let out = room.baseAddress?.assumingMemoryBound(to: CChar.self)
                let status = BZ2_bzBuffToBuffCompress(out, &count, &source, UInt32(source.count), 1, 0, 0)
                return status == BZ_OK ? Int(count) : 0
            }
        case .zip: zipArchive([ZipFile("orders.csv", bytes)])
        }
    }
}

package func deflated(_ bytes: [UInt8], windowBits: Int32 = -15) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(&stream, 6, Z_DEFLATED, windowBits, 8, 0, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var source = bytes
    return source.withUnsafeMutableBufferPointer { source in
        made(roomFor: Int(deflateBound(&stream, UInt(source.count))) + 64) { room in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.avail_out = UInt32(room.count)
            return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
        }
    }
}

private func made(roomFor count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, used in used = body(UnsafeMutableRawBufferPointer(buffer)) }
}

/// A file of a zip archive.
package struct ZipFile: Sendable {
    package var name: String
    package var bytes: [UInt8]
    package var method = 8
    package var flags = 0
    /// Numbers in the extra field for large ones, in directory and header.
    package var isLarge = false
    /// The mode of the file where the archive was made on Unix; 0 for one that was made elsewhere.
    package var mode = 0
    /// More extra fields, in directory and header.
    package var extra: [UInt8] = []

    package init(_ name: String, _ bytes: [UInt8], method: Int = 8, flags: Int = 0, isLarge: Bool = false) {
        self.name = name
        self.bytes = bytes
        self.method = method
        self.flags = flags
        self.isLarge = isLarge
    }

    /// Adds an extra field (of Info-ZIP) with a name in UTF-8 and the checksum of the one that the header had then.
    package mutating func addName(_ text: String, inPlaceOf name: String) {
        let sum = Int(crc32(0, Array(name.utf8), UInt32(name.utf8.count)))
        extra += numbers([(0x7075, 2), (text.utf8.count + 5, 2), (1, 1), (sum, 4)]) + Array(text.utf8)
    }

    fileprivate var packed: [UInt8] {
        switch method {
        case 0: bytes
        case 12: Compression.bzip2.pack(bytes)
        case 93: Compression.zstd.pack(bytes)
        case 95: Compression.xz.pack(bytes)
        default: deflated(bytes)
        }
    }
}

/// A zip archive (APPNOTE.TXT 4.3), with `comment` at its end.
package func zipArchive(_ files: [ZipFile], comment: String = "") -> [UInt8] {
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
        let (packed, start) = (file.packed, archive.count)
        let crc = Int(crc32(0, file.bytes, UInt32(file.bytes.count)))
        let sizes = file.isLarge ? [0xFFFF_FFFF, 0xFFFF_FFFF] : [packed.count, file.bytes.count]
        let common =
            [
                (file.flags, 2), (file.method, 2), (0, 4), (crc, 4), (sizes[0], 4), (sizes[1], 4),
                (file.name.utf8.count, 2),
            ]
        let large = file.isLarge ? numbers([(1, 2), (16, 2), (file.bytes.count, 8), (packed.count, 8)]) : []
        let extra = large + file.extra
        archive += Array("PK\u{3}\u{4}".utf8) + numbers([(20, 2)] + common + [(extra.count, 2)])
        archive += Array(file.name.utf8) + extra + packed
        directory +=
            Array("PK\u{1}\u{2}".utf8)
            + numbers(
                [(file.mode == 0 ? 20 : 3 << 8 | 20, 2), (20, 2)] + common + [(extra.count, 2), (0, 2)])
        directory += numbers([(0, 2), (0, 2), (file.mode << 16, 4), (start, 4)]) + Array(file.name.utf8) + extra
    }
    let end = [(0, 4), (files.count, 2), (files.count, 2), (directory.count, 4), (archive.count, 4)]
    return archive + directory + Array("PK\u{5}\u{6}".utf8) + numbers(end + [(comment.utf8.count, 2)])
        + Array(comment.utf8)
}

private func numbers(_ numbers: [(value: Int, bytes: Int)]) -> [UInt8] {
    numbers.flatMap { number in
        (0..<number.bytes).map { UInt8(truncatingIfNeeded: number.value >> (8 * $0)) }
    }
}
