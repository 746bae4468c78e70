import CScan

extension UnsafeBufferPointer<UInt8> {
    /// The line ends (LF, CRLF, CR) in the bytes; an LF at the beginning may belong to a CR before it.
    package func lineEnds(after wasCarriageReturn: inout Bool) -> Int {
        guard let base = baseAddress else { return 0 }
        let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var (lines, index) = (0, 0)
        while true {
            let found = cscan_find3(base + index, count - index, lf, cr, cr)
            if found > 0 { wasCarriageReturn = false }
            index += found
            guard index < count else { return lines }
            if base[index] == cr || !wasCarriageReturn { lines += 1 }
            wasCarriageReturn = base[index] == cr
            index += 1
        }
    }
}
