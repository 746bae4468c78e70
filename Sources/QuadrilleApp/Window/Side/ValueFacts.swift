import GridUI
import Tabular
import TabularOps
import TabularText

/// What there is to say of one value beside the value itself: pure functions of what was found.
struct ValueFacts {
    /// A line of the panel: its name and its text.
    struct Fact: Hashable {
        var name: String
        var text: String
        /// Another value that is spoken of, to go there.
        var link: Link?
    }

    /// A cell that one can go to.
    struct Link: Hashable {
        var text: String
        /// In the file, 0-based.
        var row: Int
        var column: Int
    }

    let inspection: ValueInspection
    let table: TableSnapshot

    var all: [Fact] {
        var facts = [Fact(name: "Type", text: type, link: reason)]
        if let grouped { facts.append(Fact(name: "Digits", text: grouped)) }
        facts.append(Fact(name: "Length", text: length))
        guard let place = inspection.place else { return facts + failure }
        let line = inspection.line.map { "line \($0.grouped)" } ?? "line …"
        facts.append(Fact(name: "Record", text: "\(place.record.grouped), \(line)"))
        facts.append(Fact(name: "Bytes", text: Self.bytes(place.bytes)))
        return facts + failure
    }

    private var failure: [Fact] {
        inspection.failure.map { [Fact(name: "Stopped", text: $0.description)] } ?? []
    }

    /// "1,204 to 1,209"
    private static func bytes(_ range: Range<Int>) -> String {
        range.isEmpty
            ? "none, at \(range.lowerBound.grouped)"
            : "\(range.lowerBound.grouped) to \((range.upperBound - 1).grouped)"
    }

    private var isWhole: Bool { inspection.page.bytes.count == inspection.page.total }

    /// "11 characters, 13 bytes"; of a value that is not all here, its bytes.
    private var length: String {
        let bytes = StatusText.counted(inspection.page.total, "byte")
        guard isWhole else { return bytes }
        let characters = String(decoding: inspection.page.bytes, as: UTF8.self).count
        return characters == inspection.page.total ? bytes : StatusText.counted(characters, "character") + ", " + bytes
    }

    private var grouped: String? {
        guard isWhole else { return nil }
        return inspection.page.bytes.withUnsafeBufferPointer { GroupedNumber.text(of: $0) }
    }

    /// The value by which the column has its type, where that is another one.
    private var reason: Link? {
        guard let reason = inspection.reason, reason.witness.row != inspection.row else { return nil }
        let own = isWhole ? ColumnType(of: inspection.page.bytes) : .text
        let place = [reason.record.map { "record \($0.grouped)" }, reason.line.map { "line \($0.grouped)" }]
            .compactMap { $0 }.joined(separator: ", ")
        let value = String(decoding: reason.witness.value, as: UTF8.self).visible
        let shown = value.count > Self.linkLength ? value.prefix(Self.linkLength) + "…" : value[...]
        let name = own == .text ? "The first that makes it so" : "The first that is not"
        return Link(
            text: "\(name): \(place.isEmpty ? "row \((reason.witness.row + 1).grouped)" : place), “\(shown)”",
            row: reason.witness.row, column: inspection.column)
    }

    /// Characters of another value that are shown.
    private static let linkLength = 40

    /// The type, and why it is that one.
    var type: String {
        guard table.columns.indices.contains(inspection.column) else { return "Text" }
        switch inspection.page.state {
        case .missing: return "Missing: the record ends before this column"
        case .null: return "Null"
        case .value: break
        }
        if inspection.page.total == 0 { return "Empty" }
        let column = table.columns[inspection.column].type
        let own = isWhole ? ColumnType(of: inspection.page.bytes) : .text
        let isFinal = table.phase == .complete
        switch column {
        case .text where own != .text:
            return "Text, since not all values of the column are \(own.plural), as this one is"
        case .text where inspection.reason?.witness.row == inspection.row:
            return "Text: it is the first value by which the column is"
        case .text: return "Text"
        case .decimal where own == .integer:
            return "Decimal, since not all values of the column are \(own.plural), as this one is"
        case .empty: return own.title
        default:
            // While values are still looked at, one may be found that is none.
            return "\(column.title), as all values of the column are" + (isFinal ? "" : " so far")
        }
    }
}

extension ColumnType {
    /// For people: "Date and time".
    var title: String {
        switch self {
        case .empty: "Empty"
        case .integer: "Integer"
        case .decimal: "Decimal"
        case .boolean: "Boolean"
        case .date: "Date"
        case .time: "Time"
        case .dateTime: "Date and time"
        case .text: "Text"
        }
    }

    /// For people: "dates with a time".
    var plural: String {
        switch self {
        case .empty: "empty"
        case .integer: "integers"
        case .decimal: "decimals"
        case .boolean: "booleans"
        case .date: "dates"
        case .time: "times"
        case .dateTime: "dates with a time"
        case .text: "texts"
        }
    }
}
