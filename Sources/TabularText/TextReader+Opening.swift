import Tabular

extension TextReader {
    /// Opens the source, finds out what it is, and publishes columns and first rows. Nil when it was closed meanwhile.
    func open(_ opener: Opener) throws(ReadError) -> OpenTable? {
        guard let packed = keep(try opener()) else { return nil }
        var content = try Content(store: packed, sample: Sample(of: packed, at: 0, options), innerName: name)
        if isClosed { return nil }
        if let compression = Compression(content.sample.bytes) {
            guard let unpacked = try unpack(content, compression) else { return nil }
            content = unpacked
        }
        return try recognise(content)
    }

    /// Opens what another reader has opened and unpacked as `table`, whose bytes `store` gives.
    func open(_ store: any ByteStore, unpackedAs table: OpenTable) throws(ReadError) -> OpenTable? {
        guard let store = keep(store) else { return nil }
        let sample = try Sample(of: store, at: 0, options)
        let content = Content(
            store: store, sample: sample, innerName: table.innerName, compression: table.compression)
        return isClosed ? nil : try recognise(content)
    }

    /// Finds out how the bytes are to be read, and publishes columns and first rows.
    private func recognise(_ content: Content) throws(ReadError) -> OpenTable? {
        if !options.isForced, let foreign = ForeignFormat(signatureOf: content.sample.bytes) {
            throw foreign.error(for: name, in: content.compression)
        }
        guard var text = try decode(content) else { return nil }
        if !options.isForced, let foreign = ForeignFormat(structureOf: text.sample.bytes) {
            throw foreign.error(for: name, in: text.compression)
        }
        text.start = text.sample.bytes.starts(with: [0xEF, 0xBB, 0xBF]) && text.encoding.allowsMark ? 3 : 0
        text.hasMark = max(text.start, text.encoding.markLength) > 0
        if let lines = options.skippedLines, lines > 0 {
            (text.start, text.skippedLines) = try skip(lines, from: text.start, in: text.store)
            text.sample = try Sample(of: text.store, at: text.start, options)
        } else {
            text.sample.removeFirst(text.start)
        }
        return isClosed ? nil : show(text)
    }

    /// Where the source goes on behind the first `lines` lines from `start` on, or where it ends, and how many there were.
    private func skip(
        _ lines: Int, from start: Int, in store: any ByteStore
    ) throws(ReadError) -> (offset: Int, lines: Int) {
        let buffer = ReadBuffer(count: tuning.passBlock)
        // A line is a record where nothing is quoted.
        var scanner = RecordScanner(SpecialBytes(delimiter: UInt8(ascii: ","), quote: nil))
        var (offset, left) = (start, lines)
        while !isClosed {
            let count = try store.read(into: buffer.bytes, at: offset)
            if count == 0 {
                let length = try store.wait(beyond: offset, deadline: .max)
                if length.known <= offset { break }
                continue
            }
            let (bytes, found) = scanner.scan(buffer.prefix(count), limit: left)
            offset += bytes
            left -= found
            if left == 0 && scanner.state == .recordStart { break }
        }
        return (offset, lines - left + (left > 0 && scanner.isInsideRecord ? 1 : 0))
    }

    /// Keeps `store` at once, so that closing reaches it while it waits; nil when the reader is closed already.
    private func keep(_ store: any ByteStore) -> (any ByteStore)? {
        let isClosed = state.withLock { state in
            state.table = OpenTable(store: store, dialect: Dialect(), start: 0)
            return state.isClosed
        }
        if isClosed { store.cancel() }
        return isClosed ? nil : store
    }

    /// Puts what is in a compressed source in its place.
    private func unpack(_ content: Content, _ compression: Compression) throws(ReadError) -> Content? {
        var innerName = Compression.innerName(name)
        var part = PackedPart(compression)
        if compression == .zip {
            // The list of files stands at the end.
            guard let length = try PackedInput.wholeLength(of: content.store) else { return nil }
            (innerName, part) = try ZipArchive(content.store, length: length).onlyFile(of: name)
        }
        guard let store = keep(try UnpackedStore(content.store, compression, part, name: name)) else { return nil }
        let sample = try Sample(of: store, at: 0, options)
        return isClosed ? nil : Content(store: store, sample: sample, innerName: innerName, compression: compression)
    }

