import QuadrilleRuntime
import Tabular

/// A file in an archive.
package struct ArchiveMember: Sendable, Hashable {
    /// The path in the archive.
    package var name: String
    /// The reason why it does not count as a table, if it does not.
    package var skipReason: Catalog.Skipped.Reason?
    /// The reason why it cannot be unpacked, if it cannot.
    package var obstacle: ReadError?
    /// True where the archive says that it has no bytes.
    package var isEmpty = false
    /// True where its bytes can be read in spite of the obstacle: the archive ends before they do, or any of them may be wrong.
    package var isReadable = false
    /// True for files that by their names are hardly tables that are read.
    package var isUnread = false
    /// The location in the archive.
    var place: Place

    enum Place: Sendable, Hashable {
        case zip(ZipArchive.Member)
        /// The number of the entry in a tar archive, from 0.
        case tar(entry: Int)
        /// Of a file that the archive lacks, or that is not listed.
        case lost
    }

    /// The files after the most that are listed.
    static let unlisted = ArchiveMember(
        name: Archive.lostName, obstacle: .member(.unlistedFiles(after: Archive.mostFiles)), place: .lost)
}

/// An archive of files that was listed.
package struct Archive: Sendable {
    package enum Kind: String, Sendable { case zip, tar }

    /// The name of what follows where an archive is damaged or cut off, since its own cannot be read, and of files that are not
    /// listed.
    static let lostName = "?"

    /// Files after as many are not listed.
    static let mostFiles = 100_000

    package let kind: Kind
    /// In the order of the archive, except for those that do not count as tables.
    package private(set) var members: [ArchiveMember] = []
    package private(set) var skipped: [Catalog.Skipped] = []
    private let store: any ByteStore
    /// The archive's name in messages.
    private let source: String
    private let zip: ZipArchive?

    /// The error for an archive without a file that may hold a table.
    package var emptyError: ReadError {
        if zip?.isCut == true { return .damagedArchive(kind, source: source) }
        let files = skipped.filter { $0.reason != .folder && $0.reason != .desktop }.map(\.name)
        return ReadError(ArchiveFailure.empty(kind, Array(files.prefix(3)), count: files.count), of: .source(source))
    }

    /// Lists the archive of `kind` in `store`, once all of it has arrived. Of a tar archive whose end cannot be read, the files
    /// before are listed.
    ///
    /// - Returns: Nil where the store was cancelled.
    package init?(_ kind: Kind, in store: any ByteStore, name: String) throws(ReadError) {
        let (length, loss): (Int, ReadError?)
        do throws(ReadError) {
            guard let whole = try PackedInput.wholeLength(of: store) else { return nil }
            (length, loss) = (whole, nil)
        } catch {
            guard kind == .tar else { throw error }
            (length, loss) = (store.length.known, error)
        }
        (self.kind, self.store, source) = (kind, store, name)
        switch kind {
        case .zip:
            let archive = try ZipArchive(store, length: length)
            zip = archive
            if archive.hasOverlap { throw ReadError(ArchiveFailure.harmful, of: .source(name)) }
            for file in archive.files { add(try archive.member(file, of: name)) }
            if !members.isEmpty, let lost = archive.lostMember(of: name) { add(lost) }
        case .tar:
            zip = nil
            for member in try TarListing(store, length: length, loss: loss, name: name).members { add(member) }
        }
    }

    /// Returns the bytes of `member`, which are unpacked while they are read.
    ///
    /// - Parameter name: The name of the table in messages.
    package func open(_ member: ArchiveMember, name: String) throws(ReadError) -> any SpooledBytes {
        if var obstacle = member.obstacle, !member.isReadable {
            obstacle.source = name
            throw obstacle
        }
        switch member.place {
        case .zip(let file):
            guard let part = try zip?.part(of: file) else { throw .damagedArchive(kind, source: name) }
            return try UnpackedStore(ArchiveBytes(store), .zip, part, name: name)
        case .tar(let entry):
            return try TarMemberStore(ArchiveBytes(store), entry: entry, doubt: member.obstacle, name: name)
        case .lost: throw .damagedArchive(kind, source: name)
        }
    }

    /// The beginning of the archive, at most `count` bytes.
    package func beginning(_ count: Int) throws(ReadError) -> [UInt8] {
        let buffer = ReadBuffer(count: count)
        return Array(buffer.prefix(try store.readFully(into: buffer.bytes, at: 0)))
    }

    private mutating func add(_ member: ArchiveMember) {
        if let reason = member.skipReason {
            skipped.append(Catalog.Skipped(name: member.name, reason: reason))
        } else {
            members.append(member)
        }
    }
}
