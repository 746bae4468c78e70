import CGTK
import GridGTK
import Tabular
import Testing

extension WidgetTests {
    @Suite struct Ownership {
        @Test func closingTheWindowReleasesTheViewAndItsSource() async throws {
            let stage = try await Stage()
            #expect(stage.grid != nil && stage.source != nil)
            try await stage.close()
            #expect(stage.grid == nil)
            #expect(stage.source == nil)
        }

        @Test func closingTheWindowClosesTheSource() async throws {
            try await Host.start()
            let source = ClosableSource()
            let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
            gtk_container_add(cast(window), GridView(source: source).widget)
            gtk_widget_show_all(window)
            #expect(!source.isClosed && source.hasHandler)
            gtk_widget_destroy(window)
            #expect(source.isClosed && !source.hasHandler)
        }

        @Test func aViewThatSomebodyKeepsDoesNothingOnceItsWidgetIsGone() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            var changes = 0
            grid.onChange = { changes += 1 }
            try await stage.close()
            grid.perform(.pageDown)
            grid.focus()
            #expect(changes == 0)
        }

        @Test func twentyWindowsLeaveNothingBehind() async throws {
            for _ in 0..<20 {
                let stage = try await Stage(rows: 100, columns: 5)
                try await stage.close()
                #expect(stage.grid == nil)
            }
        }
    }
}

/// A table without rows that knows whether it was closed.
private nonisolated final class ClosableSource: TableSource, @unchecked Sendable {
    // Only touched on the main thread: the tests are.
    var isClosed = false
    var hasHandler = false

    var snapshot: TableSnapshot { TableSnapshot(description: TableDescription(format: "test")) }

    func want(_ ranges: [CellRange]) {}

    func onChange(_ handler: (@Sendable () -> Void)?) { hasHandler = handler != nil }

    func close() { isClosed = true }
}
