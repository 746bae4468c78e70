import Tabular
import TabularBytes

extension JSONReader: GrowthFollowing {
    struct Passes: Sendable {
        var rows: RowIndexing
        var audit: JSONAudit
    }

    func readGrowth(_ passes: inout Passes) throws(ReadError) {
        dropOpenRow(passes.rows)
        passes.rows = try findRows(from: passes.rows)
        passes.audit = try audit(from: passes.audit, passes.rows)
    }

    /// Discards the cells of a last row that continues.
    private func dropOpenRow(_ pass: RowIndexing) {
        guard pass.isInsideRow else { return }
        let row = table.omitted.row(ofMember: pass.rowCount)
        publish { state in
            for key in Array(state.snapshot.cells.keys) {
                state.snapshot.cells[key] = state.snapshot.cells[key]?.rows(before: row)
            }
        }
    }
}
