import QuadrilleRuntime
import Tabular

/// A part of one value, and the length of the whole: a panel shows a value of any length page by page.
public struct ValuePage: Sendable, Hashable {
    /// The size of a page in bytes: a toolkit lays that much out in two or three frames, even as one paragraph.
    public static let length = 1 << 14

    /// The bytes of the value in the source, from `offset` on; whole characters where the value is UTF-8.
    public var bytes: [UInt8]
    public var offset: Int
    /// The length of the whole value, in bytes.
    public var total: Int
    public var state: CellState
    public var kind = CellKind.text

    /// The byte offsets of the previous page and of the next; nil where there is none.
    public var previous: Int? { offset > 0 ? max(0, offset - Self.length) : nil }
    public var next: Int? { offset + bytes.count < total ? offset + bytes.count : nil }

    /// Reads the page at the byte `offset` of the value at `row` and `column`, on the caller's thread.
    ///
    /// - Returns: Nil after a cancellation before the end. A cell without a value yields a page of no
    ///   bytes with the cell's state.
    /// - Complexity: O(bytes of the value), of which one page is stored.
    public static func read(
        _ source: any RecordStreaming, row: Int, column: Int, from offset: Int = 0,
        unless cancellation: Cancellation = .never
    ) throws(ReadError) -> ValuePage? {
        var sink = PageSink(offset: offset, unless: cancellation)
        try source.streamRecords(row..<row + 1, of: .columns([column]), into: &sink)
        return sink.wasGivenUp ? nil : sink.page
    }
}

/// Receives the one value.
private struct PageSink: RecordSink {
    private static let workBetweenLooks = 1 << 16

    private(set) var page: ValuePage
    private(set) var isFinished = false
    private(set) var wasGivenUp = false
    private let cancellation: Cancellation
    private var work = 0

    init(offset: Int, unless cancellation: Cancellation) {
        page = ValuePage(bytes: [], offset: offset, total: 0, state: .missing)
        self.cancellation = cancellation
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        work += bytes.count
        if work >= Self.workBetweenLooks { look() }
        guard !isFinished else { return }
        let start = max(0, page.offset + page.bytes.count - page.total)
        page.total += bytes.count
        guard start < bytes.count else { return }
        page.bytes += bytes[start...].prefix(ValuePage.length - page.bytes.count)
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        guard !isFinished else { return }
        (page.state, page.kind) = (state, kind)
        // The next page begins at a character boundary, unless these bytes are invalid UTF-8.
        if page.next != nil { page.bytes.removeLast(page.bytes.count - UTF8Boundary.completeEnd(of: page.bytes)) }
        isFinished = true
    }

    mutating func endRecord() { isFinished = true }

    mutating func gathered(_ records: Int) { look() }

    private mutating func look() {
        work = 0
        guard !isFinished, cancellation.isRequested else { return }
        (isFinished, wasGivenUp) = (true, true)
    }
}
