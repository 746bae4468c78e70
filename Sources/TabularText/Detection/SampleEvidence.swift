import Tabular

/// The outcome of parsing a sample in one dialect: the sizes of its records, the kinds of their cells, and all flaws.
/// `ReadingCost` weighs it.
struct SampleEvidence: Sendable, Hashable {
    /// One of the first records, which may be a line before the table, or its header.
    struct Lead: Sendable, Hashable {
        var fields = 0
        /// Fields that are not empty.
        var filled = 0
        /// Byte offset in the sample.
        var start = 0
        /// The classes of the first cells, up to `columnLimit`.
        var cells: [CellClass] = []
        /// True where the first cell has several words, as titles do.
        var startsWithWords = false
        /// True where the first cell has a colon before a space or at its end, as notes do.
        var startsWithNote = false
        /// The form of the first cell.
        var shape = ValueShape()

        /// Cells of text that may be units of the columns that have their names above: of the first two cells of the first records.
        var units = 0
        /// Later cells of text with a space before it, as after the commas of a sentence.
        var spaced = 0

        /// True where all later cells are like the parts of a sentence, or the first has several words and one is.
        var isProse: Bool { fields > 1 && (spaced == fields - 1 || startsWithWords && spaced > 0) }
        /// True where the cells have the same classes.
        func isLike(_ other: Lead) -> Bool {
            fields == other.fields && filled == other.filled && spaced == other.spaced && cells == other.cells
        }

        /// True for `[Data]`, with blank cells after it or none.
        var isSectionName: Bool { filled == 1 && shape == ValueShape("[Data]".utf8) }
        /// True for delimiters and nothing between them.
        var isBlankRecord: Bool { filled == 0 && fields > 1 }
    }

    /// Numbers of records with flaws, counted once for each record.
    struct Oddities: Sendable, Hashable {
        /// Misplaced quotes.
        var misplacedQuotes = 0
        /// Double and single quotes around values that the dialect reads as text.
        var unreadQuotes = 0
        var unreadApostrophes = 0
        /// Pairs of records of which the first has a value with a single quote before it, and the second one with a single
        /// quote after it.
        var apostrophePairs = 0
        /// Double quotes at one end of a value, which may be those of a value of several lines, or around a text with others in it.
        var halfQuotes = 0
        /// Double quotes around a text with others in it, such as `"3" x 4""`.
        var wrappingQuotes = 0
        /// Tabs and other control characters in values outside quotes, in classified records.
        var tabs = 0
        var controls = 0
        /// Line ends in quoted values, of which there may be several in a record.
        var quotedLineEnds = 0
        /// The same, after the first of a record with a quote out of place, which holds the lines after it together.
        var strayLineEnds = 0
        /// Records with line ends in quoted values, and no quote out of place.
        var linedRecords = 0
        /// Records in values of several lines, which hold as many tabs as the records on those lines would.
        var swallowed = 0

        /// True where quotes are misplaced or unread.
        var hasQuotes: Bool {
            misplacedQuotes + unreadQuotes + unreadApostrophes + apostrophePairs + halfQuotes + swallowed > 0
        }
    }

    /// The most lines before a table, and some records after them.
    static let leadLimit = 64
    /// The columns whose cells are classified.
    static let columnLimit = 256

    var leads: [Lead] = []
    var recordCount = 0
    /// The later records, without blank lines.
    private(set) var laterCounts = FieldCounts()
    private var runWidth = 0
    private var run = 0
    /// The classes of the cells of later records, some of which are examined.
    var laterCells: [CellClassCounts] = []
    /// Records whose cells are classified.
    var classifiedRecords = 0

    var oddities = Oddities()
    /// In bytes.
    var longestField = 0
    /// In the first records.
    var delimitersInText = DelimiterCounts()

    /// True for the records whose cells are classified: the first hundreds, and some later ones.
    static func classifies(_ index: Int) -> Bool { index < 256 || index & 31 == 0 }

    mutating func append(_ lead: Lead) {
        leads.append(lead)
        recordCount += 1
    }

