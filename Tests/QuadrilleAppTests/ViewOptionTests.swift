import ArgumentParser
import Geometry
import GridLayout
import GridUI
import Tabular
import Testing

@testable import QuadrilleApp

/// What the options of a view make of their values.
@Suite struct ViewOptionTests {
    private func settings(_ arguments: String...) throws -> ViewSettings {
        try ViewOptions.parse(arguments).settings()
    }

    @Test func anOptionForEachParameterHasItsName() throws {
        for parameter in ViewParameter.allCases {
            let settings = try settings("--" + parameter.rawValue, "7.5")
            #expect(settings.parameters == [parameter: 7.5])
        }
    }

    @Test func everyViewHasItsName() throws {
        for definition in ViewRegistry.standard.definitions {
            #expect(try settings("--layout", definition.name).layout == definition.name)
        }
    }

    @Test func nothingAskedForIsStandardAndEverythingElseIsNot() throws {
        #expect(try ViewOptions.parse([]).isStandard)
        #expect(try ViewOptions.parse(["--layout", "sheet", "--zoom", "1", "--pin-headers"]).isStandard)
        let others = [
            ["--layout", "fit"], ["--group", "a"], ["--label", "a"], ["--weight", "a"], ["--row-header", "a"],
            ["--frozen-rows", "1"], ["--frozen-columns", "1"], ["--frozen-trailing-rows", "1"],
            ["--frozen-trailing-columns", "1"], ["--at", "1,1"], ["--offset", "0,0"], ["--rtl"], ["--zoom", "2"],
            ["--format", "a=%d"], ["--merge", "1,1:2,2"], ["--merge-equal", "a"], ["--no-pin-headers"],
            ["--row-height", "20"], ["--wrap"], ["--stripes"], ["--compact"], ["--header-pictures"],
        ]
        for arguments in others { #expect(try !ViewOptions.parse(arguments).isStandard, "\(arguments)") }
    }

    @Test func headersPinAsTheCommandHasItUnlessAskedOtherwise() throws {
        #expect(try !ViewOptions.parse([]).settings(pinsHeaders: false).pinsHeaders)
        #expect(try ViewOptions.parse(["--pin-headers"]).settings(pinsHeaders: false).pinsHeaders)
        #expect(try !ViewOptions.parse(["--no-pin-headers"]).settings(pinsHeaders: true).pinsHeaders)
    }

    @Test func whatMayComeAgainIsKeptInItsOrder() throws {
        let settings = try settings(
            "--merge", "2,1:4,1", "--merge-equal", "Day", "--merge", "1,1:1,3", "--merge-equal", "-", "--format",
            "a=%d",
            "--format", "b=%s")
        #expect(
            settings.merges == [
                CellSpan(rows: 1..<4, columns: 0..<1), CellSpan(rows: 0..<1, columns: 0..<3),
            ])
        #expect(settings.mergedColumns == [ColumnName("Day"), ColumnName("-")])
        #expect(settings.formats.map(\.text) == ["a=%d", "b=%s"])
    }

    @Test func aMergeHasBothItsEnds() throws {
        let span = try MergeArgument.span("2,1:4,3")
        #expect(span == CellSpan(rows: 1..<4, columns: 0..<3))
        #expect(MergeArgument.text(span) == "2,1:4,3")
        #expect(try MergeArgument.span("5,5:5,5") == CellSpan(rows: 4..<5, columns: 4..<5))
        let last = "\(Int.max),\(Int.max)"
        #expect(MergeArgument.text(try MergeArgument.span("1,1:\(last)")) == "1,1:\(last)")
        for argument in ["", ":", "1,1", "1,1:", "1,1:2", "1,1:2,2:3,3", "0,1:2,2", "2,2:1,1", "a:b", "1;1:2;2"] {
            #expect(throws: ValidationError.self) { try MergeArgument.span(argument) }
        }
    }

    @Test func whatMakesAMergeImpossibleIsSaidWithItsPlace() {
        let span = CellSpan(rows: 1..<4, columns: 0..<1)
        func note(_ reason: MergeRefusal.Reason) -> String? {
            MergeRefusal.note(on: span, reason)
        }
        #expect(note(.outsideTable) == "--merge 2,1:4,1 reaches beyond the table. It is left out.")
        #expect(
            note(.overlaps(CellSpan(rows: 0..<2, columns: 0..<2)))
                == "--merge 2,1:4,1 lies over 1,1:2,2, which is merged already. It is left out.")
        #expect(note(.singleCell) == nil)
    }

    @Test func anOffsetIsTwoNumbersFromZero() throws {
        #expect(try OffsetArgument.point("250,130") == Point(x: 250, y: 130))
        #expect(try OffsetArgument.point("0.5,24000000000000") == Point(x: 0.5, y: 24_000_000_000_000))
        for argument in ["", "1", "1,", "1,2,3", "-1,0", "inf,0", "nan,1", "1;2"] {
            #expect(throws: ValidationError.self) { try OffsetArgument.point(argument) }
        }
    }

    @Test func aFormatIsReadByTheColumnsThatThereAre() throws {
        func columns(_ names: String...) -> [Column] { names.map { Column(name: $0, type: .text) } }
        func reading(_ argument: String, _ columns: [Column]) throws -> [String] {
            let reading = try FormatArgument(argument: argument).reading(for: columns)
            return [reading.column.text, reading.format.template]
        }
        #expect(try reading("a=%d", columns("x", "a")) == ["a", "%d"])
        // Signs of equality in the name and in the template.
        #expect(try reading("a=b=%d", columns("a=b")) == ["a=b", "%d"])
        #expect(try reading("a=b=%d", columns("a")) == ["a", "b=%d"])
        #expect(try reading("2=%d", columns("x", "y")) == ["2", "%d"])
        #expect(try reading("none=%d=", columns("x")) == ["none", "%d="])
        for argument in ["", "a", "a=", "=%d", "a=text", "a=%d%d", "%d"] {
            #expect(throws: ValidationError.self) { try FormatArgument(argument: argument) }
        }
    }
}
