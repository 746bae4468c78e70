import QuadrilleRuntime
import Tabular
import TabularBytes
import Translation

extension TextReader {
    /// Opens the source, finds out what it is, and publishes columns and rows. Where `opened` is given, the source is what
    /// another reader has unpacked as that. Nil when it was closed meanwhile.
    func open(_ opener: Opener, unpackedAs opened: OpenTable?) throws(ReadError) -> OpenTable? {
        let store = try opener()
        guard let opened else { return try open(store) }
        let content = OpeningContent(store: store, innerName: opened.innerName, compression: opened.compression)
        guard keep(content) else { return nil }
        return try settle(content)
    }

    private func open(_ store: any ByteStore) throws(ReadError) -> OpenTable? {
        let spooled = store as? any SpooledBytes
        let content = OpeningContent(store: spooled.map(SharedStore.init) ?? store, innerName: name)
        guard keep(content) else { return nil }
        let beginning = try OpeningSample(of: content.store, at: 0, tuning.glance, options)
        if isClosed { return nil }
        guard let compression = Compression(beginning.bytes) else { return try settle(content, beginning) }
        guard let unpacked = try unpack(content, compression, isShared: spooled != nil) else { return nil }
        return try settle(unpacked)
    }

    /// Keeps what is open at once, so that closing reaches it while it waits; false when the reader is closed already.
    func keep(_ content: OpeningContent) -> Bool {
        let isClosed = state.withLock { state in
            var table = OpenTable(store: content.store, dialect: Dialect(), start: 0)
            (table.innerName, table.compression) = (content.innerName, content.compression)
            state.table = table
            return state.isClosed
        }
        if isClosed { content.store.cancel() }
        return !isClosed
    }

    /// What is in a compressed source, in the place of it. What can be had but once is shared with later readers.
    private func unpack(
        _ packed: OpeningContent, _ compression: Compression, isShared: Bool
    ) throws(ReadError) -> OpeningContent? {
        var innerName = Compression.innerName(name)
        var part = PackedPart(compression)
        if compression == .zip {
            // The list of files stands at the end.
            guard let length = try PackedInput.wholeLength(of: packed.store) else { return nil }
            (innerName, part) = try ZipArchive(packed.store, length: length).onlyFile(of: name, ForeignFormat.refusal)
        }
        let unpacked = try UnpackedStore(packed.store, compression, part, name: name)
        let store: any ByteStore = isShared ? SharedStore(unpacked) : unpacked
        let content = OpeningContent(store: store, innerName: innerName, compression: compression)
        return keep(content) ? content : nil
    }

    /// Where the source goes on behind the first `lines` lines from `start` on, or where it ends, and how many there were.
    func skip(_ lines: Int, from start: Int, in store: any ByteStore) throws(ReadError) -> (offset: Int, lines: Int) {
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

    /// The encoding that the user wants, or else the one that `sample` is in.
    func findEncoding(_ sample: UnsafeBufferPointer<UInt8>) throws(ReadError) -> EncodingFinding {
        guard let wanted = options.encoding else { return EncodingFinding(sample) }
        guard let found = EncodingFinding(sample, wanted: EncodingName(wanted)) else {
            throw ReadError(
                kind: .unsupportedFormat, source: name,
                message: tr(
                    "cannot be read in the encoding '{encoding}', which is not known. iconv -l lists those that are.",
                    ["encoding": wanted]))
        }
        return found
    }
}

/// What is to be read: its bytes unpacked, and not converted.
struct OpeningContent {
    var store: any ByteStore
    /// The name of the table without what says how it is compressed.
    let innerName: String
    var compression: Compression?
}
