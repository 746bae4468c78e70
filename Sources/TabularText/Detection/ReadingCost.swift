import Tabular

/// The measure by which readings of a sample are compared: the costs of one, in records. The lowest total wins, and a reading
/// without flaws has a total near 0.
///
/// Skipped lines weigh most, then ragged records, then oddities, then cells of other types than their columns:
///
/// | part | each | weight |
/// | --- | --- | --- |
/// | skipped | blank line; line of one value, or with fewer fields than the table; as many, in a title or note | 0.1; 0.5; 0.6 |
/// | | before names: sentence; line that a spreadsheet has padded | 0.4; 0.5 |
/// | | before four or more names, two of them of typed columns: line with at most half as many values | 0.25 |
/// | | before names of typed columns: line with a value or a blank cell; two words over two names that are no units | 0.5 |
/// | | before names right below a word in brackets, over full records: line | 0.02 |
/// | | a full line of names, or lines like the rows below them | 5 |
/// | | more lines than there are records, each; before names of typed columns | 1; 0.3 |
/// | | line that is not divided, before records of which a third are not, each | 0.5 |
/// | | before a first record of which a half is divided like a sentence and the rest is not, over text | 2 |
/// | | a table that begins with values; with values alone | 1; 2 |
/// | | lines before records of which most have other numbers of fields, each | 1 |
/// | ragged | record that is too long, or has no delimiter; too short | 1; 0.4 |
/// | | first record that lacks the name of the rows' names; more; most | 0.45; 0.9; 2 |
/// | | blank record below the first one | 0.8 |
/// | | blank name over values, but for the first; all of them blank, or beside a word in brackets | 0.4, at most 1.2; 2 |
/// | odd | record with a quote out of place, or with quotes that are not read | 1 |
/// | | record with single quotes out of place | 2 |
/// | | record with single quotes that are not read; with one half of a pair of double quotes | 0.6; 0.3 |
/// | | record with double quotes around a text with others in it, where almost all records have these | 1.2 |
/// | | pair of records with the two single quotes of a value of several lines, where there are three or more | 1.2 |
/// | | record with a tab outside quotes; with another control character | 0.6; 0.4 |
/// | | line end in quotes; where most are; in single quotes of a few records; beside tabs of another record | 0.1; 0.3; 0.5; 1 |
/// | | line end in a record with a quote out of place, after the first, unless few records have nearly all lines | 0 |
/// | undivided | record of a table of one column: of dates or times; of numbers; others | 0.1; 0.25; 0.4 |
/// | | record of text that is divided like a sentence | 0.4 |
/// | | record, where another delimiter stands in every record and in cells of text, by its share of both | 0.5 |
/// | untyped | cell of another type than its column | 0.3 |
/// | | record, times the share of cells in columns of text | 0.3 |
/// | unusual | record, by how rarely the delimiter, quote or escape is one | 0 to 1 |
/// | | record, by a control character where a common delimiter divides all into more typed fields | 0.5 |
/// | | a single quote out of place in all records, read as text beside commas or semicolons | 1.5 |
///
/// Costs of later records are those of the examined records, times their number.
struct ReadingCost: Sendable, Hashable {
    /// Lines before the first record.
    var skippedLines = 0
    var skipped = 0.0
    var ragged = 0.0
    var odd = 0.0
    var undivided = 0.0
    var untyped = 0.0
    /// The part of `untyped` for cells of other types than their columns.
    var misfits = 0.0
    var unusual = 0.0
    /// The fields of most records.
    var width = 0
    /// Records with another number of fields, and records with oddities.
    var raggedRecords = 0
    var oddRecords = 0
    /// The share of filled cells in columns of one type.
    var typedShare = 0.0
    /// Records after the skipped lines.
    var recordCount = 0
    /// Records, skipped lines and lines inside quotes, blank lines aside: neither skipping nor quoting a line lowers a cost
    /// that every record has.
    var lineCount = 0

    var total: Double { skipped + ragged + odd + undivided + untyped + unusual }
    /// The share of records with the usual number of fields.
    var agreement: Double {
        recordCount == 0 ? 0 : 1 - Double(min(raggedRecords, recordCount)) / Double(recordCount)
    }
    /// An agreement that leaves no doubt.
    static let clearAgreement = 0.95
    /// The cost for ragged records and oddities, by line.
    var structurePerLine: Double { lineCount == 0 ? 0 : (ragged + odd) / Double(lineCount) }
    /// True where no line is skipped, no record is ragged and nothing is odd or undivided.
    var isFlawless: Bool { skipped + ragged + odd + undivided < 0.001 }
    /// True where flaws are on few lines only, such as a line end in quotes.
    var isNearlyFlawless: Bool { skipped + undivided < 0.001 && structurePerLine < 0.02 }
}

