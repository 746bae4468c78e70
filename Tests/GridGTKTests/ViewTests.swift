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
            #expect(grid.isBusy && grid.wantedView == timeline)
            grid.cancelTask()
            #expect(!grid.isBusy && grid.model.isSheet && messages.isEmpty)
            #expect(grid.wantedView.name == "sheet" && grid.columnsToMerge.isEmpty)
            grid.mergeEqualNeighbours(ofColumn: 2)
            #expect(grid.columnsToMerge == [2])
            grid.cancelTask()
            #expect(grid.columnsToMerge.isEmpty)
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
            grid.show(ViewChoice("fit"))
            #expect((grid.transition != nil) == isAnimated)
            #expect(grid.model.view.name == "fit")
            try await Host.iterate(until: "the end of the way") { grid.transition == nil }
            setAnimations(true, of: grid.surface)
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

        @Test(arguments: ["fit", "timeline"])
        func neighboursAreMergedAlsoWhenAnotherViewIsShownMeanwhile(view: String) async throws {
            let stage = try await Stage(rows: 3000)
            let grid = try #require(stage.grid)
            grid.mergeEqualNeighbours(ofColumn: 1)
            grid.show(view == "fit" ? ViewChoice("fit") : timeline)
            try await Host.iterate(until: "the view") { grid.model.view.name == view }
            try await Host.iterate(until: "the merged cells") { grid.model.isMerged(column: 1) && !grid.isBusy }
            try await stage.close()
        }

        @Test func manyMergedCellsComeBackAsTheyWere() async throws {
            let stage = try await Stage(rows: 150_000, columns: 6)
            let grid = try #require(stage.grid)
            for _ in 0..<2 {
                grid.mergeEqualNeighbours(ofColumn: 5)
                try await Host.iterate(until: "the merged cells") { grid.model.sheet.merges.count > 20_000 }
                grid.mergeEqualNeighbours(ofColumn: 5)
                #expect(grid.model.sheet.merges.isEmpty)
            }
            try await stage.close()
        }

        @Test func whatWasGroupedAndMergedTakesInTheRowsThatAreFoundLater() async throws {
            let source = GrowingSource()
            let grid = try await stand(source)
            grid.mergeEqualNeighbours(ofColumn: 0)
            try await Host.iterate(until: "the merged cells") { grid.model.isMerged(column: 0) }
            grid.show(ViewChoice("columns", columns: [.group: 0]))
            try await Host.iterate(until: "the columns") { grid.model.groups?.rowCount == 4 }
            source.grow(to: .exactly(10))
            try await Host.iterate(until: "all rows") { grid.model.groups?.rowCount == 10 && !grid.isBusy }
            #expect(grid.model.sheet.merges.span(containing: 9, column: 0)?.rows == 0..<10)
            gtk_widget_destroy(gtk_widget_get_toplevel(grid.widget))
        }

        @Test func groupingAgainThatIsGivenUpIsNotBegunAnew() async throws {
            let source = GrowingSource()
            let grid = try await stand(source)
            grid.show(ViewChoice("columns", columns: [.group: 0]))
            try await Host.iterate(until: "the columns") { grid.model.groups?.rowCount == 4 }
            source.hold()
            source.grow(to: .exactly(10))
            try await Host.iterate(until: "grouping again") { grid.isBusy }
            grid.cancelTask()
            source.grow(to: .exactly(10))
            try await Host.iterate(until: "word from the source") { grid.model.table.version == 3 }
            #expect(!grid.isBusy && grid.model.groups?.rowCount == 4)
            gtk_widget_destroy(gtk_widget_get_toplevel(grid.widget))
        }

        private func stand(_ source: GrowingSource) async throws -> GridView {
            try await Host.start()
            let grid = GridView(source: source)
            let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
            gtk_container_add(cast(window), grid.widget)
            gtk_widget_show_all(window)
            return grid
        }
    }
}