    /// Puts the text in UTF-8 in the place of one in another encoding.
    private func decode(_ content: Content) throws(ReadError) -> Content? {
        var content = content
        content.encoding = try findEncoding(content.sample.bytes)
        guard let encoding = content.encoding.encoding else { return content }
        let start = content.encoding.markLength
        let converted: any ByteStore =
            if encoding.isStateless {
                TranscodedStore(
                    content.store, encoding, from: start, name: name, chunkLength: tuning.textChunk)
            } else {
                try SpooledTextStore(content.store, encoding, from: start, name: name)
            }
        guard let store = keep(converted) else { return nil }
        content.store = store
        content.sample = try Sample(of: store, at: 0, options)
        return isClosed ? nil : content
    }

    /// The encoding that the user wants, or else the one that `sample` is in.
    private func findEncoding(_ sample: UnsafeBufferPointer<UInt8>) throws(ReadError) -> EncodingFinding {
        guard let wanted = options.encoding else { return EncodingFinding(sample) }
        guard let found = EncodingFinding(sample, wanted: EncodingName(wanted)) else {
            throw ReadError(
                kind: .unsupportedFormat, source: name,
                message:
                    "cannot be read in the encoding '\(wanted)', which is not known. iconv -l lists those that are.")
        }
        return found
    }

    private func show(_ content: Content) -> OpenTable {
        let (store, sample) = (content.store, content.sample)
        var options = options
        // No more than there are: the lines behind them are counted on from there.
        if options.skippedLines != nil { options.skippedLines = content.skippedLines }
        let found = SampleTable(sample.bytes, isWhole: sample.isWhole, name: content.innerName, options: options)
        let text = UnsafeBufferPointer(rebasing: sample.bytes[found.skippedBytes...])
        let start = content.start + found.skippedBytes
        let table = OpenTable(
            store: store, dialect: found.dialect, start: start, encoding: content.encoding.name,
            isKnown: sample.isEnough, innerName: content.innerName, compression: content.compression)
        let recordCount = found.recordCount(isFollowed: store.isFollowed)
        let rows = max(0, recordCount - table.headerRecords)
        let isEmpty = sample.isWhole && text.isEmpty
        let columns = isEmpty ? [] : found.columns
        let blocks = firstBlocks(text, of: table, rows: rows, columns: columns.count, isWhole: sample.isWhole)
        publish { state in
            state.table = table
            state.index = RecordIndex(startingAt: start, interval: tuning.interval)
            state.index.count(recordCount, endingBefore: start + text.count)
            state.snapshot.description = TableDescription(
                format: found.dialect.delimiter == "\t" ? "TSV" : "CSV", encoding: content.encoding.name,
                dialect: found.dialect, compression: content.compression?.name)
            state.snapshot.description.hasByteOrderMark = content.hasMark
            state.snapshot.description.isEncodingGuessed = content.encoding.isGuess
            state.snapshot.columns = columns
            state.snapshot.rowCount = .atLeast(rows)
            state.snapshot.phase = .indexing
            state.snapshot.progress = store.progress(at: 0)
            state.wants.store(blocks, in: &state.snapshot)
        }
        return table
    }