extension ReadingCost {
    /// The cost of the reading with the cheapest number of skipped lines; of none where `maySkip` is false.
    ///
    /// - Complexity: O(first records × columns).
    init(of evidence: SampleEvidence, in dialect: Dialect, maySkip: Bool) {
        let leads = evidence.leads
        // The cells below the header: those of all records but the first.
        var below = evidence.laterCells
        for lead in leads.dropFirst() { below.add(lead.cells) }
        guard !leads.isEmpty else {
            self.init()
            return
        }
        var best = Self.cost(of: evidence, dialect, from: 0, below, under: .infinity)
        // Skipping lines makes records less ragged and columns more uniform, or gains nothing.
        let mayGain = maySkip && (best.ragged + best.misfits > 0 || Self.mayBecomeTyped(evidence, below))
        if mayGain && leads.count > 1 {
            let cells = evidence.cellsFromLeads
            let most = Self.mostGained(best, cells)
            let hasSections = leads.contains(where: \.isSectionName)
            var floor = 0.0
            for start in 1..<min(leads.count, Self.longestPreamble + 1) {
                let least = leads[start - 1].filled == 0 ? Self.leastSkipped.blank : Self.leastSkipped.line
                floor += hasSections ? Self.leastSkipped.beforeSection : least
                if floor >= min(best.total, most) { break }
                // No table begins in the middle of similar records.
                let isInside =
                    leads[start].isLike(leads[start - 1]) && start + 1 < leads.count
                    && leads[start].isLike(leads[start + 1])
                guard leads[start].fields > 1, leads[start].filled > 0, !isInside else { continue }
                let other = Self.cost(of: evidence, dialect, from: start, cells[start + 1], under: best.total)
                // Few records after other lines are no table.
                if other.recordCount > (other.width == 2 ? 2 : 1) && other.total < best.total { best = other }
            }
        }
        self = best
    }

    /// True where the last of the first records has a value of a type in a column that has none with `cells`, those of all records.
    private static func mayBecomeTyped(_ evidence: SampleEvidence, _ cells: [CellClassCounts]) -> Bool {
        guard let last = evidence.leads.last(where: { $0.filled > 0 }) else { return false }
        return zip(last.cells, cells).contains { $0.isTyped && $1.dominant == nil }
    }

    /// The most that skipping lines can gain over `whole`, which skips none: the cost of records and cells that do not fit, or
    /// anything where columns become uniform. The first and the last of `cells` are those of all and of the fewest records.
    private static func mostGained(_ whole: ReadingCost, _ cells: [[CellClassCounts]]) -> Double {
        guard let fewest = cells.last, let all = cells.first, whole.recordCount > SampleEvidence.leadLimit else {
            return .infinity
        }
        let mayBecomeTyped = zip(fewest, all).contains { $0.dominant != nil && $1.dominant == nil }
        return mayBecomeTyped ? .infinity : whole.ragged + 2 * whole.misfits
    }

    private static let longestPreamble = 60
    /// The least that skipping a line costs.
    private static let leastSkipped = (blank: 0.1, line: 0.25, beforeSection: 0.02)

    /// The cost of the reading that skips the lines before the record `start`; only a part of it once that reaches `limit`.
    private static func cost(
        of evidence: SampleEvidence, _ dialect: Dialect, from start: Int, _ cells: [CellClassCounts],
        under limit: Double
    ) -> ReadingCost {
        var cost = ReadingCost()
        let counts = evidence.fieldCounts(from: start)
        cost.recordCount = counts.total
        cost.lineCount = cost.recordCount + evidence.leads[..<start].count { $0.filled > 0 }
        cost.lineCount += evidence.oddities.quotedLineEnds
        guard cost.recordCount > 0 else { return cost }
        let header = evidence.leads[start]
        cost.setRagged(counts, header, cells)
        cost.setTyped(evidence, header, cells)
        // A blank record right below another one separates two kinds of lines.
        if evidence.leads[start...].dropFirst().first?.isBlankRecord == true { cost.ragged += 0.8 }
        cost.setOdd(evidence, dialect)
        if cost.width == 1 { cost.undivided += costOfOneColumn(cells.first) * Double(cost.lineCount) }
        if start > 0 && cost.total < limit { cost.setSkipped(evidence, start, cells, under: limit) }
        if cost.typedShare == 0 && evidence.isProse(from: start) { cost.undivided += 0.4 * Double(cost.lineCount) }
        return cost
    }

