import QuadrilleRuntime
import Tabular
import TabularBytes
import TabularEncodings

/// The tuning of the reader; tests make the numbers small.
struct ReaderTuning: Sendable {
    /// Bytes of one read of the passes over the whole source.
    var passBlock = 1 << 18
    /// Bytes of one read for tiles: of an interval of the index, so that a row and adjacent ones cost two at most.
    var tileBlock = 1 << 18
    /// The extents of detection in the beginning: at once, for the first rows, and then, for the dialect.
    var glance = OpeningSample.Extent(length: 1 << 16)
    var glanced = 1 << 13
    var look = OpeningSample.Extent(
        length: SampleTable.dialectBytes, patience: 500_000_000, quiet: 150_000_000)
    /// More than the first rows is examined after the head start.
    var background = Background()
    /// The number of threads that a pass goes over the source with.
    var threads = passThreadCount()
    /// Bytes of a segment that one thread scans for records.
    var segment = 1 << 20
    /// The least bytes of a part that one thread audits.
    var auditPart = 1 << 22
    /// The most checkpoints at which types are sampled, and the bytes read at each.
    var typeSamples = (count: 256, length: 1 << 14)
    /// Bytes of an interval, in each of which the first record has a checkpoint.
    var interval = RecordIndex.interval
    /// Bytes of a source in another encoding that are converted at once.
    var textChunk = TranscodedStore.chunkLength
    /// Nanoseconds between two publications of a pass, at least: 30 a second.
    var publication: UInt64 = 33_000_000
    /// The cache of indexes, if there is one.
    var cache: IndexCache?
    /// The order that the user's locale has for dates.
    var localOrder = LocalDates.order
}

/// The cost of reading, for tests and benchmarks.
struct WorkCounters: Sendable, Hashable {
    var tileLoads = 0
    var tileBytesRead = 0
    var publications = 0
    /// Bytes that were parsed to find the dialect.
    var bytesSniffed = 0
    /// Repaired quotes of a source that grew, decided by an unterminated line, that all of it would not repair.
    var overtakenRepairs = 0
}

/// The state that a reader's threads share.
struct ReaderState: ReadingState {
    /// The lane that reads wanted tiles, once the source is open, and the lane that follows it after all of it was read.
    var lanes: (tiles: TileServer?, growth: WorkLane?) = (nil, nil)
    var snapshot: TableSnapshot
    var index = RecordIndex(startingAt: 0)
    var wants = WantList()
    var handler: (@Sendable () -> Void)?
    var isClosed = false
    var work = WorkCounters()
    /// The last row, while it may still grow.
    var openRow: OpenRow?
    /// The end of the bytes whose reading is final: later ones may turn out to be no record.
    var readableEnd = 0
    /// Streams that wait for `readableEnd` to move.
    var waitingStreams = 0
    /// The table that is read, as far as it has been opened.
    var table: OpenTable?
    /// The state of the columns' types.
    var typing: TypeState
    /// True while rows are shown and the source waits for more bytes to detect its dialect.
    var isWaitingForMore = false
    /// True after rows were first taken as they are shown, which fixes the dialect.
    var isDialectTaken = false
    /// A Boolean value that indicates whether types and problems are not needed.
    var isAuditSkipped = false

    /// A Boolean value that indicates whether `count` rows were found and can still be read after a failure.
    func hasRows(_ count: Int) -> Bool { snapshot.interruption != nil && snapshot.rowCount.known >= count }
}

/// A source that is open and recognized.
struct OpenTable: Sendable {
    let store: any ByteStore
    let dialect: Dialect
    /// The bytes with a meaning in `dialect`: every jump to a row needs them.
    private(set) var bytes: SpecialBytes
    /// The byte offset of the first record.
    let start: Int
    /// The encoding of the source, for messages.
    var encoding = "UTF-8"
    /// A Boolean value that indicates whether there were enough bytes to detect the dialect and the columns.
    var isKnown = true
    /// The name of the table without the extension of its packing.
    var innerName = ""
    /// The name of the packing.
    var packing: String?
    /// Fields of its first record.
    var fieldCount = 0 {
        didSet { bytes.isDivided = fieldCount > 1 }
    }
    let repairs: RepairedQuotes

    init(
        store: any ByteStore, dialect: Dialect, start: Int, repairs: RepairedQuotes = RepairedQuotes()
    ) {
        (self.store, self.dialect, self.start, self.repairs) = (store, dialect, start, repairs)
        bytes = SpecialBytes(dialect)
    }

    /// A parser that begins in `state` in bytes whose records are known.
    func parser(_ state: ParserState = .recordStart) -> RecordParser {
        RecordParser(bytes, state: state, repairs: repairs.all)
    }

