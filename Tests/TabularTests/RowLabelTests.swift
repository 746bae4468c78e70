import SeededRandom
import Tabular
import Testing

@Suite struct RowLabelTests {
    private static let stretches = RowLabels.stretches([
        RowLabels.Stretch(row: 0, label: 3), RowLabels.Stretch(row: 4, label: 9), RowLabels.Stretch(row: 5, label: 11),
    ])

    @Test func rowIsFoundByItsLabel() {
        var random = SplitMix64(seed: 7)
        var lists = [RowLabels.counted(first: 1), .counted(first: 40), Self.stretches, .stretches([])]
        for _ in 0..<50 {
            var (row, label, stretches) = (0, random.int(-3...9), [RowLabels.Stretch]())
            for _ in 0..<random.int(1...6) {
                stretches.append(RowLabels.Stretch(row: row, label: label))
                let length = random.int(1...5)
                (row, label) = (row + length, label + length + random.int(0...4))
            }
            lists.append(.stretches(stretches))
        }
        for labels in lists where labels != .stretches([]) {
            let known = (0..<60).map(labels.label(ofRow:))
            for (row, label) in known.enumerated() { #expect(labels.row(labeled: label) == row) }
            for label in -10..<known[59] where !known.contains(label) { #expect(labels.row(labeled: label) == nil) }
        }
        #expect(Self.stretches.row(labeled: .max).map { $0 > 1 << 60 } ?? true)
    }

    @Test func snapshotHasTheLabelsOfItsFileInAnyOrder() {
        var table = TableSnapshot(
            description: TableDescription(format: "typed"), columns: [Column(name: "a", type: .text)],
            rowCount: .exactly(20), phase: .complete)
        #expect(table.rowLabel(at: 4) == 5)
        var layout = DeclaredLayout()
        layout.rowLabels = Self.stretches
        table.declaredLayout = layout
        #expect((0..<7).map { table.rowLabel(at: $0) } == [3, 4, 5, 6, 9, 11, 12])
        var order = ShownOrder(version: 1, RowOrder(rows: [5, 4], sourceRowCount: 20))
        order.note([5, 4], at: 0)
        (table.order, table.rowCount) = (order, .exactly(2))
        #expect(table.rowLabel(at: 0) == 11 && table.rowLabel(at: 1) == 9)
    }
}
