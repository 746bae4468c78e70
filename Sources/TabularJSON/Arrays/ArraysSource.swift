import QuadrilleRuntime
import Tabular
import TabularBytes

/// A table of a JSON text whose columns are arrays.
///
/// All rows exist from the beginning; numbers have the digits of the file.
package final class ArraysSource: RowPicking {
    let reader: ArraysReader

    init(_ reader: ArraysReader) { self.reader = reader }

    // No one remains to read for.
    deinit { reader.state.close() }

    package var snapshot: TableSnapshot { reader.state.withLock(wakes: false) { $0.snapshot } }

    package func want(_ ranges: [CellRange]) { reader.state.want(ranges) }

    package func onChange(_ handler: (@Sendable () -> Void)?) { reader.state.onChange(handler) }

    package func prioritize() { reader.priority.raise() }

    package func close() { reader.state.close() }

    package var abilities: Abilities {
        var abilities = Abilities(pick: self)
        (abilities.locate, abilities.paths) = (self, self)
        abilities[JSONContainers.self] = reader.containers
        return abilities
    }

    package func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        reader.state.wait(until: isReady, unless: cancellation)
    }
}