    /// The tiles of the first rows and columns, so that the first frame has something to show.
    private func firstBlocks(
        _ text: UnsafeBufferPointer<UInt8>, of table: OpenTable, rows: Int, columns: Int, isWhole: Bool
    ) -> [(BlockTiles.Key, RowBlock)] {
        guard rows > 0 && columns > 0 else { return [] }
        let keys = (0...min(3, (columns - 1) / BlockTiles.columnsPerTile)).map { BlockTiles.Key(row: 0, column: $0) }
        let ranges = keys.map { BlockTiles.range(of: $0, rowCount: rows, columnCount: columns) }
        var sink = TileSink(rows: ranges[0].rows, columns: ranges.map(\.columns))
        var feed = RecordFeed(SpecialBytes(table.dialect), skipping: table.headerRecords)
        feed.feed(text, at: table.start, into: &sink)
        if isWhole && !sink.isFinished { feed.finish(into: &sink) }
        return Array(zip(keys, sink.blocks()))
    }
}

/// What is to be read, and its beginning.
private struct Content {
    var store: any ByteStore
    var sample: Sample
    /// Of the sample in the store.
    var start = 0
    /// Lines before that which the options leave out.
    var skippedLines = 0
    var hasMark = false
    /// The name of the table without what says how it is compressed.
    let innerName: String
    var compression: Compression?
    var encoding = EncodingFinding.utf8
}

/// The beginning of a source: as much as it takes to know what it is.
private struct Sample {
    /// Doubled, so that a table of 100,000 columns is known after little more than its first two records.
    private static let sizes = (16...24).map { 1 << $0 }
    /// A sample that is larger is enough even if all of it may be comments.
    private static let longestComments = 1 << 20

    private let buffer: ReadBuffer
    private let count: Int
    private var first = 0
    /// Whether it is all there is.
    let isWhole: Bool
    /// Whether it is enough to know by it what the source is.
    let isEnough: Bool

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer.prefix(count)[first...]) }

    /// Reads 64 KiB, or more where they do not hold the header and a record. Of a source that grows it takes what has
    /// come, once that has them, and of what is compressed no more than tells so.
    init(of store: any ByteStore, at start: Int, _ options: TextOptions) throws(ReadError) {
        var buffer = ReadBuffer(count: Self.sizes[0])
        var count = 0
        var length = store.length
        for size in Self.sizes {
            if size > buffer.bytes.count {
                let larger = ReadBuffer(count: size)
                larger.bytes.copyBytes(from: buffer.bytes[..<count])
                buffer = larger
            }
            while count < size {
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[count...])
                let read = try store.read(into: room, at: start + count)
                count += read
                if Self.isCompressed(buffer.prefix(count)) { break }
                if read > 0 { continue }
                if length.isComplete && start + count >= length.known { break }
                if Self.isEnough(buffer.prefix(count), options) { break }
                let known = start + count
                length = try store.wait(beyond: start + count, deadline: .max)
                if length.known <= known && !length.isComplete { break }
            }
            if Self.isEnough(buffer.prefix(count), options) || count < size { break }
        }
        self.buffer = buffer
        self.count = count
        length = store.length
        isWhole = length.isComplete && length.known <= start + count
        isEnough = Self.isEnough(buffer.prefix(count), options)
    }

    /// Leaves out the first `count` bytes.
    mutating func removeFirst(_ count: Int) { first += count }

    private static func isCompressed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count >= Compression.magicLength && Compression(bytes) != nil
    }

    /// Whether two lines are there, or all of a header of several rows and a record.
    private static func isEnough(_ bytes: UnsafeBufferPointer<UInt8>, _ options: TextOptions) -> Bool {
        if isCompressed(bytes) { return true }
        let headerRows = max(1, options.clampedHeaderRows ?? 1)
        // The delimiter is not known yet, and matters only for line ends in quotes.
        var dialect = Dialect(delimiter: options.delimiter ?? ",", quote: headerRows > 1 ? UInt8(ascii: "\"") : nil)
        if options.quote != .automatic && headerRows > 1 { dialect.quote = options.quote.value }
        dialect.escape = options.escape.value
        // Lines that may turn out to be comments are none that one can count on, but not for ever.
        dialect.comment = options.comment == .automatic && bytes.count > longestComments ? nil : options.comment.mark
        var scanner = RecordScanner(SpecialBytes(dialect))
        return scanner.scan(bytes, limit: headerRows + 1).records > headerRows
    }
}
