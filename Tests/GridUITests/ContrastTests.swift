import Drawing
import Geometry
import GridLayout
import Tabular
import TabularOps
import Testing

@testable import GridUI

/// Every text is at least 4.5 : 1 on what lies under it, whatever a grid shows and whatever colours the desktop names.
@Suite struct ContrastTests {
    /// Light and dark ones, those of high contrast, and desktops' with texts that are fainter than most: two of them as
    /// such below 4.5 : 1.
    struct Colors: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var theme: Theme

        private static func desktop(_ name: String, _ background: UInt32, _ text: UInt32, _ accent: UInt32) -> Colors {
            let theme = Theme(
                background: Color(hex: background), text: Color(hex: text), accent: Color(hex: accent),
                font: Theme.light.font)
            return Colors(testDescription: name, theme: theme)
        }

        static let all = [
            Colors(testDescription: "light", theme: .light), Colors(testDescription: "dark", theme: .dark),
            Colors(testDescription: "light, high contrast", theme: Theme.light.withHighContrast()),
            Colors(testDescription: "dark, high contrast", theme: Theme.dark.withHighContrast()),
            desktop("Adwaita, dark", 0x2D2D2D, 0xFFFFFF, 0x15539E),
            desktop("grey on white", 0xFFFFFF, 0x5C616C, 0x5294E2),
            desktop("faint on cream", 0xFDF6E3, 0x657B83, 0x268BD2),
            desktop("faint on blue", 0x002B36, 0x839496, 0x268BD2), desktop("on slate", 0x3B4252, 0xD8DEE9, 0x88C0D0),
        ]
    }

    /// Whether all of what is shown can be read, and is there: `texts` are.
    private func expectReadable(
        _ model: GridModel, _ colors: Colors, has texts: [String], _ scene: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: colors.theme, into: &list)
        ThumbLabel.paint(model, .vertical, theme: colors.theme, measuring: FixedMeasure(), into: &list)
        #expect(list.faintTexts().isEmpty, "\(scene)", sourceLocation: sourceLocation)
        let shown = list.textsInOrder
        for text in texts {
            #expect(
                shown.contains { $0.text == text && !$0.isCovered }, "\(text), \(scene)", sourceLocation: sourceLocation
            )
        }
    }

    /// Columns of values, of beginnings of long ones, of nulls, of little, and of names for the rows; in groups.
    private static let sheet: TableSnapshot = {
        let columns = ["value", "long", "none", "ragged", "name"].enumerated().map {
            Column(name: $1, type: $0 == 0 ? .integer : .text, groups: [$0 < 3 ? "group" : ""])
        }
        var snapshot = TableSnapshot(
            description: TableDescription(format: "CSV"), columns: columns, rowCount: .exactly(1_000), phase: .complete)
        snapshot.description.headerRows = 2
        var builder = RowBlockBuilder(firstRow: 0, columns: 0..<columns.count)
        for row in 0..<8 {
            builder.append("\(row)000".utf8)
            builder.endCell(CellInfo(state: .value))
            builder.append((String(repeating: "a long text ", count: 9) + "with a needle").utf8)
            builder.endCell(CellInfo(state: .value, isCut: true), length: 5_000)
            builder.endCell(CellInfo(state: .null))
            if row % 3 == 0 { builder.append("needle".utf8) }
            builder.endCell(CellInfo(state: row % 3 == 2 ? .missing : .value))
            builder.append("row \(row)".utf8)
            builder.endCell(CellInfo(state: row % 2 == 0 ? .null : .value))
        }
        // The rows below are not read yet.
        snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
        snapshot.version = 1
        return snapshot
    }()

    private func sheet(_ view: String = "sheet") -> GridModel {
        var model = GridModel(table: Self.sheet)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 700, height: 270), scaleFactor: 1)
        model.apply(Self.sheet)
        for column in 0..<5 { model.resizeColumn(column, to: 125) }
        model.offers.sorting = true
        model.sortedColumns = [0, 1, 2].map { SortedColumn(column: $0, isDescending: $0 == 1) }
        if view != "sheet" { model.show(ViewChoice(view)) }
        return model
    }

    @Test(arguments: Colors.all)
    func inTheSheet(_ colors: Colors) throws {
        var plain = sheet()
        plain.freeze(rows: 1, columns: 1)
        var striped = plain
        striped.stripesRows = true
        var named = plain
        named.setRowHeader(4)
        let needle = CellHighlight(try FindPlan(FindQuery("needle")))
        let letters = CellHighlight(try FindPlan(FindQuery("o")))
        for (name, model) in [("plain", plain), ("striped", striped), ("named rows", named)] {
            for (highlight, sought) in [(nil, "nothing"), (needle, "what is cut off"), (letters, "letters")] {
                var model = model
                model.highlight = highlight
                for column in 0..<3 {
                    let scene = "\(name), \(sought), column \(column)"
                    model.activate(CellPosition(row: 2, column: column))
                    expectReadable(model, colors, has: ["null", "3", "group", "5 kB"], scene)
                    for command in [GridCommand.selectRows, .selectColumns, .selectAll] {
                        var selected = model
                        selected.perform(command)
                        expectReadable(selected, colors, has: ["null", "5 kB"], "\(scene), \(command)")
                    }
                    var ranged = model
                    ranged.perform(.moveRight, extending: true)
                    ranged.perform(.moveDown, extending: true)
                    expectReadable(ranged, colors, has: [], "\(scene), a range")
                }
            }
        }
    }

    @Test(arguments: Colors.all)
    func underAPointerAndInADraggedHeader(_ colors: Colors) {
        var model = sheet()
        for x in stride(from: 20.0, to: 600, by: 60) {
            _ = model.movePointer(to: Point(x: x, y: 40))
            expectReadable(model, colors, has: [], "a pointer at \(x)")
            _ = model.movePointer(to: Point(x: x, y: 100))
            expectReadable(model, colors, has: [], "a pointer at \(x), below")
        }
        model.click(100, 40)
        model.hold(100, 40, at: 400, 44)
        expectReadable(model, colors, has: ["value"], "a header on its way")
    }

    @Test(arguments: Colors.all)
    func inOtherViewsOfRecords(_ colors: Colors) {
        for view in ["fit", "cards"] {
            var model = sheet(view)
            for row in [0, 2] {
                for column in 0..<4 {
                    model.activate(CellPosition(row: row, column: column))
                    expectReadable(model, colors, has: ["null"], view)
                    var selected = model
                    selected.perform(.moveDown, extending: true)
                    expectReadable(selected, colors, has: [], "\(view), selected")
                    selected.perform(.selectAll)
                    expectReadable(selected, colors, has: ["null"], "\(view), all selected")
                }
            }
        }
    }

    private static let groups = ListSource(
        ["Day", "Task", "Hours"], types: [.text, .text, .decimal],
        [
            ["Mon", "plan", "1"], ["", "draw", "4"], ["Mon", "call", "3"], ["", "rest", "none"], ["Wed", "file", "2"],
            ["Wed", "", "2"],
        ])

    @Test(arguments: Colors.all)
    func inViewsOfGroups(_ colors: Colors) throws {
        let views = [
            ViewChoice("timeline", columns: [.group: 0, .label: 1, .weight: 2]),
            ViewChoice("columns", columns: [.group: 0, .label: 1]),
        ]
        for (view, texts) in zip(views, [["4", "(empty)", "plan"], ["(empty)", "plan"]]) {
            var model = Self.groups.model(view, size: Size(width: 900, height: 600))
            for highlight in [nil, CellHighlight(try FindPlan(FindQuery("a")))] {
                model.highlight = highlight
                for row in 0..<6 {
                    model.activate(CellPosition(row: row, column: 1))
                    expectReadable(model, colors, has: texts, "\(view.name), row \(row)")
                    var selected = model
                    selected.perform(.selectAll)
                    expectReadable(selected, colors, has: texts, "\(view.name), row \(row), all selected")
                }
            }
        }
    }
    @Test(arguments: Colors.all)
    func inABlockOfRowsThatAreTooNarrowToBeSeen(_ colors: Colors) throws {
        let source = ListSource(["k", "v"], (0..<3_000).map { ["a", "\($0)"] })
        var model = source.model(ViewChoice("timeline", columns: [.group: 0]), size: Size(width: 900, height: 600))
        expectReadable(model, colors, has: ["3,000 rows, each too narrow to be seen"], "a block")
        model.perform(.selectAll)
        expectReadable(model, colors, has: ["3,000 rows, each too narrow to be seen"], "a block, all selected")
    }
}
