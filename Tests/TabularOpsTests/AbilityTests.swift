import Tabular
import TabularText
import Testing

@testable import TabularOps

/// Tests ask sources that lack abilities, and a source that passes them on.
@Suite struct AbilityTests {
    /// Shows cells and streams nothing.
    private final class Silent: TableSource {
        var snapshot: TableSnapshot { TableSnapshot(description: TableDescription(format: "none")) }
        func want(_ ranges: [CellRange]) {}
        func onChange(_ handler: (@Sendable () -> Void)?) {}
        func close() {}
    }

    @Test func sourceThatOnlyShowsHasNoAbilities() {
        let abilities = (Silent() as any TableSource).abilities
        #expect(abilities.scan == nil && abilities.pick == nil && abilities.bytes == nil && abilities.raw == nil)
    }

    @Test func textHasAllAbilitiesButAnOrder() {
        let source: any TableSource = TextSource(path: "/nonexistent")
        defer { source.close() }
        let abilities = source.abilities
        #expect(abilities.scan === source && abilities.pick === source && abilities.bytes === source)
        #expect(abilities.raw === source && abilities.locate === source && abilities.explain === source)
        #expect(abilities.pin == nil)
    }

    /// Bytes in an order of rows are those of the base, if it has any.
    @Test func orderedSourcePassesOnRawRecords() {
        let text = TextSource(path: "/nonexistent")
        defer { text.close() }
        #expect(OrderedSource(text).abilities.raw != nil)
        let list = ListSource([["a"], ["1"]])
        let abilities = OrderedSource(list).abilities
        #expect(abilities.raw == nil && abilities.bytes == nil && abilities.pick != nil)
        #expect(abilities.pin?().abilities.raw == nil)
    }
}
