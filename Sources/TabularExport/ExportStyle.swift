import Tabular

/// Options for formats that other programs and users read.
public struct ExportStyle: Sendable, Hashable {
    /// A Boolean value that indicates whether the column names are written: above the rows, or in SQL between table and values.
    /// JSON always has them.
    public var hasHeader: Bool
    /// The table of the SQL statements, and the title of HTML.
    public var tableName: String
    /// A Boolean value that indicates whether an apostrophe is written before values that a spreadsheet would run as formulas
    /// (`FormulaGuard`). Not in JSON and SQL.
    public var escapesFormulas: Bool
    /// A Boolean value that indicates whether JSON has numbers, booleans and nulls instead of strings.
    public var isTyped = false
    /// The delimiter of CSV: an ASCII byte other than a quote, CR and LF. Other formats have their own.
    public var delimiter: UInt8 = UInt8(ascii: ",")
    /// True where each record of CSV and TSV, and their header, gets as many fields as there are columns, with empty trailing
    /// ones. Selected rows, and parts with other columns than all in the source's order, are padded in any case.
    public var isPadded = false

    /// The form of the values: exact, or as displayed by the source's own program.
    public var form = RecordRequest.Form.value
    /// A Boolean value that indicates whether an unreadable value is written as an empty one. Otherwise it ends the export: a
    /// damaged page must not look like data.
    public var writesUnreadable = false

    public init(hasHeader: Bool = true, tableName: String = "table", escapesFormulas: Bool = false) {
        self.hasHeader = hasHeader
        self.escapesFormulas = escapesFormulas
        self.tableName = tableName
    }

    /// Returns the table name for the file at `path`: the file name up to its first point. `table` is the written one where the
    /// file has several: a file in an archive is named likewise, another table by its own name.
    public static func tableName(for path: String?, table: Catalog.Entry? = nil) -> String {
        if let table, table.kind != .file, !table.name.isEmpty { return table.name }
        let file = (table?.name ?? path)?.split(separator: "/").last ?? ""
        let name = file.drop { $0 == "." }.prefix { $0 != "." }
        return name.isEmpty || name == "-" ? "table" : String(name)
    }
}
