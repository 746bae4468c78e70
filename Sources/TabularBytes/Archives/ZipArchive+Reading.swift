import Tabular

extension ZipArchive {
    /// Returns `file` as a member of the archive called `source`, with the reason why it cannot be unpacked where there is one.
    func member(_ file: Member, of source: String) throws(ReadError) -> ArchiveMember {
        var member = ArchiveMember(name: file.name, place: .zip(file))
        let name = MemberName(file.name)
        member.isUnread = name.isUnread
        member.skipReason = file.isLink ? .link : name.skipReason
        member.isEmpty = !file.isOpenEnded && file.check.length == 0
        if file.name.isEmpty || member.skipReason != nil { return member }
        member.obstacle = obstacle(of: file, name)
        // The headers of many files are many reads: they are checked when a file is opened.
        if member.obstacle == nil, files.count <= Self.checked, try part(of: file) == nil {
            member.obstacle = .member(.damagedMember)
        }
        // The only file shows the reason after its rows.
        if member.obstacle == nil, file.isOpenEnded, cutTables > 1 {
            member.obstacle = .damagedArchive(.zip, source: source)
            member.isReadable = true
        }
        return member
    }

    /// A member in place of the files after the cut, the damage or the most files that are listed; nil where there are none, or a
    /// file before tells it.
    func lostMember(of source: String) -> ArchiveMember? {
        if hasMore { return .unlisted }
        guard lacksFiles else { return nil }
        let damage = ReadError.damagedArchive(.zip, source: source)
        return ArchiveMember(name: Archive.lostName, obstacle: damage, place: .lost)
    }

    /// In archives of more files than this, the header of a file is checked when the file is opened: the first rows wait for
    /// the list.
    private static let checked = 256

    private func obstacle(of file: Member, _ name: MemberName) -> ReadError? {
        if file.isEncrypted { return .member(.encryptedMember) }
        if let failure = file.methodFailure { return .member(failure) }
        if name.isArchive { return .member(.nestedArchive) }
        return file.isOpenEnded || file.packedLength >= 0 && file.packedLength <= length ? nil : .member(.damagedMember)
    }

    /// The packed bytes of `file`; nil where its header is missing, or the archive ends before them.
    func part(of file: Member) throws(ReadError) -> PackedPart? {
        guard let start = try start(of: file) else { return nil }
        if file.isOpenEnded {
            // Stored bytes have no end then.
            let end = file.packedLength > 0 && start + file.packedLength <= length ? start + file.packedLength : length
            return PackedPart(coding: file.coding, range: start..<end, isCut: true)
        }
        guard file.packedLength >= 0, file.packedLength <= length - start else { return nil }
        let range = start..<start + file.packedLength
        return PackedPart(coding: file.coding, range: range, check: file.check)
    }
}
