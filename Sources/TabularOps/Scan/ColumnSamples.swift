import QuadrilleRuntime
import Tabular

/// Sample values of some columns, from several positions in the table.
struct ColumnSamples: Sendable {
    /// The number of bytes sampled of a longer value.
    static let valueBytes = 256

    /// The nonempty sampled values of each column.
    private(set) var texts: [[[UInt8]]]

    /// Samples `source` at some positions, `rows` rows at each.
    init(
        of columns: [Int], in source: any RecordStreaming, rowCount: Int, at some: (places: Int, rows: Int),
        control: JobControl
    ) throws(ReadError) {
        var taker = SampleTaker(count: columns.count)
        let rows = max(1, min(some.rows, rowCount))
        var next = 0
        for place in 0..<some.places where !control.isCancelled {
            let first = max(next, rowCount / some.places * place)
            next = min(first + rows, rowCount)
            if first < next {
                taker = try RowScan.sequence(of: source, columns: columns, rows: first..<next, into: taker, control)
            }
        }
        texts = taker.texts
    }
}

private struct SampleTaker: RowTaker {
    var texts: [[[UInt8]]]

    init(count: Int) { texts = [[[UInt8]]](repeating: [], count: count) }

    mutating func take(_ rows: ScannedRows) {
        for row in 0..<rows.count {
            for index in texts.indices {
                let value = rows.value(index, of: row)
                if !value.isEmpty { texts[index].append(Array(value.prefix(ColumnSamples.valueBytes))) }
            }
        }
    }
}
