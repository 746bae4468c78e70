import CScan

/// A scanner for the ends of rows, by strings, brackets, commas, blanks and line feeds alone: the fast half of the reader.
///
/// It does no I/O, never fails, and accepts its input in any chunks. Between two rows it is in its first state again, so
/// reading can begin at any row. In texts that are not JSON:
///
/// - A bracket closes the one before it, of whatever kind. Where none is open in the row it is ordinary text, except for the
///   bracket that closes the container.
/// - A quote after an odd number of backslashes is text, outside strings too.
struct RowScanner: Sendable {
    let form: RowForm
    /// A Boolean value that indicates whether comments and strings in single quotes are recognized, as in JSON5.
    let isRelaxed: Bool
    /// The state of the kernel; its counts are those of the last scan.
    var state: cscan_row_scan

    /// Starts at the first byte of a row, or inside one, outside its strings and brackets.
    init(_ form: RowForm, isRelaxed: Bool = false, isInsideRow: Bool = false) {
        self.form = form
        self.isRelaxed = isRelaxed
        state = cscan_row_scan()
        state.form = cscan_row_form(form)
        state.has_content = isInsideRow
    }

    /// A Boolean value that indicates whether anything but blanks and separators was scanned since the last row ended.
    var isInsideRow: Bool { state.has_content || state.comment == cscan_comment_slash }

    /// A Boolean value that indicates whether the container was closed: no more rows follow.
    var isEnded: Bool { state.is_ended }

    /// A Boolean value that indicates whether a string with a line feed was scanned: perhaps two strings lack their ends. Of
    /// elements and members only.
    var hasLineFeed: Bool { state.has_feed }

    /// The number of brackets that opened outside of others, likewise.
    var openings: Int { state.openings }

    /// Makes all further bytes part of one row.
    mutating func passAll() {
        self = RowScanner(form, isRelaxed: isRelaxed, isInsideRow: true)
        state.depth = 1 << 40
    }

    /// Scans to the end of the row `limit`, counted from here, to the end of the container, or through all bytes.
    ///
    /// - Returns: The bytes scanned and the rows that ended in them. A number or word of `values` whose last byte is the
    ///   last of `bytes` has not ended.
    /// - Complexity: O(bytes).
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int = .max) -> (bytes: Int, rows: Int) {
        guard let base = bytes.baseAddress, limit > 0, !isEnded else { return (0, 0) }
        (state.rows, state.limit) = (0, limit)
        let count = isRelaxed ? cscan_rows_relaxed(base, bytes.count, &state) : cscan_rows(base, bytes.count, &state)
        return (count, state.rows)
    }
}

extension RowScanner: Hashable {
    /// Scanners that find the same in all later bytes are equal.
    static func == (a: RowScanner, b: RowScanner) -> Bool {
        a.isRelaxed == b.isRelaxed && a.form == b.form && a.state.quote == b.state.quote
            && a.state.is_escaped == b.state.is_escaped && a.state.has_content == b.state.has_content
            && a.state.is_ended == b.state.is_ended && a.state.comment == b.state.comment
            && a.state.depth == b.state.depth
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(form)
        hasher.combine(state.quote)
        hasher.combine(state.depth)
        hasher.combine(state.has_content)
    }
}

extension cscan_row_form {
    fileprivate init(_ form: RowForm) {
        switch form {
        case .lines: self = cscan_rows_lines
        case .values: self = cscan_rows_values
        case .elements: self = cscan_rows_elements
        case .members: self = cscan_rows_members
        }
    }
}
