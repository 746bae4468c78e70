import Geometry
import GridUI
import Tabular
import Testing

@testable import GridGTK

extension WidgetTests {
    /// What holds on when rows come to stand in another order.
    @Suite struct Reordered {
        /// Shows the rows of `stage` from the last to the first, without the first `left` of them.
        private func reverse(_ grid: GridView, without left: Int = 0, whenShown: @escaping () -> Void = {}) {
            grid.order(
                "Sorting rows",
                by: { (source, _) throws(ReadError) in
                    let count = source.snapshot.rowCount.known
                    let rows = (0..<count - left).reversed().map { UInt32($0) }
                    return RowOrder(rows: rows, sourceRowCount: count)
                }, whenShown: whenShown)
        }

        @Test func theSameRowsAreSelectedInAnotherOrder() async throws {
            let stage = try await Stage(rows: 100, columns: 5)
            let grid = try #require(stage.grid)
            var isDone = false
            reverse(grid) { isDone = true }
            try await Host.iterate(until: "the rows to be turned around") { isDone }
            grid.update {
                $0.select(.header(.vertical, 10))
                $0.select(.header(.vertical, 12), .extending)
                $0.select(.header(.vertical, 97), .adding)
            }
            let (standing, order) = (grid.model.standing(byName: true), grid.rowOrder)
            isDone = false
            // Rows 89, 88, 87 and 2 of the table, of which the last is left.
            reverse(grid, without: 20) { grid.restoreSelection(standing, of: order) { isDone = true } }
            try await Host.iterate(until: "the rows to be found") { isDone }
            #expect(grid.model.selection.ranges.map(\.rows) == [77..<78])
            isDone = false
            grid.order(
                "", by: { _, _ in nil }, whenShown: { grid.restoreSelection(standing, of: order) { isDone = true } })
            try await Host.iterate(until: "the table's own order") { isDone }
            #expect(grid.model.selection.ranges.map(\.rows) == [87..<90, 2..<3])
            #expect(grid.model.selection.ranges.allSatisfy { $0.kind == .rows })
            try await stage.close()
        }

        @Test func aViewOfGroupsComesBackBehindTheLastOfTwoOrders() async throws {
            let stage = try await Stage(rows: 100, columns: 5)
            let grid = try #require(stage.grid)
            let view = ViewChoice("columns", columns: [.group: 1, .label: 2])
            grid.show(view)
            try await Host.iterate(until: "the groups") { grid.model.view.isGrouped }
            var shown = 0
            reverse(grid) {
                shown += 1
                self.reverse(grid, without: 50) { shown += 1 }
            }
            try await Host.iterate(until: "the second order, and its groups") {
                shown == 2 && grid.model.view.isGrouped && !grid.isBusy
            }
            #expect(grid.rowOrder?.count == 50 && grid.model.groups?.rowCount == 50)
            try await stage.close()
        }

        @Test func aViewThatRowsAreBeingGroupedForComesBehindWhatTakesItsPlace() async throws {
            let stage = try await Stage(rows: 100, columns: 5)
            let grid = try #require(stage.grid)
            let view = ViewChoice("columns", columns: [.group: 1, .label: 2])
            grid.show(view)
            #expect(grid.isBusy)
            reverse(grid, without: 50)
            #expect(grid.wantedView == view)
            try await Host.iterate(until: "the order, and its groups") { grid.model.view.isGrouped && !grid.isBusy }
            #expect(grid.rowOrder?.count == 50 && grid.model.groups?.rowCount == 50)
            grid.show(ViewChoice("sheet"))
            // The same where neighbours are to be merged.
            let other = ViewChoice("columns", columns: [.group: 2, .label: 1])
            grid.show(other)
            grid.mergeEqualNeighbours(ofColumn: 0)
            try await Host.iterate(until: "both") { grid.model.view.isGrouped && !grid.isBusy }
            #expect(grid.model.isMerged(column: 0) && grid.model.viewChoice == other)
            try await stage.close()
        }

