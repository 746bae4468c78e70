import QuadrilleRuntime
import Tabular

extension TextSource: TypeChoosing {
    /// The choices about types that are applied.
    public var typeChoices: TypeChoices { reader.state.withLock(wakes: false) { $0.typing.choices } }

    /// Applies other choices about types: columns get other forms in the next snapshot, and only columns for which a type is
    /// chosen the first time are read again. The caller waits for these; not for the main thread.
    ///
    /// - Returns: False, and nothing changes, where the null words differ, for which the table has to be opened again, or where
    ///   work was cancelled, the source was closed, or reading it has failed.
    /// - Complexity: O(columns), and O(bytes of the table) where columns have to be read.
    /// - Throws: Errors of reading.
    public func apply(_ choices: TypeChoices, unless cancellation: Cancellation = .never) throws(ReadError) -> Bool {
        guard choices.effectiveNullWords == reader.options.types.effectiveNullWords,
            let snapshot = wait(until: { $0.phase == .complete }, unless: cancellation), !snapshot.phase.isFailed
        else { return false }
        let known = Set(reader.state.withLock(wakes: false) { $0.typing.tallies.keys })
        let columns = Set(choices.resolved(in: snapshot.columns).keys).subtracting(known)
        var sink = TallySink(
            columns, choices.effectiveNullWords, rowCount: snapshot.rowCount.known, unless: cancellation)
        if !columns.isEmpty {
            while let rows = sink.nextRows { try streamRecords(rows, of: .columns(sink.columns), into: &sink) }
            if cancellation.isRequested { return false }
        }
        var isApplied = false
        reader.publish { state in
            guard !state.isClosed, state.snapshot.reading == snapshot.reading else { return }
            for column in columns { state.typing.tallies[column] = sink.typing.tallies[column] ?? TypeTally() }
            state.typing.choices = choices
            state.typing.context.numbers = choices.numbers
            state.resolveTypes()
            isApplied = true
        }
        return isApplied
    }
}

/// A tally of the values of some columns, the only ones streamed to it.
private struct TallySink: RecordSink {
    private static let rowsAtOnce = 1 << 14

    private(set) var typing = AuditTyping()
    private let rowCount: Int
    private let cancellation: Cancellation
    /// The columns of the table, ascending.
    let columns: [Int]
    private var row = 0
    private var place = 0
    /// The beginning of a value in several pieces, one byte longer than any typed value.
    private var value: [UInt8] = []

    init(_ columns: Set<Int>, _ nullWords: NullWords, rowCount: Int, unless cancellation: Cancellation) {
        (typing.tallied, typing.nullWords) = (columns, nullWords)
        (self.rowCount, self.cancellation) = (rowCount, cancellation)
        self.columns = columns.sorted()
    }

    /// The rows to be read next; nil where there are none, or they are no longer wanted.
    var nextRows: Range<Int>? {
        row < rowCount && !cancellation.isRequested ? row..<min(rowCount, row + Self.rowsAtOnce) : nil
    }

    var isFinished: Bool { false }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        value += bytes.prefix(max(0, TypeSet.longestTyped + 1 - value.count))
    }

    mutating func endValue(_ state: CellState) {
        if !value.isEmpty {
            let column = columns[place]
            let own = value.withUnsafeBufferPointer { typing.readings(of: $0, in: column) }
            var types = TypeSet.unseen
            typing.narrow(&types, of: column, by: own)
            value.removeAll(keepingCapacity: true)
        }
        place += 1
    }

    mutating func endRecord() {
        row += 1
        place = 0
    }
}
