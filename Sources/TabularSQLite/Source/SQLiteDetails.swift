import Tabular

/// The facts about how a table of a database is read.
struct SQLiteDetails: FormatDetails {
    /// The encoding of texts in the file.
    let encoding: String
    /// True where another program holds the lock of the database.
    var ignoresLock = false
    /// The bytes of the copy that is shown; nil where the file itself is.
    var copySize: Int?
    /// The columns with their declared types, which are empty where there are none.
    var declared: [DeclaredColumn] = []

    struct DeclaredColumn: Sendable, Hashable {
        let name: String
        let type: String
    }

    /// True where texts are in UTF-8 in the file.
    var isUTF8: Bool { encoding == "UTF-8" }

    var encodingName: String? { encoding }
    var statusWords: [String] { (ignoresLock ? [Self.lockWords] : []) + (copySize.map { [Self.copyWords($0)] } ?? []) }
    var facts: [SourceDetail] {
        let lock = ignoresLock ? [SourceDetail("lock", "ignored") { _ in Self.lockWords }] : []
        guard let copySize else { return lock }
        return lock + [SourceDetail("copy", "\(copySize)") { _ in Self.copyWords(copySize) }]
    }

    var infoLines: [(label: String, words: String)] {
        let words = declared.filter { !$0.type.isEmpty }.map { "\($0.name) \($0.type)" }
        return words.isEmpty ? [] : [("declared", words.joined(separator: ", "))]
    }

    var infoMembers: [(key: String, value: JSONValue)] {
        [("declaredTypes", .list(declared.map { $0.type.isEmpty ? .null : .string($0.type) }))]
    }
}
