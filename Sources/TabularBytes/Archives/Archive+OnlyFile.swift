import Tabular

extension Archive {
    /// Returns the one file of the archive. If there is another number of files, throws an error that describes the content and
    /// the next step.
    package func onlyFile(of source: String) throws(ReadError) -> ArchiveMember {
        if members.count > 1 {
            let names = members.prefix(3).map(\.name)
            throw ReadError(ArchiveFailure.severalFiles(names, count: members.count), of: .source(source))
        }
        guard let member = members.first else { throw emptyError }
        return member
    }
}
