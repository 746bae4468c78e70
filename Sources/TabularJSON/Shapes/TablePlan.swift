/// A table of a text: the location of its rows, and the rules for their columns.
struct TablePlan: Sendable, Hashable {
    enum Columns: Sendable, Hashable {
        /// The members of objects, the positions of arrays, or the value itself.
        case records
        /// Features, whose properties come first.
        case features
        /// The names of members, and then the members of the objects that they name.
        case keyed
        /// The names of members, and their values.
        case pairs
        /// Columns with names and perhaps types that the text declares: the positions of arrays, the members of objects.
        case declared([DeclaredColumn])
        /// The members themselves, which are arrays: the rows are their elements.
        case arrays(ColumnArrays)
    }

    /// The name in the catalog.
    var name: String
    var path: RowsPath
    var form: RowForm
    /// The first byte of the rows in the text.
    var start: Int
    var columns = Columns.records
    /// Members that are in other tables.
    var omitted = OmittedMembers()
}

/// A column declared by a text.
struct DeclaredColumn: Sendable, Hashable {
    var name: String
    var type: String?
}

/// The tables of a text.
struct TextShape: Sendable {
    /// "JSON", "NDJSON", "GeoJSON".
    var format: String
    /// True where the text may contain comments or single quotes.
    var isRelaxed = false
    /// At least one.
    var tables: [TablePlan]
    /// The arrays and objects that may hold rows.
    var paths: [RowsPath] = []
    /// False where arrays that are tables too may follow those that are listed.
    var isListed = true
}
