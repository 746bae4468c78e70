import QuadrilleRuntime
import Tabular

/// One table, view or virtual table of a database.
package final class SQLiteSource: RowPicking {
    let reader: SQLiteReader

    init(_ reader: SQLiteReader) { self.reader = reader }

    // No one remains to read for.
    deinit { reader.close() }

    package var snapshot: TableSnapshot { reader.state.withLock(wakes: false) { $0.snapshot } }

    package func want(_ ranges: [CellRange]) {
        let tiles = reader.state.withLock(wakes: false) { state in
            state.wants.replace(with: ranges)
            return state.tiles
        }
        tiles?.signal()
    }

    package func onChange(_ handler: (@Sendable () -> Void)?) {
        reader.state.withLock(wakes: false) { $0.handler = $0.isClosed ? nil : handler }
    }

    package func prioritize() { reader.priority.raise() }

    package func close() { reader.close() }

    package var abilities: Abilities {
        var abilities = Abilities(pick: self)
        abilities.keys = SQLiteKeys(reader)
        abilities.skipAudit = { [reader] in reader.state.withLock(wakes: false) { $0.skipsAudit = true } }
        abilities.settleTypes = { [reader] columns, cancellation throws(ReadError) in
            try reader.settleTypes(of: columns, unless: cancellation)
        }
        return abilities
    }

    package func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        while true {
            let (snapshot, isClosed) = reader.state.wait(
                until: { $0.isClosed || $0.snapshot.phase.isFailed || isReady($0.snapshot) },
                deadline: monotonicNow() + 50_000_000, then: { ($0.snapshot, $0.isClosed) })
            if snapshot.phase.isFailed || isReady(snapshot) { return snapshot }
            if isClosed || cancellation.isRequested { return nil }
        }
    }
}
