import Tabular
import TabularBytes
import TabularEncodings

/// The result of detection in the beginning of a source.
struct OpeningVerdict {
    let table: OpenTable
    let found: SampleTable
    /// The text after the lines that the options skip.
    let text: OpeningSample
    let encoding: EncodingFinding
    let hasMark: Bool
    /// The byte offset after the bytes that it was made from.
    let end: Int
    /// A Boolean value that indicates whether more bytes cannot change it, or need not be waited for.
    var isFinal: Bool

    /// The columns; none where the source is empty.
    var columns: [Column] { text.isWhole && records.isEmpty ? [] : found.columns }
    var recordCount: Int { found.recordCount(isFollowed: table.store.isFollowed) }
    var rowCount: Int { max(0, recordCount - table.headerRecords) }
    /// The number of rows if the rest is like the beginning; nil where the source's length is unknown.
    var expectedRowCount: Int? {
        let length = table.store.length
        guard length.isComplete, found.recordBytes > 0 else { return nil }
        let parts = Double(length.known - table.start) / Double(found.recordBytes)
        // A file may claim to have more bytes than a number of rows can represent exactly.
        let records = Int(min(parts * Double(recordCount), 1e18))
        return max(rowCount, records - table.headerRecords)
    }
    /// The text from the first record on.
    var records: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text.bytes[found.skippedBytes...]) }

    /// The facts that it gives about the table.
    var details: TextDetails {
        let encoding = EncodingDetails(table.encoding, hasByteOrderMark: hasMark, isGuessed: self.encoding.isGuess)
        return TextDetails(found.dialect, encoding: encoding)
    }

    /// Returns true where replacing `other` with this changes nothing that is shown.
    func agrees(with other: OpeningVerdict) -> Bool {
        table.dialect == other.table.dialect && table.start == other.table.start
            && table.encoding == other.table.encoding
            && columns.map(\.name).starts(with: other.columns.map(\.name))
            && columns.map(\.groups).starts(with: other.columns.map(\.groups))
    }
}

// Detecting how to read the bytes.
extension TextReader {
    /// Publishes columns and first rows by the very first bytes, then examines the first megabyte, and starts over where the
    /// result differs. Of a source that arrives slowly, rows are shown as they come, and the reader waits for more until the
    /// dialect is clear, there is enough to detect it, or rows are taken.
    func settle(_ content: SourceContent, _ beginning: OpeningSample? = nil) throws(ReadError) -> OpenTable? {
        var sample = beginning
        if sample == nil { sample = try OpeningSample(of: content.store, at: 0, tuning.glance, options) }
        guard let glance = sample else { return nil }
        guard var verdict = try judge(content, glance, tuning.glance, sniffed: tuning.glanced, behind: nil)
        else { return nil }
        show(verdict, insteadOf: nil)
        if !verdict.isFinal && tuning.background.headStart.isUnderWay {
            // Examining all bytes read so far is cheap and finds most of what more would: drawn rows seldom change.
            guard let next = try judgeAgain(content, glance, tuning.glance, behind: verdict) else { return nil }
            show(next, insteadOf: verdict)
            verdict = next
            if !verdict.isFinal { tuning.background.headStart.wait() }
        }
        while !verdict.isFinal {
            guard let next = try judgeAgain(content, nil, tuning.look, behind: verdict) else { return nil }
            show(next, insteadOf: verdict)
            verdict = next
            if !verdict.isFinal, try !waitForMore(content.store, beyond: verdict.end) {
                publish { $0.snapshot.phase = .indexing }
                break
            }
        }
        return isClosed ? nil : verdict.table
    }

    /// Detects again with all of `extent`, read where `sample` lacks it. Retracts the published table if the source turns out
    /// to be none.
    private func judgeAgain(
        _ content: SourceContent, _ sample: OpeningSample?, _ extent: OpeningSample.Extent,
        behind verdict: OpeningVerdict
    ) throws(ReadError) -> OpeningVerdict? {
        do throws(ReadError) {
            let sample =
                if let sample { sample } else { try OpeningSample(of: content.store, at: 0, extent, options) }
            return try judge(content, sample, extent, sniffed: extent.length, behind: verdict)
        } catch {
            if error.kind == .unsupportedFormat {
                publish { state in
                    state.snapshot.reading += 1
                    (state.snapshot.columns, state.snapshot.cells) = ([], BlockTiles())
                    (state.snapshot.rowCount, state.snapshot.expectedRowCount) = (.atLeast(0), nil)
                    state.snapshot.description.text?.dialect = nil
                }
            }
            throw error
        }
    }

