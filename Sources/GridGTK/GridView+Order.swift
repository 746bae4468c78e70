import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps

/// A resolved row order, nil for that of the source, and the version of the source that it is for.
nonisolated struct FoundOrder: Sendable {
    var order: RowOrder?
    var reading: Int
}

/// The active row and the first visible one, by their positions in a row order.
nonisolated struct LookedAtRows: Sendable, Hashable {
    var active: Int
    var first: Int
}

/// A resolved row order, with the positions in it of the rows that the user looks at, or of the nearest ones.
nonisolated struct PlacedOrder: Sendable {
    var found: FoundOrder
    var places: LookedAtRows
    /// The hidden rows of the source, by their positions in the order.
    var hidden: [Int: Int] = [:]
    /// The rows that this was resolved for, by their previous positions, and the number of lookups.
    var before: LookedAtRows
    var lookUps: Int
}

// Sorting and filtering.
extension GridView {
    /// The row order that is applied to `source`; nil for its own.
    public var rowOrder: RowOrder? { ordered?.order }

    /// The rows in the current order, whatever order is applied later, for copies and exports. Nil where the source cannot be
    /// scanned.
    public var pinnedRows: (any RecordStreaming)? {
        if let ordered { return ordered.pinned() }
        return source.abilities.scan
    }

    /// A Boolean value that indicates whether the rows can be shown in another order than the source's.
    public var canOrder: Bool { ordered != nil }

    /// Runs `find` in the background to get the row order to show, nil being the source's own, with progress under
    /// `title`. Then shows it, scrolled to the active row and the rows visible by then, or, with `keepsPlace`, at the
    /// same positions, and calls `whenShown`. If cancelled (`cancelTask`) or failed, keeps the current order and calls
    /// `whenKept`.
    package func order(
        _ title: String, keepsPlace: Bool = false,
        by find: @escaping @Sendable (any RowPicking, JobControl) throws(ReadError) -> RowOrder?,
        whenShown: @escaping () -> Void = {}, whenKept: @escaping () -> Void = {}
    ) {
        guard let base = ordered?.base else { return }
        let job = BackgroundJob<FoundOrder>(total: base.snapshot.rowCount.known, onChange: taskHop()) {
            (control) throws(ReadError) in
            let order = try find(base, control)
            return FoundOrder(order: order, reading: base.snapshot.reading)
        }
        orderEnds = (whenShown, whenKept)
        begin(.ordering(job, title: title, keepsPlace: keepsPlace))
    }

    private var lookedAtRows: LookedAtRows {
        LookedAtRows(active: model.activeCell?.row ?? 0, first: model.rowsInSight?.lowerBound ?? 0)
    }

    /// Shows a resolved order, after looking up the positions in it of the rows that the user looks at now: during a long
    /// search the user may have scrolled.
    func place(_ found: FoundOrder, title: String, keepsPlace: Bool, lookUps: Int = 0) {
        guard let ordered else { return }
        let before = lookedAtRows
        // In the source's own order their positions are known.
        let hidden = found.order == nil ? [] : model.hiddenSourceRows
        let last = max(0, (found.order?.count ?? ordered.base.snapshot.rowCount.known) - 1)
        let kept = LookedAtRows(active: min(before.active, last), first: min(before.first, last))
        if keepsPlace, hidden.isEmpty {
            return show(PlacedOrder(found: found, places: kept, before: before, lookUps: lookUps))
        }
        let old = ordered.order
        let job = BackgroundJob<PlacedOrder>(total: 0, onChange: taskHop()) { (control) throws(ReadError) in
            var places = kept
            if !keepsPlace {
                places = try Self.places(of: before, in: found.order, from: old, unless: control.cancellation)
            }
            var placed = PlacedOrder(found: found, places: places, before: before, lookUps: lookUps + 1)
            if let order = found.order {
                placed.hidden = try Self.places(ofHidden: hidden, in: order, unless: control.cancellation)
            }
            return placed
        }
        begin(.placing(job, title: title, keepsPlace: keepsPlace))
    }

    /// Returns the positions in `order` of rows at positions of `old`, or the nearest ones.
    nonisolated static func places(
        of before: LookedAtRows, in order: RowOrder?, from old: RowOrder?, unless cancellation: Cancellation
    ) throws(ReadError) -> LookedAtRows {
        var rows = [before.active, before.first]
        if let old {
            for index in rows.indices { rows[index] = rows[index] < old.count ? try old.row(at: rows[index]) : 0 }
        }
        guard let order else { return LookedAtRows(active: rows[0], first: rows[1]) }
        let found = try order.places(of: rows, unless: cancellation)
        for index in rows.indices {
            if let place = found[index] {
                rows[index] = place
            } else {
                let next = order.isAscending ? try order.firstPlace(atOrBehind: rows[index]) : 0
                rows[index] = min(next, max(0, order.count - 1))
            }
        }
        return LookedAtRows(active: rows[0], first: rows[1])
    }

