import Tabular

/// The columns for each role in the views other than the sheet; nil where no column fits the role.
public struct ViewRoles: Sendable, Hashable {
    /// The column that names the rows: it becomes the row header, and is not shown among the cells.
    public var rowHeader: Int?
    /// The column that groups the rows: into the rows of a timeline, or the sections of columns.
    public var group: Int?
    /// The column with the texts on items.
    public var label: Int?
    /// The column with the widths of timeline items.
    public var weight: Int?

    public init(rowHeader: Int? = nil, group: Int? = nil, label: Int? = nil, weight: Int? = nil) {
        self.rowHeader = rowHeader
        self.group = group
        self.label = label
        self.weight = weight
    }
}

extension ViewRoles {
    private static let columnLimit = 1024

    /// Guesses from types, names and a sample of the rows, which may be ragged: deterministic.
    ///
    /// - The **weight** is the number whose name means hours, or else an amount and the like; or else the last number that does
    ///   not count the rows.
    /// - The **group** is the first column with few, repeated values: preferably days, then categories, then other texts, then
    ///   numbers.
    /// - The **label** is the text with the most distinct values that is neither of these.
    /// - The **row header** is the first text without repeated values.
    ///
    /// A table of fewer than two columns has no roles, and columns after the first 1,024 get none.
    ///
    /// - Complexity: O(columns + bytes of the sample).
    public static func guess(columns: [Column], sample: [[String]]) -> ViewRoles {
        guard columns.count >= 2 else { return ViewRoles() }
        let traits = columns.indices.prefix(columnLimit).map { ColumnTraits(columns[$0], at: $0, sample: sample) }
        var roles = ViewRoles()
        roles.weight = weight(traits)
        roles.group = group(traits, weight: roles.weight)
        roles.label = label(traits, except: [roles.group, roles.weight])
        roles.rowHeader = traits.firstIndex { $0.type == .text }.flatMap { traits[$0].isUnique ? $0 : nil }
        return roles
    }

    /// Guesses from the first rows that a snapshot has in memory.
    public static func guess(_ table: TableSnapshot) -> ViewRoles {
        let rows = 0..<min(table.rowCount.known, BlockTiles.rowsPerTile)
        let blocks = stride(from: 0, to: min(table.columns.count, columnLimit), by: BlockTiles.columnsPerTile)
            .prefix { table.cells.block(row: 0, column: $0) != nil }
            .compactMap { table.cells.block(row: 0, column: $0) }
        let sample = rows.map { row in
            blocks.flatMap { block in
                block.range.columns.map { column in
                    block.range.contains(row: row, column: column) ? block.text(row: row, column: column) : ""
                }
            }
        }
        return guess(columns: table.columns, sample: sample)
    }

    private static func weight(_ traits: [ColumnTraits]) -> Int? {
        let numbers = traits.indices.filter { traits[$0].type.isNumeric }
        for words in [NameWords.durations, NameWords.amounts, NameWords.counts] {
            if let found = numbers.first(where: { !traits[$0].words.isDisjoint(with: words) }) { return found }
        }
        let measures = numbers.filter {
            !traits[$0].isCounting && traits[$0].words.isDisjoint(with: NameWords.identities)
        }
        return measures.last { traits[$0].type == .decimal } ?? measures.last
    }

    private static func group(_ traits: [ColumnTraits], weight: Int?) -> Int? {
        let candidates = traits.indices.filter { $0 != weight }
        // The first of the columns with the best rank.
        return candidates.compactMap { index in traits[index].groupRank.map { (rank: $0, index: index) } }
            .min { ($0.rank, $0.index) < ($1.rank, $1.index) }?.index
    }

    private static func label(_ traits: [ColumnTraits], except taken: [Int?]) -> Int? {
        let rest = traits.indices.filter { !taken.contains($0) }
        let texts = rest.filter { traits[$0].type == .text }
        // `max` would return the last of equals.
        let most = texts.map { traits[$0].distinct }.max()
        return texts.first { traits[$0].distinct == most } ?? rest.first
    }
}
