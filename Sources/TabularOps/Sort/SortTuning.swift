import Tabular

/// The memory, files and threads that a sort may use; tests make the numbers small.
struct SortTuning: Sendable {
    /// The bytes of entries to hold in memory; beyond that, all go to a temporary file.
    var memory = 1 << 28
    /// The source of memory that grows with the table.
    var source = LargeMemory.system
    /// The parameters of the scan that reads the rows: each part of it becomes a run.
    var scan = RowScan.Tuning()
    /// The number of rows to merge at once.
    var sliceLength = 1 << 16
    /// The sample taken before the sort: its number of positions, and the number of rows at each.
    var samples = (places: 32, rows: 512)
    var makeFile: @Sendable () throws(ReadError) -> SpillFile = { () throws(ReadError) in
        try SpillFile(for: .table, content: .sortedRows)
    }
}

/// Figures about the work of a sort.
struct SortWork: Sendable, Hashable {
    /// The number of rows read a second time, since the first bytes of their keys were equal.
    var tiedRows = 0
    /// The number of bytes written to temporary files.
    var spilledBytes = 0
    /// The maximum number of bytes of entries in memory at once.
    var heldBytes = 0
}
