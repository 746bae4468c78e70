import CScan

extension RecordScanner {
    /// Scans 64 bytes at a time, until fewer are left or the limit comes within the next.
    mutating func scanWords(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ records: inout Int, _ limit: Int
    ) {
        guard let base = bytes.baseAddress else { return }
        var scan = cscan_scan(state: cscan_state(state), records: records, limit: limit)
        index += 64 * cscan_records(base + index, (bytes.count - index) / 64, cscan_dialect(special), &scan)
        (records, state) = (scan.records, ParserState(scan.state))
    }
}

extension cscan_dialect {
    fileprivate init(_ special: SpecialBytes) {
        self.init(delimiter: special.delimiter, quote: special.quote, is_quoting: special.isQuoting)
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
