import CCodecs
import QuadrilleRuntime
import Tabular

/// A zip archive: the files in it, by the directory at its end (APPNOTE.TXT 4.3.12), or by their own headers where the
/// end is missing.
///
/// Folders are included, with names that end with a slash.
package struct ZipArchive: Sendable {
    struct Member: Sendable, Hashable {
        var name: String
        var isEncrypted: Bool
        var method: Int
        var check: PackedPart.Check
        var packedLength: Int
        /// The offset of its own header.
        var header: Int
        /// True for a symbolic link of Unix, whose content is a path.
        var isLink = false
        /// True where its packed bytes have no known end: the archive is cut off, inside this file or after it.
        var isOpenEnded = false
    }

    /// A directory of more bytes is not read.
    private static let longestDirectory = 1 << 26

    private let store: any ByteStore
    let length: Int
    /// The files, at most `Archive.mostFiles`.
    private(set) var files: [Member] = []
    /// True where the directory is missing: the archive was cut off, and `files` has those before the cut.
    private(set) var isCut = false
    /// The number of its files that count as tables, where it was cut off; else 0.
    private(set) var cutTables = 0
    /// True where the archive was cut off, or is damaged, and no file that counts as a table tells it.
    private(set) var lacksFiles = false
    /// True where it has more files than are listed.
    private(set) var hasMore = false
    /// True where the packed bytes of two files overlap, as in archives made to fill a disk.
    private(set) var hasOverlap = false

    /// Reads the directory of `store`, which is whole and `length` bytes long.
    package init(_ store: any ByteStore, length: Int) throws(ReadError) {
        self.store = store
        self.length = length
        if let directory = try directory(), try list(directory) {
            hasOverlap = findOverlap()
            return
        }
        isCut = true
        files = []
        try listByHeaders()
    }

    /// The offset of the packed bytes of `file`; nil when no header is there.
    func start(of file: Member) throws(ReadError) -> Int? {
        guard let header = try bytes(30, at: file.header), header.starts(with: "PK\u{3}\u{4}".utf8) else { return nil }
        let start = file.header + 30 + header.number(2, at: 26) + header.number(2, at: 28)
        return start <= length ? start : nil
    }

    // MARK: - The directory

    /// The end record comes last, followed by at most a comment of 65,535 bytes, which may itself look like one. A record counts
    /// before others if its comment ends with the archive, and the directory is where it says.
    private func directory() throws(ReadError) -> Range<Int>? {
        let start = max(0, length - 22 - 65_535)
        guard let tail = try bytes(length - start, at: start), tail.count >= 22 else { return nil }
        let mark = Array("PK\u{5}\u{6}".utf8)
        var other: Range<Int>?
        for index in stride(from: tail.count - 22, through: 0, by: -1)
        where tail[index] == mark[0] && tail[index...].starts(with: mark) {
            let record = Array(tail[index..<index + 22])
            let rest = tail.count - (index + 22 + record.number(2, at: 20))
            guard rest >= 0 else { continue }
            let end = start + index
            var found = (size: record.number(4, at: 12), at: record.number(4, at: 16))
            if record.number(2, at: 10) == 0xFFFF || found.size == 0xFFFF_FFFF || found.at == 0xFFFF_FFFF {
                if let large = try largeEnd(before: end) { found = large }
            }
            guard found.at >= 0, found.size >= 0, found.at <= end, found.size <= end - found.at else { continue }
            let directory = found.at..<found.at + found.size
            if rest == 0, try isDirectory(directory, before: end) { return directory }
            other = other ?? directory
        }
        return other
    }

    /// Returns true where an entry begins at the start of `range`, or `range` is empty and right before the end record.
    private func isDirectory(_ range: Range<Int>, before end: Int) throws(ReadError) -> Bool {
        if range.isEmpty { return range.upperBound == end }
        return try bytes(4, at: range.lowerBound)?.elementsEqual("PK\u{1}\u{2}".utf8) ?? false
    }

    /// The end record of an archive with large numbers (ZIP64), by the locator before `end`.
    private func largeEnd(before end: Int) throws(ReadError) -> (size: Int, at: Int)? {
        guard end >= 20, let locator = try bytes(20, at: end - 20), locator.starts(with: "PK\u{6}\u{7}".utf8) else {
            return nil
        }
        let at = locator.number(8, at: 8)
        guard at >= 0, at <= length, let record = try bytes(56, at: at), record.starts(with: "PK\u{6}\u{6}".utf8) else {
            return nil
        }
        return (record.number(8, at: 40), record.number(8, at: 48))
    }

    /// Lists the files; false when the directory is invalid.
    private mutating func list(_ directory: Range<Int>) throws(ReadError) -> Bool {
        guard directory.count <= Self.longestDirectory, let all = try bytes(directory.count, at: directory.lowerBound)
        else { return false }
        var offset = 0
        while offset < all.count {
            if files.count == Archive.mostFiles {
                hasMore = true
                break
            }
            guard all.count - offset >= 46, all[offset...].starts(with: "PK\u{1}\u{2}".utf8) else { return false }
            let (nameLength, extraLength) = (all.number(2, at: offset + 28), all.number(2, at: offset + 30))
            let (nameEnd, end) = (offset + 46 + nameLength, offset + 46 + nameLength + extraLength)
            guard end <= all.count else { return false }
            let name = all[offset + 46..<nameEnd]
            var member = Member(all, fieldsAt: offset + 8, name: name, header: all.number(4, at: offset + 42))
            if extraLength > 0 { member.complete(by: Array(all[nameEnd..<end]), header: name) }
            // The mode of the file, where the archive was made on Unix (APPNOTE.TXT 4.4.2) or macOS.
            let system = all.number(1, at: offset + 5)
            member.isLink = (system == 3 || system == 19) && all.number(2, at: offset + 40) & 0xF000 == 0xA000
            files.append(member)
            offset = end + all.number(2, at: offset + 32)
        }
        return true
    }

    /// A Boolean value that indicates whether two files share bytes.
    private func findOverlap() -> Bool {
        let places = files.filter { $0.header >= 0 && $0.packedLength >= 0 && $0.packedLength <= length }
            .map { (start: $0.header, end: $0.header + 30 + $0.packedLength) }.sorted { $0.start < $1.start }
        return zip(places, places.dropFirst()).contains { $0.end > $1.start }
    }

    /// Lists the files of an archive without an end by the files' own headers, up to the first one whose end is not known: the
    /// length follows the bytes in an archive that was written in one pass.
    private mutating func listByHeaders() throws(ReadError) {
        var offset = 0
        let mark = "PK\u{3}\u{4}".utf8
        while let header = try bytes(30, at: offset), header.starts(with: mark) {
            if files.count == Archive.mostFiles {
                hasMore = true
                break
            }
            let (nameLength, extraLength) = (header.number(2, at: 26), header.number(2, at: 28))
            guard let name = try bytes(nameLength, at: offset + 30) else { break }
            var member = Member(header, fieldsAt: 6, name: name[...], header: offset)
            if let extra = try bytes(extraLength, at: offset + 30 + nameLength) {
                member.complete(by: extra, header: name[...])
            }
            offset += 30 + nameLength + extraLength
            let isStreamed = header.number(2, at: 6) & 8 != 0
            member.isOpenEnded = isStreamed || !(0...max(0, length - offset)).contains(member.packedLength)
            files.append(member)
            // A folder has no bytes.
            if member.isOpenEnded && !member.name.hasSuffix("/") { break }
            offset += member.isOpenEnded ? 0 : member.packedLength
        }
        let tables = files.indices.filter { MemberName(files[$0].name).skipReason == nil }
        cutTables = tables.count
        // The only one tells after its rows that the archive is cut.
        if let only = tables.first, cutTables == 1 { files[only].isOpenEnded = true }
        lacksFiles = !hasMore && !tables.contains { files[$0].isOpenEnded }
    }

    /// The `count` bytes at `offset`; nil when there are fewer.
    func bytes(_ count: Int, at offset: Int) throws(ReadError) -> [UInt8]? {
        guard offset >= 0, count <= length - offset else { return nil }
        let buffer = ReadBuffer(count: max(1, count))
        let slice = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<count])
        return try store.readFully(into: slice, at: offset) == count ? Array(buffer.prefix(count)) : nil
    }
}

