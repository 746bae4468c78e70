import Tabular

/// Writes records in one format.
protocol TableWriter: RecordSink {
    var output: ByteOutput { get set }

    /// Ends the table; must be the last call.
    mutating func finish()
}

extension TableWriter {
    var isFinished: Bool { output.failure != nil }

    /// Ends the table after the last whole record, where the source fails within the next.
    mutating func finishRecords() {
        output.removeOpenRecord()
        finish()
    }
}
