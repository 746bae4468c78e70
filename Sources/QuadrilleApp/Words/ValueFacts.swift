import GridUI
import Tabular
import TabularOps
import Translation

/// The facts about a value, besides the value itself: pure functions of its inspection.
struct ValueFacts {
    /// A line of the panel: its name and its text.
    struct Fact: Hashable {
        var name: String
        var text: String
        /// The value that the text mentions, to go there.
        var link: Link?
    }

    /// A cell to go to.
    struct Link: Hashable {
        var text: String
        /// In the file, 0-based.
        var row: Int
        var column: Int
    }

    let inspection: ValueInspection
    let table: TableSnapshot

    var all: [Fact] {
        var facts = [Fact(name: tr("Type"), text: type, link: reason)]
        if let declared { facts.append(Fact(name: tr("Declared as"), text: declared)) }
        if let grouped { facts.append(Fact(name: tr("Digits"), text: grouped)) }
        facts.append(Fact(name: tr("Length"), text: length))
        guard let place = inspection.place else { return facts + failure }
        let line = inspection.line.map { $0.grouped } ?? "…"
        facts.append(
            Fact(name: tr("Record"), text: tr("{record}, line {line}", ["record": place.record.grouped, "line": line])))
        facts.append(Fact(name: tr("Bytes"), text: Self.bytes(place.bytes)))
        if let path = place.path { facts.append(Fact(name: tr("Path"), text: path.visible)) }
        return facts + failure
    }

    /// The type as the source declares it for the column.
    private var declared: String? {
        table.columns.indices.contains(inspection.column) ? table.columns[inspection.column].declaration : nil
    }

    private var failure: [Fact] {
        inspection.failure.map { [Fact(name: tr("Stopped"), text: $0.description)] } ?? []
    }

    /// "1,204 to 1,209"
    private static func bytes(_ range: Range<Int>) -> String {
        range.isEmpty
            ? tr("none, at {byte}", ["byte": range.lowerBound.grouped])
            : tr("{first} to {last}", ["first": range.lowerBound.grouped, "last": (range.upperBound - 1).grouped])
    }

    private var isWhole: Bool { inspection.page.bytes.count == inspection.page.total }

    /// "11 characters, 13 bytes"; of a value that is only partly in memory, its bytes.
    private var length: String {
        let bytes = tr(one: "{count} byte", many: "{count} bytes", inspection.page.byteCount)
        guard isWhole, inspection.page.kind != .binary else { return bytes }
        let characters = String(decoding: inspection.page.bytes, as: UTF8.self).count
        guard characters != inspection.page.total else { return bytes }
        return tr(
            one: "{count} character, {bytes}", many: "{count} characters, {bytes}", characters, ["bytes": bytes])
    }

    private var grouped: String? {
        guard isWhole, inspection.page.kind != .binary else { return nil }
        return inspection.page.bytes.withUnsafeBufferPointer { GroupedNumber.text(of: $0) }
    }

    /// The value that determines the column's type, where it is another one.
    private var reason: Link? {
        guard let reason = inspection.reason, reason.witness.row != inspection.row,
            table.columns.indices.contains(inspection.column), !table.columns[inspection.column].form.isChosen
        else { return nil }
        let own = isWhole ? ColumnType(of: inspection.page.bytes) : .text
        let record = reason.record.map { tr("record {record}", ["record": $0.grouped]) }
        let line = reason.line.map { tr("line {line}", ["line": $0.grouped]) }
        let found = [record, line].compactMap { $0 }.joined(separator: ", ")
        let place =
            found.isEmpty ? tr("row {row}", ["row": table.rowLabel(ofSourceRow: reason.witness.row).grouped]) : found
        let value = String(decoding: reason.witness.value, as: UTF8.self).visible
        let shown = value.count > Self.linkLength ? value.prefix(Self.linkLength) + "…" : value[...]
        let text =
            own == .text
            ? tr("First such value: {place}, “{value}”", ["place": place, "value": String(shown)])
            : tr("First value of another type: {place}, “{value}”", ["place": place, "value": String(shown)])
        return Link(text: text, row: reason.witness.row, column: inspection.column)
    }

