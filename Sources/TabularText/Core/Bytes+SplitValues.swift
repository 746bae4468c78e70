import CScan

extension UnsafeBufferPointer<UInt8> {
    /// Returns true where a value of whole records continues after its closing quote, as in `"a"b`. Examines only quotes.
    ///
    /// - Complexity: O(bytes), many at a time between two quotes.
    func hasSplitValues(quote: UInt8, delimiter: UInt8) -> Bool {
        guard let base = baseAddress else { return false }
        func isBorder(_ byte: UInt8) -> Bool {
            byte == delimiter || byte == SpecialBytes.lineFeed || byte == SpecialBytes.carriageReturn
        }
        var index = 0
        while true {
            index += cscan_find3(base + index, count - index, quote, quote, quote)
            guard index < count else { return false }
            // Within an unquoted value it is a character.
            guard index == 0 || isBorder(base[index - 1]) else {
                index += 1
                continue
            }
            // Two quotes are one character of the value.
            repeat {
                index += 1
                index += cscan_find3(base + index, count - index, quote, quote, quote)
                guard index < count else { return true }
                index += 1
            } while index < count && base[index] == quote
            guard index < count else { return false }
            guard isBorder(base[index]) else { return true }
        }
    }
}
