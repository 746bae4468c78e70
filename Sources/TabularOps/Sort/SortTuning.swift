import Tabular

/// The memory, files and threads that a sort may use; tests make the numbers small.
struct SortTuning: Sendable {
    /// Bytes of entries that are in memory; when there are more, all go to a temporary file.
    var memory = 1 << 28
    /// The source of memory that grows with the table.
    var source = LargeMemory.system
    /// The parameters of the scan that reads the rows: each part of it becomes a run.
    var scan = RowScan.Tuning()
    /// Rows that are merged at once.
    var sliceLength = 1 << 16
    /// Rows that are looked at before, to know what values look like, at so many places.
    var samples = (places: 32, rows: 512)
    var makeFile: @Sendable () throws(ReadError) -> SpillFile = { () throws(ReadError) in
        try SpillFile(for: .table, content: .sortedRows)
    }
}

/// The work that a sort did.
struct SortWork: Sendable, Hashable {
    /// Rows that were read a second time, since the first bytes of their keys were equal.
    var tiedRows = 0
    /// Bytes that went to temporary files.
    var spilledBytes = 0
    /// Bytes of entries that were kept in memory at once, at most.
    var heldBytes = 0
}
