import Tabular
import TabularBytes
import TabularSQLite

extension TableFormat {
    /// SQLite databases, whatever program wrote them.
    static let sqlite = TableFormat(
        name: "sqlite",
        kinds: [
            FileKind("sqlite", "sqlite3", "gpkg", mimeType: "application/vnd.sqlite3"),
            FileKind("db", "db3", mimeType: "application/x-sqlite3", isGeneric: true),
        ],
        optionsForm: SQLiteForm.form,
        recognizes: { SQLiteDocument.recognizes($0.bytes) },
        open: { (bytes, options) throws(ReadError) in
            try SQLiteDocument(
                path: bytes.content.path, bytes.content, name: bytes.name,
                asCopy: options[SQLiteForm.copy] == OptionsForm.on)
        })
}
