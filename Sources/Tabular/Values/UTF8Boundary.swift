/// The boundaries of characters in bytes that were divided anywhere.
package enum UTF8Boundary {
    /// Returns the end of the last whole character of `text`; at most the beginning of another one follows. O(1).
    package static func completeEnd(of text: [UInt8]) -> Int {
        for back in 1...3 where back <= text.count {
            let byte = text[text.count - back]
            if byte < 0x80 { return text.count }
            if byte >= 0xC0 {
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                return length > back ? text.count - back : text.count
            }
        }
        return text.count
    }
}
