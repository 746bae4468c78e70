import ArgumentParser
import GridUI
import TabularExport
import TabularText
import Testing

@testable import QuadrilleApp

/// What options make of their values; what they refuse is shown in `UsageTests`.
@Suite struct OptionTests {
    @Test(arguments: [
        ("comma", ","), ("TAB", "\t"), ("\\t", "\t"), ("\t", "\t"), ("semicolon", ";"), ("pipe", "|"), ("space", " "),
        ("Colon", ":"), (" ", " "), ("-", "-"), ("\u{1}", "\u{1}"), ("\\u0001", "\u{1}"), ("\\u001F|", "\u{1F}|"),
        ("||", "||"), (", ", ", "), ("¦", "¦"), ("\\", "\\"), ("\\\\", "\\"), ("\\x", "\\x"), ("\\uXYZ1", "\\uXYZ1"),
        ("1234567890123456", "1234567890123456"),
    ])
    func aDelimiterIsANameOrAText(argument: String, text: String) throws {
        #expect(try Delimiter(argument: argument).text == text)
    }

    @Test func spacesAreAnyRunOfThem() throws {
        #expect(try Delimiter(argument: "Spaces").mergesSpaces)
        #expect(try Delimiter(argument: "spaces").text == " ")
        #expect(try !Delimiter(argument: "space").mergesSpaces)
    }

    @Test func aQuoteOrAnEscapeIsACharacterOrNone() throws {
        #expect(try Mark.quote("'").choice == .chosen(0x27))
        #expect(try Mark.quote("None").choice == .none)
        #expect(try Mark.escape("\\").choice == .chosen(0x5C))
        #expect(try CommentMark(argument: "//").choice == .chosen("//"))
        #expect(try CommentMark(argument: "none").choice == .none)
        #expect(throws: ValidationError.self) { try Mark.quote("\n") }
        #expect(throws: ValidationError.self) { try Mark.quote("") }
    }

    @Test func anEncodingIsANameThatIconvKnows() throws {
        #expect(try EncodingArgument(argument: "latin1").name == "latin1")
        #expect(try EncodingArgument(argument: "UTF-16").name == "UTF-16")
        #expect(throws: ValidationError.self) { try EncodingArgument(argument: "latin99") }
        #expect(throws: ValidationError.self) { try EncodingArgument(argument: "") }
    }

    @Test func aTableHasUpTo16HeaderRows() throws {
        #expect(try HeaderRows(argument: "0").count == 0)
        #expect(try HeaderRows(argument: "1").count == 1)
        #expect(try HeaderRows(argument: "16").count == 16)
        #expect(throws: ValidationError.self) { try HeaderRows(argument: "17") }
        #expect(throws: ValidationError.self) { try HeaderRows(argument: "-1") }
        #expect(throws: ValidationError.self) { try HeaderRows(argument: "yes") }
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
        let options = command.input.dialect.textOptions
        #expect(options.delimiter == "\t" && options.quote == .none && options.headerRows == 0 && options.isForced)
        #expect(!command.input.dialect.isStandard && !command.view.isStandard)
        #expect(command.view.settings().place == CellPosition(row: 2, column: 3))
        #expect(command.size.width == 1280 && command.size.height == 800 && command.scale == 1 && !command.dark)
    }

    @Test func whatIsNotAskedForIsLeftToTheReader() throws {
        let command = try InfoCommand.parse(["t.csv"])
        let options = command.input.dialect.textOptions
        #expect(options == TextOptions())
        #expect(command.input.dialect.isStandard)
        #expect(command.input.name == "t.csv")
    }
}
