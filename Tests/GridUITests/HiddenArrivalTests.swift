import Drawing
import Tabular
import TestWaiting
import Testing

@testable import GridUI

/// A frame's work does not grow with the rows that are hidden between those in sight: looking through all would take
/// hours here.
@Test func whatArrivesIsNotSoughtAmongHiddenRows() throws {
    try finish {
        let rows = 1_000_000_000_000
        var (model, source) = generated(rows: rows, columns: 4)
        model.hideRows(2..<rows - 2)
        var presenter = Presenter()
        var list = DisplayList()
        _ = presenter.update(model, theme: .light, into: &list)
        source.want([CellRange(rows: rows - 2..<rows, columns: 0..<4)])
        model.apply(source.snapshot)
        let update = presenter.update(model, theme: .light, into: &list)
        #expect(!update.damage.isEmpty)
    }
}
