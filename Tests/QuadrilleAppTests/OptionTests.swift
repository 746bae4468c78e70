import ArgumentParser
import GridUI
import TabularExport
import TabularText
import Testing

@testable import QuadrilleApp
@testable import TableFormats

/// What options make of their values; what they refuse is shown in `UsageTests`.
@Suite struct OptionTests {
    private func options(_ written: WrittenOption) -> FormatOptions {
        var options = FormatOptions()
        written.apply(to: &options)
        return options
    }

    @Test(arguments: [
        ("comma", ","), ("TAB", "\t"), ("\\t", "\t"), ("\t", "\t"), ("semicolon", ";"), ("pipe", "|"), ("space", " "),
        ("Colon", ":"), (" ", " "), ("-", "-"), ("\u{1}", "\u{1}"), ("\\u0001", "\u{1}"), ("\\u001F|", "\u{1F}|"),
        ("||", "||"), (", ", ", "), ("¦", "¦"), ("\\", "\\"), ("\\\\", "\\"), ("\\x", "\\x"), ("\\uXYZ1", "\\uXYZ1"),
        ("1234567890123456", "1234567890123456"),
    ])
    func aDelimiterIsANameOrAText(argument: String, text: String) throws {
        #expect(try options(.delimiter(argument)).text.delimiter == text)
    }

    @Test func spacesAreAnyRunOfThem() throws {
        #expect(try options(.delimiter("Spaces")).text.mergesSpaces)
        #expect(try options(.delimiter("spaces")).text.delimiter == " ")
        #expect(try !options(.delimiter("space")).text.mergesSpaces)
    }

    @Test func aQuoteOrAnEscapeIsACharacterOrNone() throws {
        #expect(try options(.quote("'")).text.quote == .chosen(0x27))
        #expect(try options(.quote("None")).text.quote == .none)
        #expect(try options(.escape("\\")).text.escape == .chosen(0x5C))
        #expect(try options(.comment("//")).text.comment == .chosen("//"))
        #expect(try options(.comment("none")).text.comment == .none)
        #expect(throws: ValidationError.self) { try WrittenOption.quote("\n") }
        #expect(throws: ValidationError.self) { try WrittenOption.quote("") }
    }

    @Test func anEncodingIsANameThatIconvKnows() throws {
        #expect(try options(.encoding("latin1")).text.encoding == "latin1")
        #expect(try options(.encoding("UTF-16")).text.encoding == "UTF-16")
        #expect(throws: ValidationError.self) { try WrittenOption.encoding("latin99") }
        #expect(throws: ValidationError.self) { try WrittenOption.encoding("") }
    }

    @Test func aTableHasUpTo16HeaderRows() throws {
        #expect(try options(.headerRows("0")).text.headerRows == 0)
        #expect(try options(.headerRows("1")).text.headerRows == 1)
        #expect(try options(.headerRows("16")).text.headerRows == 16)
        #expect(throws: ValidationError.self) { try WrittenOption.headerRows("17") }
        #expect(throws: ValidationError.self) { try WrittenOption.headerRows("-1") }
        #expect(throws: ValidationError.self) { try WrittenOption.headerRows("yes") }
    }

    @Test func extentsAndSizesAreTwoNumbersAndAnX() throws {
        let extent = try TableExtent(argument: "1000000000000X100000")
        #expect(extent.rows == 1_000_000_000_000 && extent.columns == 100_000)
        #expect(try TableExtent(argument: "0x0").rows == 0)
        let size = try PictureSize(argument: "1x32767")
        #expect(size.width == 1 && size.height == 32767)
        for argument in ["", "x", "1x", "x1", "1x2x3", "1 x 2", "1,2", "1.5x2"] {
            #expect(throws: ValidationError.self) { try TableExtent(argument: argument) }
            #expect(throws: ValidationError.self) { try PictureSize(argument: argument) }
        }
    }

    @Test func aPlaceCountsFrom1OutsideAndFrom0Inside() throws {
        #expect(try PlaceArgument(argument: "1,1").cell == CellPosition(row: 0, column: 0))
        #expect(try PlaceArgument(argument: "1000000,5").cell == CellPosition(row: 999_999, column: 4))
        for argument in ["", ",", "1,", "1", "1,0", "1;1", "1,2,3"] {
            #expect(throws: ValidationError.self) { try PlaceArgument(argument: argument) }
        }
    }

    @Test func numbersKeepToTheirRange() throws {
        #expect(try NumberArgument.frozenCount("0") == 0)
        #expect(try NumberArgument.zoom("0.25") == 0.25)
        #expect(try NumberArgument.scale("8") == 8)
        #expect(try NumberArgument.rows("2:") == RowSelection("2:"))
        for argument in ["inf", "-1", "", "8.1", "0"] {
            #expect(throws: ValidationError.self) { try NumberArgument.scale(argument) }
        }
    }

    @Test(arguments: [("p.png", PictureKind.png), ("a.b/P.SVG", .svg), (".pdf", .pdf)])
    func theEndingSaysWhichPicture(path: String, kind: PictureKind) {
        #expect(PictureKind(path: path) == kind)
    }

    @Test(arguments: ["png", "p.gif", "p.png.", "p.png ", "", "p.png/"])
    func otherEndingsAreNoPictures(path: String) {
        #expect(PictureKind(path: path) == nil)
    }

    @Test func optionsComeTogetherInARequest() throws {
        let command = try RenderCommand.parse([
            "t.csv", "-o", "p.png", "--delimiter", "tab", "--quote", "none", "--header-rows", "0", "--text",
            "--frozen-rows", "2", "--at", "3,4", "--zoom", "2",
        ])
        let options = command.input.dialect.options.text
        #expect(options.delimiter == "\t" && options.quote == .none && options.headerRows == 0 && options.isForced)
        #expect(!command.input.dialect.isStandard && !command.view.isStandard)
        #expect(command.view.settings().place == CellPosition(row: 2, column: 3))
        #expect(command.size.width == 1280 && command.size.height == 800 && command.scale == 1 && !command.dark)
    }

    @Test func whatIsNotAskedForIsLeftToTheReader() throws {
        let command = try InfoCommand.parse(["t.csv"])
        let options = command.input.dialect.options
        #expect(options == FormatOptions())
        #expect(command.input.dialect.isStandard)
        #expect(command.input.name == "t.csv")
    }
}
