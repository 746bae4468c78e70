import Tabular
import TabularBytes

/// A reader of the elements of one array, one after the other.
struct ArrayLane {
    private let reader: ArraysReader
    private let column: Int
    private let tuning: JSONTuning
    private var rows: RowReader
    private(set) var fields: FieldReader
    /// The text of the last element read, valid until the next read.
    private(set) var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Begins with the first element of the array of `column`, which is read in step with others, `count` in all.
    init(_ reader: ArraysReader, _ column: Int, of count: Int) {
        (self.reader, self.column) = (reader, column)
        tuning = reader.tuning(ofOneAmong: count)
        let table = reader.tables[column]
        rows = RowReader(table, at: Checkpoint(record: 0, byte: table.start), tuning)
        fields = FieldReader(reader.tree)
    }

    /// Moves to `row`, which is not before the next one.
    mutating func go(to row: Int) throws(ReadError) {
        guard row > rows.position.record else { return }
        let checkpoint = reader.index(of: column).checkpoint(before: row)
        if checkpoint.record > rows.position.record {
            rows = RowReader(reader.tables[column], at: checkpoint, tuning)
        }
        guard try rows.go(to: row) else { throw reader.shorter(than: row + 1) }
    }

    /// Reads the next element; false where there is none.
    mutating func readNext() throws(ReadError) -> Bool {
        guard let row = try rows.next() else { return false }
        (text, offset) = (row.bytes, row.offset)
        _ = fields.read(row)
        return true
    }

    /// The byte offset of `text` in the whole.
    private(set) var offset = 0
}
