import QuadrilleRuntime
import Tabular
import TabularBytes

/// One table of a JSON text.
///
/// Its rows appear while they are found, and its columns are those of the first ones; later ones may bring more, which stand
/// behind all others. Numbers have the digits of the file, nested values its text.
package final class JSONSource: RowPicking {
    let reader: JSONReader

    init(_ reader: JSONReader) { self.reader = reader }

    // Nobody is left to read for.
    deinit { reader.close() }

    package var snapshot: TableSnapshot { reader.state.withLock(wakes: false) { $0.snapshot } }

    package func want(_ ranges: [CellRange]) {
        let tiles = reader.state.withLock(wakes: false) { state in
            state.wants.replace(with: ranges)
            return state.lanes.tiles
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
        (abilities.locate, abilities.paths) = (self, self)
        abilities[JSONContainers.self] = reader.containers
        return abilities
    }
}

extension JSONSource {
    package func wait(until isReady: (TableSnapshot) -> Bool, orUntil isOver: () -> Bool) -> TableSnapshot? {
        while true {
            let (snapshot, isClosed) = reader.state.wait(
                until: { $0.isClosed || $0.snapshot.phase.isFailed || isReady($0.snapshot) },
                deadline: monotonicNow() + 50_000_000, then: { ($0.snapshot, $0.isClosed) })
            if snapshot.phase.isFailed || isReady(snapshot) { return snapshot }
            if isClosed || isOver() { return nil }
        }
    }
}
