import QuadrilleRuntime
import Tabular
import TabularBytes

/// One table of a JSON text.
///
/// Its rows appear while they are found, and its columns are those of the first ones; later rows may add columns after all
/// others. Numbers have the digits of the file, nested values its text.
package final class JSONSource: RowPicking {
    let reader: JSONReader

    init(_ reader: JSONReader) { self.reader = reader }

    // No one remains to read for.
    deinit { reader.close() }

    package var snapshot: TableSnapshot { reader.state.withLock(wakes: false) { $0.snapshot } }

    package func want(_ ranges: [CellRange]) { reader.state.want(ranges) }

    package func onChange(_ handler: (@Sendable () -> Void)?) { reader.state.onChange(handler) }

    package func prioritize() { reader.priority.raise() }

    package func close() { reader.close() }

    package var abilities: Abilities {
        var abilities = Abilities(pick: self)
        (abilities.locate, abilities.paths) = (self, self)
        // Only rows that are too long have unreadable values.
        abilities.unreadableReason = { [longest = reader.tuning.longestRow] in
            JSONFault.overlong(bytes: longest).message
        }
        abilities[JSONContainers.self] = reader.containers
        return abilities
    }

    package func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        reader.state.wait(until: isReady, unless: cancellation)
    }
}
