import Tabular

/// A failure of an archive, or of a file in one, with the facts that its message gives.
///
/// If you add a case, add its text (`ArchiveFailure+Text.swift`).
package enum ArchiveFailure: Sendable, Hashable {
    // Archives.
    case damaged(Archive.Kind)
    /// A zip archive whose files share bytes.
    case harmful
    /// An archive without a table: the first names of the files that it has, three at most, and the number of all.
    case empty(Archive.Kind, [String], count: Int)
    /// An archive of more than one file: the first names, three at most, and the number of all.
    case severalFiles([String], count: Int)
    /// The library that reads tar archives is missing.
    case noTarReader
    /// The archive has grown after it was listed.
    case grown
    /// The files after the first ones, which alone are listed.
    case unlistedFiles(after: Int)
    // Files in archives.
    case encryptedMember
    /// A method of zip by its name, or its number where it has none.
    case unreadMethod(String?, number: Int)
    case nestedArchive
    case damagedMember
}

extension ArchiveFailure: ReadFailure {
    package var kind: ReadError.Kind {
        switch self {
        case .damaged, .harmful, .damagedMember: .damaged
        case .empty, .severalFiles, .unlistedFiles, .noTarReader, .encryptedMember, .unreadMethod, .nestedArchive:
            .unsupportedFormat
        case .grown: .changed
        }
    }
}

extension ReadError {
    static func damagedArchive(_ kind: Archive.Kind, source: String) -> ReadError {
        ReadError(ArchiveFailure.damaged(kind), of: .source(source))
    }

    /// The obstacle of a file in an archive. Its source is filled in when the file is opened.
    static func member(_ failure: ArchiveFailure) -> ReadError { ReadError(failure, of: .source("")) }
}
