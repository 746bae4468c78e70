extension UnsafeBufferPointer<UInt8> {
    /// Bytes of the space at `index`: a space, a tab, or one of the spaces that do not break a line or are thin (U+00A0,
    /// U+2007, U+2009, U+202F); 0 where there is none.
    @inline(__always)
    func spaceLength(at index: Int) -> Int {
        let byte = self[index]
        if byte == 0x20 || byte == 0x09 { return 1 }
        if byte < 0x80 { return 0 }
        return wideSpaceLength(at: index)
    }

    @inline(never)
    private func wideSpaceLength(at index: Int) -> Int {
        if self[index] == 0xC2 { return index + 1 < count && self[index + 1] == 0xA0 ? 2 : 0 }
        guard self[index] == 0xE2, index + 2 < count, self[index + 1] == 0x80 else { return 0 }
        switch self[index + 2] {
        case 0x87, 0x89, 0xAF: return 3
        default: return 0
        }
    }

    /// Bytes of the space that ends before `end`, likewise.
    private func spaceLength(before end: Int) -> Int {
        for length in 1...3 where end - length >= 0 && spaceLength(at: end - length) == length { return length }
        return 0
    }

    /// The text without spaces around it.
    func trimmingSpaces() -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: self[trimmedRange]) }

    var trimmedRange: Range<Int> {
        var (start, end) = (0, count)
        while start < end, case let length = spaceLength(at: start), length > 0 { start += length }
        while end > start, case let length = spaceLength(before: end), length > 0 { end -= length }
        return start..<end
    }
}
