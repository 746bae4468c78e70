import Drawing
import Geometry
import GridLayout
import Tabular
import Testing

@testable import GridUI

/// Cells of a source that tells kinds of values apart.
@Suite struct KindPaintTests {
    /// The kinds in their order, each as text of its own; then a null and a value that cannot be read.
    private static func kinds(isTold: Bool = true, labels: RowLabels? = nil) -> TableSnapshot {
        let kinds = CellKind.allCases
        var snapshot = TableSnapshot(
            description: TableDescription(format: "typed"),
            columns: [Column(name: "mixed", type: .text), Column(name: "flag", type: .boolean)],
            rowCount: .exactly(kinds.count + 2), phase: .complete)
        snapshot.description.hasKinds = isTold
        var layout = DeclaredLayout()
        layout.rowLabels = labels
        snapshot.declaredLayout = layout
        var builder = RowBlockBuilder(firstRow: 0, columns: 0..<2)
        for kind in kinds {
            builder.append("\(kind)".utf8)
            builder.endCell(CellInfo(state: .value, kind: isTold ? kind : .text))
            builder.append("yes".utf8)
            builder.endCell(CellInfo(state: .value, kind: isTold ? .boolean : .text))
        }
        for state in [CellState.null, .unreadable] {
            builder.endCell(CellInfo(state: state))
            builder.endCell(CellInfo(state: state))
        }
        snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
        snapshot.version = 1
        return snapshot
    }

    private func model(_ snapshot: TableSnapshot, _ direction: LayoutDirection = .leftToRight) -> GridModel {
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 500, height: 500), scaleFactor: 1)
        model.setDirection(direction)
        model.apply(snapshot)
        for column in 0..<2 { model.resizeColumn(column, to: 150) }
        return model
    }

    private func list(_ model: GridModel, _ theme: Theme = .light) -> DisplayList {
        var (list, presenter) = (DisplayList(), Presenter())
        presenter.present(model, theme: theme, into: &list)
        return list
    }

    private func alignments(_ list: DisplayList) -> [String: TextAlignment] {
        var found: [String: TextAlignment] = [:]
        for case .text(let command) in list.commands { found[list.string(of: command)] = command.alignment }
        return found
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func valueIsAlignedByItsKind(_ direction: LayoutDirection) {
        let start: TextAlignment = direction == .leftToRight ? .left : .right
        let found = alignments(list(model(Self.kinds(), direction)))
        for kind in CellKind.allCases {
            let expected: TextAlignment =
                switch kind {
                case .number: .right
                case .boolean, .error: .center
                default: start
                }
            #expect(found["\(kind)"] == expected, "\(kind)")
        }
        #expect(found["yes"] == .center && found["flag"] == .center && found["mixed"] == start)
        // Merged cells follow, too.
        var merging = model(Self.kinds(), direction)
        merging.merge([CellSpan(rows: 1..<2, columns: 0..<2)])
        #expect(alignments(list(merging))["number"] == .right)
        // Of text alone, the column says it.
        let plain = alignments(list(model(Self.kinds(isTold: false), direction)))
        #expect(plain["number"] == start && plain["yes"] == start && plain["flag"] == start)
    }

    @Test(arguments: [Theme.light, .dark, Theme.light.withHighContrast()])
    func unreadableValueHasAGroundAndAWord(theme: Theme) {
        let list = list(model(Self.kinds()), theme)
        let grounds = list.commands.filter { if case .fill(_, theme.unreadableBackground) = $0 { true } else { false } }
        #expect(grounds.count == 2)
        let words = list.commands.compactMap { if case .text(let text) = $0 { list.string(of: text) } else { nil } }
        #expect(words.count { $0 == "unreadable" } == 2 && words.count { $0 == "null" } == 2)
    }

    @Test func rowsBearTheLabelsOfTheirFile() {
        let labels = RowLabels.stretches([
            RowLabels.Stretch(row: 0, label: 3), RowLabels.Stretch(row: 2, label: 1_234_567),
        ])
        let labeled = model(Self.kinds(labels: labels))
        let words = Set(alignments(list(labeled)).keys)
        #expect(words.isSuperset(of: ["3", "4", "1234567", "1234568"]) && !words.contains("1"))
        #expect(labeled.sheet.parameters.gutterWidth > model(Self.kinds()).sheet.parameters.gutterWidth)
        let aloud = AccessibleTable(labeled)
        #expect(aloud.name(of: AccessiblePlace(row: 2, column: -1)) == "1234567")
        #expect(aloud.attributes(of: AccessiblePlace(row: 2, column: 0)).map(\.value) == ["3", "1234567", "1"])
        #expect(labeled.startInSight(on: .vertical) == "Row 3")
        // Other labels are another picture.
        #expect(FrameLooks(labeled, .light) != FrameLooks(model(Self.kinds()), .light))
    }

    @Test func kindIsReadAloudWhereTheTextDoesNotSayIt() {
        let table = AccessibleTable(model(Self.kinds()))
        let said = CellKind.allCases.enumerated().map { index, kind in
            "\(kind): " + table.description(of: AccessiblePlace(row: index, column: 0))
        }
        #expect(
            said == [
                "text: ", "number: ", "boolean: ", "date: ", "time: ", "dateTime: ", "duration: ",
                "error: an error in the file", "json: nested values", "binary: bytes",
                "formula: a formula without its value",
            ])
        let last = AccessiblePlace(row: CellKind.allCases.count + 1, column: 0)
        #expect(table.name(of: last) == "unreadable")
        #expect(table.description(of: last) == "the file has a value here that cannot be read")
    }

    @Test(arguments: ContrastTests.Colors.all)
    func everyKindCanBeRead(_ colors: ContrastTests.Colors) {
        var model = model(Self.kinds())
        model.freeze(rows: 1, columns: 1)
        for isStriped in [false, true] {
            model.stripesRows = isStriped
            #expect(list(model, colors.theme).faintTexts().isEmpty)
            var selected = model
            selected.perform(.selectAll)
            #expect(list(selected, colors.theme).faintTexts().isEmpty, "all selected")
        }
    }

    @Test func columnsOfOtherFormatsHaveGroups() {
        var snapshot = Self.kinds()
        snapshot.columns[0].groups = ["outer"]
        snapshot.columns[1].groups = ["outer"]
        #expect(alignments(list(model(snapshot)))["outer"] == .left)
    }
}
