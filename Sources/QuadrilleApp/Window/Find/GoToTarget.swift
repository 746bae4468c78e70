import Tabular
import Translation

/// The target of a text in "Go to": a row, a column, both, or a byte of the file.
///
///     1234   1,234   1 234       a row
///     1234, total   1234, 3      a row and a column
///     total   C                  a column
///     @12345   byte 12345        the row that contains the byte
///     D17                        the column by its letters, and the row
///     orders.csv                 another table of the file
///     orders.csv!D17   'a b'!17  the same, and a cell in it
enum GoToTarget: Sendable, Hashable {
    case nothing
    /// 0-based.
    case cell(row: Int?, column: Int?)
    case byte(Int)
    /// A table by its index among the names, and a cell in it, 0-based.
    case table(Int, row: Int?, column: String?)
    /// A text that names no target, with the reason in a sentence.
    case wrong(String)

    /// A Boolean value that indicates whether there is a target to go to.
    var leadsSomewhere: Bool {
        switch self {
        case .nothing, .wrong: false
        case .cell, .byte, .table: true
        }
    }

    /// - Complexity: O(columns) where the text names a column.
    init(_ text: String, in table: GoToTable) {
        let text = text.trimmed
        if text.isEmpty {
            self = .nothing
        } else if let byte = Self.byte(text) {
            self =
                Self.number(byte).map { .byte($0) }
                ?? .wrong(tr("Write a byte as a number from 0, such as {example}.", ["example": "@" + 12_345.grouped]))
        } else if let row = Self.number(text) {
            self = Self.cell(row: row, column: nil, table)
        } else if let other = Self.otherTable(text, table) {
            self = other
        } else if let (row, column) = Self.parts(text) {
            self = Self.cell(row: row, column: column, table)
        } else if let (row, column) = Self.reference(text), ColumnName(text).index(in: table.columns) == nil {
            self = Self.cell(row: row, column: column, table)
        } else {
            self = Self.cell(row: nil, column: text, table)
        }
    }

    /// The target of a row, from 1 or by its label, and a column after `table` took the place of another one. The reason against
    /// a row names it, since the entry is closed.
    init(row: Int?, column: String?, in table: GoToTable) {
        self = Self.cell(row: row, column: column, table)
        guard let row, table.rowLabels == nil, let reason = Self.reason(againstRow: row, table) else { return }
        self = .wrong(tr("There is no row {row}.", ["row": row.grouped]) + " " + reason)
    }

    /// The table, or the cell in a table, that `text` names; nil where there is none, or a column has that name.
    private static func otherTable(_ text: String, _ table: GoToTable) -> GoToTarget? {
        guard !table.tables.isEmpty else { return nil }
        if let index = index(ofTable: text, in: table.tables) {
            return table.columns.contains { $0.name == text } ? nil : .table(index, row: nil, column: nil)
        }
        guard let mark = text.lastIndex(of: "!") else { return nil }
        var name = String(text[..<mark]).trimmed
        if name.count > 1, name.hasPrefix("'"), name.hasSuffix("'") {
            name = String(name.dropFirst().dropLast()).replacing("''", with: "'")
        }
        guard let index = index(ofTable: name, in: table.tables) else {
            return .wrong(tr("There is no table '{table}' in this file.", ["table": name.visible]))
        }
        let place = String(text[text.index(after: mark)...]).trimmed
        if place.isEmpty { return .table(index, row: nil, column: nil) }
        if let row = number(place) {
            return row < 1 ? .wrong(tr("Rows count from 1.")) : .table(index, row: row - 1, column: nil)
        }
        guard let (row, column) = parts(place) ?? reference(place) else {
            return .table(index, row: nil, column: place)
        }
        return row < 1 ? .wrong(tr("Rows count from 1.")) : .table(index, row: row - 1, column: column)
    }

    private static func index(ofTable name: String, in tables: [String]) -> Int? {
        let lower = name.lowercased()
        func isLast(_ table: String) -> Bool { table.split(separator: "/").last?.lowercased() == lower }
        return tables.firstIndex(of: name) ?? tables.firstIndex { $0.lowercased() == lower }
            ?? tables.firstIndex(where: isLast)
    }

    /// The row from 1 and the letters of the column of a reference such as D17.
    private static func reference(_ text: String) -> (row: Int, column: String)? {
        let letters = text.prefix { $0.isASCII && $0.isLetter }
        guard (1...3).contains(letters.count), let row = Int(digits: String(text[letters.endIndex...])) else {
            return nil
        }
        return (row, letters.uppercased())
    }

