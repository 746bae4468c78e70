import Tabular

/// The encoding of one column's values as bytes that compare as the values do.
///
///     class byte   what follows
///     0x00         nothing: there is no value, or a word for none, and those come first
///     0x11…0xDF    the value: of a number the sign and the power of ten are in the class already
///     0xE0         text that is not of the column's type
///     0xFE         nothing: the same, and those come last
///     0xFF         nothing: the value is unreadable, and those come after all others in any case
///
/// No key is a prefix of another, so that the keys of several columns can follow each other. Values have equal keys exactly if
/// they are equal. Descending keys complement all bytes of the value, and subtract the class from 0xF0.
struct KeyField: Sendable {
    enum Kind: Sendable {
        case number
        case code
        case date
        case time
        case dateTime
        case duration
        case boolean
        case text(TextWords)
        case natural(Collation)
    }

    static let plainClass: UInt8 = 0x78
    /// The classes of moments before and after the usual range.
    private static let earlyClass: UInt8 = 0x77
    private static let lateClass: UInt8 = 0x79
    private static let lastClass: UInt8 = 0xFE
    static let unreadableClass: UInt8 = 0xFF

    let column: Int
    var kind: Kind
    /// The form of the column's values.
    let form: ValueForm
    /// A Boolean value that indicates whether a value is first compared with the words for "no value".
    private let looksForWords: Bool
    let isDescending: Bool
    let isEmptyFirst: Bool
    /// The kinds of values that are not misfits.
    let kinds: ReadKinds

    init(_ key: SortKey, kind: Kind, form: ValueForm = ValueForm(.text)) {
        (column, isDescending, isEmptyFirst) = (key.column, key.isDescending, key.isEmptyFirst)
        (self.kind, self.form, kinds) = (kind, form, ReadKinds(form))
        looksForWords = form.nullWords.mayBeTyped && form.type.isTyped
    }

    /// Appends the key of `value`, which is empty where there is none.
    @inline(__always)
    func append(_ value: UnsafeBufferPointer<UInt8>, to key: KeyBuffer) {
        if value.isEmpty { return key.append(isEmptyFirst ? 0x00 : Self.lastClass) }
        if looksForWords && form.isNull(value) { return key.append(isEmptyFirst ? 0x00 : Self.lastClass) }
        let start = key.count
        if !appendTyped(value, to: key) {
            if form.isNull(value) { return key.append(isEmptyFirst ? 0x00 : Self.lastClass) }
            return append(misfit: value, to: key)
        }
        if isDescending { turnAround(key, from: start) }
    }

    /// Appends the key of a value that is not of the column's type.
    func append(misfit value: UnsafeBufferPointer<UInt8>, to key: KeyBuffer) {
        key.append(0xE0)
        let start = key.count
        key.append(text: value)
        if isDescending { key.complement(from: start) }
    }

    /// The same for a column of texts with these words.
    @inline(__always)
    func append(text value: UnsafeBufferPointer<UInt8>, _ words: TextWords, to key: KeyBuffer) {
        if value.isEmpty { return key.append(isEmptyFirst ? 0x00 : Self.lastClass) }
        let start = key.count
        words.append(value, to: key)
        if isDescending { turnAround(key, from: start) }
    }

    @inline(__always)
    private func turnAround(_ key: KeyBuffer, from start: Int) {
        key.base[start] = 0xF0 &- key.base[start]
        key.complement(from: start + 1)
    }

    /// Appends the class and the count of a day or second that needs more than `bits` bits, or is before the year 0; returns
    /// false, without appending, for all others.
    @inline(__always)
    private func append(distant count: Int, bits: Int, to key: KeyBuffer) -> Bool {
        if count >= 0 && count >> bits == 0 { return false }
        key.append(count < 0 ? Self.earlyClass : Self.lateClass)
        key.append(UInt64(bitPattern: Int64(count)) ^ 1 << 63)
        return true
    }

    @inline(__always)
    private func appendTyped(_ value: UnsafeBufferPointer<UInt8>, to key: KeyBuffer) -> Bool {
        switch kind {
        case .number: return key.append(number: value, form)
        case .code: return key.append(code: value)
        case .text(let words):
            words.append(value, to: key)
            return true
        case .date:
            guard let day = CalendarText.date(value, form.effectiveDateOrder) else { return false }
            if append(distant: day, bits: 32, to: key) { return true }
            key.append(Self.plainClass)
            key.append(UInt64(day) << 32, bytes: 4)
            return true
        case .time:
            guard let time = CalendarText.time(value) else { return false }
            key.append(Self.plainClass)
            key.append(UInt64(time.seconds) << 31 | time.fractionBits)
            key.append(furtherDigits: time.furtherDigits)
            return true
        case .dateTime:
            guard let moment = CalendarText.dateTime(value, form.effectiveDateOrder) else { return false }
            // Five bytes and four, so that it fits into the bytes that are compared first.
            if !append(distant: moment.seconds, bits: 40, to: key) {
                key.append(Self.plainClass)
                key.append(UInt64(moment.seconds) << 24, bytes: 5)
            }
            key.append(moment.fractionBits << 32, bytes: 4)
            key.append(furtherDigits: moment.furtherDigits)
            return true
        case .duration:
            guard let length = DurationText.read(value) else { return false }
            if !append(distant: length.seconds, bits: 40, to: key) {
                key.append(Self.plainClass)
                key.append(UInt64(length.seconds) << 24, bytes: 5)
            }
            key.append(length.fractionBits << 32, bytes: 4)
            return true
        case .boolean:
            guard let isTrue = form.truth(of: value) else { return false }
            key.append(Self.plainClass &+ (isTrue ? 1 : 0))
            return true
        case .natural(let collation):
            key.append(Self.plainClass)
            collation.append(value, to: key)
            return true
        }
    }
}
