import Tabular
import Translation

extension Archive {
    /// Returns the one file of the archive. Otherwise the error says what the archive holds and what to do.
    package func onlyFile(of source: String) throws(ReadError) -> ArchiveMember {
        func refusal(_ message: String) -> ReadError {
            ReadError(kind: .unsupportedFormat, source: source, message: message)
        }
        if members.count > 1 { throw refusal(severalFiles) }
        guard let member = members.first else { throw emptyError }
        return member
    }

    /// The error for an archive without a file that may hold a table.
    static func empty(_ kind: Kind, source: String) -> ReadError {
        let message =
            switch kind {
            case .zip: tr("is a zip archive without a file in it. Choose another file.")
            case .tar: tr("is a tar archive without a file in it. Choose another file.")
            }
        return ReadError(kind: .unsupportedFormat, source: source, message: message)
    }

    /// The message about an archive of more than one file: "3 files (a.csv, b.csv and c.csv)", "12 files (a.csv, b.csv, c.csv
    /// and 9 more)".
    private var severalFiles: String {
        let names = members.prefix(3).map(\.shownName)
        let (first, second, third) = (names[0], names[1], names.last ?? "")
        let rest = members.count - 3
        if members.count > 3 {
            return tr(
                one: """
                    is a zip archive of {files} files ({first}, {second}, {third} and {count} more). Unpack it and open \
                    one of them.
                    """,
                many: """
                    is a zip archive of {files} files ({first}, {second}, {third} and {count} more). Unpack it and open \
                    one of them.
                    """, rest, ["files": members.count.grouped, "first": first, "second": second, "third": third])
        }
        return members.count == 3
            ? tr(
                "is a zip archive of 3 files ({first}, {second} and {third}). Unpack it and open one of them.",
                ["first": first, "second": second, "third": third])
            : tr(
                "is a zip archive of 2 files ({first} and {second}). Unpack it and open one of them.",
                ["first": first, "second": second])
    }
}

extension ArchiveMember {
    /// The name for a message: on one line, and of a length that leaves the message readable.
    fileprivate var shownName: String {
        let shown = name.prefix(60).map { character in
            let turns = character.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
            }
            return turns || character.isNewline ? "\u{FFFD}" : character
        }
        return String(shown) + (shown.count < name.count ? "…" : "")
    }
}
