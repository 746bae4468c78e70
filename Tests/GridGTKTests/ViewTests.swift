import CGTK
import Geometry
import GridUI
import Testing

@testable import GridGTK

extension WidgetTests {
    /// Other views of the same table, and the way to them.
    @Suite struct Views {
        private let timeline = ViewChoice("timeline", columns: [.group: 1, .label: 2, .weight: 0])

        @Test func rowsAreGroupedInTheBackgroundWhileTheSheetStays() async throws {
            let stage = try await Stage(rows: 20_000)
            let grid = try #require(stage.grid)
            grid.update { $0.activate(CellPosition(row: 15_000, column: 3)) }
            grid.show(timeline)
            #expect(grid.isBusy && grid.taskProgress?.total == 20_000 && grid.model.isSheet)
            try await Host.iterate(until: "the timeline") { grid.model.view.name == "timeline" }
            #expect(!grid.isBusy && grid.taskProgress == nil)
            #expect(grid.model.activeCell == CellPosition(row: 15_000, column: 3))
            // Once grouped, there and back again takes no more work.
            grid.show(ViewChoice("sheet"))
            grid.show(timeline)
            #expect(grid.model.view.name == "timeline" && !grid.isBusy)
            try await stage.close()
        }

        @Test func groupingThatIsGivenUpLeavesTheSheet() async throws {
            let stage = try await Stage(rows: 5_000_000)
            let grid = try #require(stage.grid)
            var messages: [String] = []
            grid.onFailure = { messages.append($0) }
            grid.show(timeline)
            #expect(grid.isBusy)
            grid.cancelTask()
            #expect(!grid.isBusy && grid.model.isSheet && messages.isEmpty)
            try await stage.close()
        }

        @Test func aWindowClosesWhileItsRowsAreGrouped() async throws {
            let stage = try await Stage(rows: 5_000_000)
            try #require(stage.grid).show(timeline)
            try await stage.close()
            #expect(stage.grid == nil)
        }

        @Test(arguments: [true, false])
        func thingsMoveToTheirPlacesUnlessTheDesktopWantsLessMotion(isAnimated: Bool) async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            try await Host.iterate(until: "rows") { grid.hasDrawnRows }
            setAnimations(isAnimated, of: try stage.surface)
            defer { setAnimations(true, of: grid.surface) }
            grid.show(ViewChoice("fit"))
            #expect((grid.transition != nil) == isAnimated)
            #expect(grid.model.view.name == "fit")
            try await Host.iterate(until: "the end of the way") { grid.transition == nil }
            try await stage.close()
        }

        private func setAnimations(_ flag: Bool, of widget: Widget) {
            var value = GValue()
            g_value_init(&value, GType(5 << 2))
            g_value_set_boolean(&value, flag ? 1 : 0)
            if let settings = gtk_widget_get_settings(widget) {
                g_object_set_property(cast(settings), "gtk-enable-animations", &value)
            }
            g_value_unset(&value)
        }

        @Test func equalNeighboursAreMergedAndTakenApart() async throws {
            let stage = try await Stage(rows: 3000)
            let grid = try #require(stage.grid)
            grid.mergeEqualNeighbours(ofColumn: 1)
            try await Host.iterate(until: "the merged cells") { grid.model.isMerged(column: 1) }
            grid.mergeEqualNeighbours(ofColumn: 1)
            #expect(!grid.model.isMerged(column: 1) && grid.model.sheet.merges.isEmpty)
            try await stage.close()
        }
    }
}
