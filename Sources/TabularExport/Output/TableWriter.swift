import Tabular

/// Writes records in one format.
protocol TableWriter: RecordSink {
    var output: ByteOutput { get }

    /// Ends the table; must be the last call.
    mutating func finish()
}

extension TableWriter {
    var isFinished: Bool { output.failure != nil }
}
