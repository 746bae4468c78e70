/// The rules by which rows get columns.
struct ColumnLayout: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// By the kind of most records: members of objects, positions of arrays, or one value.
        case automatic
        /// Features of GeoJSON (RFC 7946 §3.2): members, and the type of the geometry besides its text.
        case features
        /// Members of one object: a key and a value each.
        case pairs
    }

    var form: RowForm
    var kind = Kind.automatic
    /// Levels of objects in records whose members become columns; deeper ones are cells.
    var depth = ColumnTree.depthLimit
    /// By position where records are arrays, by name where they are objects.
    var declared: [DeclaredColumn] = []
    var limits = ColumnLimits()

    init(_ form: RowForm, kind: Kind = .automatic) { (self.form, self.kind) = (form, kind) }

    /// The rules for the rows of a table.
    init(_ form: RowForm, _ columns: TablePlan.Columns, depth: Int) {
        self.init(form)
        self.depth = min(depth, ColumnTree.depthLimit)
        switch columns {
        case .records, .keyed, .arrays: break
        case .features: kind = .features
        case .pairs: kind = .pairs
        case .declared(let declared): self.declared = declared
        }
    }

    /// A Boolean value that indicates whether each row begins with the name of a member.
    var isKeyed: Bool { form == .members }
}
