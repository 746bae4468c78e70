/// A currency by its sign. Several spellings are the same currency only where they are never used for two.
public struct Currency: Sendable, Hashable {
    /// The number of the currency in the table of signs, less than `count`.
    package let number: UInt8

    package init(number: UInt8) { self.number = number }

    static let dollar = Currency(number: 0)

    /// Its most common sign.
    public var sign: String { Self.signs[Int(number)][0] }

    package static var count: Int { signs.count }

    /// Each line is one currency. Of words ASCII capitals do not matter.
    private static let signs: [[String]] = [
        ["$", "＄", "﹩"], ["€", "EUR"], ["£", "￡", "GBP"], ["¥", "￥", "円", "JPY"], ["₹", "₨", "INR", "Rs.", "Rs"],
        ["₽", "RUB", "руб.", "руб", "р."], ["₺", "TRY", "TL"], ["₩", "￦", "원", "KRW"], ["฿", "THB"], ["₫", "VND"],
        ["₴", "UAH", "грн"], ["₪", "ILS"], ["₦", "NGN"], ["₱", "PHP"], ["₡", "CRC"], ["₲", "PYG"], ["₸", "KZT"],
        ["₼", "AZN"], ["₾", "GEL"], ["₵", "GHS"], ["¢", "￠"], ["zł", "PLN"], ["Kč", "CZK"], ["kr.", "kr"], ["SEK"],
        ["NOK"], ["DKK"], ["CHF", "SFr.", "Fr."], ["USD", "US$"], ["CAD", "CA$", "C$"], ["AUD", "AU$", "A$"],
        ["R$", "BRL"], ["CNY", "RMB", "元"], ["Ft", "HUF"], ["lei", "RON"], ["MXN", "MX$"], ["NZD", "NZ$"],
        ["HKD", "HK$"], ["SGD", "S$"], ["лв.", "лв", "BGN"], ["ZAR"], ["₿"],
    ]

    private struct Entry {
        let bytes: [UInt8]
        let isWord: Bool
        let number: UInt8
    }

    /// By the first byte in lower case; of those the longest first.
    private static let entries: [[Entry]] = {
        var entries = [[Entry]](repeating: [], count: 256)
        for (number, signs) in signs.enumerated() {
            for sign in signs {
                let bytes = sign.utf8.map(lowercased)
                let last = bytes.last { $0 & 0xC0 != 0x80 } ?? 0
                // Among the signs beyond Latin, Greek and Cyrillic those of China and Korea are letters.
                let isWord = isLetter(last) || (0xE5...0xEC).contains(last)
                let first = Int(bytes[0])
                let place = entries[first].firstIndex { $0.bytes.count < bytes.count } ?? entries[first].endIndex
                entries[first].insert(Entry(bytes: bytes, isWord: isWord, number: UInt8(number)), at: place)
            }
        }
        return entries
    }()

    /// Returns true where a sign may begin with a byte.
    package static func mayBegin(with byte: UInt8) -> Bool { !entries[Int(lowercased(byte))].isEmpty }

    /// The currency whose sign is at `index` of a text, and the sign's number of bytes.
    static func sign(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (currency: Currency, length: Int)? {
        for entry in entries[Int(lowercased(text[index]))] where entry.bytes.count <= text.count - index {
            let end = index + entry.bytes.count
            guard zip(entry.bytes, text[index..<end]).allSatisfy({ $0 == lowercased($1) }) else { continue }
            // Not within a longer word.
            if entry.isWord && end < text.count && isLetter(text[end]) { continue }
            return (Currency(number: entry.number), entry.bytes.count)
        }
        return nil
    }

    /// Of the bytes beyond ASCII those of spaces and dashes are none.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || (0xC3...0xDF).contains(byte)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
