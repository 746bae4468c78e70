import Tabular

/// The options of the formats that are written for other programs and for people.
public struct ExportStyle: Sendable, Hashable {
    /// A Boolean value that indicates whether the columns' names are written: above the rows, or in SQL between table and
    /// values. JSON has them anyway.
    public var hasHeader: Bool
    /// The table that SQL inserts into, and the title of HTML.
    public var tableName: String
    /// A Boolean value that indicates whether an apostrophe stands before values that a spreadsheet would run as formulas
    /// (`FormulaGuard`). Not in JSON and SQL.
    public var escapesFormulas: Bool
    /// A Boolean value that indicates whether JSON has numbers, truth values and nulls instead of strings.
    public var isTyped = false
    /// The delimiter of CSV: a byte of ASCII other than a quote, CR and LF. Other formats have their own.
    public var delimiter: UInt8 = UInt8(ascii: ",")
    /// True where each record of CSV and TSV, and their header, gets as many fields as there are columns, the trailing ones
    /// empty. Other parts than all columns in the source's order, and selected rows, get them in any case.
    public var isPadded = false

    /// The form of the values: the exact ones, or those that the source's own program shows.
    public var form = RecordRequest.Form.value
    /// A Boolean value that indicates whether a value that cannot be read is written as none. Otherwise it ends the export: a
    /// damaged page must not look like data.
    public var writesUnreadable = false

    public init(hasHeader: Bool = true, tableName: String = "table", escapesFormulas: Bool = false) {
        self.hasHeader = hasHeader
        self.escapesFormulas = escapesFormulas
        self.tableName = tableName
    }

    /// The name of a table in the file at `path`: the file's without its folder, and up to its first point.
    public static func tableName(for path: String?) -> String {
        let file = path?.split(separator: "/").last ?? ""
        let name = file.drop { $0 == "." }.prefix { $0 != "." }
        return name.isEmpty || name == "-" ? "table" : String(name)
    }
}
