import Tabular
import Translation

/// A rectangle of cells: rows as the view has them, and columns of the table.
public struct SelectedCells: Sendable, Hashable {
    /// 0-based places in the view's order.
    public var rows: Range<Int>
    /// 0-based columns of the source, each once.
    public var columns: [Int]

    public init(rows: Range<Int>, columns: [Int]) {
        self.rows = rows
        self.columns = columns
    }
}

/// What selected cells add up to.
public struct SelectionSummary: Sendable, Hashable {
    /// All of them, with or without a value.
    public var cellCount = 0
    /// Those that are not empty.
    public var valueCount = 0
    /// Those that are a number by their text (`NaN` and `inf` are none).
    public var numberCount = 0
    /// The exact sum of the numbers; nil without any, and where one of them has digits beyond 10^±4096.
    public var sum: ExactDecimal?
    public var mean: DecimalMean?
    /// As they stand in the table: of the numbers where there are any, of dates and times where all columns have one such
    /// type, else of the texts by their code points. Of values of more than 1,024 bytes the first 256.
    public var least: String?
    public var greatest: String?
    /// How many different texts there are.
    public var distinct = 0
    /// By which share `distinct` may be off, for 95 of 100 selections; 0 where it is exact.
    public var distinctError = 0.0

    public init() {}

    /// Whether the numbers are keys, such as `00417`, and no quantities: an end of them is a whole number with a 0 before its
    /// other digits. Keys of one length have one at an end if they have one anywhere.
    public var areKeys: Bool {
        numberCount > 0 && [least, greatest].contains { $0.map(Self.isKey) ?? false }
    }

    private static func isKey(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: " ") }
        return digits.count > 1 && digits.first == UInt8(ascii: "0")
            && digits.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: " ") }
    }

    /// Bytes that the different values may take, of all threads.
    static let memory = 1 << 26

    /// Sums up cells of `source` in the background: of an order where the view has one, else of its rows as they stand.
    /// `cells` do not overlap, and their rows have been counted.
    ///
    /// Progress counts rows. `onChange` is called as `BackgroundJob` says.
    ///
    /// - Complexity: O(bytes of the rows); memory at most 64 MiB, and a value at a time.
    public static func job(
        of cells: [SelectedCells], in source: any RecordStreaming, order: RowOrder? = nil,
        onChange: @escaping @Sendable () -> Void
    ) -> BackgroundJob<SelectionSummary> {
        BackgroundJob(total: cells.reduce(0) { $0 + $1.rows.count }, onChange: onChange) { control throws(ReadError) in
            try SelectionScan(source: source, order: order, memory: memory, control: control).summary(of: cells)
        }
    }
}

/// Sums up a selection.
struct SelectionScan {
    let source: any RecordStreaming
    let order: RowOrder?
    let memory: Int
    let control: JobControl
    var tuning = RowScan.Tuning()

    func summary(of cells: [SelectedCells]) throws(ReadError) -> SelectionSummary {
        let kind = kind(of: cells)
        let threads = max(1, tuning.threads)
        let limits = ValueTally.Limits(memory: memory / threads, frequent: 0)
        var all: ValueTally?
        var done = 0
        for (columns, rows) in byColumns(cells) {
            let scan = TallyScan(places: columns.map { _ in 0 }) { [ValueTally(kind, limits: limits)] }
            for var part in try scans(rows, columns) {
                part.doneBefore = done
                guard try scan.run(part) else { return SelectionSummary() }
                done += part.rowCount
            }
            for tally in scan.sum() {
                if let all { all.add(tally) } else { all = tally }
            }
        }
        var summary = SelectionSummary()
        summary.cellCount = cells.reduce(0) { $0 + $1.rows.count * $1.columns.count }
        if let all {
            if kind == .date, all.totals.hasStyledDates { all.dateStyle = try dateStyle(of: cells) }
            summary.add(all)
        }
        return summary
    }

