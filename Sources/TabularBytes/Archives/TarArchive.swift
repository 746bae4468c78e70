import CArchive
import QuadrilleRuntime
import Tabular

/// A tar archive that libarchive reads, from its first entry to its last.
final class TarReading {
    private let bytes: Bytes
    private let tar: OpaquePointer
    private(set) var entry = quad_tar_entry()

    /// The bytes that libarchive requests, and the reason why it got none.
    private final class Bytes {
        let store: any ByteStore
        let length: Int
        var failure: ReadError?

        init(_ store: any ByteStore, length: Int) { (self.store, self.length) = (store, length) }

        func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int64 {
            // Not beyond, where the store may wait, or fail.
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(max(0, length - offset)))
            do throws(ReadError) {
                return Int64(try store.readFully(into: room, at: offset))
            } catch {
                failure = error
                return -1
            }
        }
    }

    /// - Throws: An error where libarchive is missing, or the archive cannot be read.
    init(_ store: any ByteStore, length: Int, name: String) throws(ReadError) {
        guard quad_tar_is_available() else {
            throw ReadError(ArchiveFailure.noTarReader, of: .source(name))
        }
        bytes = Bytes(store, length: length)
        let opened = quad_tar_open(
            { context, buffer, count, offset in
                guard let context, let buffer else { return -1 }
                return Unmanaged<Bytes>.fromOpaque(context).takeUnretainedValue()
                    .read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)), at: Int(offset))
            }, Unmanaged.passUnretained(bytes).toOpaque(), Int64(length))
        guard let opened else { throw bytes.failure ?? .damagedArchive(.tar, source: name) }
        tar = opened
    }

    deinit { quad_tar_close(tar) }

    /// True once `next` has found the mark at the archive's end, after which no entry comes.
    var hasEnded: Bool { quad_tar_has_ended(tar) }

    /// Moves to the next entry; false at the end.
    func next(name: String) throws(ReadError) -> Bool {
        switch quad_tar_next(tar, &entry) {
        case 1: return true
        case 0: return false
        default: throw bytes.failure ?? .damagedArchive(.tar, source: name)
        }
    }

    /// Copies the next bytes of the entry; 0 at its end, nil where it is damaged.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int? {
        let count = quad_tar_read(tar, buffer.baseAddress, buffer.count)
        if count < 0, let failure = bytes.failure { throw failure }
        return count < 0 ? nil : Int(count)
    }
}

/// The files of a tar archive.
struct TarListing {
    private(set) var members: [ArchiveMember] = []

    /// Lists the archive, of which `length` bytes can be read: `loss` is the reason why no more. If it is damaged after its
    /// first entries, the list has those before the damage, and then one with that obstacle.
    ///
    /// A checksum of the bytes does not tell which of them are wrong: where it fails, `loss` is the obstacle of all entries.
    init(_ store: any ByteStore, length: Int, loss: ReadError?, name: String) throws(ReadError) {
        let reading = try TarReading(store, length: length, name: name)
        var damage = loss
        var number = 0
        while true {
            do throws(ReadError) {
                guard try reading.next(name: name) else { break }
                if number == Archive.mostFiles {
                    members.append(.unlisted)
                    break
                }
            } catch {
                guard error.kind == .damaged, !members.isEmpty else { throw loss ?? error }
                damage = damage ?? error
                break
            }
            let entry = reading.entry
            let path = entry.name.map { String(cString: $0) } ?? ""
            var member = ArchiveMember(name: path, place: .tar(entry: number))
            member.isEmpty = entry.is_empty
            switch entry.kind {
            case QUAD_TAR_FOLDER: member.skipReason = .folder
            case QUAD_TAR_LINK: member.skipReason = .link
            case QUAD_TAR_FILE: break
            default: member.skipReason = .other
            }
            let memberName = MemberName(path)
            member.isUnread = memberName.isUnread
            member.skipReason = member.skipReason ?? memberName.skipReason
            if entry.is_encrypted {
                member.obstacle = .member(.encryptedMember)
            } else if memberName.isArchive {
                member.obstacle = .member(.nestedArchive)
            } else if entry.is_cut {
                member.isReadable = true
                member.obstacle = loss ?? .damagedArchive(.tar, source: name)
            }
            members.append(member)
            number += 1
        }
        guard let damage else { return }
        if members.isEmpty { throw damage }
        // A cut entry has the obstacle already.
        let isNameLost = members.last?.isReadable != true && !reading.hasEnded
        if let loss, reading.hasEnded || UnpackFailure.isOfWrongBytes(loss) { doubtAll(loss) }
        if isNameLost {
            members.append(ArchiveMember(name: Archive.lostName, obstacle: damage, place: .lost))
        }
    }

    /// Makes `loss` the obstacle of the entries that have none, whose bytes may be wrong.
    private mutating func doubtAll(_ loss: ReadError) {
        for index in members.indices where members[index].obstacle == nil {
            (members[index].obstacle, members[index].isReadable) = (loss, true)
        }
    }
}

/// The content of a file in a tar archive, copied into a spool as it is read.
final class TarMemberStore: SpooledBytes {
    let spool: Spool
    private let archive: any ByteStore
    private let taken: TakenSource

    /// `doubt` is the failure after all bytes of the entry, where any of them may be wrong.
    init(_ archive: any ByteStore, entry: Int, doubt: ReadError?, name: String) throws(ReadError) {
        self.archive = archive
        taken = TakenSource(archive, name: name, grown: ArchiveFailure.grown)
        spool = try Spool(name: name)
        let spool = spool
        WorkerPool.shared.submit(.decoding, refused: .call({ spool.fail(.noThread(name)) })) {
            do throws(ReadError) {
                guard try Self.copy(entry, of: archive, into: spool, name: name) else { return }
                if var doubt {
                    doubt.source = name
                    throw doubt
                }
                spool.finish()
            } catch {
                spool.fail(error)
            }
        }
    }

    /// Copies an entry into `spool`; false once that is cancelled.
    private static func copy(
        _ entry: Int, of archive: any ByteStore, into spool: Spool, name: String
    ) throws(ReadError) -> Bool {
        let reading = try TarReading(archive, length: archive.length.known, name: name)
        for _ in 0...entry {
            if spool.isCancelled { return false }
            guard try reading.next(name: name) else { throw loss(of: archive, name: name) }
        }
        let buffer = ReadBuffer(count: 1 << 18)
        while !spool.isCancelled {
            guard let count = try reading.read(into: buffer.bytes) else { throw loss(of: archive, name: name) }
            if count == 0 { return true }
            try spool.append(buffer.prefix(count))
        }
        return false
    }

    /// The reason why bytes of the file are missing: that of the archive's own bytes, or else damage.
    private static func loss(of archive: any ByteStore, name: String) -> ReadError {
        do throws(ReadError) {
            _ = try archive.wait(beyond: archive.length.known, deadline: 0)
        } catch {
            var error = error
            error.source = name
            return error
        }
        return .damagedArchive(.tar, source: name)
    }

    var length: StoreLength { spool.length }
    var change: SourceChange? { taken.change }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try spool.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try spool.wait(beyond: offset, deadline: deadline)
    }

    func news(after seen: StoreNews, notBefore: UInt64) -> StoreOutlook {
        taken.news(after: seen, notBefore: notBefore)
    }

    func onNews(_ handler: (@Sendable () -> Void)?) { archive.onNews(handler) }

    func hold(_ isHeld: Bool) {}

    func cancel() { spool.cancel() }
}
