import QuadrilleRuntime
import Tabular

/// Values of some columns of a table from here and there, to know what they look like.
struct ColumnSamples: Sendable {
    /// A longer value is looked at up to here.
    static let valueBytes = 256

    /// Of each column those that are not empty, as far as they are kept.
    private(set) var texts: [[[UInt8]]]

    /// Looks at rows of `source` at some places, `rows` at each.
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
