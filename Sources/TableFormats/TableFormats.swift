import Tabular
import TabularText

/// The formats that can be read, besides text, which accepts everything that no other format recognizes.
///
/// To add a format, make a `TableFormat` and append it here.
public struct TableFormats: Sendable {
    /// The name of the format of text tables.
    public static let text = "text"

    /// The formats of the program. The first that recognizes a file reads it: one that knows its files by their bytes comes
    /// before one for which a name may do.
    public static let standard = TableFormats([.sqlite, .json])

    public private(set) var formats: [TableFormat]

    public init(_ formats: [TableFormat]) { self.formats = formats }

    /// The names that `--as` accepts.
    public var names: [String] { [Self.text] + formats.map(\.name) }

    /// The kinds of files that the formats read.
    public var kinds: [TableFormat.FileKind] { Self.textKinds + formats.flatMap(\.kinds) }

    private static let textKinds = [
        TableFormat.FileKind("csv", mimeType: "text/csv"),
        TableFormat.FileKind("tsv", "tab", mimeType: "text/tab-separated-values"),
        TableFormat.FileKind("txt", mimeType: "text/plain", isGeneric: true),
    ]

    /// Extensions of archives, whose files may be tables, and of compressed files of any kind.
    public static let archiveEndings = ["zip", "tar", "tgz", "tbz2", "txz", "tzst"]
    public static let compressionEndings = ["gz", "zst", "xz", "bz2"]

    /// Opens the document at `place` in the background. `options` are the user's, `isLive` indicates whether to follow later
    /// changes of the file, and `table` names the table to open by default (`Catalog.table(written:)`).
    public func open(
        _ place: TablePlace, _ options: FormatOptions = FormatOptions(), isLive: Bool = false, table: String? = nil
    ) -> FileDocument {
        let document = FileDocument(place, options, formats: self, isLive: isLive, wanted: table)
        document.start()
        return document
    }

    /// The format that reads a document; nil for text.
    func format(of beginning: () -> FileBeginning, _ options: FormatOptions) -> TableFormat? {
        if let name = options.format { return formats.first { $0.name == name } }
        guard !formats.isEmpty, !options.isForcedText else { return nil }
        let beginning = beginning()
        return formats.first { $0.recognizes(beginning) }
    }

    /// The form with fields of all these names, of the format `name` if given; nil where none has them.
    public func form(with fields: Set<String>, of name: String?) -> TableForm? {
        formats.lazy.filter { name == nil || $0.name == name }.compactMap { TableForm($0) }
            .first { fields.isSubset(of: $0.fieldNames) }
    }

    /// A Boolean value that indicates whether options, stored by any program, are of formats of this registry and valid.
    public func accepts(_ options: FormatOptions) -> Bool {
        if let name = options.format, !names.contains(name) { return false }
        guard let chosen = options.form else { return true }
        return formats.first { $0.name == chosen.format }?.optionsForm?.accepts(chosen.values) ?? false
    }
}
