import CScan
import Tabular

/// Whole fields many at a time: those of complete, regular records in clean bytes. They contain no problems, so that only their
/// types remain to be found, column by column.
extension AuditSink {
    static var takesMany: Bool { true }

    mutating func takeMany(in range: Range<Int>, _ special: SpecialBytes, _ state: inout ParserState) -> Int {
        guard fieldCount > 0, fieldCount <= types.count, column < fieldCount,
            let terminator = terminators.expectedTerminator, !special.isQuoting || Self.isNeverTyped(special.quote),
            let base = chunk.baseAddress
        else { return 0 }
        let (offset, origin) = (range.lowerBound, chunkEnd - chunk.count)
        if offset >= cleanEnd { findCleanEnd(from: offset) }
        // After the start of each value, as many bytes can be read as the common forms need.
        let readable = min(cleanEnd - origin, chunk.count - TypeSet.readableBytes, range.upperBound - origin)
        var fields = cscan_fields()
        (fields.start, fields.limit, fields.splits_doubled) = (offset - origin, Int.max, false)
        guard readable >= fields.start + 64 else { return 0 }
        cscan_split(base, readable, cscan_dialect(special), &fields, buffer.pieces, room)
        var run = AuditedRun(pieces: buffer.pieces, base: base, start: offset - origin, fields: fields)
        let isRegular = run.keepRegular(from: column, of: fieldCount, ending: terminator, special)
        // Where irregular records are frequent, fewer fields are found in vain.
        room = min(isRegular ? 2 * room : max(4 * Int(CSCAN_FIELD_ROOM), 2 * run.count), PieceBuffer.capacity)
        guard run.count > 0 else { return 0 }
        narrowTypes(run)
        count(run, beginsRecord: state == .recordStart, origin: origin, special)
        state = run.state
        return run.end - run.start
    }

    /// Returns true where `quote` occurs in values of no type but text: then a field that holds doubled quotes needs no further
    /// check.
    private static func isNeverTyped(_ quote: UInt8) -> Bool {
        switch quote {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            false
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "/"), UInt8(ascii: " "):
            false
        default: true
        }
    }

    // MARK: - Counts

    /// Counts the records and lines of `run`.
    private mutating func count(_ run: AuditedRun, beginsRecord: Bool, origin: Int, _ special: SpecialBytes) {
        if beginsRecord { beginRecord(at: origin + run.start) }
        let fieldsNow = column + run.count
        let ended = fieldsNow / fieldCount
        column = fieldsNow % fieldCount
        line += ended + run.quotedLines
        fieldLine = line
        guard ended > 0 else { return }
        // The end of the last record counts when the next one begins, which may be in this run.
        let begun = column > 0 ? ended : ended - 1
        terminators.countAlike(begun)
        isEndOpen = column == 0
        guard begun > 0 else { return }
        record += begun
        // The record that began last, and the lines up to it.
        let first = run.count - (column > 0 ? column : fieldCount)
        let start = run.recordStart(first, special)
        let inner = Self.lineEnds(in: UnsafeBufferPointer(start: run.base + start, count: run.end - start))
        recordPosition = SourcePosition(record: record, line: line - inner, byte: origin + start)
    }

    // MARK: - Types

    private mutating func narrowTypes(_ run: AuditedRun) {
        let width = fieldCount
        for place in 0..<min(width, run.count) {
            let column = (self.column + place) % width
            if typing.tallied.contains(column) {
                for value in run.values(from: place, by: width) {
                    typing.narrow(&types[column], of: column, by: typing.readings(of: value, in: column))
                }
            } else if types[column] != [] {
                types[column] = run.narrowed(types[column], of: column, from: place, by: width, &typing)
            }
        }
    }
}

/// Fields of regular records, in one chunk.
struct AuditedRun {
    let pieces: UnsafeMutablePointer<cscan_piece>
    let base: UnsafePointer<UInt8>
    /// The start of the first field, and the end of the bytes that the run covers.
    let start: Int
    private(set) var end: Int
    private(set) var count: Int
    private(set) var quotedLines: Int
    /// Records that ended among the fields found.
    private let records: Int
    /// The state after the last field.
    private(set) var state = ParserState.fieldStart

    init(pieces: UnsafeMutablePointer<cscan_piece>, base: UnsafePointer<UInt8>, start: Int, fields: cscan_fields) {
        self.pieces = pieces
        self.base = base
        self.start = start
        end = fields.start
        count = fields.pieces
        quotedLines = fields.quoted_lines
        records = fields.records
    }

    private func start(of index: Int) -> Int { Int(UInt32(truncatingIfNeeded: pieces[index])) }

    private func length(of index: Int) -> Int { Int(pieces[index] &>> 32 & 0x1FFF_FFFF) }

    private func endsRecord(_ index: Int) -> Bool { pieces[index] &>> 63 != 0 }

    /// The byte after the field, and after its closing quote.
    private func terminator(of index: Int, _ special: SpecialBytes) -> Int {
        let end = start(of: index) &+ length(of: index)
        return special.isQuoting && base[end] == special.quote ? end &+ 1 : end
    }

