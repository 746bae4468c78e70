import CScan

extension UnsafeBufferPointer<UInt8> {
    /// Calls `body` with every line without its end (LF, CRLF or CR), and whether it has one. What stands behind the last
    /// end is a line where there is any.
    func forEachLine(_ body: (UnsafeBufferPointer<UInt8>, _ isEnded: Bool) -> Void) {
        var index = 0
        while index < count {
            let end = lineEnd(from: index)
            body(UnsafeBufferPointer(rebasing: self[index..<end]), end < count)
            index = end + 1
            if end + 1 < count, self[end] == SpecialBytes.carriageReturn, self[end + 1] == SpecialBytes.lineFeed {
                index += 1
            }
        }
    }

    /// The bytes of the first `lines` lines and their ends, or of as many as there are.
    func length(ofLines lines: Int) -> Int {
        guard lines > 0 else { return 0 }
        var (length, left) = (0, lines)
        forEachLine { line, isEnded in
            guard left > 0 else { return }
            left -= 1
            let end = length + line.count
            let isPair =
                end + 1 < count && self[end] == SpecialBytes.carriageReturn && self[end + 1] == SpecialBytes.lineFeed
            length = end + (isEnded ? isPair ? 2 : 1 : 0)
        }
        return length
    }

    /// The bytes of the lines at the beginning that begin with `mark`, and of their ends.
    func length(ofLinesWith mark: String?) -> Int {
        guard let mark, !mark.isEmpty else { return 0 }
        var index = 0
        while self[index...].starts(with: mark.utf8) {
            let end = lineEnd(from: index)
            guard end < count else { return count }
            index = end + 1
            if index < count, self[end] == SpecialBytes.carriageReturn, self[index] == SpecialBytes.lineFeed {
                index += 1
            }
        }
        return index
    }

    private func lineEnd(from index: Int) -> Int {
        guard let baseAddress else { return count }
        let (lf, cr) = (SpecialBytes.lineFeed, SpecialBytes.carriageReturn)
        return index + cscan_find3(baseAddress + index, count - index, lf, cr, cr)
    }

    var lineCount: Int {
        var lines = 0
        forEachLine { _, _ in lines += 1 }
        return lines
    }

    /// Whether `text`, which is some, stands in it.
    func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let baseAddress else { return false }
        var index = 0
        while true {
            index += cscan_find3(baseAddress + index, count - index, wanted[0], wanted[0], wanted[0])
            guard index + wanted.count <= count else { return false }
            if self[index..<index + wanted.count].elementsEqual(wanted) { return true }
            index += 1
        }
    }

    /// Whether something like 9:05 stands in it, behind no digit and no colon.
    var holdsTime: Bool {
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