        @Test func aViewBehindAnOrderThatIsGivenUpLetsTheNextOrderBe() async throws {
            let stage = try await Stage(rows: 100, columns: 5)
            let grid = try #require(stage.grid)
            grid.show(ViewChoice("columns", columns: [.group: 1, .label: 2]))
            var isShown = false
            grid.order(
                "Sorting rows", by: { _, _ in nil },
                whenKept: { self.reverse(grid, without: 20) { isShown = true } })
            grid.cancelTask()
            try await Host.iterate(until: "the other order, and its groups") {
                isShown && grid.model.view.isGrouped && !grid.isBusy
            }
            #expect(grid.rowOrder?.count == 80)
            try await stage.close()
        }

        @Test(arguments: [false, true]) func hiddenRowsAreHiddenWhereverTheyComeToStand(keepsPlace: Bool) async throws {
            let stage = try await Stage(rows: 100, columns: 5)
            let grid = try #require(stage.grid)
            func show(_ rows: [UInt32]?) async throws {
                var isDone = false
                grid.order(
                    "Sorting rows", keepsPlace: keepsPlace,
                    by: { _, _ in rows.map { RowOrder(rows: $0, sourceRowCount: 100) } }, whenShown: { isDone = true })
                try await Host.iterate(until: "the rows") { isDone && grid.model.sourceRow(at: 3) != nil }
            }
            func hidden() -> [Int] { (0..<grid.model.rowCount).filter { grid.model.sheet.rows.isHidden($0) } }
            grid.update { $0.hideRows(40..<42) }
            try await show((0..<100).reversed())
            #expect(hidden() == [58, 59])
            let before = grid.arrangement
            grid.update { $0.hideRows(3..<4) }
            // Made anew, as where rows came later.
            try await show((0..<100).reversed())
            #expect(hidden() == [3, 58, 59])
            try await show((20..<100).map { $0 })
            #expect(hidden() == [20, 21, 76])
            // Undone in another order.
            grid.restore(before)
            try await Host.iterate(until: "the row to be shown") { hidden() == [20, 21] }
            try await show(nil)
            #expect(hidden() == [40, 41])
            try await stage.close()
        }

        @Test func aViewThatStartsOverStandsWhereItIsTold() async throws {
            let stage = try await Stage(rows: 1000, columns: 5)
            let grid = try #require(stage.grid)
            var isDone = false
            reverse(grid) { isDone = true }
            try await Host.iterate(until: "the rows to be turned around") { isDone }
            grid.update {
                $0.zoom(to: 2)
                $0.hideColumn(3)
                $0.jump(toRow: 600, column: 2)
                $0.scroll(toOffset: Point(x: 0, y: 1234))
            }
            // The active row is not in memory any more, or not yet.
            var standing: GridStanding?
            grid.settle(grid.model.standing(byName: true)) { standing = $0 }
            try await Host.iterate(until: "what is looked at") { standing != nil }
            let kept = try #require(standing)
            let first = try #require(grid.model.firstCellInSight()?.row)
            #expect(kept.lookedAt.active == 399 && kept.lookedAt.first == 999 - first)
            grid.startOver()
            #expect(grid.rowOrder == nil && grid.model.viewport.zoom == 1 && grid.model.hiddenCounts.columns == 0)
            #expect(grid.model.activeCell == CellPosition(row: 0, column: 0) && grid.model.rowCount == 1000)
            isDone = false
            reverse(grid, without: 0) { isDone = true }
            try await Host.iterate(until: "the rows to be turned around again") { isDone }
            isDone = false
            grid.restorePlace(kept, of: grid.rowOrder) { isDone = true }
            try await Host.iterate(until: "the place") { isDone }
            #expect(grid.model.activeCell == CellPosition(row: 600, column: 2))
            #expect(grid.model.firstCellInSight()?.row == first)
            try await stage.close()
        }
    }
}
