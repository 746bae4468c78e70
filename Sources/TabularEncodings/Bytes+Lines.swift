import CScan

private let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

extension UnsafeBufferPointer<UInt8> {
    /// Calls `body` with every line without its end (LF, CRLF or CR), and whether it has one. Bytes after the last end are a
    /// line too.
    package func forEachLine(_ body: (UnsafeBufferPointer<UInt8>, _ isEnded: Bool) -> Void) {
        var index = 0
        while index < count {
            let end = lineEnd(from: index)
            body(UnsafeBufferPointer(rebasing: self[index..<end]), end < count)
            index = end + 1
            if end + 1 < count, self[end] == carriageReturn, self[end + 1] == lineFeed {
                index += 1
            }
        }
    }

    /// The bytes of the first `lines` lines and their ends, or of as many as there are.
    package func length(ofLines lines: Int) -> Int {
        var (length, left) = (0, lines)
        while left > 0 && length < count {
            left -= 1
            let end = lineEnd(from: length)
            let isPair =
                end + 1 < count && self[end] == carriageReturn && self[end + 1] == lineFeed
            length = Swift.min(count, end + (isPair ? 2 : 1))
        }
        return length
    }

    /// The bytes of the lines at the beginning that begin with `mark`, and of their ends.
    package func length(ofLinesWith mark: String?) -> Int {
        guard let mark, !mark.isEmpty else { return 0 }
        var index = 0
        while self[index...].starts(with: mark.utf8) {
            let end = lineEnd(from: index)
            guard end < count else { return count }
            index = end + 1
            if index < count, self[end] == carriageReturn, self[index] == lineFeed {
                index += 1
            }
        }
        return index
    }

    private func lineEnd(from index: Int) -> Int {
        guard let baseAddress else { return count }
        let (lf, cr) = (lineFeed, carriageReturn)
        return index + cscan_find3(baseAddress + index, count - index, lf, cr, cr)
    }

    package var lineCount: Int {
        var lines = 0
        forEachLine { _, _ in lines += 1 }
        return lines
    }

    /// True where `text`, which is not empty, occurs in it.
    package func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { contains($0) }
    }

    private func contains(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let baseAddress, wanted.count <= count else { return false }
        guard wanted.count > 1 else { return contains(byte: wanted[0]) }
        // Both of the first two bytes are compared, 64 positions a step: the first alone is often a common one.
        let bytes = cscan_bytes(a: wanted[0], b: wanted[1], c: wanted[0], quote: wanted[0])
        let step = 4096
        // On the stack for a line.
        return withUnsafeTemporaryAllocation(of: cscan_word.self, capacity: (Swift.min(step, count) + 63) / 64) {
            words in
            guard let first = words.baseAddress else { return false }
            // The last byte of a step is the first of the next.
            for start in stride(from: 0, to: count, by: step - 1) {
                let length = Swift.min(step, count - start)
                cscan_masks(baseAddress + start, length, bytes, first)
                let wordCount = (length + 63) / 64
                for word in 0..<wordCount {
                    let next = word + 1 < wordCount ? words[word + 1].b << 63 : 0
                    var found = words[word].a & (words[word].b >> 1 | next)
                    while found != 0 {
                        let place = start + word * 64 + found.trailingZeroBitCount
                        if self[place...].starts(with: wanted) { return true }
                        found &= found - 1
                    }
                }
            }
            return false
        }
    }

    package func contains(byte: UInt8) -> Bool {
        guard let baseAddress else { return false }
        return cscan_find3(baseAddress, count, byte, byte, byte) < count
    }

    /// True where it contains a time such as 9:05, after no digit and no colon.
    package var holdsTime: Bool {
        func isDigit(_ index: Int) -> Bool { index < count && (0x30...0x39).contains(self[index]) }
        for index in indices where self[index] == UInt8(ascii: ":") && isDigit(index + 1) && isDigit(index + 2) {
            var start = index
            while start > 0 && isDigit(start - 1) { start -= 1 }
            let isBehindColon = start > 0 && self[start - 1] == UInt8(ascii: ":")
            if (1...2).contains(index - start) && !isDigit(index + 3) && !isBehindColon { return true }
        }
        return false
    }
}
