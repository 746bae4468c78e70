/// A table of a database, as its schema has it.
struct SchemaTable: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case table, view, virtual, shadow
    }

    let name: String
    let kind: Kind
    /// A Boolean value that indicates whether the rows have no ids, but only a primary key.
    var lacksRowID = false
}

/// A column of a table, as its schema has it.
struct SchemaColumn: Sendable, Hashable {
    let name: String
    /// Empty where none is declared.
    let declaredType: String
    /// The position in the primary key, from 1; 0 where it is not part of it.
    let keyPosition: Int
    let isGenerated: Bool
    /// A Boolean value that indicates whether `SELECT *` leaves it out, as some columns of virtual tables.
    var isHidden = false
    /// A Boolean value that indicates whether null is forbidden.
    var isRequired = false

    /// The type that SQLite converts values to, by the declared type.
    var affinity: Affinity { Affinity(declared: declaredType) }
}

/// The preference of a column for types of values, which any value may ignore.
enum Affinity: Sendable, Hashable {
    case integer, text, any, real, numeric

    /// By section 3.1 of "Datatypes in SQLite".
    init(declared: String) {
        let type = declared.uppercased()
        if type.contains("INT") {
            self = .integer
        } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
            self = .text
        } else if type.isEmpty || type.contains("BLOB") {
            self = .any
        } else if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") {
            self = .real
        } else {
            self = .numeric
        }
    }
}

extension String {
    /// A name in statements.
    var quotedName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
