import Tabular
import Testing

@testable import QuadrilleApp
@testable import TabularOps

private func form(_ mark: DecimalMark, _ unit: NumberUnit = .none) -> ValueForm {
    var form = ValueForm(.decimal)
    (form.decimalMark, form.unit) = (mark, unit)
    return form
}

@Suite struct NumberStyleTests {
    private static let euro = NumberUnit.currency(Currency(number: 1))

    @Test(
        arguments: [
            ([], "12.5"), ([form(.point)], "12.5"), ([form(.comma)], "12,5"), ([form(.point, .percent)], "12.5%"),
            ([form(.comma, euro)], "12,5\u{A0}€"), ([form(.comma, euro), form(.comma, euro)], "12,5\u{A0}€"),
            ([form(.comma), form(.point)], "12.5"), ([form(.comma), form(.comma, .percent)], "12,5"),
            ([ValueForm(.text), form(.comma, .percent)], "12,5%"), ([ValueForm(.code)], "12.5"),
        ] as [([ValueForm], String)])
    func sumIsWrittenAsItsColumnsAre(forms: [ValueForm], expected: String) {
        #expect(NumberStyle(forms).quantity("12.5") == expected)
    }

    @Test func figureIsShownWithItsUnitAndCopiedWithout() {
        var summary = SelectionSummary()
        (summary.valueCount, summary.numberCount, summary.distinct) = (2, 2, 2)
        summary.sum = ExactDecimal(isNegative: false, limbs: [155], scale: 1)
        let plain = summary.sum?.description ?? ""
        let figures = StatusText.figures(of: summary, in: NumberStyle([form(.comma, Self.euro)]))
        let sum = figures.first { $0.kind == .sum }
        #expect(plain.contains("."))
        #expect(sum?.value == plain.replacing(".", with: ",") && sum?.shown == sum.map { $0.value + "\u{A0}€" })
    }
}