    /// Returns the description of the target's effect, for the user.
    func words(in table: GoToTable) -> String {
        switch self {
        case .nothing: return tr("A row, a column, “row, column”, or @byte")
        case .wrong(let message): return message
        case .byte(let byte):
            // The same bytes in which the location of a value is given.
            let number = StatusText.grouped(byte)
            return table.isPacked
                ? tr("Goes to the row of byte {byte} of what is unpacked", ["byte": number])
                : tr("Goes to the row of byte {byte}", ["byte": number])
        case .table(let index, let row, let column):
            let name = table.tables[index].visible
            let place = [row.map { StatusText.grouped($0 + 1) }, column?.visible].compactMap { $0 }.joined(
                separator: ", ")
            if place.isEmpty { return tr("Goes to table '{table}'", ["table": name]) }
            return tr("Goes to {place} in table '{table}'", ["place": place, "table": name])
        case .cell(let row, let column):
            let title = column.map { table.columns[$0].title(at: $0).visible } ?? ""
            let number = row.map { StatusText.grouped(table.rowLabels?.label(ofRow: $0) ?? $0 + 1) } ?? ""
            if row == nil { return tr("Goes to column '{column}'", ["column": title]) }
            if column == nil { return tr("Goes to row {row}", ["row": number]) }
            return tr("Goes to row {row}, column '{column}'", ["row": number, "column": title])
        }
    }

    /// Returns the reason why a byte has no row, in a sentence.
    static func words(ofMissingByte byte: Int, in table: TableSnapshot) -> String {
        let isAllRead = table.rowCount.isExact
        return isAllRead
            ? tr("There is no byte {byte}: the table ends before it.", ["byte": StatusText.grouped(byte)])
            : tr("Byte {byte} has not been read so far. Try again in a moment.", ["byte": StatusText.grouped(byte)])
    }

    private static func cell(row: Int?, column: String?, _ table: GoToTable) -> GoToTarget {
        if let row, let reason = reason(againstRow: row, table) { return .wrong(reason) }
        let row = row.flatMap(table.row(labeled:))
        guard let column else { return .cell(row: row, column: nil) }
        let name = ColumnName(column)
        let letters = column.lowercased()
        if let question = name.question(in: table.columns) {
            return .wrong(
                tr(
                    "More than one column has the name '{column}'. {question}",
                    ["column": column.visible, "question": question.visible]))
        }
        let index =
            name.index(in: table.columns)
            // The displayed form, with signs for invisible characters: the completion list contains it.
            ?? table.columns.firstIndex { $0.name.visible == column }
            ?? table.columns.firstIndex { $0.name.lowercased() == letters }
            ?? table.columns.firstIndex { $0.name.lowercased().hasPrefix(letters) }
        guard let index else {
            guard let nearest = name.nearest(in: table.columns).first else {
                return .wrong(tr("There is no column '{column}'.", ["column": column.visible]))
            }
            return .wrong(
                tr(
                    "There is no column '{column}'. Did you mean '{nearest}'?",
                    ["column": column.visible, "nearest": nearest.visible]))
        }
        return .cell(row: row, column: index)
    }

    /// The reason why the user cannot go to the row with the label `row`; nil where it exists.
    private static func reason(againstRow row: Int, _ table: GoToTable) -> String? {
        let count = table.rowCount
        if let found = table.row(labeled: row), found >= 0, found < count { return nil }
        if table.rowLabels != nil { return tr("There is no row {row}.", ["row": row.grouped]) }
        if row < 1 { return tr("Rows count from 1.") }
        return table.isAllRead
            ? tr(one: "There is {count} row.", many: "There are {count} rows.", count)
            : tr(one: "There is {count} row so far.", many: "There are {count} rows so far.", count)
    }

    /// Returns the text after "@", or the number after "byte"; nil where neither is there.
    private static func byte(_ text: String) -> String? {
        if text.hasPrefix("@") { return String(text.dropFirst()).trimmed }
        guard text.lowercased().hasPrefix("byte "), number(String(text.dropFirst(5)).trimmed) != nil else { return nil }
        return String(text.dropFirst(5)).trimmed
    }

    /// A whole number, optionally with its digits in groups of three.
    static func number(_ text: String) -> Int? {
        let separators: Set<Character> = [",", ".", " ", "'", "’", "_", "\u{A0}", "\u{202F}"]
        guard let separator = text.first(where: separators.contains) else { return Int(digits: text) }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
        return Int(digits: groups.joined())
    }

    /// "row, column", split at the last comma whose preceding text is a number.
    private static func parts(_ text: String) -> (row: Int, column: String)? {
        for comma in text.indices.reversed() where text[comma] == "," {
            let column = String(text[text.index(after: comma)...]).trimmed
            if let row = number(String(text[..<comma]).trimmed), !column.isEmpty { return (row, column) }
        }
        return nil
    }
}

extension Int {
    fileprivate init?(digits: String) {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits) else { return nil }
        self = value
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