extension ZipArchive.Member {
    /// The failure to unpack its method, where that is not supported.
    var methodFailure: ArchiveFailure? {
        switch method {
        case 0, 8, 12, 93, 95: nil
        case 1: .unreadMethod("Shrink", number: method)
        case 6: .unreadMethod("Implode", number: method)
        case 9: .unreadMethod("Deflate64", number: method)
        case 14: .unreadMethod("LZMA", number: method)
        case 98: .unreadMethod("PPMd", number: method)
        default: .unreadMethod(nil, number: method)
        }
    }

    var coding: PackedPart.Coding {
        switch method {
        case 0: .stored
        case 12: .streams(.bzip2)
        case 93: .streams(.zstd)
        case 95: .streams(.xz)
        default: .deflate
        }
    }

    /// From `record`, whose fields from the flags at `start` on are the same in the directory and in a file's own header.
    fileprivate init(_ record: [UInt8], fieldsAt start: Int, name: ArraySlice<UInt8>, header: Int) {
        self.name = Self.text(of: name)
        isEncrypted = record.number(2, at: start) & 1 != 0
        method = record.number(2, at: start + 2)
        check = PackedPart.Check(
            crc: UInt32(truncatingIfNeeded: record.number(4, at: start + 8)),
            length: record.number(4, at: start + 16))
        packedLength = record.number(4, at: start + 12)
        self.header = header
    }