    /// Dates and times have spaces, commas and colons in them, and some numbers have commas.
    private static func costOfOneColumn(_ cells: CellClassCounts?) -> Double {
        switch cells?.dominant?.cellClass {
        case .date, .time, .dateTime: 0.1
        case .number: 0.25
        default: 0.4
        }
    }

    private mutating func setRagged(
        _ counts: FieldCounts, _ header: SampleEvidence.Lead, _ cells: [CellClassCounts]
    ) {
        // The number of fields is that of the header, or of most records.
        var body = counts
        if body[header.fields] > 0 { body.add(-1, of: header.fields) }
        let most = body.mostCommon
        let hasNames = header.fields > 1 && !header.startsWithWords && header.cells.allSatisfy { $0 == .text }
        let usual = most.map { $0.records > 0 ? $0.fields : header.fields } ?? header.fields
        var least = Double.infinity
        for width in header.fields > usual ? [usual, header.fields] : [usual] {
            var (cost, count) = (0.0, 0)
            for entry in body.entries where entry.fields != width && entry.records > 0 {
                // A record without any delimiter is a flaw, unless it is below names with some.
                let isHeavy = entry.fields > width || entry.fields == 1 && !hasNames
                cost += (isHeavy ? 1 : 0.4) * Double(entry.records)
                count += entry.records
            }
            if header.fields > width { cost += 0.3 }
            if header.fields < width {
                // The column of row names may have no name, where all rows have them.
                let isRowNames = header.fields == width - 1 && count == 0 && cells.contains { $0.dominant != nil }
                let hasHalf = header.fields > 1 && 2 * header.fields >= width
                cost += isRowNames ? 0.45 : hasHalf ? 0.9 : 2
            }
            if header.fields != width { count += 1 }
            if cost < least { (least, ragged, raggedRecords, self.width) = (cost, cost, count, width) }
        }
    }

    private mutating func setTyped(
        _ evidence: SampleEvidence, _ header: SampleEvidence.Lead, _ cells: [CellClassCounts]
    ) {
        var (filled, typed, misfits, nameless) = (0, 0, 0, 0)
        let isTitle = header.filled == 1 && header.fields > 2
        for (column, counts) in cells.enumerated() {
            filled += counts.filled
            if let dominant = counts.dominant {
                typed += dominant.count
                misfits += counts.filled - dominant.count
            }
            let isNameless = column < header.cells.count ? header.cells[column] == .blank : false
            if column > 0 && isNameless && 2 * counts.filled >= recordCount { nameless += 1 }
        }
        typedShare = filled == 0 ? 0 : Double(typed) / Double(filled)
        self.misfits = min(0.3 * Double(misfits), 2 + 0.2 * Double(recordCount))
        untyped = 0.3 * Double(lineCount) * (1 - typedShare) + self.misfits
        // Where no other column has a name the record is a title padded by a spreadsheet, as is the name of a section.
        ragged += isTitle && (nameless > 1 || header.isSectionName) ? 2 : min(1.2, 0.4 * Double(nameless))
    }

    private mutating func setOdd(_ evidence: SampleEvidence, _ dialect: Dialect) {
        let scale = Double(evidence.recordCount) / Double(max(1, evidence.classifiedRecords))
        let isSingle = dialect.quote == UInt8(ascii: "'")
        let found = evidence.oddities
        oddRecords = found.misplacedQuotes
        odd = Double(found.unreadQuotes)
        // A few may be text.
        let unread = found.unreadApostrophes + (found.apostrophePairs > 2 ? 2 * found.apostrophePairs : 0)
        if 3 * unread >= evidence.recordCount { odd += 0.6 * Double(unread) }
        odd += (isSingle ? 2 : 1) * Double(found.misplacedQuotes)
        odd += 0.3 * Double(found.halfQuotes) + Double(found.swallowed)
        // In a few records they are words in quotes.
        let wrapping = found.wrappingQuotes
        if wrapping > 1 && 10 * wrapping >= 9 * (evidence.recordCount - 1) { odd += 0.9 * Double(wrapping) }
        odd += scale * (0.6 * Double(found.tabs) + 0.4 * Double(found.controls))
        // Quotes that enclose most lines may be the wrong ones.
        let isMostlyQuoted = 4 * recordCount < lineCount
        // A stray quote holds the lines after it together, but not most of a table.
        let strays = 16 * recordCount < lineCount ? 0 : found.strayLineEnds
        // Values of several lines in half of the records are no chance.
        let areLined =
            found.linedRecords > 2 && 2 * found.linedRecords >= recordCount
            && 4 * found.misplacedQuotes <= found.linedRecords
        odd += (isSingle && !areLined ? 0.5 : isMostlyQuoted ? 0.3 : 0.1) * Double(found.quotedLineEnds - strays)
    }
}
