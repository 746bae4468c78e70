import Tabular

extension ZipArchive {
    /// Returns `file` as a member of the archive called `source`, with the reason why it cannot be unpacked where there is one.
    func member(_ file: Member, of source: String) throws(ReadError) -> ArchiveMember {
        var member = ArchiveMember(name: file.name, place: .zip(file))
        let name = MemberName(file.name)
        member.isUnread = name.isUnread
        member.skipReason = file.isLink ? .link : name.skipReason
        member.isEmpty = !isCut && file.check.length == 0
        if file.name.isEmpty || member.skipReason != nil { return member }
        member.obstacle = obstacle(of: file, name)
        // The headers of many files are many reads: they are checked when a file is opened.
        if member.obstacle == nil, files.count <= Self.checked, try part(of: file) == nil {
            member.obstacle = .member(.damagedMember)
        }
        return member
    }

    /// In archives of more files than this, the header of a file is checked when the file is opened: the first rows wait for
    /// the list.
    private static let checked = 256

    private func obstacle(of file: Member, _ name: MemberName) -> ReadError? {
        if file.isEncrypted { return .member(.encryptedMember) }
        if let failure = file.methodFailure { return .member(failure) }
        if name.isArchive { return .member(.nestedArchive) }
        return isCut || file.packedLength >= 0 && file.packedLength <= length ? nil : .member(.damagedMember)
    }

    /// The packed bytes of `file`; nil where its header is missing, or the archive ends before them.
    func part(of file: Member) throws(ReadError) -> PackedPart? {
        guard let start = try start(of: file) else { return nil }
        if isCut {
            // Lengths follow the bytes in an archive that was written in one pass; stored bytes have no end then.
            let end = file.packedLength > 0 && start + file.packedLength <= length ? start + file.packedLength : length
            return PackedPart(coding: file.coding, range: start..<end, isCut: true)
        }
        guard file.packedLength >= 0, file.packedLength <= length - start else { return nil }
        let range = start..<start + file.packedLength
        return PackedPart(coding: file.coding, range: range, check: file.check)
    }
}