    /// Returns those of some hidden rows that `order` contains, by their positions.
    private nonisolated static func places(
        ofHidden rows: [Int], in order: RowOrder, unless cancellation: Cancellation = .never
    ) throws(ReadError) -> [Int: Int] {
        guard !rows.isEmpty else { return [:] }
        var hidden: [Int: Int] = [:]
        for (row, place) in zip(rows, try order.places(of: rows, unless: cancellation)) {
            if let place { hidden[place] = row }
        }
        return hidden
    }

    /// Hides the hidden rows at their positions in the applied order, once these are found.
    func hideInOrder() {
        guard let order = ordered?.order else { return }
        let (rows, version) = (model.hiddenSourceRows, model.table.order?.version)
        let find = { @Sendable in try? Self.places(ofHidden: rows, in: order) }
        inBackground(find) { [weak self] hidden in
            guard let self, isAlive, let hidden, model.table.order?.version == version, model.hiddenSourceRows == rows
            else {
                return
            }
            update { $0.hide(inOrder: hidden) }
        }
    }

    /// Shows the order after its lookup, or looks up again where the user has moved meanwhile, at most three times.
    func placed(_ rows: PlacedOrder, title: String, keepsPlace: Bool) {
        let isSame = keepsPlace || rows.before == lookedAtRows
        guard !isSame, rows.lookUps < 3 else { return show(rows) }
        place(rows.found, title: title, keepsPlace: keepsPlace, lookUps: rows.lookUps)
    }

    /// Shows the rows in the resolved order.
    private func show(_ rows: PlacedOrder) {
        guard let ordered else { return }
        guard ordered.show(rows.found.order, ofReading: rows.found.reading) else { return endOrdering() }
        let view = awaitedView ?? (model.view.isGrouped ? model.viewChoice : nil)
        awaitedView = nil
        let merged = columnsToMerge + searchedRows.keys.filter { model.isMerged(column: $0) }
        // A handler of the change may request another order, with handlers of its own.
        let ends = orderEnds
        orderEnds = nil
        (groups, regroupedRows, wanted) = (nil, nil, WantedCells())
        // Merged cells belong to rows that have moved.
        searchedRows = [:]
        update {
            $0.reorder(
                with: ordered.snapshot, activeRow: rows.places.active, firstRow: rows.places.first, hidden: rows.hidden)
            _ = $0.fitColumnsInSight(measuring: engine)
        }
        ends?.shown()
        if rows.found.order == nil {
            for column in merged { searchedRows[column] = model.isMerged(column: column) ? model.rowCount : 0 }
        } else {
            for column in merged { searchedRows[column] = 0 }
        }
        guard let view else { return catchUpWithRows() }
        // Groups are made of rows in the last order.
        if runningTask?.isOrdering == true { awaitedView = view } else { show(view) }
    }

    /// Ends the request for an order, and keeps the current one.
    func endOrdering() {
        let ends = orderEnds
        orderEnds = nil
        ends?.kept()
        // The handler may have started another task, which comes first.
        if isAlive { goOn() }
    }
}

// Positions of source rows in the applied order, found in the background, since an order may be in a file.
extension GridView {
    /// Goes to a row of the source, as `GridModel.jump(toRow:column:)` does to a shown one. Calls `whenDone` with whether it is
    /// shown at all; at once where no order is applied.
    public func jump(toSourceRow row: Int?, column: Int?, whenDone: @escaping (_ isShown: Bool) -> Void = { _ in }) {
        guard let order = ordered?.order, let row else {
            update { $0.jump(toRow: row, column: column) }
            return whenDone(true)
        }
        let version = model.table.order?.version
        let find = { @Sendable in try? order.place(of: row) }
        inBackground(find) { [weak self] place in
            guard let self, isAlive, model.table.order?.version == version else { return }
            if let place { update { $0.jump(toRow: place, column: column) } }
            whenDone(place != nil)
        }
    }

    /// Calls `take` with the source row that is shown as the row `row`; at once where that is in memory.
    public func findSourceRow(at row: Int, then take: @escaping (Int?) -> Void) {
        guard let order = ordered?.order, model.sourceRow(at: row) == nil else { return take(model.sourceRow(at: row)) }
        let find = { @Sendable in row < order.count ? try? order.row(at: row) : nil }
        inBackground(find) { take($0) }
    }

    /// Finds the positions of ranges of source rows: as ranges in an order that leaves rows out, else the positions of
    /// `each` of some of those rows.
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
            // Marks are optional; errors of the order are reported with the rows.
            return []
        }
    }

    func inBackground<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then take: @escaping @MainActor (Value) -> Void
    ) {
        WorkerPool.shared.submit(.interaction) {
            let value = work()
            MainHop.post { take(value) }
        }
    }
}
