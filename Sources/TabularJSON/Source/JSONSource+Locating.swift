import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONSource: ValueLocating {
    package func place(ofRow row: Int, column: Int) throws(ReadError) -> ValuePlace? {
        guard let found = try field(ofRow: row, column: column) else { return nil }
        guard found.field.kind != .missing, found.field.kind != .others else { return nil }
        var place = try reader.text.place(of: found.bytes, inRecord: row + 1)
        place.path = pointer(toRow: row, key: found.key, column: column)
        return place
    }

    package func line(of place: ValuePlace, unless cancellation: Cancellation) throws(ReadError) -> Int? {
        let ending = Cancellation { [reader] in cancellation.isRequested || reader.isClosed }
        return try reader.lines.line(at: place.textOffset, in: reader.text.store, unless: ending)
    }

    package func sourceBytes(_ range: Range<Int>) throws(ReadError) -> [UInt8] { try reader.text.sourceBytes(range) }

    package func sourceOffsets(of bytes: [ValueByte]) throws(ReadError) -> [Int?] {
        guard let first = bytes.first, let last = bytes.last else { return [] }
        let found = try reader.waitForRows(last.row + 1)
        let columns = Set(bytes.map(\.column)).sorted()
        let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
        let record = reader.table.omitted.member(ofRow: first.row)
        var rows = RowReader(
            reader.table.broken(at: found.breaks), at: found.index.checkpoint(before: record), reader.tuning)
        var fields = FieldReader(found.tree, wanted: columns)
        var (offsets, row, text) = ([Int?](), -1, RowText?.none)
        offsets.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte.row != row {
                row = byte.row
                text = nil
                if row < found.count, try rows.go(to: row) { text = try rows.next() }
                if let text { _ = fields.read(text) }
            }
            var offset: Int?
            if let text, let place = places[byte.column],
                let index = fields.index(ofByte: byte.index, at: place, of: text.bytes)
            {
                offset = try reader.text.store.sourceOffset(of: text.offset + index)
            }
            offsets.append(offset)
        }
        return offsets
    }

    /// A field of a row, its bytes in the text, and the name of the row where rows have names.
    private func field(
        ofRow row: Int, column: Int
    ) throws(ReadError) -> (field: JSONField, bytes: Range<Int>, key: String?)? {
        let found = try reader.waitForRows(row + 1)
        guard row < found.count, column < found.tree.columnCount else { return nil }
        let record = reader.table.omitted.member(ofRow: row)
        var rows = RowReader(
            reader.table.broken(at: found.breaks), at: found.index.checkpoint(before: record), reader.tuning)
        guard try rows.go(to: row), let text = try rows.next() else { return nil }
        var fields = FieldReader(found.tree, wanted: [column] + (found.tree.keyColumn.map { [$0] } ?? []))
        _ = fields.read(text)
        let field = fields.field(at: 0)
        var key: String?
        if found.tree.keyColumn != nil {
            var bytes: [UInt8] = []
            _ = fields.append(at: 1, of: text.bytes, .value, to: &bytes)
            key = String(decoding: bytes, as: UTF8.self)
        }
        let range = field.textRange
        return (field, text.offset + range.lowerBound..<text.offset + range.upperBound, key)
    }
}

extension JSONSource: ValuePaths {
    package var copyLabel: String { JSONPointer.copyLabel }

    package func path(ofRow row: Int, column: Int) throws(ReadError) -> String? {
        // Elements are named by their numbers, which need no reading.
        guard reader.table.form == .members else {
            return row < (try reader.waitForRows(row + 1).count) ? pointer(toRow: row, key: nil, column: column) : nil
        }
        guard let found = try field(ofRow: row, column: column) else { return nil }
        return pointer(toRow: row, key: found.key, column: column)
    }

    /// The JSON pointer (RFC 6901) to a value: in the text, or, in a text of several values, in the value of its row.
    private func pointer(toRow row: Int, key: String?, column: Int) -> String {
        var names: [String] = []
        if reader.table.form == .elements || reader.table.form == .members {
            names = reader.containers.rowsAt.steps.map { step in
                switch step {
                case .member(let name): name.text
                case .element(let position): "\(position)"
                }
            }
            names.append(key ?? "\(row)")
        }
        names += self.names(ofColumn: column)
        return JSONPointer.text(names)
    }

    /// The names that lead from a row to a column.
    private func names(ofColumn column: Int) -> [String] {
        let tree = reader.state.withLock(wakes: false) { $0.tree }
        guard column < tree.columnCount else { return [] }
        switch tree.places[column] {
        case .key, .value, .others: return []
        case .position(let position): return ["\(position)"]
        case .member(let node): return tree.names(to: node)
        }
    }
}
