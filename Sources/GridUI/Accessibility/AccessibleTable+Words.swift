import Tabular
import Translation

// The words for cells, headers and the whole table.
extension AccessibleTable {
    /// The maximum number of bytes of a value that a name includes.
    private static let valueBytes = 4096

    /// Returns the text of a cell or a header: the value as displayed, with its line breaks. Without a value, a word
    /// for that state, which `note` distinguishes from a value.
    public func name(of place: AccessiblePlace) -> String {
        guard contains(place) else { return "" }
        if let cell = cell(at: place) { return words(of: cell).name }
        if place.isColumnHeader { return title(ofColumn: column(at: place.column)) }
        if place.isRowHeader {
            if let groups = model.groups {
                // Rows appended since the grouping belong to no group yet.
                return groups.place(of: place.row).map { visible(groups.key(of: $0.group)) } ?? ""
            }
            if let cell = namingCell(ofRow: place.row) { return words(of: cell).name }
            return model.table.rowLabel(at: place.row).map { "\($0)" } ?? tr("loading", in: "state of a value")
        }
        return model.columns.rowHeader.map(title(ofColumn:)) ?? tr("Row")
    }

    /// Returns further details of a cell or a header.
    public func description(of place: AccessiblePlace) -> String {
        guard contains(place) else { return "" }
        if let cell = cell(at: place) {
            var parts = [words(of: cell).note]
            if let weight = model.groups?.columns.weight {
                let value = words(of: CellPosition(row: cell.row, column: weight))
                parts.append(tr("{column}: {value}", ["column": title(ofColumn: weight), "value": value.name]))
            }
            return joined(parts)
        }
        if place.isColumnHeader {
            let column = column(at: place.column)
            let groups = model.table.columns[column].groups.filter { !$0.isEmpty }
            return joined(
                [typeWords(ofColumn: column), sorting(ofColumn: column), filtering(ofColumn: column)]
                    + groups.map { tr("in {group}", ["group": visible($0)]) })
        }
        if place.isRowHeader, model.groups != nil || namingCell(ofRow: place.row) != nil {
            return model.table.rowLabel(at: place.row).map { tr("row {row}", ["row": $0.grouped]) } ?? ""
        }
        return ""
    }

    /// Returns attributes under the names that web pages use: the exact numbers, from 1, beyond the range of the
    /// accessibility interfaces, the label of a row in the file, and the sort direction of a column.
    public func attributes(of place: AccessiblePlace) -> [(name: String, value: String)] {
        guard contains(place) else { return [] }
        var attributes: [(name: String, value: String)] = []
        if place.row >= 0 {
            attributes.append(("rowindex", "\(place.row + 1)"))
            if let label = model.table.rowLabel(at: place.row) { attributes.append(("rowindextext", "\(label)")) }
        }
        if place.column >= 0 { attributes.append(("colindex", "\(place.column + 1)")) }
        if place.isColumnHeader {
            let rank = model.sortRank(ofColumn: column(at: place.column))
            let isDescending = rank.map { model.sortedColumns[$0].isDescending }
            attributes.append(("sort", isDescending.map { $0 ? "descending" : "ascending" } ?? "none"))
        }
        return attributes
    }

    /// The attributes of the table.
    public var attributes: [(name: String, value: String)] {
        [("rowcount", "\(rowCount)"), ("colcount", "\(columnCount)")]
    }

    /// "1,234 rows × 7 columns", the frozen parts, the sorted columns, and the view.
    public var description: String {
        var parts = [
            TableWords.extent(rows: rowCount, columns: columnCount, isExact: model.table.rowCount.isExact)
        ]
        if model.table.order != nil, model.table.sourceRowCount != rowCount {
            parts.append(tr("of {count} in all", ["count": model.table.sourceRowCount.grouped]))
        }
        if model.isSheet { parts += frozen } else { parts.append(tr("shown as {view}", ["view": model.view.title])) }
        for (rank, sorted) in model.sortedColumns.enumerated() {
            let column = title(ofColumn: sorted.column)
            switch (rank == 0, sorted.isDescending) {
            case (true, false): parts.append(tr("sorted by {column}", ["column": column]))
            case (true, true): parts.append(tr("sorted by {column} descending", ["column": column]))
            case (false, false): parts.append(tr("then by {column}", ["column": column]))
            case (false, true): parts.append(tr("then by {column} descending", ["column": column]))
            }
        }
        return joined(parts)
    }

