import Tabular

/// The records before the data, made into names and groups of columns.
///
///     Plot,Spring,,Summer,,       groups   ""   Spring  Spring  Summer  Summer  Summer
///     ,May,June,July              names    Plot May     June    July    ""      ""
///
/// The last record has the names. Those above it have the groups, outermost first, as spreadsheets write merged cells: a blank
/// cell, or a missing one at the end, continues the group to its left; but it does not extend past the end of the group above.
/// A title over one column that has a blank name is no group but the column's name, in a cell merged downwards. Columns that
/// only the data has are in no group.
struct HeaderTable {
    private let upper: ArraySlice<PackedValues>
    private let names: PackedValues
    /// Columns that any of the records has.
    private let width: Int

    /// `records` are the values of the records in their order; ragged ones, or none.
    init(_ records: [PackedValues]) {
        upper = records.dropLast()
        names = records.last ?? PackedValues()
        width = records.map(\.count).max() ?? 0
    }

    /// The columns, one for each type. O(columns × records).
    func columns(of types: [ColumnType]) -> [Column] {
        var columns: [Column] = []
        columns.reserveCapacity(types.count)
        for (index, type) in types.enumerated() {
            let name = index < names.count ? String(decoding: names[index], as: UTF8.self) : ""
            columns.append(Column(name: name, type: type, groups: groups(at: index, after: columns.last?.groups)))
        }
        // One row has no merged cells.
        return upper.isEmpty ? columns : columns.indices.map { Self.named($0, of: columns) }
    }

    /// The column at `index`. Where its name is blank and the title right above is its alone, that title is the name.
    private static func named(_ index: Int, of columns: [Column]) -> Column {
        var column = columns[index]
        guard isBlank(column.name.utf8), let level = column.groups.lastIndex(where: { !$0.isEmpty }) else {
            return column
        }
        let group = column.groups[...level]
        let isShared = [index - 1, index + 1].contains {
            columns.indices.contains($0) && columns[$0].groups[...level] == group
        }
        guard !isShared else { return column }
        column.name = column.groups[level]
        column.groups[level] = ""
        return column
    }

    private static func isBlank(_ text: some Sequence<UInt8>) -> Bool { text.allSatisfy { $0 == UInt8(ascii: " ") } }

    private func groups(at index: Int, after left: [String]?) -> [String] {
        var groups: [String] = []
        var isContinuing = index < width && left != nil
        for (level, record) in upper.enumerated() {
            let cell = index < record.count ? record[index] : []
            let before = isContinuing ? left?[level] : nil
            let title = Self.isBlank(cell) ? before ?? "" : String(decoding: cell, as: UTF8.self)
            groups.append(title)
            isContinuing = title == before
        }
        return groups
    }
}
