import QuadrilleRuntime
import Tabular

/// A rectangle of cells: rows of the view, and columns of the table.
public struct SelectedCells: Sendable, Hashable {
    /// The row indices in the view's order, 0-based.
    public var rows: Range<Int>
    /// The source's columns, 0-based, each once.
    public var columns: [Int]

    public init(rows: Range<Int>, columns: [Int]) {
        self.rows = rows
        self.columns = columns
    }
}

/// The totals of the selected cells.
public struct SelectionSummary: Sendable, Hashable {
    /// The number of selected cells, with or without a value.
    public var cellCount = 0
    /// The number of cells that are not empty.
    public var valueCount = 0
    /// The number of cells that are numbers in the form of their column (excluding `NaN` and `inf`, and codes).
    public var numberCount = 0
    /// The exact sum of the numbers; nil without any, where their columns have several units, and where one of them has digits
    /// beyond 10^±4096.
    public var sum: ExactDecimal?
    public var mean: DecimalMean?
    /// The least value, as in the table: of the numbers if there are any, of dates and times if all columns have one such type,
    /// else of the texts by code point. Of texts of more than 1,024 bytes, only the first 256; of numbers of more than 8,194
    /// bytes, these and an ellipsis.
    public var least: String?
    public var greatest: String?
    /// The number of distinct texts; where the source distinguishes kinds, numbers and other values of one text are two.
    public var distinct = 0
    /// The relative error of `distinct`, for 95 of 100 selections; 0 where it is exact.
    public var distinctError = 0.0

    public init() {}

    /// The most bytes of distinct values, for all threads.
    static let memory = 1 << 26

    /// Summarizes cells of `source` in the background: of an order if the view has one, else in the source's order. `cells`
    /// must not overlap, and their rows must exist.
    ///
    /// Progress counts rows. See `BackgroundJob` for `onChange`.
    ///
    /// - Complexity: O(bytes of the rows); memory at most 64 MiB, plus one value at a time.
    public static func job(
        of cells: [SelectedCells], in source: any RecordStreaming, order: RowOrder? = nil,
        onChange: @escaping @Sendable () -> Void
    ) -> BackgroundJob<SelectionSummary> {
        BackgroundJob(total: cells.reduce(0) { $0 + $1.rows.count }, onChange: onChange) { control throws(ReadError) in
            try SelectionScan(source: source, order: order, memory: memory, control: control).summary(of: cells)
        }
    }
}

/// Summarizes a selection.
struct SelectionScan {
    let source: any RecordStreaming
    let order: RowOrder?
    let memory: Int
    let control: JobControl
    var tuning = RowScan.Tuning()

    func summary(of cells: [SelectedCells]) throws(ReadError) -> SelectionSummary {
        let kind = kind(of: cells)
        let forms = forms(of: cells)
        let limits = ValueTally.Limits(memory: memory / max(1, tuning.threads * forms.all.count), frequent: 0)
        var all: [ValueTally] = []
        var done = 0
        for (columns, rows) in byColumns(cells) {
            // Columns of one form share a tally.
            let scan = TallyScan(places: columns.map { forms.places[$0] ?? 0 }) {
                forms.all.map { ValueTally(kind, $0, limits: limits) }
            }
            for var part in try scans(rows, columns) {
                part.doneBefore = done
                guard try scan.run(part) else { return SelectionSummary() }
                done += part.rowCount
            }
            let tallies = scan.sum()
            if all.isEmpty { all = tallies } else { for (sum, tally) in zip(all, tallies) { sum.add(tally) } }
        }
        var summary = SelectionSummary()
        summary.cellCount = cells.reduce(0) { $0 + $1.rows.count * $1.columns.count }
        summary.add(all)
        return summary
    }

    /// Returns the forms of the columns, each once, and the index of each column's form.
    private func forms(of cells: [SelectedCells]) -> (all: [ValueForm], places: [Int: Int]) {
        let columns = source.snapshot.columns
        var all: [ValueForm] = []
        var places: [Int: Int] = [:]
        for column in Set(cells.flatMap(\.columns)).sorted() {
            var form = columns.indices.contains(column) ? columns[column].form : ValueForm(.text)
            // Integers and decimals share a tally.
            if form.type == .integer { form.type = .decimal }
            let place = all.firstIndex(of: form) ?? all.count
            if place == all.count { all.append(form) }
            places[column] = place
        }
        return (all.isEmpty ? [ValueForm(.text)] : all, places)
    }

