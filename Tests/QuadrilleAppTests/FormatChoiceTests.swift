import Tabular
import Testing

@testable import QuadrilleApp

@Suite struct FormatChoiceTests {
    @Test func numbersAreOfferedAllTheirWaysAndTextsTheirOwn() {
        let examples = FormatChoice.all(for: .decimal).map {
            FormatChoice.example(of: "-1234567.895", by: $0.template)
        }
        #expect(
            examples == [
                "-1234567.895", "-1234568", "-1234567.90", "-1,234,567.895", "-1,234,568", "-1,234,567.90",
                "1969-12-17 17:03:52.105", "1969-12-31 23:39:25.432105", "1969-12-31 23:59:58.765432105",
                "1600-12-31 23:59:58.765432105", "2000-12-17 17:03:52.105", "-1234567.895",
            ])
        #expect(FormatChoice.all(for: .text).map(\.template) == [nil])
    }

    @Test func everyTemplateThatIsOfferedIsOne() throws {
        for template in FormatChoice.all(for: .integer).compactMap(\.template) { _ = try CellFormat(template) }
    }

    @Test func whatIsNoTemplateHasNoExample() {
        for text in ["", "pieces", "%", "%q", "%d %d"] { #expect(FormatChoice.example(of: "1", by: text) == nil) }
        #expect(FormatChoice.example(of: "7", by: "%d %%") == "7 %")
        #expect(FormatChoice.example(of: "word", by: "%.2f €") == "word", "what is no number stands as it is")
    }
}
