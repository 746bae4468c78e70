import Tabular

/// The facts about how a table of a database is read.
struct SQLiteDetails: FormatDetails {
    /// The encoding of texts in the file.
    let encoding: String
    /// True where another program holds the lock of the database.
    var ignoresLock = false

    /// True where texts are in UTF-8 in the file.
    var isUTF8: Bool { encoding == "UTF-8" }

    var encodingName: String? { encoding }
    var statusWords: [String] { ignoresLock ? [Self.lockWords] : [] }
    var facts: [SourceDetail] {
        ignoresLock ? [SourceDetail("lock", "ignored") { _ in Self.lockWords }] : []
    }
}
