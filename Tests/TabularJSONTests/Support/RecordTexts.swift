import Tabular
import Testing

@testable import TabularJSON

extension ColumnTree {
    /// The tree of some records.
    static func sampled(_ records: [String], _ layout: ColumnLayout = ColumnLayout(.lines)) -> ColumnTree {
        withTexts(records.map { Array($0.utf8) }[...]) { sampled($0, layout: layout) }
    }

    private static func withTexts<R>(
        _ records: ArraySlice<[UInt8]>, _ found: [UnsafeBufferPointer<UInt8>] = [],
        _ body: ([UnsafeBufferPointer<UInt8>]) -> R
    ) -> R {
        guard let first = records.first else { return body(found) }
        return first.withUnsafeBufferPointer { withTexts(records.dropFirst(), found + [$0], body) }
    }

    mutating func discover(_ record: String) -> Bool {
        let bytes = Array(record.utf8)
        return bytes.withUnsafeBufferPointer { discover($0) }
    }

    mutating func discover(_ record: String, isNew: Bool) {
        let isFound = discover(record)
        #expect(isFound == isNew, "\(record)")
    }

    var plainColumns: [Column] { columns { _ in ValueForm(.empty) } }

    /// The columns as they are written on a line: `id address.city`.
    var names: String {
        plainColumns.map { ($0.groups.filter { !$0.isEmpty } + [$0.name]).joined(separator: ".") }
            .joined(separator: " ")
    }
}

/// The fields of a record as texts.
struct RecordTexts: Equatable {
    var texts: [String] = []
    var kinds: [JSONField.Kind] = []
    var outcome = FieldReader.Outcome.whole
    var notes: Set<SyntaxNote.Kind> = []
    var hasUnknown = false

    var duplicates: [Int] = []

    init(_ reader: FieldReader, _ record: [UInt8], isSlow: Bool = false) {
        var reader = reader
        record.withUnsafeBufferPointer { text in
            outcome = isSlow ? reader.readSlowly(text) : reader.read(text)
            for place in 0..<reader.count {
                var bytes: [UInt8] = []
                _ = reader.append(at: place, of: text, .shown, to: &bytes)
                texts.append(String(decoding: bytes, as: UTF8.self))
                kinds.append(reader.field(at: place).kind)
            }
        }
        notes = Set(reader.notes.map(\.kind))
        (hasUnknown, duplicates) = (reader.hasUnknown, reader.duplicates)
    }

    init(_ reader: FieldReader, _ record: String) { self.init(reader, Array(record.utf8)) }

    /// The fields on a line: `·` for missing ones, `null` for null.
    var line: String {
        zip(texts, kinds).map { $1 == .missing ? "·" : $1 == .null ? "null" : $0 }.joined(separator: "|")
    }
}
