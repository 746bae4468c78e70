import Glibc

/// The text order of a locale, with digits ordered by their number.
///
///     item 9 < item 10 < Item 10    where the locale says so
///
/// Between the numbers, the C library's `strxfrm_l` supplies the locale's order. A piece of text sorts after a number, and both
/// sort after the end of the text.
final class Collation: @unchecked Sendable {
    // Unchecked, since all threads may use a locale that does not change.
    private let locale: locale_t?

    /// The collation of a locale by name, such as "de_DE.UTF-8"; by code point if it is not installed. The empty name selects
    /// the locale of the environment.
    init(locale name: String = "") {
        locale = newlocale(LC_COLLATE_MASK | LC_CTYPE_MASK, name, nil)
    }

    deinit { if let locale { freelocale(locale) } }

    /// Appends a key for `text`, which marks its own end.
    func append(_ text: UnsafeBufferPointer<UInt8>, to key: KeyBuffer) {
        var index = 0
        while index < text.count {
            let start = index
            let isNumber = text[index] &- 0x30 < 10
            while index < text.count, (text[index] &- 0x30 < 10) == isNumber { index += 1 }
            let piece = UnsafeBufferPointer(rebasing: text[start..<index])
            if isNumber { append(number: piece, to: key) } else { append(words: piece, to: key) }
            if key.isFull { return }
        }
        key.append(UInt8(0))
    }

    private func append(number digits: UnsafeBufferPointer<UInt8>, to key: KeyBuffer) {
        let first = digits.firstIndex { $0 != 0x30 } ?? digits.count
        key.append(UInt8(2))
        // More digits, larger number.
        let count = digits.count - first
        if count < 255 {
            key.append(UInt8(count))
        } else {
            key.append(UInt8(255))
            key.append(UInt64(count))
        }
        for digit in digits[first...] { key.append(digit) }
    }

    private func append(words: UnsafeBufferPointer<UInt8>, to key: KeyBuffer) {
        // Invalid UTF-8 has no order; the C library stops at a 0 byte.
        var text = String(decoding: words, as: UTF8.self).utf8.map { CChar(bitPattern: $0 == 0 ? 1 : $0) }
        text.append(0)
        key.append(UInt8(3))
        guard let locale else {
            for byte in text.dropLast() { key.append(UInt8(bitPattern: byte)) }
            return key.append(UInt8(0))
        }
        let count = strxfrm_l(nil, text, 0, locale)
        var moved = [CChar](repeating: 0, count: count + 1)
        _ = strxfrm_l(&moved, text, moved.count, locale)
        for byte in moved[..<count] { key.append(UInt8(bitPattern: byte)) }
        key.append(UInt8(0))
    }
}