    /// Waits for a byte after the examined ones; false where the dialect becomes fixed meanwhile.
    private func waitForMore(_ store: any ByteStore, beyond end: Int) throws(ReadError) -> Bool {
        state.withLock { $0.isWaitingForMore = true }
        let waited = Result { () throws(ReadError) in try store.wait(beyond: end, deadline: .max) }
        // In one step: rows may be taken during the wait, and later ones must match those shown then.
        let isTaken = state.withLock(wakes: false) { state in
            state.isWaitingForMore = false
            return state.isDialectTaken
        }
        _ = try waited.get()
        return !isTaken
    }

    /// Detects how to read the bytes that begin with `raw`, from as much text as `extent` allows, the dialect from the first
    /// `sniffed` bytes. Reuses the results of `earlier`. Nil when the reader was closed.
    func judge(
        _ content: SourceContent, _ raw: OpeningSample, _ extent: OpeningSample.Extent, sniffed: Int,
        behind earlier: OpeningVerdict?
    ) throws(ReadError) -> OpeningVerdict? {
        if !options.isForced, let error = content.foreignError(raw.bytes, for: name) { throw error }
        let encoding = try findEncoding(raw.bytes)
        guard let store = try text(of: content, encoding, behind: earlier) else { return nil }
        var text = encoding.encoding == nil ? raw : try OpeningSample(of: store, at: 0, extent, options)
        let beginning = UnsafeBufferPointer(rebasing: text.bytes.prefix(min(sniffed, tuning.glance.length)))
        if !options.isForced, let foreign = ForeignFormat(structureOf: beginning) {
            throw foreign.error(for: name, in: content.packing)
        }
        let mark = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) && encoding.allowsMark ? 3 : 0
        var (start, options) = (mark, options)
        if let lines = options.skippedLines, lines > 0 {
            let skipped = try skip(lines, from: start, in: store)
            // No more than there are: later lines are counted from there.
            (start, options.skippedLines) = (skipped.offset, skipped.lines)
            text = try OpeningSample(of: store, at: start, extent, options)
        } else {
            text.removeFirst(start)
        }
        let found = SampleTable(
            text.bytes, isWhole: text.isWhole, name: content.innerName, options: options, sniffed: sniffed,
            rows: earlier == nil && text.bytes.count > sniffed ? BlockTiles.rowsPerTile : .max,
            mayGoOn: store.isFollowed, comparison: earlier?.found.comparison)
        let first = start + found.skippedBytes
        var table = OpenTable(
            store: store, dialect: found.dialect, start: first,
            repairs: RepairedQuotes(found.repairs.map { $0 + first }))
        (table.encoding, table.isKnown, table.fieldCount) = (encoding.name, text.isEnough, found.fieldCount)
        (table.innerName, table.packing) = (content.innerName, content.packing)
        let isAll = text.isWhole && text.bytes.count <= sniffed || options.leaveNothing
        var verdict = OpeningVerdict(
            table: table, found: found, text: text, encoding: encoding, hasMark: max(mark, encoding.markLength) > 0,
            end: raw.bytes.count, isFinal: isAll)
        if sniffed >= tuning.look.length && !isAll {
            let isBroken = raw.isBroken || text.isBroken
            let isEnough = isBroken || content.store.length.isComplete || raw.bytes.count >= extent.length
            verdict.isFinal = isEnough || verdict.isClear
        }
        return isClosed ? nil : verdict
    }

    /// The store with the text of `content`, in `encoding`, as UTF-8; nil when the reader was closed.
    private func text(
        of content: SourceContent, _ encoding: EncodingFinding, behind earlier: OpeningVerdict?
    ) throws(ReadError) -> (any ByteStore)? {
        if let earlier, earlier.encoding.isSame(as: encoding) { return earlier.table.store }
        var read = content
        if let wanted = encoding.encoding {
            let start = encoding.markLength
            read.store =
                if wanted.isStateless {
                    TranscodedStore(content.store, wanted, from: start, name: name, chunkLength: tuning.textChunk)
                } else {
                    try SpooledTextStore(content.store, wanted, from: start, name: name)
                }
        } else if earlier == nil {
            return content.store
        }
        let isKept = keep(read)
        // Nothing else can reach it to end it.
        (earlier?.table.store as? SpooledTextStore)?.abandon()
        return isKept ? read.store : nil
    }

    /// Publishes a verdict, the first or one that replaces `earlier`.
    func show(_ verdict: OpeningVerdict, insteadOf earlier: OpeningVerdict?) {
        let (table, found, columns) = (verdict.table, verdict.found, verdict.columns)
        let isSame = earlier.map(verdict.agrees) ?? false
        // The rows shown stay.
        let blocks = isSame && table.store.length.isComplete ? [] : firstBlocks(verdict)
        publish { state in
            state.table = table
            state.index = RecordIndex(startingAt: table.start, interval: tuning.interval)
            state.index.count(verdict.recordCount, endingBefore: table.start + verdict.records.count)
            state.readableEnd = table.start + verdict.found.readableBytes
            if earlier != nil && !isSame {
                state.snapshot.reading += 1
                state.snapshot.cells = BlockTiles()
            }
            state.snapshot.description = TableDescription(
                format: found.dialect.delimiter == "\t" ? "TSV" : "CSV", text: verdict.details,
                compression: table.packing)
            state.snapshot.columns = columns
            state.typing.types = Array(found.types.prefix(columns.count))
            state.typing.context.delimiter = found.dialect.delimiter
            state.snapshot.description.nullWords = state.typing.context.nullWords.words
            state.resolveTypes()
            state.snapshot.rowCount = .atLeast(verdict.rowCount)
            state.snapshot.expectedRowCount = verdict.expectedRowCount
            state.snapshot.phase = verdict.isFinal ? .indexing : .opening
            state.snapshot.progress = table.store.progress(at: 0)
            state.work.bytesSniffed += found.bytesSniffed
            state.wants.store(blocks, in: &state.snapshot)
        }
    }

    /// The tiles of the first rows and columns, so that the first frame can show them; of a source that is still arriving, all
    /// its known rows, since nothing else is read meanwhile.
    private func firstBlocks(_ verdict: OpeningVerdict) -> [(BlockTiles.Key, RowBlock)] {
        let (rows, columns) = (verdict.rowCount, verdict.columns.count)
        guard rows > 0 && columns > 0 else { return [] }
        let (text, table) = (verdict.records, verdict.table)
        let isComing = !table.store.length.isComplete
        let last = (columns - 1) / BlockTiles.columnsPerTile
        var feed = RecordFeed(table, skipping: table.headerRecords)
        var (blocks, done) = ([(BlockTiles.Key, RowBlock)](), 0)
        for row in 0...(isComing ? (rows - 1) / BlockTiles.rowsPerTile : 0) {
            let keys = (0...(isComing ? last : min(3, last))).map { BlockTiles.Key(row: row, column: $0) }
            let ranges = keys.map { BlockTiles.range(of: $0, rowCount: rows, columnCount: columns) }
            var sink = TileSink(rows: ranges[0].rows, columns: ranges.map(\.columns))
            let rest = UnsafeBufferPointer(rebasing: text[done...])
            done += feed.feed(rest, at: table.start + done, into: &sink)
            if verdict.text.isWhole && !sink.isFinished { feed.finish(into: &sink, mayGoOn: table.store.isFollowed) }
            blocks += zip(keys, sink.blocks())
        }
        return blocks
    }
}

extension OpeningVerdict {
    /// The number of agreeing records that makes a dialect clear.
    private static let clearRecords = 16
    /// The number of records, or bytes, after which more add nothing about a character that separates nothing.
    private static let manyRecords = 256
    private static let manyBytes = 1 << 16

    /// A Boolean value that indicates whether the dialect is clear by the bytes so far.
    fileprivate var isClear: Bool {
        if records.count >= Self.manyBytes || rowCount >= Self.manyRecords { return true }
        let evidence = SampleEvidence(records, table.dialect, isWhole: text.isWhole)
        let cost = ReadingCost(of: evidence, in: table.dialect, maySkip: false)
        return cost.width > 1 && cost.agreement >= ReadingCost.clearAgreement && rowCount >= Self.clearRecords
    }
}
