import Tabular

/// The progress of the audit of a source, or of a part of it, with all that it needs to resume when there is more.
///
/// The last record is not settled before it has ended: its findings hold for the bytes read so far, and are made again after
/// more bytes have arrived.
struct AuditRun: @unchecked Sendable {
    // Unchecked, since the sink borrows the bytes of a block: it has released them when `take` returns.

    /// Of the parts before that of `sink`.
    private(set) var settled: AuditFindings?
    /// The start of the part of `sink`.
    private(set) var start: Int
    private var sink: AuditSink
    private var parser: RecordParser
    /// The byte offset after the last byte that was audited.
    private(set) var offset: Int

    /// The findings of the part of `sink`, until more of it is audited: its problems are located once.
    private var found: AuditFindings?

    /// A Boolean value that indicates whether the last record has begun and not ended.
    var isInsideRecord: Bool { parser.state.isInsideRecord }

    /// Bytes at the end that may become the beginning of a comment when more follow.
    var openCommentLength: Int { parser.state.openCommentLength }

    /// Begins with the record at `offset`.
    init(sink: AuditSink, parser: RecordParser, offset: Int) {
        self.sink = sink
        self.parser = parser
        self.offset = offset
        start = offset
    }

    /// Begins with a later part of the source; `settled` holds the findings before it.
    init(_ next: AuditRun, behind settled: AuditFindings) {
        self = next
        self.settled = settled
    }

    /// Adopts the quotes to repair; those that are new lie after `offset`.
    mutating func take(_ repairs: [Int]) { parser.repairs = repairs }

    /// Audits the next bytes.
    mutating func take(_ block: UnsafeBufferPointer<UInt8>) {
        sink.beginChunk(block, at: offset)
        _ = parser.parse(block, at: offset, into: &sink)
        sink.endChunk()
        offset += block.count
        found = nil
    }

    /// Returns the findings, if the source ends here. Their problems have positions in the source itself.
    mutating func findings(of table: OpenTable) throws(ReadError) -> AuditFindings {
        let own = if let found { found } else { try ownFindings(of: table) }
        found = own
        guard var findings = settled else { return own }
        findings.append(own)
        return findings
    }

    private func ownFindings(of table: OpenTable) throws(ReadError) -> AuditFindings {
        var (sink, parser) = (sink, parser)
        sink.end()
        let isFollowed = table.store.isFollowed
        if !isFollowed || openCommentLength == 0 { parser.finish(into: &sink, mayGoOn: isFollowed) }
        var findings = sink.findings
        try findings.moveBytes(table.store.sourceOffset)
        return findings
    }

    /// Appends `next`, which began between two records at the end of this run.
    mutating func append(_ next: AuditRun, of table: OpenTable) throws(ReadError) {
        self = AuditRun(next, behind: try findings(of: table))
    }
}
