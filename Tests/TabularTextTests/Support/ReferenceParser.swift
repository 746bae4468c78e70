import Tabular

@testable import TabularText

/// How the reference reads: the same as a `Dialect`, in bytes.
struct ReferenceRules: CustomStringConvertible {
    var delimiter: [UInt8] = [0x2C]
    var quote: UInt8? = 0x22
    var escape: UInt8?
    var comment: [UInt8] = []
    /// Any run of spaces and tabs is a delimiter.
    var mergesSpaces = false

    var special: SpecialBytes {
        var dialect = Dialect(delimiter: String(decoding: delimiter, as: UTF8.self), quote: quote, escape: escape)
        if !comment.isEmpty { dialect.comment = String(decoding: comment, as: UTF8.self) }
        dialect.mergesSpaces = mergesSpaces
        return SpecialBytes(dialect)
    }

    /// The length of the delimiter at `index`; 0 where there is none.
    func delimiterLength(in text: [UInt8], at index: Int) -> Int {
        if mergesSpaces { return text[index...].prefix { $0 == 32 || $0 == 9 }.count }
        return text[index...].starts(with: delimiter) ? delimiter.count : 0
    }

    var description: String {
        "\(delimiter)\(mergesSpaces ? "+" : "") quote \(quote.map(String.init) ?? "-") escape \(escape.map(String.init) ?? "-") comment \(comment)"
    }
}

/// A record as the reference reads it.
struct ReferenceRecord: Hashable {
    var fields: [[UInt8]] = []
    var start = 0
}

/// The rules of `RecordParser` and its general engine in the slowest and most obvious form: the whole input, byte by byte,
/// with looking ahead.
func referenceParse(_ text: [UInt8], _ rules: ReferenceRules) -> [ReferenceRecord] {
    func isAt(_ index: Int, _ bytes: [UInt8]) -> Bool { text[index...].starts(with: bytes) }
    func isLineEnd(_ index: Int) -> Bool { text[index] == 10 || text[index] == 13 }
    func behindLineEnd(_ index: Int) -> Int { index + (isAt(index, [13, 10]) ? 2 : 1) }
    var records: [ReferenceRecord] = []
    var i = 0
    while i < text.count {
        if !rules.comment.isEmpty && isAt(i, rules.comment) {
            while i < text.count && !isLineEnd(i) { i += 1 }
            if i < text.count { i = behindLineEnd(i) }
            continue
        }
        var record = ReferenceRecord(start: i)
        if rules.mergesSpaces { i += rules.delimiterLength(in: text, at: i) }
        var isRecordDone = false
        while !isRecordDone {
            var field: [UInt8] = []
            /// Takes the byte at `i`, or the one that is escaped there.
            func take() {
                if text[i] == rules.escape && i + 1 < text.count {
                    i += 1
                    if isAt(i, [13, 10]) {
                        field.append(13)
                        i += 1
                    }
                }
                field.append(text[i])
                i += 1
            }
            if i < text.count, text[i] == rules.quote {
                i += 1
                while i < text.count {
                    if text[i] == rules.quote {
                        if i + 1 < text.count, text[i + 1] == rules.quote {
                            field.append(text[i])
                            i += 2
                            continue
                        }
                        i += 1
                        break
                    }
                    take()
                }
            }
            while i < text.count, rules.delimiterLength(in: text, at: i) == 0, !isLineEnd(i) { take() }
            record.fields.append(field)
            // Spaces at a line's end are no delimiter.
            if rules.mergesSpaces, i < text.count { i += rules.delimiterLength(in: text, at: i) }
            if i == text.count {
                isRecordDone = true
            } else if isLineEnd(i) {
                i = behindLineEnd(i)
                isRecordDone = true
            } else if !rules.mergesSpaces {
                i += rules.delimiter.count
            }
        }
        records.append(record)
    }
    return records
}

func referenceRecords(_ text: [UInt8], _ rules: ReferenceRules = ReferenceRules()) -> [[[UInt8]]] {
    referenceParse(text, rules).map(\.fields)
}
