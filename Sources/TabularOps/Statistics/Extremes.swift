import Glibc
import Tabular

/// The least and the greatest of some values, with their texts in the table; among equal ones the text whose bytes sort first,
/// regardless of the input order.
struct Extremes<Key: Sendable>: Sendable {
    struct End: Sendable {
        var key: Key
        var text: [UInt8]
    }

    private(set) var least: End?
    private(set) var greatest: End?

    @inline(__always)
    mutating func add(
        _ key: Key, _ text: UnsafeBufferPointer<UInt8>, _ isLess: (Key, UnsafeBufferPointer<UInt8>, End) -> Bool,
        _ isGreater: (Key, UnsafeBufferPointer<UInt8>, End) -> Bool
    ) {
        guard let least, let greatest else {
            let end = End(key: key, text: Array(text))
            (self.least, self.greatest) = (end, end)
            return
        }
        if isLess(key, text, least) { Self.set(&self.least, key, text) }
        if isGreater(key, text, greatest) { Self.set(&self.greatest, key, text) }
    }

    @inline(never)
    private static func set(_ end: inout End?, _ key: Key, _ text: UnsafeBufferPointer<UInt8>) {
        end?.key = key
        end?.text.removeAll(keepingCapacity: true)
        end?.text.append(contentsOf: text)
    }

    fileprivate static func byteOrder(_ text: UnsafeBufferPointer<UInt8>, _ other: [UInt8]) -> Int {
        let common = min(text.count, other.count)
        guard common > 0, let base = text.baseAddress else { return text.count - other.count }
        let order = memcmp(base, other, common)
        return order == 0 ? text.count - other.count : Int(order)
    }
}

extension Extremes<ShortDecimal?> {
    /// Adds a number of a form; `short` if it has few digits.
    @inline(__always)
    mutating func add(
        number short: ShortDecimal?, _ text: UnsafeBufferPointer<UInt8>, _ form: ValueForm? = nil
    ) {
        add(
            short, text, { short, text, end in Self.comesBefore(short, text, end, form, isUp: true) },
            { short, text, end in Self.comesBefore(short, text, end, form, isUp: false) })
    }

    /// Returns true where a number is beyond the current extreme, or equals it and has a text that sorts first.
    @inline(__always)
    private static func comesBefore(
        _ short: ShortDecimal?, _ text: UnsafeBufferPointer<UInt8>, _ end: End, _ form: ValueForm?, isUp: Bool
    ) -> Bool {
        if let short, let other = end.key {
            if short < other { return isUp }
            if other < short { return !isUp }
            return byteOrder(text, end.text) < 0
        }
        let order = order(of: text, end.text, form)
        return order == 0 ? byteOrder(text, end.text) < 0 : (order < 0) == isUp
    }

    @inline(never)
    private static func order(of text: UnsafeBufferPointer<UInt8>, _ other: [UInt8], _ form: ValueForm?) -> Int {
        // A plain number may meet an infinity that was added before it.
        var form = form ?? ValueForm(.decimal)
        form.readsSpecialNumbers = true
        return other.withUnsafeBufferPointer { form.numberOrder(of: text, to: $0) ?? 0 }
    }

    mutating func add(numbers other: Self, _ form: ValueForm) {
        for end in [other.least, other.greatest] {
            if let end { end.text.withUnsafeBufferPointer { add(number: end.key, $0, form) } }
        }
    }
}

extension Extremes<ValueKind.Moment> {
    @inline(__always)
    mutating func add(moment: ValueKind.Moment, _ text: UnsafeBufferPointer<UInt8>) {
        add(
            moment, text,
            { moment, text, end in
                moment < end.key || !(end.key < moment) && Self.byteOrder(text, end.text) < 0
            },
            { moment, text, end in
                end.key < moment || !(moment < end.key) && Self.byteOrder(text, end.text) < 0
            })
    }

    mutating func add(moments other: Self) {
        for end in [other.least, other.greatest] {
            if let end { end.text.withUnsafeBufferPointer { add(moment: end.key, $0) } }
        }
    }
}

extension Extremes<Void> {
    /// Adds a text, in byte order, which is the order of code points.
    @inline(__always)
    mutating func add(text: UnsafeBufferPointer<UInt8>) {
        add(
            (), text, { _, text, end in Self.byteOrder(text, end.text) < 0 },
            { _, text, end in Self.byteOrder(text, end.text) > 0 })
    }

    mutating func add(texts other: Self) {
        for end in [other.least, other.greatest] {
            if let end { end.text.withUnsafeBufferPointer { add(text: $0) } }
        }
    }
}