    private var frozen: [String] {
        let (down, across) = (model.sheet.frozenRowsInForce, model.sheet.frozenColumnsInForce)
        var parts: [String] = []
        if down.leading > 0 {
            parts.append(tr(one: "first row frozen", many: "first {count} rows frozen", down.leading))
        }
        if down.trailing > 0 {
            parts.append(tr(one: "last row frozen", many: "last {count} rows frozen", down.trailing))
        }
        if across.leading > 0 {
            parts.append(tr(one: "first column frozen", many: "first {count} columns frozen", across.leading))
        }
        if across.trailing > 0 {
            parts.append(tr(one: "last column frozen", many: "last {count} columns frozen", across.trailing))
        }
        return parts
    }

    /// The cell that must be loaded before a position can be described; nil where none is missing, or loading failed.
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

    /// The cell that names a row, where a column is in the row headers.
    private func namingCell(ofRow row: Int) -> CellPosition? {
        guard model.view.shape == .cells else { return nil }
        return model.columns.rowHeader.map { CellPosition(row: row, column: $0) }
    }

    private func title(ofColumn column: Int) -> String { visible(model.table.columns[column].title(at: column)) }

    /// "number, decimal comma".
    private func typeWords(ofColumn column: Int) -> String {
        let form = model.table.columns[column].form
        let time = model.formats[column]?.time.map { [tr("Shown as time: {format}", ["format": $0.title])] } ?? []
        return ([form.type.word] + FormText(form).notes + time).joined(separator: ", ")
    }

    private func sorting(ofColumn column: Int) -> String {
        guard let rank = model.sortRank(ofColumn: column) else { return "" }
        let way = model.sortedColumns[rank].isDescending ? tr("sorted descending") : tr("sorted ascending")
        guard model.sortedColumns.count > 1 else { return way }
        return joined([
            way, tr("key {rank} of {count}", ["rank": "\(rank + 1)", "count": "\(model.sortedColumns.count)"]),
        ])
    }

    private func filtering(ofColumn column: Int) -> String {
        model.filteredColumns.contains(column) ? tr("filtered", in: "state of a column") : ""
    }

    /// Returns the text of a cell, and a note that distinguishes the word for a state from a value with the same
    /// letters.
    private func words(of cell: CellPosition) -> (name: String, note: String) {
        guard let block = model.table.cells.block(row: cell.row, column: cell.column) else {
            return model.table.phase.isFailed
                ? (tr("unread", in: "state of a value"), tr("it could not be read"))
                : (tr("loading", in: "state of a value"), tr("not read yet"))
        }
        let info = block.info(row: cell.row, column: cell.column)
        switch info.state {
        case .missing: return (tr("missing", in: "state of a value"), tr("no value: the record ends before it"))
        case .null: return (tr("null", in: "state of a value"), tr("no value: the file says so"))
        case .unreadable:
            return (tr("unreadable", in: "state of a value"), tr("the file has a value here that cannot be read"))
        case .value: break
        }
        let shown = ShownText(
            format: info.isCut ? nil : model.columnFormat(ofColumn: cell.column), limit: Self.valueBytes, wraps: true,
            isCut: info.isCut)
        var text: [UInt8] = []
        let isEmpty = block.withBytes(row: cell.row, column: cell.column) { bytes in
            shown.append(bytes, to: &text)
            return bytes.isEmpty
        }
        if text.isEmpty {
            let note = isEmpty ? tr("a value without characters") : tr("nothing is shown of it")
            return (tr("empty", in: "state of a value"), note)
        }
        var notes: [String] = []
        if let note = Self.note(on: info.kind) { notes.append(note) }
        if info.isCut {
            let length = ByteCount.words(block.length(row: cell.row, column: cell.column))
            notes.append(tr("the beginning of {length}", ["length": length]))
        }
        if info.isMalformed { notes.append(tr("not valid text in the file")) }
        if model.isMisfit(cell, in: block) { notes.append(tr("does not fit the column's type")) }
        return (String(decoding: text, as: UTF8.self), joined(notes))
    }

    /// The note on a kind of values; nil where the text itself suffices.
    private static func note(on kind: CellKind) -> String? {
        switch kind {
        case .error: tr("an error in the file")
        case .binary: tr("bytes", in: "kind of a value")
        case .json: tr("nested values")
        case .formula: tr("a formula without its value")
        case .text, .number, .boolean, .date, .time, .dateTime, .duration: nil
        }
    }

    private func visible(_ text: String) -> String {
        var (text, bytes) = (text, [UInt8]())
        text.withUTF8 { Utf8.appendVisibly($0, keepingLines: true, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }
}