    /// Selections of several rectangles usually have the same columns; then their rows are read together.
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
        if let picking = source.abilities.pick, order != nil || rows.count > 1 {
            let chosen = try chosen(rows)
            return [RowScan(picking, columns: columns, order: chosen, control: control, tuning: tuning)]
        }
        precondition(order == nil, "an order of a table whose rows cannot be picked")
        return rows.map { RowScan(source, columns: columns, rows: $0, control: control, tuning: tuning) }
    }

    /// The rows of the source for row indices of the view, in the source's order.
    private func chosen(_ rows: [Range<Int>]) throws(ReadError) -> RowOrder {
        if let order, rows == [0..<order.count], order.isAscending { return order }
        let sourceRowCount = order?.sourceRowCount ?? source.snapshot.rowCount.known
        // The row count may differ by now: while a table is opened, its detected dialect may change.
        let rowCount = order?.count ?? sourceRowCount
        guard rows.allSatisfy({ $0.upperBound <= rowCount }) else {
            throw .task(.fewerRowsThanSelected)
        }
        var builder = RowOrder.Builder(sourceRowCount: sourceRowCount)
        for places in rows {
            // Limits the row indices that are in memory twice.
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
        return try builder.finish().ascending(unless: control.cancellation)
    }

    /// Returns the kind that all columns share, unless it is numbers or text; else `mixed`, which finds numbers anywhere.
    private func kind(of cells: [SelectedCells]) -> ValueKind {
        let columns = source.snapshot.columns
        var kinds: Set<ValueKind> = []
        var orders: Set<DateOrder> = []
        for column in Set(cells.flatMap(\.columns)) where columns.indices.contains(column) {
            kinds.insert(ValueKind(columns[column].type))
            orders.insert(columns[column].form.effectiveDateOrder)
        }
        guard kinds.count == 1, orders.count == 1, let kind = kinds.first, kind != .number, kind != .text else {
            return .mixed
        }
        return kind
    }
}

extension SelectionSummary {
    /// Adds tallies of columns of several forms, one for each.
    fileprivate mutating func add(_ tallies: [ValueTally]) {
        let totals = tallies.map(\.totals)
        guard let first = totals.first, let tally = tallies.first else { return }
        valueCount = zip(tallies, totals).reduce(0) { $0 + $1.0.valueCount - $1.1.nullCount }
        numberCount = totals.reduce(0) { $0 + $1.numberCount }
        let counted = totals.filter { $0.numberCount > 0 }
        if Set(counted.map(\.form.unit)).count <= 1 {
            var sum = DecimalSum()
            for total in counted { sum.add(total.sum) }
            (self.sum, mean) = (sum.value, sum.mean)
        }
        let ends = counted.isEmpty ? Self.ends(totals, of: first.kind) : Self.ends(ofNumbers: counted)
        least = ends.map { String(decoding: $0.least, as: UTF8.self) }
        greatest = ends.map { String(decoding: $0.greatest, as: UTF8.self) }
        let words = zip(tallies, totals).reduce(0) { $0 + ($1.1.nullCount > 0 ? $1.0.distinctWords : 0) }
        for other in tallies.dropFirst() { tally.add(other) }
        (distinct, distinctError) = tally.distinct
        distinct = max(0, distinct - words)
    }

    /// The extremes of the numbers, each parsed in its own form.
    private static func ends(ofNumbers totals: [ValueTotals]) -> (least: [UInt8], greatest: [UInt8])? {
        var ends: (least: ([UInt8], ValueForm), greatest: ([UInt8], ValueForm))?
        for total in totals {
            guard let least = total.numbers.least?.text, let greatest = total.numbers.greatest?.text else { continue }
            guard let known = ends else {
                ends = ((least, total.form), (greatest, total.form))
                continue
            }
            if order(least, total.form, known.least) < 0 { ends?.least = (least, total.form) }
            if order(greatest, total.form, known.greatest) > 0 { ends?.greatest = (greatest, total.form) }
        }
        return ends.map { (ValueTotals.shown($0.least.0), ValueTotals.shown($0.greatest.0)) }
    }

    private static func order(_ text: [UInt8], _ form: ValueForm, _ other: (text: [UInt8], form: ValueForm)) -> Int {
        text.withUnsafeBufferPointer { text in
            other.text.withUnsafeBufferPointer { otherText in
                form.numberOrder(of: text, to: otherText, in: other.form) ?? 0
            }
        }
    }

    /// The extremes of dates and times of one form, or of texts.
    private static func ends(_ totals: [ValueTotals], of kind: ValueKind) -> (least: [UInt8], greatest: [UInt8])? {
        var all = totals[0]
        for total in totals.dropFirst() { all.add(total) }
        return all.ends
    }
}