    /// The maximum number of shown characters of another value.
    private static let linkLength = 40

    /// The fit of a whole value to its column, where there is more to report than its type: a null word, or a type chosen by
    /// the user.
    private var fit: String? {
        let form = table.columns[inspection.column].form
        guard isWhole, form.isChosen || form.type.isTyped else { return nil }
        let type = FormText(form).kind
        switch inspection.page.bytes.withUnsafeBufferPointer({ form.fit(of: $0) }) {
        case .null: return tr("Null: a word for no value")
        case .misfit where form.isChosen: return tr("Not {type}, the type chosen for the column", ["type": type])
        case .fits where form.isChosen: return tr("{type}, as chosen for the column", ["type": type])
        case .empty, .fits, .misfit: return nil
        }
    }

    /// The type, and the reason for it.
    var type: String {
        guard table.columns.indices.contains(inspection.column) else { return ColumnType.text.title }
        switch inspection.page.state {
        case .missing: return tr("Missing: the record ends before this column")
        case .null: return tr("Null")
        case .unreadable: return tr("Unreadable")
        case .value: break
        }
        if inspection.page.total == 0 { return ColumnType.empty.title }
        if table.description.hasKinds { return inspection.page.kind.title }
        if let fit { return fit }
        let column = table.columns[inspection.column].type
        let own = isWhole ? ColumnType(of: inspection.page.bytes) : .text
        let isFinal = table.phase == .complete
        switch column {
        case .text where own != .text:
            return tr("Text, since not all values of the column are {types}, as this one is", ["types": own.plural])
        case .text where inspection.reason?.witness.row == inspection.row:
            return tr("Text: the first such value, which makes the whole column text")
        case .text: return ColumnType.text.title
        case .decimal where own == .integer:
            return tr("Decimal, since not all values of the column are {types}, as this one is", ["types": own.plural])
        case .empty: return own.title
        default:
            // Until the audit ends, a value of another type may be found.
            return isFinal
                ? tr("{type}, as all values of the column are", ["type": column.title])
                : tr("{type}, as all values of the column are so far", ["type": column.title])
        }
    }
}

extension ColumnType {
    /// For the user: "Date and time".
    var title: String {
        switch self {
        case .empty: tr("Empty")
        case .integer: tr("Integer")
        case .decimal: tr("Decimal")
        case .code: tr("Code")
        case .boolean: tr("Boolean")
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

    /// For the user: "dates with a time".
    var plural: String {
        switch self {
        case .empty: tr("empty", in: "values of a column")
        case .integer: tr("integers", in: "values of a column")
        case .decimal: tr("decimals", in: "values of a column")
        case .code: tr("codes", in: "values of a column")
        case .boolean: tr("booleans", in: "values of a column")
        case .date: tr("dates", in: "values of a column")
        case .time: tr("times", in: "values of a column")
        case .dateTime: tr("dates with a time", in: "values of a column")
        case .text: tr("texts", in: "values of a column")
        case .duration: tr("durations", in: "values of a column")
        case .binary: tr("bytes", in: "values of a column")
        case .json: tr("JSON texts", in: "values of a column")
        case .mixed: tr("values of several types", in: "values of a column")
        }
    }
}

extension CellKind {
    /// For the user: "Date and time".
    fileprivate var title: String {
        switch self {
        case .text: ColumnType.text.title
        case .number: tr("Number")
        case .boolean: ColumnType.boolean.title
        case .date: ColumnType.date.title
        case .time: ColumnType.time.title
        case .dateTime: ColumnType.dateTime.title
        case .duration: ColumnType.duration.title
        case .error: tr("Error")
        case .json: ColumnType.json.title
        case .binary: ColumnType.binary.title
        case .formula: tr("Formula without its value")
        }
    }
}
