import QuadrilleRuntime
import Tabular

/// The elements of the JSON arrays in one column of a table, as a table of its own: each is a row, with the row of its array in
/// the first column.
///
///     id  tags             (row)  value
///     1   ["a", "b"]   →   1      a
///     2   null             1      b
///     3   ["c"]            3      c
///
/// Values that are not arrays have no elements. Texts count like other values, so a table without kinds can hold arrays. The
/// table that holds the arrays belongs to this one, and is closed with it.
package final class ElementsSource: RowPicking {
    let reader: ElementsReader

    /// `column` is the full name of the column in `base` (as `[Column].index(written:)` means it).
    package convenience init(_ base: any TableSource, of column: String) {
        self.init(base, of: column, ElementsTuning())
    }

    init(_ base: any TableSource, of column: String, _ tuning: ElementsTuning) {
        reader = ElementsReader(base, column, tuning)
        reader.start()
    }

    // No one remains to read for.
    deinit { reader.close() }

    package var snapshot: TableSnapshot { reader.state.withLock(wakes: false) { $0.snapshot } }

    package func want(_ ranges: [CellRange]) { reader.state.want(ranges) }

    package func onChange(_ handler: (@Sendable () -> Void)?) { reader.state.onChange(handler) }

    package func prioritize() {
        reader.priority.raise()
        reader.base.prioritize()
    }

    package func close() { reader.close() }

    package var abilities: Abilities {
        var abilities = Abilities(pick: self)
        let base = reader.base.abilities
        abilities[ArrayTable.self] = ArrayTable(reader.base)
        if let paths = base.paths { abilities.paths = ElementPaths(reader, paths) }
        if base.locate != nil, base.pick != nil { abilities.locate = self }
        return abilities
    }

    package func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        reader.state.wait(until: isReady, unless: cancellation)
    }
}
