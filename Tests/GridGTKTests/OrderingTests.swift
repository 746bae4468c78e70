import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Testing

@testable import GridGTK

extension WidgetTests {
    /// Rows in another order, and who looks at them while that is found.
    @Suite struct Ordering {
        /// Has the rows shown from the last to the first, once `gate` is open; during the work, goes to row 700.
        private func reverse(_ stage: Stage, keepsPlace: Bool) async throws -> GridModel {
            let grid = try #require(stage.grid)
            let gate = Monitor(false)
            var isShown = false
            grid.update { $0.activate(CellPosition(row: 10, column: 1)) }
            grid.order(
                "Sorting rows", keepsPlace: keepsPlace,
                by: { (source, _) throws(ReadError) in
                    gate.wait(until: { $0 }, then: { _ in })
                    let count = source.snapshot.rowCount.known
                    var builder = RowOrder.Builder(sourceRowCount: count)
                    try builder.append(contentsOf: (0..<count).reversed())
                    return try builder.finish()
                }, whenShown: { isShown = true })
            grid.update { $0.jump(toRow: 700, column: 2) }
            #expect(grid.taskProgress?.title == "Sorting rows")
            gate.withLock { $0 = true }
            try await Host.iterate(until: "the other order") { isShown }
            #expect(!grid.isBusy && grid.rowOrder?.count == 1000)
            return grid.model
        }

        @Test func whoGoesElsewhereDuringALongSortStaysWithThatRow() async throws {
            let stage = try await Stage()
            let model = try await reverse(stage, keepsPlace: false)
            #expect(model.activeCell == CellPosition(row: 299, column: 2))
            #expect(model.rowsInSight?.contains(299) == true)
            try await stage.close()
        }

        @Test func orInThatPlaceWhereThePlaceIsKept() async throws {
            let stage = try await Stage()
            let model = try await reverse(stage, keepsPlace: true)
            #expect(model.activeCell == CellPosition(row: 700, column: 2))
            #expect(model.rowsInSight?.contains(700) == true)
            try await stage.close()
        }

        @Test func anOrderThatIsGivenUpWhileItsRowsAreLookedUpIsNotShown() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            var ends: [String] = []
            grid.onChange = { [weak grid] in
                // The second step says that it is nearly done.
                if grid?.taskProgress == TaskProgress(title: "Sorting rows", done: 1, total: 1) { grid?.cancelTask() }
            }
            grid.order(
                "Sorting rows",
                by: { (_, _) throws(ReadError) in
                    var builder = RowOrder.Builder(sourceRowCount: 1000)
                    try builder.append(5)
                    return try builder.finish()
                }, whenShown: { ends.append("shown") }, whenKept: { ends.append("kept") })
            try await Host.iterate(until: "the end") { !ends.isEmpty }
            #expect(ends == ["kept"] && grid.rowOrder == nil && !grid.isBusy)
            try await stage.close()
        }
    }
}