    /// The first byte of the record that the field at `index` begins.
    func recordStart(_ index: Int, _ special: SpecialBytes) -> Int {
        if index == 0 { return start }
        let first = start(of: index)
        // A line end precedes an unquoted field.
        return special.isQuoting && base[first - 1] == special.quote ? first - 1 : first
    }

    /// Keeps the fields up to the first record that does not have `width` fields or does not end as `expected`. The first
    /// record begins `column` fields earlier. Returns true where all fields were kept.
    mutating func keepRegular(
        from column: Int, of width: Int, ending expected: Dialect.Terminator, _ special: SpecialBytes
    ) -> Bool {
        let found = count
        var kept = 0
        var next = width - column - 1
        while next < count, endsRecord(next), ends(next, expected, special) {
            kept = next + 1
            next += width
        }
        // No two records were counted as one, and no field after them belongs to the last one.
        if next >= count && records == (column + count) / width {
            kept = count
        } else {
            kept = firstKept(kept, from: column, of: width)
            keep(kept, special)
        }
        if count > 0 { state = stateBehind(special) }
        return kept == found
    }

    private func ends(_ index: Int, _ expected: Dialect.Terminator, _ special: SpecialBytes) -> Bool {
        let end = terminator(of: index, special)
        let hasFeed = base[end &+ 1] == SpecialBytes.lineFeed
        switch expected {
        case .lf: return base[end] == SpecialBytes.lineFeed
        case .crlf: return base[end] == SpecialBytes.carriageReturn && hasFeed
        case .cr: return base[end] == SpecialBytes.carriageReturn && !hasFeed
        case .rs: return false
        }
    }

    /// The index after the last of the first `count` fields that ends a complete record, all earlier ones being complete.
    private func firstKept(_ count: Int, from column: Int, of width: Int) -> Int {
        var kept = 0
        var next = width - column - 1
        for index in 0..<count where endsRecord(index) {
            guard index == next else { return kept }
            kept = index + 1
            next += width
        }
        return kept
    }

    /// Keeps the first `count` fields, the last of which ends a record.
    private mutating func keep(_ count: Int, _ special: SpecialBytes) {
        self.count = count
        guard count > 0 else { return }
        end = terminator(of: count - 1, special) + 1
        guard quotedLines > 0 else { return }
        quotedLines = 0
        for index in 0..<count {
            let field = UnsafeBufferPointer(start: base + start(of: index), count: length(of: index))
            quotedLines += AuditSink.lineEnds(in: field)
        }
    }

    private func stateBehind(_ special: SpecialBytes) -> ParserState {
        switch base[end - 1] {
        case SpecialBytes.lineFeed: .recordStart
        case SpecialBytes.carriageReturn: .carriageReturn
        default: .fieldStart
        }
    }

    // MARK: - Types

    /// The readings of a column that had `known` and has every `width`th field from `first` on. Null words are counted.
    func narrowed(
        _ known: TypeSet, of column: Int, from first: Int, by width: Int, _ typing: inout AuditTyping
    ) -> TypeSet {
        var (known, index) = (known, first)
        let mayBeTyped = typing.nullWords.mayBeTyped
        var nulls = 0
        defer { if nulls > 0 { typing.countNulls(nulls, in: column) } }
        while known != [] {
            // Values of the same form as the others add nothing.
            if !mayBeTyped, let form = known.plainForm { index = skip(form, from: index, by: width) }
            guard index < count else { return known }
            let value = value(at: index)
            if !value.isEmpty && (mayBeTyped || !known.saysNothingNew(value)) {
                let own = TypeSet(value, readable: TypeSet.readableBytes, typing.nullWords)
                known.narrow(to: own)
                if own.isNull { nulls += 1 }
            }
            index += width
        }
        return known
    }

    /// Every `width`th value from `first` on that is not empty.
    func values(from first: Int, by width: Int) -> some Sequence<UnsafeBufferPointer<UInt8>> {
        stride(from: first, to: count, by: width).lazy.map(value).filter { !$0.isEmpty }
    }

    private func value(at index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + start(of: index), count: length(of: index))
    }

    /// The first field from `index` on, every `width`th one, that is not of a form.
    private func skip(_ form: TypeSet.PlainForm, from index: Int, by width: Int) -> Int {
        switch form {
        case .wholeNumber: skip(from: index, by: width) { TypeSet.isPlainDigits($0, $1, allowingZero: false) }
        case .code: skip(from: index, by: width) { TypeSet.isPlainDigits($0, $1, allowingZero: true) }
        case .integer: skip(from: index, by: width) { TypeSet.isPlainInteger($0, $1) }
        case .pointNumber: skip(from: index, by: width) { TypeSet.isPlainNumber($0, $1) }
        case .commaNumber: skip(from: index, by: width) { TypeSet.isPlainCommaNumber($0, $1) }
        case .date: skip(from: index, by: width) { TypeSet.isPlainDate($0, $1) }
        case .boolean: skip(from: index, by: width) { TypeSet.isPlainBoolean($0, $1) }
        }
    }

    /// The first field from `index` on, every `width`th one, that is not of a form and not empty.
    @inline(__always)
    private func skip(from index: Int, by width: Int, _ matches: (UnsafePointer<UInt8>, Int) -> Bool) -> Int {
        var index = index
        while index < count, matches(base + start(of: index), length(of: index)) { index &+= width }
        return index
    }
}
