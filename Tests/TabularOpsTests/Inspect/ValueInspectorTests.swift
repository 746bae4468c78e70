import QuadrilleRuntime
import Tabular
import TabularText
import Testing

@testable import TabularOps

@Suite struct ValueInspectorTests {
    /// Asks until what was found is as it should be.
    private func wait(
        _ inspector: ValueInspector, _ changes: Monitor<Int>, until isReady: (ValueInspection) -> Bool
    ) -> ValueInspection {
        while true {
            let seen = changes.current
            if let found = inspector.current, isReady(found) { return found }
            changes.wait(until: { $0 != seen }, then: { _ in })
        }
    }

    @Test func aValueIsFoundWithItsPlaceAndItsLine() {
        let source = TextSource(repeating: Array("a,\"b\nb\"\n".utf8), bytes: 80, name: "test.csv")
        defer { source.close() }
        source.waitUntilIndexed()
        let changes = Monitor(0)
        let inspector = ValueInspector(of: source) { changes.withLock { $0 += 1 } }
        inspector.inspect(row: 3, column: 1)
        let found = wait(inspector, changes) { $0.row == 3 && $0.line != nil }
        let header = source.snapshot.description.headerRows ?? 0
        #expect(found.page.bytes == Array("b\nb".utf8))
        #expect(found.sourceBytes == Array("\"b\nb\"".utf8))
        #expect(found.place?.record == 4 + header)
        #expect(found.line == 2 * (3 + header) + 1)
        #expect(found.place?.bytes == 8 * (3 + header) + 2..<8 * (3 + header) + 7)
    }

    @Test func aTableThatKnowsNoPlacesShowsItsValues() {
        let source = GeneratedSource(rows: 9, columns: [Column(name: "a", type: .text)]) { row, _ in "\(row)" }
        let changes = Monitor(0)
        let inspector = ValueInspector(of: source) { changes.withLock { $0 += 1 } }
        for row in 0..<9 { inspector.inspect(row: row, column: 0) }
        let found = wait(inspector, changes) { $0.row == 8 }
        #expect(found.page.bytes == Array("8".utf8) && found.place == nil && found.line == nil)
    }
}
