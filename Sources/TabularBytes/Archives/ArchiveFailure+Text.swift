import Tabular
import Translation

extension ArchiveFailure {
    package var message: String {
        switch self {
        case .damaged(.zip): tr("is a zip archive that is damaged or cut off. Get it again, or a copy of it.")
        case .damaged(.tar): tr("is a tar archive that is damaged or cut off. Get it again, or a copy of it.")
        case .harmful:
            tr(
                "is a zip archive that is damaged or made to do harm. It is not unpacked. Get it from where it was made."
            )
        case .empty(.zip, let names, let count):
            if names.isEmpty {
                tr("is a zip archive without a table in it. Choose another file.")
            } else {
                tr(
                    "is a zip archive without a table in it: it holds {files}. Choose another file.",
                    ["files": Self.list(names, count)])
            }
        case .empty(.tar, let names, let count):
            if names.isEmpty {
                tr("is a tar archive without a table in it. Choose another file.")
            } else {
                tr(
                    "is a tar archive without a table in it: it holds {files}. Choose another file.",
                    ["files": Self.list(names, count)])
            }
        case .severalFiles(let names, let count): Self.severalText(names.map(Self.shown), count)
        case .noTarReader:
            tr("is a tar archive, and the library libarchive, which reads it, is missing. Install libarchive13.")
        case .grown: tr("has grown. Archives are not followed: open it again to see the rest.")
        case .unlistedFiles(let count):
            tr(
                "stands for the files after the first {count}, which are not listed. Unpack the archive and open them.",
                ["count": count.grouped])
        case .encryptedMember: tr("is encrypted. Unpack it with its password and open the result.")
        case .unreadMethod(let name, let number):
            tr(
                "is packed by {method}, which is not read. Unpack it and open the result.",
                ["method": name ?? tr("method {number}", ["number": "\(number)"])])
        case .nestedArchive: tr("is an archive inside an archive. Unpack it and open the result.")
        case .damagedMember: tr("is damaged in the archive. Get the archive again, or a copy of it.")
        }
    }

    /// The first names of `count` files.
    private static func list(_ names: [String], _ count: Int) -> String {
        let shown = names.map(Self.shown).joined(separator: ", ")
        let others = count - names.count
        return others > 0 ? tr("{names} and {count} more", ["names": shown, "count": others.grouped]) : shown
    }

    /// The message about an archive of more than one file: "3 files (a.csv, b.csv and c.csv)", "12 files (a.csv, b.csv, c.csv
    /// and 9 more)".
    private static func severalText(_ names: [String], _ count: Int) -> String {
        let (first, second, third) = (names.first ?? "", names.dropFirst().first ?? "", names.last ?? "")
        if count > 3 {
            return tr(
                one: """
                    is a zip archive of {files} files ({first}, {second}, {third} and {count} more). Unpack it and open \
                    one of them.
                    """,
                many: """
                    is a zip archive of {files} files ({first}, {second}, {third} and {count} more). Unpack it and open \
                    one of them.
                    """, count - 3, ["files": count.grouped, "first": first, "second": second, "third": third])
        }
        return count == 3
            ? tr(
                "is a zip archive of 3 files ({first}, {second} and {third}). Unpack it and open one of them.",
                ["first": first, "second": second, "third": third])
            : tr(
                "is a zip archive of 2 files ({first} and {second}). Unpack it and open one of them.",
                ["first": first, "second": second])
    }

    /// A name for a message: on one line, and of a length that leaves the message readable.
    private static func shown(_ name: String) -> String {
        let shown = name.prefix(60).map { character in
            let turns = character.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
            }
            return turns || character.isNewline ? "\u{FFFD}" : character
        }
        return String(shown) + (shown.count < name.count ? "…" : "")
    }
}
