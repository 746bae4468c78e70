import Tabular

/// The numbers of the columns of an expanded table: those of the base, then members and late columns of the base, in the order
/// in which they appeared. None ever changes its number.
struct ExpandedColumns: Sendable {
    private(set) var origins: [Expansion.Origin] = []
    private(set) var baseCount = 0
    /// The columns before the first member, which have the same numbers in the base.
    private(set) var prefix = 0
    /// Members that have numbers.
    private var memberCount = 0

    var hasMembers: Bool { memberCount > 0 }

    mutating func addBase(upTo count: Int) {
        let isPlain = !hasMembers
        for column in baseCount..<max(baseCount, count) { origins.append(.base(column)) }
        if isPlain { prefix = origins.count }
        baseCount = max(baseCount, count)
    }

    mutating func addMembers(of set: ExpansionSet) {
        origins += set.members[memberCount...]
        memberCount = set.members.count
    }

    /// The origin of a column; nil where there is none.
    func origin(of column: Int) -> Expansion.Origin? { origins.indices.contains(column) ? origins[column] : nil }

    /// The columns with their names and forms.
    func columns(_ base: [Column], _ set: ExpansionSet) -> [Column] {
        let groups = (base.first?.groups ?? []).map { _ in "" }
        return origins.map { origin in
            switch origin {
            case .base(let column): base[column]
            case .member(let expansion, let place):
                Column(
                    name: set.expansions[expansion].names[place], form: set.expansions[expansion].tallies[place].form,
                    groups: groups)
            }
        }
    }

    /// The counts of `fit`, which are those of the base's columns.
    func fit(_ fit: ColumnFit) -> ColumnFit {
        guard hasMembers else { return fit }
        var moved = ColumnFit()
        for (column, origin) in origins.enumerated() {
            guard case .base(let own) = origin else { continue }
            moved.misfits[column] = fit.misfits[own]
            moved.nulls[column] = fit.nulls[own]
        }
        return moved
    }
}
