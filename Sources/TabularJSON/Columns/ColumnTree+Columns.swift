import Tabular

extension ColumnTree {
    /// The columns for the table, with the forms that `form` returns, named by their nodes: `address.city` is the column `city`
    /// in the group `address`.
    ///
    /// - Complexity: O(columns × depth).
    func columns(_ form: (Int) -> ValueForm) -> [Column] {
        var columns = places.indices.map { column($0, form($0)) }
        // The number of titles of the deepest column.
        let levels = columns.map(\.groups.count).max() ?? 0
        for index in columns.indices {
            let missing = levels - columns[index].groups.count
            columns[index].groups += Array(repeating: "", count: missing)
        }
        return columns
    }

    private func column(_ index: Int, _ form: ValueForm) -> Column {
        var column = Column(name: name(of: places[index]), form: form)
        switch places[index] {
        case .member(let node):
            column.path = names(to: node)
            let bytes = path(to: node).map { StringText.repaired(nodes[$0].name) }
            if bytes.contains(where: { $0 != nil }) {
                column.pathBytes = zip(bytes, column.path).map { $0 ?? Array($1.utf8) }
            }
            column.groups = Array(column.path.dropLast())
            if column.path.count == 1 { column.declaredType = declaredType(of: column.name) }
        case .position(let position):
            if position < layout.declared.count {
                (column.declaredType, column.path) = (layout.declared[position].type, [column.name])
            } else if layout.declared.isEmpty {
                column.position = position
            } else {
                // Elements beyond the declared ones are members of the same object.
                column.path = [column.name]
            }
        case .others: column.holdsOthers = true
        case .key, .value: break
        }
        return column
    }

    /// The names from the outermost one to that of `node`.
    func names(to node: Int) -> [String] { path(to: node).map { StringText.shown(nodes[$0].name) } }

    /// The name of a column, without its groups.
    func name(ofColumn column: Int) -> String { name(of: places[column]) }

    /// True for a column whose values are part of those of another: the type of a geometry.
    func isDerived(_ column: Int) -> Bool {
        guard case .member(let node) = places[column] else { return false }
        return path(to: node).dropLast().contains { nodes[$0].objects == .both }
    }

    private func declaredType(of name: String) -> String? { layout.declared.first { $0.name == name }?.type }

    private func name(of place: Place) -> String {
        switch place {
        case .key: layout.kind == .pairs ? "key" : "(key)"
        case .value: child(Array("value".utf8), of: 0) == nil ? "value" : "(value)"
        case .others: "(others)"
        case .member(let node): StringText.shown(nodes[node].name)
        case .position(let position):
            position < layout.declared.count ? layout.declared[position].name : "\(position + 1)"
        }
    }
}
