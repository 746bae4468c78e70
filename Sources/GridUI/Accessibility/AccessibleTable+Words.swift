import Tabular

// What is said of cells, of headers, and of all of it.
extension AccessibleTable {
    /// So many bytes of a value are said at most.
    private static let valueBytes = 4096

    /// What a cell or a header says: the value as it is shown, line breaks kept. Where there is none, a word for that, of
    /// which `note` says that it is no value.
    public func name(of place: AccessiblePlace) -> String {
        guard contains(place) else { return "" }
        if let cell = cell(at: place) { return words(of: cell).name }
        if place.isColumnHeader { return title(ofColumn: column(at: place.column)) }
        if place.isRowHeader {
            if let groups = model.groups {
                // Rows that have come since are in none yet.
                return groups.place(of: place.row).map { visible(groups.key(of: $0.group)) } ?? ""
            }
            if let cell = namingCell(ofRow: place.row) { return words(of: cell).name }
            return model.sourceRow(at: place.row).map { "\($0 + 1)" } ?? "loading"
        }
        return model.columns.rowHeader.map(title(ofColumn:)) ?? "Row"
    }

    /// What there is to say besides.
    public func description(of place: AccessiblePlace) -> String {
        guard contains(place) else { return "" }
        if let cell = cell(at: place) {
            var parts = [words(of: cell).note]
            if let weight = model.groups?.columns.weight {
                let value = words(of: CellPosition(row: cell.row, column: weight))
                parts.append("\(title(ofColumn: weight)): \(value.name)")
            }
            return joined(parts)
        }
        if place.isColumnHeader {
            let column = column(at: place.column)
            let groups = model.table.columns[column].groups.filter { !$0.isEmpty }
            return joined(
                [model.table.columns[column].type.rawValue, sorting(ofColumn: column)]
                    + groups.map { "in \(visible($0))" })
        }
        if place.isRowHeader, model.groups != nil || namingCell(ofRow: place.row) != nil {
            return model.sourceRow(at: place.row).map { "row \(($0 + 1).grouped)" } ?? ""
        }
        return ""
    }

    /// What programs are told by names of their own, as pages of the web have them: the true numbers, from 1, where the
    /// interfaces cannot count so far, the number of a row in the file, and how a column is sorted.
    public func attributes(of place: AccessiblePlace) -> [(name: String, value: String)] {
        guard contains(place) else { return [] }
        var attributes: [(name: String, value: String)] = []
        if place.row >= 0 {
            attributes.append(("rowindex", "\(place.row + 1)"))
            if let row = model.sourceRow(at: place.row) { attributes.append(("rowindextext", "\(row + 1)")) }
        }
        if place.column >= 0 { attributes.append(("colindex", "\(place.column + 1)")) }
        if place.isColumnHeader {
            let rank = model.sortRank(ofColumn: column(at: place.column))
            let isDescending = rank.map { model.sortedColumns[$0].isDescending }
            attributes.append(("sort", isDescending.map { $0 ? "descending" : "ascending" } ?? "none"))
        }
        return attributes
    }

    /// The same of the table.
    public var attributes: [(name: String, value: String)] {
        [("rowcount", "\(rowCount)"), ("colcount", "\(columnCount)")]
    }

    /// "1,234 rows × 7 columns", what is frozen, by what it is sorted, and in which view it is shown.
    public var description: String {
        let (rows, columns) = (counted(rowCount, "row"), counted(columnCount, "column"))
        var parts = [(model.table.rowCount.isExact ? "" : "at least ") + rows + " × " + columns]
        if model.table.order != nil, model.table.sourceRowCount != rowCount {
            parts.append("of \(model.table.sourceRowCount.grouped) in all")
        }
        if model.isSheet {
            let (down, across) = (model.sheet.frozenRowsInForce, model.sheet.frozenColumnsInForce)
            let frozen = [
                ("first", down.leading, "row"), ("last", down.trailing, "row"), ("first", across.leading, "column"),
                ("last", across.trailing, "column"),
            ].filter { $0.1 > 0 }.map { "\($0.0) \(counted($0.1, $0.2))" }
            if !frozen.isEmpty { parts.append("\(frozen.joined(separator: " and ")) frozen") }
        } else {
            parts.append("shown as \(model.view.title)")
        }
        let sorted = model.sortedColumns.map { title(ofColumn: $0.column) + ($0.isDescending ? " descending" : "") }
        if !sorted.isEmpty { parts.append("sorted by \(sorted.joined(separator: ", then by "))") }
        return joined(parts)
    }

    /// The cell that must be read before all of a place can be said; nil where nothing is missing, or never comes.
    public func missingCell(of place: AccessiblePlace) -> CellPosition? {
        guard contains(place), place.row >= 0, !model.table.phase.isFailed else { return nil }
        var needed: [CellPosition] = []
        if let cell = cell(at: place) { needed.append(cell) }
        if place.isRowHeader, model.groups == nil, let cell = namingCell(ofRow: place.row) { needed.append(cell) }
        if place.isCell, let weight = model.groups?.columns.weight {
            needed.append(CellPosition(row: place.row, column: weight))
        }
        if model.sourceRow(at: place.row) == nil { needed.append(CellPosition(row: place.row, column: 0)) }
        return needed.first {
            model.table.cells.block(row: $0.row, column: $0.column) == nil || model.sourceRow(at: $0.row) == nil
        }
    }

    /// The cell that names a row, where a column stands in the rows' headers.
    private func namingCell(ofRow row: Int) -> CellPosition? {
        guard model.view.shape == .cells else { return nil }
        return model.columns.rowHeader.map { CellPosition(row: row, column: $0) }
    }

    private func title(ofColumn column: Int) -> String { visible(model.table.columns[column].title(at: column)) }

    private func sorting(ofColumn column: Int) -> String {
        guard let rank = model.sortRank(ofColumn: column) else { return "" }
        let way = model.sortedColumns[rank].isDescending ? "sorted descending" : "sorted ascending"
        return model.sortedColumns.count == 1 ? way : "\(way), key \(rank + 1) of \(model.sortedColumns.count)"
    }

    /// What a cell says, and what tells a word that stands for a state from a value of the same letters.
    private func words(of cell: CellPosition) -> (name: String, note: String) {
        guard let block = model.table.cells.block(row: cell.row, column: cell.column) else {
            return model.table.phase.isFailed ? ("unread", "it could not be read") : ("loading", "not read yet")
        }
        let info = block.info(row: cell.row, column: cell.column)
        switch info.state {
        case .missing: return ("missing", "no value: the record ends before it")
        case .null: return ("null", "no value: the file says so")
        case .value: break
        }
        let shown = ShownText(
            format: info.isCut ? nil : model.formats[cell.column], limit: Self.valueBytes, wraps: true,
            isCut: info.isCut)
        var text: [UInt8] = []
        let isEmpty = block.withBytes(row: cell.row, column: cell.column) { bytes in
            shown.append(bytes, to: &text)
            return bytes.isEmpty
        }
        if text.isEmpty { return ("empty", isEmpty ? "a value without characters" : "nothing is shown of it") }
        var notes: [String] = []
        if info.isCut {
            notes.append("the beginning of \(ByteCount.words(block.length(row: cell.row, column: cell.column)))")
        }
        if info.isMalformed { notes.append("not valid text in the file") }
        return (String(decoding: text, as: UTF8.self), joined(notes))
    }

    private func visible(_ text: String) -> String {
        var (text, bytes) = (text, [UInt8]())
        text.withUTF8 { Utf8.appendVisibly($0, keepingLines: true, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count.grouped) \(noun)\(count == 1 ? "" : "s")" }

    private func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }
}
