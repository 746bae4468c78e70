import Tabular
import Translation

/// The types that menus offer for a column, in sections.
package enum TypeMenu {
    package struct Entry: Sendable, Hashable {
        /// An underscore precedes the mnemonic letter.
        package var label: String
        /// Nil for the detected type.
        package var choice: TypeChoice?

        init(_ label: String, _ choice: TypeChoice?) { (self.label, self.choice) = (label, choice) }
    }

    package static var title: String { tr("Typ_e") }

    /// `detected` is the form of a column whose type is detected.
    package static func sections(detected: ValueForm? = nil) -> [[Entry]] {
        let automatic = detected.map { tr("_Automatic ({type})", ["type": FormText($0).brief]) } ?? tr("_Automatic")
        return [
            [Entry(automatic, nil)],
            [
                Entry(tr("_Number"), .number(nil)), Entry(tr("Number, Decimal _Point"), .number(.point)),
                Entry(tr("Number, Decimal _Comma"), .number(.comma)), Entry(tr("C_ode"), .code),
            ],
            [
                Entry(tr("_Date"), .date(nil)), Entry(tr("Date, Da_y First"), .date(.dayFirst)),
                Entry(tr("Date, _Month First"), .date(.monthFirst)), Entry(tr("Date, Yea_r First"), .date(.yearFirst)),
            ],
            [Entry(tr("Ye_s/No"), .boolean), Entry(tr("_Text"), .text)],
        ]
    }
}
