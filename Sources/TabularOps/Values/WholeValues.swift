import Tabular

/// Finds long values of which only the beginning is known.
public enum WholeValues {
    /// Starts to search a column (0-based) of the rows that `source` knows now for `values`; the whole texts are in the order
    /// of `values`. Fails where a value does not exist any more, or is not text.
    ///
    /// Progress counts rows. See `BackgroundJob` for `onChange`.
    ///
    /// - Complexity: O(bytes of the rows up to the last one found); memory O(bytes of the values).
    public static func job(
        of values: [ValueList.LongValue], inColumn column: Int, of source: any RecordStreaming,
        onChange: @escaping @Sendable () -> Void = {}
    ) -> BackgroundJob<[String]> {
        let rowCount = source.snapshot.rowCount.known
        return BackgroundJob(total: rowCount, onChange: onChange) { control throws(ReadError) in
            let taker = try RowScan.sequence(
                of: source, columns: [column], rows: 0..<rowCount, into: WholeTaker(values), control)
            var texts: [String] = []
            for (value, bytes) in zip(values, taker.found) {
                if control.isCancelled { return [] }
                guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
                    let failure = bytes == nil ? OperationFailure.valueGone : .valueIsNoText
                    throw ReadError(failure, of: .value(String(value.beginning.prefix(40))))
                }
                texts.append(text)
            }
            return texts
        }
    }
}

private struct WholeTaker: RowTaker {
    private let wanted: [ValueList.LongValue]
    private(set) var found: [[UInt8]?]
    private var left: Int

    init(_ wanted: [ValueList.LongValue]) {
        (self.wanted, left) = (wanted, wanted.count)
        found = [[UInt8]?](repeating: nil, count: wanted.count)
    }

    var isFinished: Bool { left == 0 }

    mutating func take(_ rows: ScannedRows) {
        for row in 0..<rows.count where left > 0 {
            let value = rows.value(0, of: row)
            guard value.count > CountableValue.longestWhole else { continue }
            // Only values of the same length are hashed.
            let candidates = wanted.indices.filter { found[$0] == nil && wanted[$0].length == value.count }
            guard !candidates.isEmpty else { continue }
            let counted = CountableValue(value, readable: rows.readableCount(from: value))
            for index in candidates where wanted[index].isAll(of: counted) {
                found[index] = Array(value)
                left -= 1
            }
        }
    }
}
