import Tabular
import TabularBytes

// The findings of an audit as words:
//
//     rows, lines, records, offset | tree | counts of the kinds of each column … | problems
//
// Columns are in the order of the tree. If you change this, change the version of `IndexKey`.
extension JSONAudit {
    var words: [UInt64] {
        let columns = tree.arrangedColumns
        var writer = WordWriter()
        writer.write(rowCount, lineCount, end.record, end.byte)
        tree.write(columns, to: &writer)
        for column in columns { writer.write(words: tallies[column].counts.map { UInt64($0) }) }
        problems.write(to: &writer)
        return writer.words
    }

    /// Reads the findings in the rows of `table`, whose columns have `layout`; nil where `words` are invalid.
    init?(_ words: [UInt64], of table: JSONTable, _ layout: ColumnLayout) {
        var reader = WordReader(words[...])
        guard let rows = reader.number(), let lines = reader.number(), let records = reader.number(),
            let offset = reader.number(),
            (table.start...max(table.start, table.store.length.known)).contains(offset),
            records <= offset - table.start, rows == table.omitted.row(ofMember: records),
            let tree = ColumnTree(&reader, layout)
        else { return nil }
        var tallies: [KindTally] = []
        for _ in 0..<tree.columnCount {
            guard let tally = KindTally(&reader) else { return nil }
            tallies.append(tally)
        }
        guard let problems = FoundProblems(&reader), reader.isAtEnd else { return nil }
        self.init(of: tree, at: Checkpoint(record: records, byte: offset), rows: rows, lines: lines)
        restore(tallies, problems)
    }
}

extension KindTally {
    /// The most values of one kind in a column.
    private static let most = 1 << 50

    fileprivate init?(_ reader: inout WordReader) {
        var counts: [Int] = []
        for _ in KindTally().counts {
            guard let count = reader.number(), count <= Self.most else { return nil }
            counts.append(count)
        }
        self.init(counts)
    }
}