    /// Selections of several rectangles have the same columns as a rule, and then their rows are read together.
    private func byColumns(_ cells: [SelectedCells]) -> [(columns: [Int], rows: [Range<Int>])] {
        var rows: [[Int]: [Range<Int>]] = [:]
        var order: [[Int]] = []
        for part in cells where !part.rows.isEmpty && !part.columns.isEmpty {
            if rows[part.columns] == nil { order.append(part.columns) }
            rows[part.columns, default: []].append(part.rows)
        }
        return order.map { ($0, (rows[$0] ?? []).sorted { $0.lowerBound < $1.lowerBound }) }
    }

    private func scans(_ rows: [Range<Int>], _ columns: [Int]) throws(ReadError) -> [RowScan] {
        if let picking = source as? any RowPicking, order != nil || rows.count > 1 {
            let chosen = try chosen(rows)
            return [RowScan(picking, columns: columns, order: chosen, control: control, tuning: tuning)]
        }
        precondition(order == nil, "an order of a table whose rows cannot be picked")
        return rows.map { RowScan(source, columns: columns, rows: $0, control: control, tuning: tuning) }
    }

    /// The rows of the source at places of the view, in the source's order.
    private func chosen(_ rows: [Range<Int>]) throws(ReadError) -> RowOrder {
        if let order, rows == [0..<order.count], order.isAscending { return order }
        let sourceRowCount = order?.sourceRowCount ?? source.snapshot.rowCount.known
        // Which rows there are may be another matter by now: while a table is opened it is read as it turns out to be.
        let rowCount = order?.count ?? sourceRowCount
        guard rows.allSatisfy({ $0.upperBound <= rowCount }) else {
            throw ReadError(
                kind: .changed, source: tr("the table"),
                message: tr("has fewer rows than when they were selected. Select them again."))
        }
        var builder = RowOrder.Builder(sourceRowCount: sourceRowCount)
        for places in rows {
            // So many at a time are in memory twice.
            for start in stride(from: places.lowerBound, to: places.upperBound, by: 1 << 16) {
                let piece = start..<min(start + 1 << 16, places.upperBound)
                if let order {
                    try builder.append(contentsOf: order.rows(at: piece))
                } else {
                    try builder.append(contentsOf: piece)
                }
                if control.isCancelled { break }
            }
        }
        return try builder.finish().ascending { control.isCancelled }
    }

    /// What dates are read by where the columns say it, as they are sorted; nil where the selected ones have to.
    private func dateStyle(of cells: [SelectedCells]) throws(ReadError) -> CalendarText.Style? {
        let columns = Set(cells.flatMap(\.columns))
        guard columns.count == 1, let column = columns.first else { return nil }
        let rowCount = source.snapshot.rowCount.known
        let votes = try DateVotes.sampled(ofColumn: column, in: source, rowCount: rowCount, control: control)
        return votes.areTrusted ? votes.style : nil
    }

    /// Dates are compared as dates where there is nothing else; numbers are found wherever they stand.
    private func kind(of cells: [SelectedCells]) -> ValueKind {
        let columns = source.snapshot.columns
        var kinds: Set<ValueKind> = []
        for column in Set(cells.flatMap(\.columns)) where columns.indices.contains(column) {
            kinds.insert(ValueKind(columns[column].type))
        }
        guard kinds.count == 1, let kind = kinds.first, kind != .number, kind != .text else { return .mixed }
        return kind
    }
}

extension SelectionSummary {
    fileprivate mutating func add(_ tally: ValueTally) {
        let totals = tally.totals
        valueCount = tally.valueCount
        numberCount = totals.numberCount
        (sum, mean) = (totals.sum.value, totals.sum.mean)
        least = totals.ends.map { String(decoding: $0.least, as: UTF8.self) }
        greatest = totals.ends.map { String(decoding: $0.greatest, as: UTF8.self) }
        (distinct, distinctError) = tally.distinct
    }
}