    /// The name encoded by `bytes`: in UTF-8, or else in the code page of the format's origin (APPNOTE.TXT D.1), in which every
    /// byte has a character.
    private static func text(of bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(
            String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : codePage437[Int($0) - 0x80] }))
    }

    private static let codePage437 = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)

    /// Applies the extra fields that follow the name, whose bytes in the header are `name`.
    fileprivate mutating func complete(by extra: [UInt8], header name: ArraySlice<UInt8>) {
        var index = 0
        while index + 4 <= extra.count {
            let (id, size) = (extra.number(2, at: index), extra.number(2, at: index + 2))
            let field = Array(extra[(index + 4)...].prefix(size))
            switch id {
            case 1: enlarge(by: field)
            case 0x7075: rename(by: field, header: name)
            default: break
            }
            index += 4 + size
        }
    }

    /// Replaces the numbers that do not fit by those in an extra field (APPNOTE.TXT 4.5.3): only those, in this order.
    private mutating func enlarge(by field: [UInt8]) {
        var index = 0
        for number in [\Self.check.length, \.packedLength, \.header]
        where self[keyPath: number] == 0xFFFF_FFFF && index + 8 <= field.count {
            self[keyPath: number] = field.number(8, at: index)
            index += 8
        }
    }

    /// Replaces the name by that of an extra field in UTF-8 (APPNOTE.TXT 4.6.9), if its checksum is that of `name`: a program
    /// that does not know the field may have renamed the file since.
    private mutating func rename(by field: [UInt8], header name: ArraySlice<UInt8>) {
        guard field.count > 5, field[0] == 1, let text = String(validating: field[5...], as: UTF8.self) else { return }
        let sum = Array(name).withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
        if UInt(field.number(4, at: 1)) == sum { self.name = text }
    }
}

extension [UInt8] {
    /// The unsigned number of `count` bytes at `index`, the lowest first; one above `Int.max` is negative.
    fileprivate func number(_ count: Int, at index: Int) -> Int {
        var number = 0
        for byte in 0..<count { number |= Int(self[index + byte]) << (8 * byte) }
        return number
    }
}
