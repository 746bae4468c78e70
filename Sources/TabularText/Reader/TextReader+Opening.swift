import QuadrilleRuntime
import Tabular
import TabularBytes
import TabularEncodings

extension TextReader {
    /// Opens the source, recognizes it, and publishes columns and rows. Nil when it was closed meanwhile.
    func open(_ origin: Origin, _ beginning: OpeningSample? = nil) throws(ReadError) -> OpenTable? {
        switch origin {
        case .store(let opener): return try open(SourceContent(opening: try opener(), name: name))
        case .content(let content): return keep(content) ? try settle(content, beginning) : nil
        }
    }

    private func open(_ content: SourceContent) throws(ReadError) -> OpenTable? {
        guard keep(content) else { return nil }
        let beginning = try OpeningSample(of: content.store, at: 0, tuning.glance, options)
        if isClosed { return nil }
        guard let compression = Compression(beginning.bytes) else { return try settle(content, beginning) }
        let unpacked: SourceContent
        if compression == .zip {
            guard let archive = try Archive(.zip, in: content.store, name: name) else { return nil }
            if let document = try ForeignFormat(archive: archive) { throw document.error(for: name) }
            unpacked = try content.member(archive.onlyFile(of: name), of: archive, name: name)
        } else {
            unpacked = try content.unpacked(compression, name: name)
        }
        return keep(unpacked) ? try settle(unpacked) : nil
    }

    /// Keeps the open content at once, so that closing reaches it while it waits; false when the reader is closed already.
    func keep(_ content: SourceContent) -> Bool {
        let isClosed = state.withLock { state in
            var table = OpenTable(store: content.store, dialect: Dialect(), start: 0)
            (table.innerName, table.packing) = (content.innerName, content.packing)
            state.table = table
            return state.isClosed
        }
        if isClosed { content.store.cancel() }
        return !isClosed
    }

    /// Returns the offset after the first `lines` lines from `start` on, or the source's end, and the number of these lines.
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

    /// The encoding that the user chose, or else the detected encoding of `sample`.
    func findEncoding(_ sample: UnsafeBufferPointer<UInt8>) throws(ReadError) -> EncodingFinding {
        guard let wanted = options.encoding else { return EncodingFinding(sample) }
        guard let found = EncodingFinding(sample, wanted: EncodingName(wanted)) else {
            throw ReadError(TextFailure.unknownEncoding(wanted), of: .source(name))
        }
        return found
    }
}
