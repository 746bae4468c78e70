import Dispatch
import GridUI
import Tabular
import TabularOps

/// Rows that were put in order, and where those stand that a person looks at.
struct OrderedRows: Sendable {
    /// Nil for the rows as they stand in the source.
    var order: RowOrder?
    var reading: Int
    /// Of the active row and the first one in sight, or what is nearest to them.
    var activeRow: Int
    var firstRow: Int
}

// Sorting and filtering: rows in an order of their own.
extension GridView {
    /// The order in which the rows of `source` are shown; nil where that is its own.
    public var rowOrder: RowOrder? { ordered?.order }

    /// The rows as they are shown now, whatever order comes into force later: what a copy or an export reads. Nil where they
    /// can only be shown.
    public var pinnedRows: (any RecordStreaming)? {
        if let ordered { return ordered.pinned() }
        return source as? any RecordStreaming
    }

    /// Whether the rows can be shown in another order than the source's.
    public var canOrder: Bool { ordered != nil }

    /// Has `find` look in the background for the order in which the rows are to be shown, nil being the source's own, with
    /// progress under `title`; then shows that, with the active row and what was in sight in sight again, or, where it
    /// `keepsPlace`, whatever stands in their places now. `whenShown` is called then. Given up (`cancelTask`) or failed, the order stays that there is, and `whenKept` is called.
    package func order(
        _ title: String, keepsPlace: Bool = false,
        by find: @escaping @Sendable (any RowPicking, JobControl) throws(ReadError) -> RowOrder?,
        whenShown: @escaping () -> Void = {}, whenKept: @escaping () -> Void = {}
    ) {
        guard let ordered else { return }
        let base = ordered.base
        let old = ordered.order
        let places = [model.activeCell?.row ?? 0, model.rowsInSight?.lowerBound ?? 0]
        let job = BackgroundJob<OrderedRows>(total: base.snapshot.rowCount.known, onChange: taskHop()) {
            (control) throws(ReadError) in
            let order = try find(base, control)
            if keepsPlace {
                let last = max(0, (order?.count ?? base.snapshot.rowCount.known) - 1)
                return OrderedRows(
                    order: order, reading: base.snapshot.reading, activeRow: min(places[0], last),
                    firstRow: min(places[1], last))
            }
            let rows = try places.map { (place) throws(ReadError) in
                guard let old else { return place }
                return place < old.count ? try old.row(at: place) : 0
            }
            var shown = rows
            if let order {
                shown = try zip(rows, try order.places(of: rows, unless: { control.isCancelled })).map {
                    (row, place) throws(ReadError) in
                    if let place { return place }
                    return order.isAscending ? min(try order.firstPlace(atOrBehind: row), max(0, order.count - 1)) : 0
                }
            }
            return OrderedRows(
                order: order, reading: base.snapshot.reading, activeRow: shown[0], firstRow: shown[1])
        }
        orderEnds = (whenShown, whenKept)
        begin(.ordering(job, title: title))
    }

    /// Shows the rows in the order that was found.
    func show(_ rows: OrderedRows) {
        guard let ordered else { return }
        let choice = model.viewChoice
        let isGrouped = model.view.isGrouped
        let merged = columnsToMerge + searchedRows.keys.filter { model.isMerged(column: $0) }
        guard ordered.show(rows.order, ofReading: rows.reading) else {
            endOrdering(isShown: false)
            return
        }
        (groups, regroupedRows, wanted) = (nil, nil, WantedCells())
        // What was merged is of rows that stand elsewhere now.
        searchedRows = [:]
        update {
            $0.reorder(with: ordered.snapshot, activeRow: rows.activeRow, firstRow: rows.firstRow)
            _ = $0.fitColumnsInSight(measuring: engine)
        }
        endOrdering(isShown: true)
        if rows.order == nil {
            for column in merged { searchedRows[column] = model.isMerged(column: column) ? model.rowCount : 0 }
        } else {
            for column in merged { searchedRows[column] = 0 }
        }
        if isGrouped { show(choice) } else { catchUpWithRows() }
    }

    func endOrdering(isShown: Bool) {
        let ends = orderEnds
        orderEnds = nil
        if isShown { ends?.shown() } else { ends?.kept() }
    }
}

// Where rows of the source stand in the order that is shown: found in the background, since an order may lie in a file.
extension GridView {
    /// Goes to a row of the source, as `GridModel.jump(toRow:column:)` does to one that is shown. `whenDone` hears whether
    /// it is shown at all; right away where no order is in force.
    public func jump(toSourceRow row: Int?, column: Int?, whenDone: @escaping (_ isShown: Bool) -> Void = { _ in }) {
        guard let order = ordered?.order, let row else {
            update { $0.jump(toRow: row, column: column) }
            return whenDone(true)
        }
        let stamp = model.table.order?.stamp
        let find = { @Sendable in try? order.place(of: row) }
        inBackground(find) { [weak self] place in
            guard let self, isAlive, model.table.order?.stamp == stamp else { return }
            if let place { update { $0.jump(toRow: place, column: column) } }
            whenDone(place != nil)
        }
    }

    /// Where stretches of rows of the source stand: as stretches in an order that leaves rows out, else where `each` of
    /// some of those rows does.
    public func findPlaces(
        ofSourceRows rows: [Range<Int>], orOfEach each: [Int], then take: @escaping ([Range<Int>]) -> Void
    ) {
        guard let order = ordered?.order else { return take(rows) }
        let find = { @Sendable in Self.places(of: rows, orOfEach: each, in: order) }
        inBackground(find) { take($0) }
    }

    private nonisolated static func places(
        of rows: [Range<Int>], orOfEach each: [Int], in order: RowOrder
    ) -> [Range<Int>] {
        do throws(ReadError) {
            guard order.isAscending else {
                return try order.places(of: each).compactMap { $0.map { $0..<$0 + 1 } }
            }
            var places: [Range<Int>] = []
            for rows in rows {
                let first = try order.firstPlace(atOrBehind: rows.lowerBound)
                let end = try order.firstPlace(atOrBehind: rows.upperBound)
                if first < end { places.append(first..<end) }
            }
            return places
        } catch {
            // Marks are a help; what keeps the order from being read is said where rows are.
            return []
        }
    }

    private func inBackground<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then take: @escaping @MainActor (Value) -> Void
    ) {
        DispatchQueue.global(qos: .userInitiated).async {
            let value = work()
            DispatchQueue.main.async { MainActor.assumeIsolated { take(value) } }
        }
    }
}
