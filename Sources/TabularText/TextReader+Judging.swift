import Tabular
import TabularBytes
import TabularEncodings

/// The findings of the beginning of a source.
struct OpeningVerdict {
    let table: OpenTable
    let found: SampleTable
    /// The text behind the lines that the options skip.
    let text: OpeningSample
    let encoding: EncodingFinding
    let hasMark: Bool
    /// Behind the bytes of the source that it was made from.
    let end: Int
    /// A Boolean value that indicates whether more bytes cannot change the findings, or need not be waited for.
    var isFinal: Bool

    /// Columns; none where there is nothing at all.
    var columns: [Column] { text.isWhole && records.isEmpty ? [] : found.columns }
    var recordCount: Int { found.recordCount(isFollowed: table.store.isFollowed) }
    var rowCount: Int { max(0, recordCount - table.headerRecords) }
    /// The number of rows if the rest is like the beginning; nil where it is not known how much is to come.
    var expectedRowCount: Int? {
        let length = table.store.length
        guard length.isComplete, found.recordBytes > 0 else { return nil }
        let parts = Double(length.known - table.start) / Double(found.recordBytes)
        // A file may claim to have more bytes than a number of rows can be exact for.
        let records = Int(min(parts * Double(recordCount), 1e18))
        return max(rowCount, records - table.headerRecords)
    }
    /// The text from the first record on.
    var records: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text.bytes[found.skippedBytes...]) }

    /// Returns true where everything that `other` shows stays as it is, if this replaces it.
    func agrees(with other: OpeningVerdict) -> Bool {
        table.dialect == other.table.dialect && table.start == other.table.start
            && table.encoding == other.table.encoding
            && columns.map(\.name).starts(with: other.columns.map(\.name))
            && columns.map(\.groups).starts(with: other.columns.map(\.groups))
    }
}

// Finding out how the bytes are to be read.
extension TextReader {
    /// Publishes columns and first rows as the very first bytes have them, then looks at the first megabyte, and begins
    /// anew where that says something else. Of a source that gives its bytes as it pleases, rows are shown as they come,
    /// and more is waited for until the dialect is clear, there is enough to tell it by, or somebody takes rows.
    func settle(_ content: SourceContent, _ beginning: OpeningSample? = nil) throws(ReadError) -> OpenTable? {
        var sample = beginning
        if sample == nil { sample = try OpeningSample(of: content.store, at: 0, tuning.glance, options) }
        guard let glance = sample else { return nil }
        guard var verdict = try judge(content, glance, tuning.glance, sniffed: tuning.glanced, behind: nil)
        else { return nil }
        show(verdict, insteadOf: nil)
        if !verdict.isFinal && tuning.headStart.isUnderWay {
            // All that was read says most of what more would say, and costs little: rows that were drawn seldom change.
            guard let next = try judgeAgain(content, glance, tuning.glance, behind: verdict) else { return nil }
            show(next, insteadOf: verdict)
            verdict = next
            if !verdict.isFinal { tuning.headStart.wait() }
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

    /// Judges by all of `extent`, which is read where `sample` does not have it. What comes out to be no table takes back
    /// what was shown as one.
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
                    state.snapshot.description.dialect = nil
                }
            }
            throw error
        }
    }

    /// Waits for a byte behind what was looked at; false where the dialect is taken as it is meanwhile.
    private func waitForMore(_ store: any ByteStore, beyond end: Int) throws(ReadError) -> Bool {
        state.withLock { $0.isWaitingForMore = true }
        let waited = Result { () throws(ReadError) in try store.wait(beyond: end, deadline: .max) }
        // In one step: rows are taken while more is waited for, and who comes later waits for what is shown then.
        let isTaken = state.withLock(wakes: false) { state in
            state.isWaitingForMore = false
            return state.isDialectTaken
        }
        _ = try waited.get()
        return !isTaken
    }

    /// Finds out how the bytes are to be read, of which `raw` is the beginning, from as much text as `extent` says, the
    /// dialect from the first `sniffed` bytes.
    /// What `earlier` has made of the bytes is used on. Nil when the reader was closed.
    func judge(
        _ content: SourceContent, _ raw: OpeningSample, _ extent: OpeningSample.Extent, sniffed: Int,
        behind earlier: OpeningVerdict?
    ) throws(ReadError) -> OpeningVerdict? {
        if !options.isForced, let foreign = ForeignFormat(signatureOf: raw.bytes) {
            throw foreign.error(for: name, in: content.packing)
        }
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
            // No more than there are: the lines behind them are counted on from there.
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

    /// The store with the text in UTF-8 that `content` has in `encoding`; nil when the reader was closed.
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
        // Nobody reaches it any more to end it.
        (earlier?.table.store as? SpooledTextStore)?.abandon()
        return isKept ? read.store : nil
    }

    /// Publishes a verdict, the first or one in the place of `earlier`.
    func show(_ verdict: OpeningVerdict, insteadOf earlier: OpeningVerdict?) {
        let (table, found, columns) = (verdict.table, verdict.found, verdict.columns)
        let isSame = earlier.map(verdict.agrees) ?? false
        // What is shown of it goes on.
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
                format: found.dialect.delimiter == "\t" ? "TSV" : "CSV", encoding: table.encoding,
                dialect: found.dialect, compression: table.packing)
            state.snapshot.description.hasByteOrderMark = verdict.hasMark
            state.snapshot.description.isEncodingGuessed = verdict.encoding.isGuess
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

    /// The tiles of the first rows and columns, so that the first frame has something to show; of a source that is still
    /// to come, all that is known of it, since nothing else is read meanwhile.
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
    /// Records that agree with each other, from which on a dialect is clear.
    private static let clearRecords = 16
    /// Records, or bytes, of which more say nothing new of something that does not separate anything.
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
