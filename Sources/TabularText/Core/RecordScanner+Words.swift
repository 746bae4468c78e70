import CScan

extension RecordScanner {
    /// Scans 64 bytes at a time, until fewer are left or the limit is reached within the next 64.
    mutating func scanWords(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ records: inout Int, _ limit: Int
    ) {
        guard let base = bytes.baseAddress else { return }
        var scan = cscan_scan(state: cscan_state(state), records: records, limit: limit, is_odd: isOdd)
        index += 64 * cscan_records(base + index, (bytes.count - index) / 64, cscan_dialect(special), &scan)
        (records, state, isOdd) = (scan.records, ParserState(scan.state), scan.is_odd)
    }

    /// Skips whole words of 64 bytes in which no record ends and fewer than `limit` fields do.
    ///
    /// - Returns: How many bytes were skipped and how many fields ended in them; none where the dialect has rules of its own.
    mutating func scanFields(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> (bytes: Int, fields: Int) {
        // Repaired quotes would be counted as quotes.
        let limitedBytes = min(bytes.count, max(0, nextRepair - offset))
        guard let base = bytes.baseAddress, special.isPlain, special.areDistinct, limitedBytes >= 64 else {
            return (0, 0)
        }
        var scan = cscan_scan(state: cscan_state(state), records: 0, limit: limit, is_odd: false)
        let words = cscan_columns(base, limitedBytes / 64, cscan_dialect(special), &scan)
        state = ParserState(scan.state)
        return (64 * words, scan.records)
    }
}

extension cscan_state {
    fileprivate init(_ state: ParserState) {
        switch state {
        case .recordStart: self = cscan_state_record_start
        case .fieldStart: self = cscan_state_field_start
        case .unquoted: self = cscan_state_unquoted
        case .quoted: self = cscan_state_quoted
        case .quoteInQuoted: self = cscan_state_quote_in_quoted
        // Plain dialects have no other states.
        case .carriageReturn, .rare: self = cscan_state_carriage_return
        }
    }
}

extension ParserState {
    fileprivate init(_ state: cscan_state) {
        switch state {
        case cscan_state_field_start: self = .fieldStart
        case cscan_state_unquoted: self = .unquoted
        case cscan_state_quoted: self = .quoted
        case cscan_state_quote_in_quoted: self = .quoteInQuoted
        case cscan_state_carriage_return: self = .carriageReturn
        default: self = .recordStart
        }
    }
}