    /// Adds a record after the first ones.
    @inline(__always)
    mutating func addLater(fields: Int, isBlank: Bool) {
        recordCount += 1
        if isBlank { return }
        if fields != runWidth {
            endRun()
            runWidth = fields
        }
        run += 1
    }

    mutating func endRun() {
        if run > 0 { laterCounts.add(run, of: runWidth) }
        run = 0
    }

    /// True where most of the first records from `start` on are divided like sentences.
    func isProse(from start: Int) -> Bool {
        var (records, prose) = (0, 0)
        for index in start..<leads.count where leads[index].filled > 0 {
            records += 1
            if leads[index].isProse { prose += 1 }
        }
        return 2 * prose > records
    }

    /// The cells from each of the first records on, and those after them.
    var cellsFromLeads: [[CellClassCounts]] {
        var cells = [laterCells]
        for lead in leads.reversed() {
            var counts = cells[cells.count - 1]
            counts.add(lead.cells)
            cells.append(counts)
        }
        return cells.reversed()
    }

    /// True where no record from `start` on has one field, blank lines aside.
    func isDivided(from start: Int) -> Bool {
        laterCounts[1] == 0 && leads.dropFirst(start).allSatisfy { $0.fields != 1 || $0.filled == 0 }
    }

    /// The records from `start` on, without blank lines.
    func fieldCounts(from start: Int) -> FieldCounts {
        var counts = laterCounts
        for lead in leads.dropFirst(start) where lead.filled > 0 || lead.fields > 1 { counts.add(1, of: lead.fields) }
        return counts
    }
}

extension SampleEvidence {
    /// Parses `sample`. The last record, which its end cuts off, counts only if it is the only one, or the sample is the whole
    /// source.
    ///
    /// - Complexity: O(bytes).
    init(_ sample: UnsafeBufferPointer<UInt8>, _ dialect: Dialect, isWhole: Bool) {
        var parser = RecordParser(SpecialBytes(dialect))
        var sink = EvidenceSink(sample, dialect)
        _ = parser.parse(sample, at: 0, into: &sink)
        if isWhole || sink.evidence.recordCount == 0 { parser.finish(into: &sink) }
        self = sink.evidence
        endRun()
    }
}

/// A collector of the evidence of one sample, which is parsed in one piece.
private struct EvidenceSink: FieldSink {
    var evidence = SampleEvidence()
    private let sample: UnsafeBufferPointer<UInt8>
    private let readsQuotes: Bool
    private let readsApostrophes: Bool
    private let quote: UInt8?
    private let mayHoldTabs: Bool
    private var record = Record()
    /// The value of a field that arrives in several pieces.
    private var value = FieldValue()
    private var valueLength = 0
    private var valueHasOddity = false
    /// True after a record with a single quote before a value and none after it.
    private var hasOpenApostrophe = false

    private struct Record {
        var fields = 0
        var filled = 0
        var isClassified = true
        var isLead = true
        var isOdd = false
        /// Double and single quotes that the dialect reads as text.
        var quotes = UnreadMarks()
        var apostrophes = UnreadMarks()
        var hasTab = false
        var hasControl = false
        /// True where the first field is blank and begins with a space or tab.
        var isSpaces = false
        var quotedLineEnds = 0
        var quotedTabs = 0
        var lead = SampleEvidence.Lead()
    }

    /// Quotes of a record that the dialect reads as text.
    private struct UnreadMarks {
        /// True where a value, or several that were one, has one before it and one after it.
        var areAround = false
        /// True where a value has one before it.
        var open = false
        /// True where a value has one after it alone, and for single quotes none stands before an earlier value.
        var close = false
        /// True where a value has one before it, one after it, and others in it.
        var areWrapping = false
    }

    private static let doubleQuote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")

    init(_ sample: UnsafeBufferPointer<UInt8>, _ dialect: Dialect) {
        self.sample = sample
        quote = dialect.quote
        readsQuotes = dialect.quote == Self.doubleQuote
        readsApostrophes = dialect.quote == Self.apostrophe
        mayHoldTabs = !dialect.delimiter.utf8.contains(0x09)
    }

