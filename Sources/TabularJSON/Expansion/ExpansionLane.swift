import Tabular

/// A reader of the objects of one expanded column, one after the other.
///
/// A class: a structure would be copied for each value, and all references in it counted.
final class ExpansionLane {
    private enum Outcome {
        case read
        /// No object, or a broken one.
        case missing
        case unreadable
    }

    private var fields: FieldReader
    /// The text of the value.
    var text: [UInt8] = []
    private var outcome = Outcome.missing

    init(_ tree: ColumnTree, wanted: [Int]) { fields = FieldReader(tree, wanted: wanted) }

    /// A Boolean value that indicates whether the object has members without a column.
    private(set) var hasUnknown = false

    /// Reads `text`, the text of a value in `state`.
    func read(_ state: CellState) {
        hasUnknown = false
        switch state {
        case .unreadable: outcome = .unreadable
        case .missing, .null: outcome = .missing
        case .value:
            let isRead = Self.read(text, &fields)
            outcome = isRead ? .read : .missing
            hasUnknown = isRead && fields.hasUnknown
        }
    }

    private static func read(_ text: [UInt8], _ fields: inout FieldReader) -> Bool {
        text.withUnsafeBufferPointer { text in
            var start = 0
            while start < text.count, text[start].isBlank { start += 1 }
            guard start < text.count, text[start] == UInt8(ascii: "{") else { return false }
            return fields.read(text) == .whole
        }
    }

    /// Appends the text of the wanted member at `place`, and returns its state and kind.
    func append(at place: Int, _ form: JSONField.TextForm, to bytes: inout [UInt8]) -> CellInfo {
        switch outcome {
        case .read: Self.append(&fields, at: place, of: text, form, to: &bytes)
        case .missing: CellInfo(state: .missing)
        case .unreadable: CellInfo(state: .unreadable)
        }
    }

    /// Counts the members by their kinds.
    func count(in tallies: inout [KindTally]) {
        if outcome == .read { Self.count(&fields, of: text, in: &tallies) }
    }

    // These read `fields` in place: a copy costs more than the rest.

    private static func append(
        _ fields: inout FieldReader, at place: Int, of text: [UInt8], _ form: JSONField.TextForm,
        to bytes: inout [UInt8]
    ) -> CellInfo {
        text.withUnsafeBufferPointer { fields.append(at: place, of: $0, form, to: &bytes) }
    }

    private static func count(_ fields: inout FieldReader, of text: [UInt8], in tallies: inout [KindTally]) {
        text.withUnsafeBufferPointer { fields.count(in: &tallies, of: $0) }
    }
}
