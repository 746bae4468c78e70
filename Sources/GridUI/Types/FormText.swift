import Tabular
import Translation

/// The form of a column's values in words, for the window and for `info`.
package struct FormText {
    private let form: ValueForm

    package init(_ form: ValueForm) { self.form = form }

    /// The type as menus name it: "Number", "Date and time".
    package var kind: String {
        switch form.type {
        case .empty: tr("Empty")
        case .integer, .decimal: tr("Number")
        case .code: tr("Code")
        case .boolean: tr("Yes/No")
        case .date: tr("Date")
        case .time: tr("Time")
        case .dateTime: tr("Date and time")
        case .text: tr("Text")
        case .duration: tr("Duration")
        case .binary: tr("Binary")
        case .json: "JSON"
        case .mixed: tr("Mixed")
        }
    }

    /// The type and its unusual properties: "Number · decimal comma (by other columns)".
    package var words: String { ([kind] + notes).joined(separator: " · ") }

    /// The same for a menu, without notes that do not matter there: "Number, decimal comma".
    package var brief: String {
        let hasComma = form.type.isNumeric && form.decimalMark == .comma
        let parts = [kind, hasComma ? words(of: .comma) : nil, unit, order.map(words)]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// The notes on the reading: "decimal comma (by other columns)", "€", "day first (by the locale)".
    package var notes: [String] {
        var notes: [String] = form.isChosen ? [tr("chosen", in: "type of a column")] : []
        if form.type.isNumeric {
            // Where the values themselves prove it, a decimal point needs no note.
            if form.decimalMark == .comma || form.evidence != .values {
                notes.append(reasoned(words(of: form.decimalMark)))
            }
            if let unit { notes.append(unit) }
        }
        if let order { notes.append(reasoned(words(of: order))) }
        return notes
    }

    private func reasoned(_ reading: String) -> String {
        switch form.evidence {
        case .values, .chosen: reading
        case .columns: tr("{reading} (by other columns)", ["reading": reading])
        case .locale: tr("{reading} (by the locale)", ["reading": reading])
        case .assumed: tr("{reading} (assumed)", ["reading": reading])
        }
    }

    /// The unit of numbers: "%", "€".
    package var unit: String? {
        guard form.type.isNumeric else { return nil }
        switch form.unit {
        case .none: return nil
        case .percent: return "%"
        case .currency(let currency): return currency.sign
        }
    }

    /// The order of dates; nil where it does not matter.
    package var order: DateOrder? { form.type == .date || form.type == .dateTime ? form.dateOrder : nil }

    private func words(of mark: DecimalMark) -> String { mark == .comma ? tr("decimal comma") : tr("decimal point") }

    private func words(of order: DateOrder) -> String {
        switch order {
        case .dayFirst: tr("day first")
        case .monthFirst: tr("month first")
        case .yearFirst: tr("year first")
        }
    }
}
