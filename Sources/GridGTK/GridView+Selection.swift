import GridUI
import Tabular

// The selection stays when rows are reloaded and sorted again.
extension GridView {
    /// The greatest number of selected rows to look up one by one; a larger selection is dropped.
    private nonisolated static let keptRows = 1_000_000
    /// The greatest number of selected row ranges after that: each drawn cell is searched for in all of them.
    private nonisolated static let keptStretches = 1000

    /// Restores the selection of a grid with the state `standing` and the row order `order`: the same rows of the source, as
    /// far as they are shown. Looks them up in the background, then calls `whenDone`, never at once.
    public func restoreSelection(
        _ standing: GridStanding, of order: RowOrder?, whenDone: @escaping () -> Void = {}
    ) {
        let (wanted, now, version) = (standing.selectedRows, rowOrder, model.table.order?.version)
        let rowCount = model.table.sourceRowCount
        let find = { @Sendable in try? Self.places(of: wanted, in: order, now: now, rowCount: rowCount) }
        inBackground(find) { [weak self] found in
            guard let self, isAlive else { return }
            if let found, model.table.order?.version == version, standing.hasSelection {
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

    /// Restores the position of a grid with the state `standing` and the row order `order`: the same active, visible and
    /// selected rows, or the nearest ones. Looks them up in the background, then calls `whenDone`, never at once.
    public func restorePlace(_ standing: GridStanding, of order: RowOrder?, whenDone: @escaping () -> Void = {}) {
        let (now, version, before) = (rowOrder, model.table.order?.version, model.viewport.offset)
        let looked = LookedAtRows(active: standing.lookedAt.active, first: standing.lookedAt.first)
        let find = { @Sendable in try? Self.places(of: looked, in: now, from: nil, unless: .never) }
        inBackground(find) { [weak self] places in
            guard let self, isAlive else { return }
            // Not where the user has scrolled meanwhile.
            if let places, model.table.order?.version == version, model.viewport.offset == before {
                update { $0.restorePlace(standing, activeRow: places.active, firstRow: places.first) }
            }
            restoreSelection(standing, of: order, whenDone: whenDone)
        }
    }

    /// Resolves the active and the first visible row of `standing`, the current state, to rows of the source. At once where
    /// rows are in the source's order.
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

    /// Discards the view state and running tasks, and shows the rows in the source's order from the beginning: for a view that
    /// is in no window yet.
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
