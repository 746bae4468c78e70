import Tabular
import Testing

@testable import GridGTK

extension WidgetTests {
    /// Orders that cannot be.
    @Suite struct FailedOrders {
        @Test func anOrderThatFailsSaysWhyAndLeavesTheOneThatIsShown() async throws {
            let stage = try await Stage(rows: 100, columns: 3)
            let grid = try #require(stage.grid)
            var (shown, kept, told) = (0, 0, "")
            grid.onFailure = { told = $0 }
            grid.order(
                "Sorting", by: { _, _ in RowOrder(rows: (0..<100).reversed(), sourceRowCount: 100) },
                whenShown: { shown += 1 }, whenKept: { kept += 1 })
            try await Host.iterate(until: "the rows to be turned around") { shown == 1 }
            let version = grid.model.table.order?.version
            let failure = ReadError(kind: .changed, source: "t.csv", message: "was written over while it was open.")
            grid.order(
                "Sorting", by: { (_, _) throws(ReadError) in throw failure }, whenShown: { shown += 1 },
                whenKept: { kept += 1 })
            try await Host.iterate(until: "the failure to be told") { kept == 1 }
            #expect(told == failure.description)
            #expect(shown == 1 && grid.model.table.order?.version == version && version != nil)
            #expect(try grid.rowOrder?.rows(at: 0..<3) == [99, 98, 97])
            try await stage.close()
        }
    }
}
