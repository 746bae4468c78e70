import GridUI
import Tabular
import Translation

/// A predefined format for the values of a column.
struct FormatChoice: Hashable {
    let title: String
    /// Nil for values exactly as in the file.
    let template: String?

    /// Returns the choices for a column of a type, beginning with the values as in the file.
    static func all(for type: ColumnType) -> [FormatChoice] {
        let plain = FormatChoice(title: tr("As in the file"), template: nil)
        guard type.isNumeric else { return [plain] }
        return [
            plain, FormatChoice(title: tr("Whole numbers"), template: "%d"),
            FormatChoice(title: tr("Two decimals"), template: "%.2f"),
            FormatChoice(title: tr("In thousands"), template: "%'f"),
            FormatChoice(title: tr("In thousands, whole"), template: "%'d"),
            FormatChoice(title: tr("In thousands, two decimals"), template: "%'.2f"),
        ] + TimeNumber.allCases.map { FormatChoice(title: $0.title, template: "%{\($0.rawValue)}") }
    }

    /// Returns a value formatted by a template; nil where the template is invalid.
    static func example(of value: String, by template: String?) -> String? {
        guard let template else { return value }
        guard let format = try? CellFormat(template) else { return nil }
        var (value, bytes) = (value, [UInt8]())
        _ = value.withUTF8 { format.append($0, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
