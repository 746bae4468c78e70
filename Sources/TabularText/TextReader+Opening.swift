import Tabular

extension TextReader {
    /// Opens the source, finds out what it is, and publishes columns and first rows. Nil when it was closed meanwhile.
    func open(_ opener: Opener) throws(ReadError) -> OpenTable? {
        guard let packed = keep(try opener()) else { return nil }
        var content = try Content(store: packed, sample: Sample(of: packed, options), innerName: name)
        if isClosed { return nil }
        if let compression = Compression(content.sample.bytes) {
            guard let unpacked = try unpack(content, compression) else { return nil }
            content = unpacked
        }
        if !options.isForced, let foreign = ForeignFormat(signatureOf: content.sample.bytes) {
            throw foreign.error(for: name, in: content.compression)
        }
        guard let text = try decode(content) else { return nil }
        if !options.isForced, let foreign = ForeignFormat(structureOf: text.sample.bytes) {
            throw foreign.error(for: name, in: text.compression)
        }
        return show(text)
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
        let sample = try Sample(of: store, options)
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
        content.sample = try Sample(of: store, options)
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
        let start = sample.bytes.starts(with: [0xEF, 0xBB, 0xBF]) && content.encoding.allowsMark ? 3 : 0
        let text = UnsafeBufferPointer(rebasing: sample.bytes[start...])
        let found = SampleTable(text, isWhole: sample.isWhole, name: content.innerName, options: options)
        let table = OpenTable(
            store: store, dialect: found.dialect, start: start, encoding: content.encoding.name,
            isKnown: sample.isEnough)
        let rows = max(0, found.recordCount - table.headerRecords)
        let isEmpty = sample.isWhole && text.isEmpty
        let columns = isEmpty ? [] : found.columns
        let blocks = firstBlocks(text, of: table, rows: rows, columns: columns.count, isWhole: sample.isWhole)
        publish { state in
            state.table = table
            state.index = RecordIndex(startingAt: start, interval: tuning.interval)
            state.index.recordCount = found.recordCount
            state.snapshot.description = TableDescription(
                format: found.dialect.delimiter == UInt8(ascii: "\t") ? "TSV" : "CSV", encoding: content.encoding.name,
                dialect: found.dialect, compression: content.compression?.name)
            state.snapshot.description.hasByteOrderMark = max(start, content.encoding.markLength) > 0
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
    /// The name of the table without what says how it is compressed.
    let innerName: String
    var compression: Compression?
    var encoding = EncodingFinding.utf8
}

/// The beginning of a source: as much as it takes to know what it is.
private struct Sample {
    /// Doubled, so that a table of 100,000 columns is known after little more than its first two records.
    private static let sizes = (16...24).map { 1 << $0 }

    private let buffer: ReadBuffer
    private let count: Int
    /// Whether it is all there is.
    let isWhole: Bool
    /// Whether it is enough to know by it what the source is.
    let isEnough: Bool

    var bytes: UnsafeBufferPointer<UInt8> { buffer.prefix(count) }

    /// Reads 64 KiB, or more where they do not hold the header and a record. Of a source that grows it takes what has
    /// come, once that has them, and of what is compressed no more than tells so.
    init(of store: any ByteStore, _ options: TextOptions) throws(ReadError) {
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
                let read = try store.read(into: room, at: count)
                count += read
                if Self.isCompressed(buffer.prefix(count)) { break }
                if read > 0 { continue }
                if length.isComplete && count >= length.known { break }
                if Self.isEnough(buffer.prefix(count), options) { break }
                let known = count
                length = try store.wait(beyond: count, deadline: .max)
                if length.known <= known && !length.isComplete { break }
            }
            if Self.isEnough(buffer.prefix(count), options) || count < size { break }
        }
        self.buffer = buffer
        self.count = count
        length = store.length
        isWhole = length.isComplete && length.known == count
        isEnough = Self.isEnough(buffer.prefix(count), options)
    }

    private static func isCompressed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count >= Compression.magicLength && Compression(bytes) != nil
    }

    /// Whether two lines are there, or all of a header of several rows and a record.
    private static func isEnough(_ bytes: UnsafeBufferPointer<UInt8>, _ options: TextOptions) -> Bool {
        if isCompressed(bytes) { return true }
        let headerRows = options.clampedHeaderRows ?? 0
        guard headerRows > 1 else { return lineCount(bytes) >= 2 }
        // The delimiter is not known yet, and matters only for line ends in quotes.
        var scanner = RecordScanner(
            SpecialBytes(delimiter: options.delimiter ?? UInt8(ascii: ","), quote: options.quote))
        return scanner.scan(bytes, limit: headerRows + 1).records > headerRows
    }

    /// Line ends, of whatever kind, CRLF as two; counted up to 4.
    private static func lineCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var lines = 0
        for byte in bytes where byte == SpecialBytes.lineFeed || byte == SpecialBytes.carriageReturn {
            lines += byte == SpecialBytes.lineFeed ? 2 : 1
            if lines >= 4 { return 2 }
        }
        return lines / 2
    }
}
