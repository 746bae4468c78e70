import Tabular

/// Writes the source's own bytes, piece by piece.
struct ByteSink: RawSink {
    var output: ByteOutput
    /// The number of rows begun, for progress.
    var rowCount = 0
    private(set) var wasCancelled = false
    private let control: ExportControl

    init(_ output: ByteOutput, control: ExportControl) {
        self.output = output
        self.control = control
    }

    var isFinished: Bool { wasCancelled || output.failure != nil }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isFinished { return }
        output.write(bytes)
        control.progress(rowCount)
        if control.cancellation.isRequested { wasCancelled = true }
    }
}