    @inline(__always)
    mutating func beginRecord(at offset: Int) {
        record = Record()
        record.isLead = evidence.leads.count < SampleEvidence.leadLimit
        record.isClassified = SampleEvidence.classifies(evidence.recordCount)
        record.lead.start = offset
        if record.isLead, let last = evidence.leads.last { record.lead.cells.reserveCapacity(last.cells.count) }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        if mayHoldLineEnds { countLineEnds(in: bytes) }
        valueLength += bytes.count
        value.append(bytes)
        value.keep()
    }

    mutating func note(_ oddity: Oddity, at offset: Int) {
        // Quotes around JSON are in their place.
        if oddity != .quoteInUnquoted && oddity != .quoteInJSON { record.isOdd = true }
        valueHasOddity = true
    }

    mutating func endField() {
        let length = valueLength
        value.withBytes { bytes in
            let (first, last) = (bytes.first, bytes.count == length ? bytes.last : nil)
            let cellClass = record.isClassified ? CellClass(of: bytes) : .text
            add(first, last, length, cellClass)
            if record.isLead { describe(bytes, cellClass) }
        }
        value.clear()
        valueLength = 0
        valueHasOddity = false
    }

    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        if mayHoldLineEnds { countLineEnds(in: bytes) }
        var cellClass = CellClass.text
        if record.isClassified {
            cellClass = CellClass(of: bytes, readable: sample.count &- offset)
            if cellClass == .text { lookForControls(bytes, at: offset) }
        }
        var last = bytes.last
        // Quotes inside make the outer ones part of a text.
        if !readsQuotes, last == Self.doubleQuote, bytes.first == last, bytes.count > 1,
            Self.holdsQuotes(bytes.dropFirst().dropLast()),
            // The end of a value that begins in an earlier field.
            !record.quotes.open || Self.holdsQuotes(bytes.dropLast())
        {
            if !record.quotes.open { record.quotes.areWrapping = true }
            last = nil
        }
        add(bytes.first, last, bytes.count, cellClass)
        if record.isLead { describe(bytes, cellClass) }
    }

    /// Describes a cell of the last added of the first records.
    private mutating func describe(_ bytes: UnsafeBufferPointer<UInt8>, _ cellClass: CellClass) {
        if cellClass == .text {
            evidence.delimitersInText.add(bytes)
            if record.fields < 3, evidence.leads.count < 8, UnitWord.matches(bytes) { record.lead.units += 1 }
            if record.fields > 1 && bytes.first == SpecialBytes.space && bytes.count > 1 { record.lead.spaced += 1 }
        }
        guard record.fields == 1 else { return }
        let text = UnsafeBufferPointer(rebasing: bytes.prefix(200))
        let colon = UInt8(ascii: ":")
        record.lead.startsWithWords = text.dropFirst().dropLast().contains { $0 == 0x20 || $0 == colon }
        record.lead.startsWithNote =
            text.last == colon || zip(text, text.dropFirst()).contains { $0 == colon && $1 == 0x20 }
        record.lead.shape = ValueShape(text)
    }

    private mutating func lookForControls(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard bytes.contains(where: { $0 < 0x20 }) else { return }
        let isQuoted = offset > 0 && quote == sample[offset - 1]
        guard !isQuoted else { return }
        if mayHoldTabs && bytes.contains(0x09) { record.hasTab = true }
        if bytes.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0 }) {
            record.hasControl = true
        }
    }

    @inline(__always)
    private mutating func add(_ first: UInt8?, _ last: UInt8?, _ length: Int, _ cellClass: CellClass) {
        let column = record.fields
        record.fields = column &+ 1
        if length > 0 { record.filled &+= 1 }
        if length > evidence.longestField { evidence.longestField = length }
        if !readsQuotes {
            if last == Self.doubleQuote && first != last && length > 1 { record.quotes.close = true }
            Self.follow(Self.doubleQuote, first, last, length, &record.quotes)
        }
        if !readsApostrophes {
            if last == Self.apostrophe && first != last && !record.apostrophes.open { record.apostrophes.close = true }
            Self.follow(Self.apostrophe, first, last, length, &record.apostrophes)
        }
        guard record.isClassified, column < SampleEvidence.columnLimit else { return }
        let isSpace = first == SpecialBytes.space || first == SpecialBytes.tab
        if column == 0, isSpace, cellClass == .blank { record.isSpaces = true }
        if record.isLead {
            record.lead.cells.append(cellClass)
        } else {
            while evidence.laterCells.count <= column { evidence.laterCells.append(CellClassCounts()) }
            evidence.laterCells[column].add(cellClass)
        }
    }

    /// Counts quotes around a value, or around several that were one.
    @inline(__always)
    private static func follow(
        _ mark: UInt8, _ first: UInt8?, _ last: UInt8?, _ length: Int, _ marks: inout UnreadMarks
    ) {
        // Two single quotes are a mark of their own.
        guard first == mark || last == mark, length > (mark == apostrophe && first == last ? 2 : 1) else { return }
        if first == mark && last == mark || marks.open && last == mark {
            marks.areAround = true
        } else if first == mark {
            marks.open = true
        }
    }

    /// True where there is a quote that is not doubled.
    private static func holdsQuotes(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var run = 0
        for byte in bytes {
            if byte == doubleQuote {
                run += 1
            } else {
                if run % 2 == 1 { return true }
                run = 0
            }
        }
        return run % 2 == 1
    }

    private mutating func countLineEnds(in bytes: UnsafeBufferPointer<UInt8>) {
        let lineEnds = Self.lineEnds(in: bytes)
        guard lineEnds > 0 else { return }
        record.quotedLineEnds += lineEnds
        if !mayHoldTabs { record.quotedTabs += bytes.count { $0 == SpecialBytes.tab } }
    }

    private static func lineEnds(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let feeds = bytes.count { $0 == SpecialBytes.lineFeed }
        return feeds > 0 ? feeds : bytes.count { $0 == SpecialBytes.carriageReturn }
    }

    /// Counts values of several lines in single quotes: each begins on one line and ends on a later one.
    private mutating func followApostrophes() {
        let marks = record.apostrophes
        if marks.close && hasOpenApostrophe { evidence.oddities.apostrophePairs += 1 }
        if marks.close || marks.areAround { hasOpenApostrophe = false }
        if marks.open && !marks.areAround { hasOpenApostrophe = true }
    }

    mutating func endRecord() {
        // An empty line.
        if record.isSpaces && record.fields == 1 { record.filled = 0 }
        evidence.oddities.quotedLineEnds += record.quotedLineEnds
        if record.quotedLineEnds > 0 && !record.isOdd { evidence.oddities.linedRecords += 1 }
        if record.isOdd { evidence.oddities.strayLineEnds += max(0, record.quotedLineEnds - 1) }
        if record.quotedTabs > 0 && record.quotedTabs >= record.quotedLineEnds * (record.fields - 1) {
            evidence.oddities.swallowed += record.quotedLineEnds
        }
        if record.isOdd { evidence.oddities.misplacedQuotes += 1 }
        let quotes = record.quotes
        if quotes.areAround { evidence.oddities.unreadQuotes += 1 }
        if !quotes.areAround && (quotes.open || quotes.close) {
            evidence.oddities.halfQuotes += 1
            if quotes.areWrapping { evidence.oddities.wrappingQuotes += 1 }
        }
        if record.apostrophes.areAround { evidence.oddities.unreadApostrophes += 1 }
        followApostrophes()
        if record.hasTab { evidence.oddities.tabs += 1 }
        if record.hasControl { evidence.oddities.controls += 1 }
        if record.isClassified { evidence.classifiedRecords += 1 }
        if record.isLead {
            (record.lead.fields, record.lead.filled) = (record.fields, record.filled)
            evidence.append(record.lead)
        } else {
            evidence.addLater(fields: record.fields, isBlank: record.fields == 1 && record.filled == 0)
        }
    }
}
