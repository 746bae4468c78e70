import Tabular

/// What the dates of a column show of their style: most of those that show it say what it is, and where none does, what is usual
/// with the separator. Whoever reads dates of a column goes by this, or a table would be sorted otherwise than it is summed up.
///
///     31/12/2024  1/2/2024  2/1/2024     one shows it, day first
///     31/12/2024  5/25/2024  6/30/2024   two to one, month first
///     1/2/2024    2/1/2024               none does: with slashes, month first
struct DateVotes: Sendable, Hashable {
    private var dayFirst = 0
    private var monthFirst = 0
    /// Dates that show neither, with slashes.
    private var slashed = 0
    /// Dates that are read by the style: their year comes last, and there are no points.
    private(set) var styled = 0

    /// Whether a date shows the style.
    var areCast: Bool { dayFirst > 0 || monthFirst > 0 }

    var style: CalendarText.Style {
        if monthFirst != dayFirst { return monthFirst > dayFirst ? .monthFirst : .dayFirst }
        return slashed > 0 && monthFirst == 0 ? .monthFirst : .dayFirst
    }

    /// Adds a value `weight` times; what is no date has no vote.
    mutating func add(_ value: UnsafeBufferPointer<UInt8>, weight: Int = 1) {
        guard let sign = CalendarText.styleSign(of: value) else { return }
        switch sign.style {
        case .dayFirst: dayFirst += weight
        case .monthFirst: monthFirst += weight
        case nil: if sign.separator == UInt8(ascii: "/") { slashed += weight }
        }
        // Behind points the day is first, whatever others are.
        if sign.separator != UInt8(ascii: ".") { styled += weight }
    }

    mutating func add(_ other: DateVotes) {
        dayFirst += other.dayFirst
        monthFirst += other.monthFirst
        slashed += other.slashed
        styled += other.styled
    }
}

extension DateVotes {
    /// The votes of some dates of a column, from all over it.
    static func sampled(
        ofColumn column: Int, in source: any RecordStreaming, rowCount: Int, control: JobControl
    ) throws(ReadError) -> DateVotes {
        DateVotes(of: try samples(ofColumn: column, in: source, rowCount: rowCount, control: control))
    }

    /// What dates of a column are read by wherever they are sorted or filtered.
    static func style(
        ofColumn column: Int, in source: any RecordStreaming, rowCount: Int, control: JobControl
    ) throws(ReadError) -> CalendarText.Style {
        let samples = try samples(ofColumn: column, in: source, rowCount: rowCount, control: control)
        return try all(
            ofColumn: column, in: source, rowCount: rowCount, samples: samples, control: control
        ).votes.style
    }

    /// As a sort takes them.
    private static func samples(
        ofColumn column: Int, in source: any RecordStreaming, rowCount: Int, control: JobControl
    ) throws(ReadError) -> [[UInt8]] {
        try ColumnSamples(
            of: [column], in: source, rowCount: rowCount, at: SortTuning().samples, control: control
        ).texts[0]
    }

    private init(of samples: [[UInt8]]) {
        self.init()
        for value in samples {
            value.withUnsafeBufferPointer { add($0) }
        }
    }

    /// Whether what the votes of samples say is what holds: no date of theirs asks for a style, or some show it.
    var areTrusted: Bool { areCast || styled == 0 }

    /// The votes of all rows of a column of dates, read on all threads. They are what `samples` say where those show the style,
    /// or where no date of theirs has one.
    ///
    /// - Returns: The votes, and whether all rows were read.
    static func all(
        ofColumn column: Int, in source: any RecordStreaming, rowCount: Int, samples: [[UInt8]], control: JobControl
    ) throws(ReadError) -> (votes: DateVotes, hasReadAll: Bool) {
        var votes = DateVotes(of: samples)
        if votes.areTrusted { return (votes, false) }
        votes = DateVotes()
        control.total(rowCount)
        try RowScan(source, columns: [column], rows: 0..<rowCount, control: control).run(
            into: { _ in VotesTaker() }, then: { (_, taker) throws(ReadError) in votes.add(taker.votes) })
        return (votes, true)
    }
}

private struct VotesTaker: RowTaker {
    var votes = DateVotes()

    mutating func take(_ rows: ScannedRows) {
        for row in 0..<rows.count {
            votes.add(rows.value(0, of: row))
        }
    }
}
