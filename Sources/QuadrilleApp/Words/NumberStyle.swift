import GridUI
import Tabular

/// The format of numbers computed from a column's: with the decimal mark and the unit of the column.
///
///     sum of 12,50 € and 3,20 €     15,70 €        mean of 10% and 5%     7.5%
struct NumberStyle: Equatable {
    private var mark = DecimalMark.point
    /// The text of the unit after a number; empty without one.
    private var unit = ""

    /// Plain numbers with a point.
    init() {}

    /// The style that columns share: a mark or unit that only some of their numbers have is left out.
    init(_ forms: [ValueForm]) {
        let numbers = forms.filter(\.type.isNumeric)
        guard let first = numbers.first else { return }
        if numbers.allSatisfy({ $0.decimalMark == .comma }) { mark = .comma }
        guard numbers.allSatisfy({ $0.unit == first.unit }), let sign = FormText(first).unit else { return }
        unit = first.unit == .percent ? sign : "\u{A0}" + sign
    }

    /// A number written with a decimal point, converted to the column's style.
    func number(_ plain: String) -> String { mark == .comma ? plain.replacing(".", with: ",") : plain }

    /// The same with its unit.
    func quantity(_ plain: String) -> String { number(plain) + unit }
}
