import GridUI
import Tabular

// What is selected stays so when rows are read anew and put in order again.
extension GridView {
    /// Rows of an order that are looked up one by one, at most: what is selected of more is not kept.
    private nonisolated static let keptRows = 1_000_000
    /// Stretches of rows that may be selected in the end: each cell that is drawn is looked for in all of them.
    private nonisolated static let keptStretches = 1000

    /// Selects what was selected in a grid that stood as `standing` and whose rows stood in `order`: the same rows of the
    /// source, as far as they are shown. They are looked up in the background; then `whenDone` is called, never at once.
    public func restoreSelection(
        _ standing: GridStanding, of order: RowOrder?, whenDone: @escaping () -> Void = {}
    ) {
        let (wanted, now, stamp) = (standing.selectedRows, rowOrder, model.table.order?.stamp)
        let rowCount = model.table.sourceRowCount
        let find = { @Sendable in try? Self.places(of: wanted, in: order, now: now, rowCount: rowCount) }
        inBackground(find) { [weak self] found in
            guard let self, isAlive else { return }
            if let found, model.table.order?.stamp == stamp, standing.hasSelection {
                update { $0.restoreSelection(standing, at: found) }
            }
            whenDone()
        }
    }

    /// Returns the positions in `now` of the rows at positions of `old`; a nil order is the source's own. Nil where
    /// they are too many.
    private nonisolated static func places(
        of wanted: Set<Range<Int>>, in old: RowOrder?, now: RowOrder?, rowCount: Int
    ) throws(ReadError) -> [Range<Int>: [Range<Int>]]? {
        guard wanted.reduce(0, { $0 + $1.count }) <= keptRows else { return nil }
        var found: [Range<Int>: [Range<Int>]] = [:]
        for stretch in wanted {
            let count = old?.count ?? rowCount
            let there = stretch.clamped(to: 0..<count)
            let rows = try old?.rows(at: there) ?? Array(there)
            let places = try now?.places(of: rows).compactMap { $0 } ?? rows.filter { $0 < rowCount }
            found[stretch] = Selection.runs(of: places)
        }
        return found.values.reduce(0, { $0 + $1.count }) <= keptStretches ? found : nil
    }

    /// Stands where a grid stood as `standing`, whose rows stood in `order`, with the same rows active, in sight and
    /// selected, or what is nearest to them. They are looked up in the background; then `whenDone` is called, never at once.
    public func restorePlace(_ standing: GridStanding, of order: RowOrder?, whenDone: @escaping () -> Void = {}) {
        let (now, stamp, before) = (rowOrder, model.table.order?.stamp, model.viewport.offset)
        let looked = LookedAtRows(active: standing.lookedAt.active, first: standing.lookedAt.first)
        let find = { @Sendable in try? Self.places(of: looked, in: now, from: nil) { false } }
        inBackground(find) { [weak self] places in
            guard let self, isAlive else { return }
            // Whoever went on in the meantime is left alone.
            if let places, model.table.order?.stamp == stamp, model.viewport.offset == before {
                update { $0.restorePlace(standing, activeRow: places.active, firstRow: places.first) }
            }
            restoreSelection(standing, of: order, whenDone: whenDone)
        }
    }

    /// Finds out which rows of the source those are that `standing`, taken just now, says are looked at. Right away where
    /// rows stand as in the source.
    public func settle(_ standing: GridStanding, then take: @escaping (GridStanding) -> Void) {
        guard let order = rowOrder, let active = model.activeCell?.row else { return take(standing) }
        let rows = [active, model.firstCellInSight()?.row ?? active]
        let find = { @Sendable in rows.map { $0 < order.count ? (try? order.row(at: $0)) ?? 0 : 0 } }
        inBackground(find) { found in
            var settled = standing
            settled.look(atActive: found[0], first: found[1])
            take(settled)
        }
    }

    /// Forgets how the table is arranged and shows its rows as they stand, from the beginning: for a view that is in no
    /// window yet. What is being made of it is given up.
    package func startOver() {
        runningTask?.cancel()
        (runningTask, orderEnds, awaitedView) = (nil, nil, nil)
        (groups, regroupedRows, laidOut) = (nil, nil, nil)
        (searchedRows, wanted) = ([:], WantedCells())
        if let ordered, ordered.order != nil { ordered.show(nil, ofReading: ordered.base.snapshot.reading) }
        update {
            $0.startOver(with: shownSource.snapshot)
            _ = $0.fitColumnsInSight(measuring: engine)
        }
    }
}
