import QuadrilleRuntime
import Tabular

/// The bytes of a binary value.
public enum ValueBytes {
    /// Reads the value at `row` and `column` whole, on the caller's thread.
    ///
    /// - Returns: Nil where it has more than `limit` bytes, is not binary, or the work was cancelled.
    /// - Complexity: O(bytes of the value).
    public static func read(
        _ source: any RecordStreaming, row: Int, column: Int, limit: Int, unless cancellation: Cancellation
    ) throws(ReadError) -> [UInt8]? {
        var sink = BytesSink(limit: limit, unless: cancellation)
        try source.streamRecords(row..<row + 1, of: .columns([column]), into: &sink)
        return sink.isWhole ? sink.bytes : nil
    }
}

/// Receives the one value.
private struct BytesSink: RecordSink {
    private(set) var bytes: [UInt8] = []
    private(set) var isWhole = false
    private(set) var isFinished = false
    private var decoder = HexadecimalDecoder()
    private let limit: Int
    private let cancellation: Cancellation

    init(limit: Int, unless cancellation: Cancellation) { (self.limit, self.cancellation) = (limit, cancellation) }

    mutating func append(_ digits: UnsafeBufferPointer<UInt8>) {
        guard !isFinished else { return }
        if bytes.count + digits.count / 2 > limit || cancellation.isRequested {
            isFinished = true
        } else {
            decoder.decode(digits, into: &bytes)
        }
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        guard !isFinished else { return }
        (isWhole, isFinished) = (state == .value && kind == .binary, true)
    }

    mutating func endRecord() { isFinished = true }
}