    /// A scanner that begins in `state` at `offset`, likewise.
    func scanner(at offset: Int, _ state: ParserState = .recordStart) -> RecordScanner {
        RecordScanner(bytes, state: state, at: offset, repairs: repairs.all)
    }

    /// Records before the first row.
    var headerRecords: Int { dialect.headerRows }
}

/// A reader of one source in the background, in four kinds of work that the pool has threads for:
///
///     open  →  pass: index, audit  →  growth lane, a turn whenever something happens to the source
///           →  tile lane, a turn whenever tiles are wanted that are not in memory
///
/// At rest it holds no thread. Each stage is an extension in its own file. The stages share `state`, and nothing else.
final class TextReader: Sendable {
    typealias Opener = @Sendable () throws(ReadError) -> any ByteStore

    /// The way to the bytes.
    enum Origin: Sendable {
        /// A store that is opened in the background, and unpacked where it is packed.
        case store(Opener)
        /// Bytes that are open and unpacked.
        case content(SourceContent)
    }

    let name: String
    let options: TextOptions
    let tuning: ReaderTuning
    let state: Monitor<ReaderState>
    let lines = LinePlaces()
    /// The priority of its work compared to other readers.
    let priority = WorkPriority()

    init(name: String, options: TextOptions, tuning: ReaderTuning) {
        self.name = name
        self.options = options
        self.tuning = tuning
        state = Monitor(
            ReaderState(
                snapshot: TableSnapshot(description: TableDescription(format: "CSV")),
                typing: TypeState(options.types, localOrder: tuning.localOrder)))
    }

    /// Begins to read in the background.
    func start(_ origin: Origin) {
        run(.opening) { [self] () throws(ReadError) in try read(origin) }
    }

    /// Opens `content`, whose `beginning` was read already, on the caller's thread. The rest is read in the background.
    func start(_ content: SourceContent, _ beginning: OpeningSample?) {
        do throws(ReadError) { try read(.content(content), beginning) } catch { giveUp(after: error) }
    }

    private func read(_ origin: Origin, _ beginning: OpeningSample? = nil) throws(ReadError) {
        guard let table = try open(origin, beginning) else { return }
        startTiles(table)
        run(.pass) { [self] () throws(ReadError) in
            let kept = keptPasses(of: table)
            let pass = try index(table, from: kept?.pass)
            if state.withLock(wakes: false, { $0.isAuditSkipped }) { return }
            var run = kept?.run ?? AuditRun(table, auditTyping(of: table))
            try audit(table, &run, keeping: kept?.run == nil)
            startFollowing(table, pass, run)
        }
    }

    /// Runs a stage in the background. Reading fails where the stage fails or gets no thread.
    private func run(_ kind: WorkKind, _ stage: @escaping @Sendable () throws(ReadError) -> Void) {
        let pool = tuning.background.pool
        pool.submit(kind, priority: priority, refused: .call({ [self] in giveUp(after: .noThread(name)) })) { [self] in
            do throws(ReadError) { try stage() } catch { giveUp(after: error) }
        }
    }

    /// Fails with `error`, and cancels the store, whose spooling is no longer needed. One that may yet be read with other
    /// options is held instead, before the failure is published: a handler may request other options.
    func giveUp(after error: ReadError) {
        let store = state.withLock(wakes: false) { $0.table?.store }
        if error.kind == .unsupportedFormat, let shared = store?.source as? SharedStore {
            shared.hold()
            fail(error)
        } else {
            fail(error)
            store?.cancel()
        }
    }

    var isClosed: Bool { state.isClosed }

    /// The open table, and the store of its bytes where they are spooled.
    var spooled: (OpenTable, SharedStore)? {
        let table = state.withLock(wakes: false) { state -> OpenTable? in
            // Before that it may still have to be unpacked.
            if case .failed = state.snapshot.phase { return state.isClosed ? nil : state.table }
            return state.isClosed || state.snapshot.description.headerRows == nil ? nil : state.table
        }
        guard let table, let store = table.store.source as? SharedStore else { return nil }
        return (table, store)
    }

    func close() {
        state.close()
        state.withLock(wakes: false) { $0.table?.store }?.cancel()
    }

    /// Changes the snapshot: a new version, and a call of the handler. After a failure the phase stays failed, also where
    /// only a tile could not be read and the passes continue.
    func publish(_ change: (inout ReaderState) -> Void) {
        var read = 0
        state.publish { state in
            change(&state)
            state.work.publications += 1
            read = state.snapshot.progress.done
        }
        Trace.current?.count("bytes read", read)
    }

    /// Publishes that reading ended early; once, since every request would repeat it.
    func fail(_ error: ReadError) {
        state.fail(error, state.withLock(wakes: false) { $0.table?.store }?.change)
    }
}
