import Tabular

/// The ranges of rows that have the same value in a column, which "merge equal neighbors" turns into one cell each.
///
/// Each is as long as possible and has at least two rows; they are disjoint and ascending. Values are compared byte by byte.
/// Empty values form no run, since a merged empty cell would show nothing.
public struct EqualRuns: Sendable, Hashable {
    /// Rows, 0-based over the data.
    public let runs: [Range<Int>]
    /// The rows compared: all that were known when the job began.
    public let rowCount: Int

    /// The run that contains `row`; nil if none does. O(log runs).
    public func run(containing row: Int) -> Range<Int>? {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound <= row { low = middle + 1 } else { high = middle }
        }
        return low < runs.count && runs[low].contains(row) ? runs[low] : nil
    }
}

/// Finds equal neighbors in the background.
public typealias EqualRunsJob = BackgroundJob<EqualRuns>

extension EqualRunsJob {
    /// Starts to search the column `column` (0-based) of the rows that `source` knows now.
    ///
    /// The job calls `onChange` on its thread when `state` has changed.
    ///
    /// - Complexity: O(bytes of the rows); memory O(runs).
    public convenience init(
        source: any RecordStreaming, column: Int, onChange: @escaping @Sendable () -> Void
    ) {
        let total = source.snapshot.rowCount.known
        self.init(total: total, onChange: onChange) { (control) throws(ReadError) in
            guard total <= Grouping.rowLimit else {
                throw ReadError.task(.tooManyRows(total, for: .findEqual, limit: Grouping.rowLimit))
            }
            let builder = EqualRunsBuilder()
            let filled = try RowScan.sequence(of: source, columns: [column], rows: 0..<total, into: builder, control)
            return filled.equalRuns()
        }
    }
}

private struct EqualRunsBuilder: RowTaker {
    private var runs: [Range<Int>] = []
    private var value: [UInt8] = []
    private var start = 0
    private var row = 0

    mutating func take(_ rows: ScannedRows) {
        for row in 0..<rows.count { take(rows.value(0, of: row)) }
    }

    private mutating func take(_ next: UnsafeBufferPointer<UInt8>) {
        if !value.elementsEqual(next) {
            endRun()
            value.removeAll(keepingCapacity: true)
            value.append(contentsOf: next)
            start = row
        }
        row += 1
    }

    consuming func equalRuns() -> EqualRuns {
        endRun()
        return EqualRuns(runs: runs, rowCount: row)
    }

    private mutating func endRun() {
        if row - start >= 2 && !value.isEmpty { runs.append(start..<row) }
    }
}
