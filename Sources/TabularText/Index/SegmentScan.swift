/// A scan of a segment that the pass has not reached yet, from a guess at the state at its beginning.
///
/// The first stretch is short: a guess that is wrong about anything but quotes is right after a few bytes, and only those are
/// scanned again. The others end where an interval does.
struct SegmentScan {
    private static let firstStretch = 64
    /// The number of bytes that a guess reads.
    private static let sight = 1 << 16

    private let special: SpecialBytes
    private let start: Int
    private let interval: Int
    /// The guess where there is no quote within `sight`.
    private let wasQuoted: Bool
    private let isChecking: Bool
    private let repairs: [Int]
    /// The stretches in order; the last one is incomplete where the segment was not read to its end.
    private(set) var stretches: [Stretch] = []

    /// Begins at the start of an interval. `isChecking` indicates whether to sum its bytes.
    init(
        _ special: SpecialBytes, at start: Int, interval: Int, wasQuoted: Bool, isChecking: Bool = false,
        repairs: [Int] = []
    ) {
        self.repairs = repairs
        self.isChecking = isChecking
        self.special = special
        self.start = start
        self.interval = interval
        self.wasQuoted = wasQuoted
    }

    /// Scans the next bytes.
    mutating func scan(_ block: UnsafeBufferPointer<UInt8>) {
        var rest = block
        while !rest.isEmpty {
            var stretch = nextStretch(rest)
            let part = UnsafeBufferPointer(rebasing: rest.prefix(end(of: stretch) - stretch.end))
            stretch.scan(part)
            stretches.append(stretch)
            rest = UnsafeBufferPointer(rebasing: rest[part.count...])
        }
    }

    /// Returns the stretch that continues with the next bytes, removed from the list if it is there.
    private mutating func nextStretch(_ bytes: UnsafeBufferPointer<UInt8>) -> Stretch {
        guard let last = stretches.last else {
            let state = Self.guess(bytes, special, wasQuoted: wasQuoted)
            let scanner = RecordScanner(special, state: state, at: start, repairs: repairs)
            return Stretch(scanner, at: start, cell: cell(at: start))
        }
        if last.end == end(of: last) { return last.next(cell: cell(at: last.end)) }
        stretches.removeLast()
        return last
    }

    private func cell(at offset: Int) -> Int? {
        isChecking ? start + (offset - start) / interval * interval : nil
    }

    private func end(of stretch: Stretch) -> Int {
        let cell = start + ((stretch.start - start) / interval + 1) * interval
        return stretch.start == start ? min(start + Self.firstStretch, cell) : cell
    }

    /// Guesses whether the first of `bytes` is quoted, by the first quote within `sight` that can only open or only close:
    ///
    ///     ,"a      after a delimiter and before text: it opens
    ///     a",      after text and before a delimiter: it closes
    ///
    /// The bytes before it are scanned both ways, and the guess is the start that agrees with that quote.
    static func guess(_ bytes: UnsafeBufferPointer<UInt8>, _ special: SpecialBytes, wasQuoted: Bool) -> ParserState {
        let unknown: ParserState = wasQuoted ? .quoted : .unquoted
        guard special.isQuoting else { return .unquoted }
        let sight = UnsafeBufferPointer(rebasing: bytes.prefix(sight))
        guard let (place, opens) = firstClearQuote(in: sight, special) else { return unknown }
        let before = UnsafeBufferPointer(rebasing: sight[..<place])
        let isQuoted = [ParserState.unquoted, .quoted].map { state in
            var scanner = RecordScanner(special, state: state)
            _ = scanner.scan(before)
            return scanner.state == .quoted
        }
        // The quote closes what is quoted.
        if isQuoted[0] == isQuoted[1] { return unknown }
        return isQuoted[0] == opens ? .quoted : .unquoted
    }

    private static func firstClearQuote(
        in bytes: UnsafeBufferPointer<UInt8>, _ special: SpecialBytes
    ) -> (place: Int, opens: Bool)? {
        func ends(_ byte: UInt8) -> Bool {
            byte == special.delimiter || byte == SpecialBytes.lineFeed || byte == SpecialBytes.carriageReturn
        }
        for place in bytes.indices.dropFirst().dropLast() where bytes[place] == special.quote {
            let (before, after) = (bytes[place - 1], bytes[place + 1])
            if before == special.quote || after == special.quote || ends(before) == ends(after) { continue }
            return (place, ends(before))
        }
        return nil
    }
}
