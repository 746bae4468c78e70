import Tabular

/// One value of a record: its range in the text of the record.
struct JSONField: Sendable, Hashable {
    enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// The record has no such member.
        case missing
        case null
        case `true`
        case `false`
        /// A number without a point and an exponent.
        case integer
        case decimal
        /// `NaN` and the infinities.
        case specialNumber
        /// `0x1F`.
        case hexadecimal
        /// Between its quotes, without a backslash.
        case string
        /// Between its quotes, with escapes.
        case escapedString
        /// With its brackets.
        case array
        case object
        /// Members that have no column of their own, which `FieldReader` keeps.
        case others
        /// Text that is not JSON.
        case invalid
    }

    var kind = Kind.missing
    /// Byte offset in the record's text; for strings after the quote.
    var start = 0
    var end = 0

    var range: Range<Int> { start..<end }

    /// The range with the quotes of strings.
    var textRange: Range<Int> { kind == .string || kind == .escapedString ? start - 1..<end + 1 : range }

    var info: CellInfo {
        switch kind {
        case .missing: CellInfo(state: .missing)
        case .null: CellInfo(state: .null)
        case .true, .false: CellInfo(state: .value, kind: .boolean)
        case .integer, .decimal, .specialNumber, .hexadecimal: CellInfo(state: .value, kind: .number)
        case .array, .object, .others: CellInfo(state: .value, kind: .json)
        case .string, .escapedString, .invalid: CellInfo(state: .value)
        }
    }
}

extension JSONField {
    /// The texts of a value.
    enum TextForm: Sendable, Hashable {
        /// Nested values are as written in the file.
        case value
        /// Nested values have no blanks between their tokens: for display and comparison.
        case shown
        /// Like `value`, for JSON: halves of surrogate pairs are kept, and numbers and nested values have no laxities
        /// (`FieldReader`).
        case json

        init(of request: RecordRequest) {
            let isShown = request.form == .shown || request.isForComparison
            self = isShown ? .shown : request.isForJSON ? .json : .value
        }
    }

    init(_ kind: Kind, _ range: Range<Int>) { self.init(kind: kind, start: range.lowerBound, end: range.upperBound) }

    /// The field of a name, which may lack quotes.
    init(key name: JSONToken, of text: UnsafeBufferPointer<UInt8>) {
        self.init(name.hasEscapes ? .escapedString : .string, name.content(in: text))
    }

    /// Appends the text of the value to `bytes`, at most `limit` bytes of it, and returns its state and kind.
    func append(
        of text: UnsafeBufferPointer<UInt8>, _ form: TextForm, to bytes: inout [UInt8], limit: Int = .max
    ) -> CellInfo {
        let raw = UnsafeBufferPointer(rebasing: text[range])
        switch kind {
        case .missing, .null, .others: break
        case .escapedString:
            StringText.decode(raw, keepingSurrogates: form == .json, into: &bytes, limit: limit)
        case .array where form == .shown, .object where form == .shown:
            NestedText.compact(raw, into: &bytes, limit: limit)
        default: bytes.append(contentsOf: UnsafeBufferPointer(rebasing: raw.prefix(limit)))
        }
        return info
    }

    /// The index in the record's text of a byte of the text that `append` appends in the form `shown`; nil where there is none.
    func index(ofByte byte: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let raw = UnsafeBufferPointer(rebasing: text[range])
        switch kind {
        case .missing, .null, .others: return nil
        case .escapedString: return start + StringText.index(ofByte: byte, in: raw)
        case .array, .object: return start + NestedText.index(ofByte: byte, in: raw)
        default: return min(start + byte, end)
        }
    }
}
