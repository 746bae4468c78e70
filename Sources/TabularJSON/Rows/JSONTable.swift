import QuadrilleRuntime
import Tabular
import TabularBytes

/// The rows of a table of a text: where they begin, and how they are separated.
struct JSONTable: Sendable {
    let store: any ByteStore
    /// The name of the source in messages.
    let name: String
    let form: RowForm
    /// The byte offset of the first row, after the bracket of its array or object.
    let start: Int
    /// True where the text may hold comments or single quotes, which cost time.
    let isRelaxed: Bool
    /// Members that are not rows. The index counts them, as its scanner does.
    var omitted = OmittedMembers()
    /// The breaks after broken rows, ascending.
    var breaks: [RowBreak] = []

    /// The same table with `breaks`.
    func broken(at breaks: [RowBreak]) -> JSONTable {
        var table = self
        table.breaks = breaks
        return table
    }

    /// A scanner at the beginning of a row.
    var scanner: RowScanner { RowScanner(form, isRelaxed: isRelaxed) }
}

/// Sizes of a reader's work; tests make them small.
struct JSONTuning: Sendable {
    /// Bytes of one read.
    var block = 1 << 18
    /// Bytes of an interval of the index, in each of which the first row has a checkpoint.
    var interval = RecordIndex.interval
    /// Bytes of a segment that one thread of a pass scans for rows.
    var segment = 1 << 20
    /// Bytes that are examined to recognize the tables and their columns.
    var sample = 1 << 16
    /// The most bytes that are read of a row.
    var longestRow = 1 << 24
    /// Bytes of a part that one thread audits, at least.
    var auditPart = 1 << 22
    /// The most columns.
    var limits = ColumnLimits()
    /// Threads of a pass over the source.
    var threads = passThreadCount()
    /// Nanoseconds between two publications of a pass, at least: 30 a second.
    var publication: UInt64 = 33_000_000
    /// The folder that stores rows and columns, if there is one.
    var cache: IndexCache?
    /// All rows are looked for after the head start, in which the rows of the sample are drawn.
    var background = Background()
}
