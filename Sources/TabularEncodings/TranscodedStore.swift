import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

/// Text in another encoding, presented as UTF-8 that is made during reads and not stored.
///
/// The source is divided into chunks of whole characters. A sparse map has the beginning of each, in the source and in the
/// text:
///
///     source   |   256 KiB   |   256 KiB   |  …        UTF-16LE
///     text     | 128 KiB | 190 KiB         |  …        UTF-8
///     map      (2, 0)    (262144, 131072)  …           16 bytes a chunk, 0.006 % of the source
///
/// The map grows as the text is read, so that the first rows come at once; `length` is complete when a conversion has reached
/// the end. A read in an earlier chunk converts that chunk, unless it is among the last ones used.
///
/// Invalid bytes become FF (`TextDecoder`). The encoding is a stateless one.
///
/// Where the source is followed, an incomplete character at its end is omitted, and reported as `surplus`: text within a
/// reported length never changes. Appended bytes are converted from there on.
package final class TranscodedStore: ByteStore {
    /// Bytes of the source in one chunk. With the record index the map stays below 0.02 % of the file.
    package static let chunkLength = 1 << 18
    /// Bytes after a chunk that may have shown that its last bytes are no character.
    private static let lookahead = 8
    /// Chunks of text in memory: the passes' threads and the reader of tiles each use one at a time.
    private static let kept = passThreadCount() + 3

    package let source: any ByteStore
    private let encoding: TextEncoding
    private let name: String
    private let chunkLength: Int
    private let state: Mutex<State>
    /// Held while the map grows: one conversion of unmapped bytes is enough.
    private let growth: Mutex<Growth>

    private struct State: Sendable {
        /// The beginnings of the chunks; the last one is still growing.
        var chunks: [TextPlace]
        /// The end of the mapped text.
        var end: TextPlace
        /// True where `end` is the end of the text that the source has.
        var isComplete = false
        /// The end of the text that counts, once the source's end was reached, and the number of bytes after it. Appended bytes
        /// are mapped before they count.
        var told: TextPlace?
        var surplus = 0
        var isCancelled = false
        /// Texts of chunks, the last used at the end; that of the last chunk is always in memory.
        var texts: [ChunkText] = []
        /// The last answer, since requests usually come in order.
        var lastAnswer = TextPlace(source: 0, text: 0)
        var work = Work()

        /// Bytes of text that count.
        var known: Int { told?.text ?? end.text }
    }

    private struct Growth: ~Copyable {
        var decoder: TextDecoder?
        var input: ReadBuffer?
    }

    /// The cost of reading, for tests.
    package struct Work: Sendable, Hashable {
        var convertedChunks = 0
        var mapBytes = 0
    }

    /// The text of `source` from `start` on, which is after a byte order mark.
    package init(
        _ source: any ByteStore, _ encoding: TextEncoding, from start: Int, name: String,
        chunkLength: Int = TranscodedStore.chunkLength
    ) {
        precondition(encoding.isStateless, "\(encoding.name) cannot be read from the middle")
        precondition(chunkLength >= 16, "a chunk of \(chunkLength) bytes may be shorter than a character")
        self.source = source
        self.encoding = encoding
        self.name = name
        self.chunkLength = chunkLength
        let place = TextPlace(source: start, text: 0)
        let first = ChunkText(number: 0, room: 3 * chunkLength)
        state = Mutex(State(chunks: [place], end: place, texts: [first]))
        growth = Mutex(Growth())
    }

    package var work: Work {
        state.withLock { state in
            var work = state.work
            work.mapBytes = state.chunks.count * MemoryLayout<TextPlace>.stride
            return work
        }
    }

    package var length: StoreLength {
        state.withLock { StoreLength(known: $0.known, isComplete: $0.told != nil) }
    }

    package var surplus: Surplus? {
        let (end, count) = state.withLock { ($0.told, $0.surplus) }
        guard let end, count > 0 else { return source.surplus }
        return Surplus(kind: .openCharacter, byte: end.source, count: count)
    }

    package var change: SourceChange? { source.change }
    package var isFollowed: Bool { source.isFollowed }

    package var intake: (done: Int, total: Int)? {
        let end = state.withLock { $0.end }
        return source.progress(at: end.source)
    }

    package func cancel() {
        state.withLock { $0.isCancelled = true }
        source.cancel()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        while offset >= length.known {
            guard case .extended = try extend() else { return 0 }
        }
        let (found, known) = state.withLock { (find(offset, &$0), $0.known) }
        let text = if let known = found.text { known } else { try convert(found) }
        let start = offset - found.start.text
        let count = min(buffer.count, min(found.end.text, known) - offset)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: text.bytes[start..<start + count]))
        return count
    }

    package func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        while true {
            let length = length
            if length.known > offset || length.isComplete { return length }
            guard case .needs(let byte) = try extend() else { continue }
            let come = try source.wait(beyond: byte, deadline: deadline)
            if come.known <= byte && !come.isComplete { return self.length }
        }
    }

    /// Converts appended bytes before they count.
    package func news(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreOutlook {
        var known = StoreNews(length: source.length.known, change: seen.change, surplus: source.surplus)
        while true {
            let outlook = try source.news(after: known, notBefore: notBefore)
            guard case .news(let news) = outlook else { return outlook }
            if news.length > known.length { try takeGrowth() }
            known = news
            let mine = StoreNews(length: length.known, change: news.change, surplus: surplus)
            if mine != seen { return .news(mine) }
        }
    }

    package func onNews(_ handler: (@Sendable () -> Void)?) { source.onNews(handler) }

    private func takeGrowth() throws(ReadError) {
        try growth.withLock { (growth: inout Growth) throws(ReadError) in
            state.withLock { $0.isComplete = false }
            while state.withLock({ !$0.isComplete && !$0.isCancelled }) { _ = try extend(&growth) }
            state.withLock { tellEnd(&$0) }
        }
    }

    /// Converts again from the beginning of the chunk, or from the last requested offset.
    ///
    /// - Complexity: O(chunk).
    package func sourceOffset(of offset: Int) throws(ReadError) -> Int {
        let (found, last, end) = state.withLock { state in
            let chunk = Self.chunk(holding: offset, state)
            let end = state.told.map { TextPlace(source: $0.source + state.surplus, text: $0.text) }
            return (self.found(chunk, nil, state), state.lastAnswer, end)
        }
        if let end, offset == end.text { return end.source }
        if offset == found.end.text { return found.end.source }
        let isBehind = last.text <= offset && last.text >= found.start.text && last.source >= found.start.source
        var place = isBehind && last.source < found.end.source ? last : found.start
        let input = ReadBuffer(count: 1 << 16)
        let output = ReadBuffer(count: 3 << 16)
        let decoder = TextDecoder(encoding)
        while place.text < offset {
            let count = try readSource(input, at: place.source, upTo: found.end.source + Self.lookahead)
            let isLast = found.isLast && place.source + count == found.end.source
            let room = UnsafeMutableRawBufferPointer(rebasing: output.bytes.prefix(offset - place.text))
            let step = decoder.decode(input.prefix(count), isLast: isLast, into: room)
            // An offset within a character is moved to its beginning.
            if step.consumed == 0 { break }
            place = TextPlace(source: place.source + step.consumed, text: place.text + step.produced)
        }
        state.withLock { $0.lastAnswer = place }
        return place.source
    }

    /// Converts its chunk up to there.
    ///
    /// - Complexity: O(chunk).
    package func textOffset(ofSource offset: Int) throws(ReadError) -> Int? {
        let found = state.withLock { state -> TextPlace? in
            guard offset < state.end.source else { return nil }
            var (low, high) = (0, state.chunks.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if state.chunks[middle].source <= offset { low = middle } else { high = middle }
            }
            return state.chunks[low]
        }
        guard let found else { return nil }
        guard offset > found.source else { return found.text }
        let input = ReadBuffer(count: offset - found.source)
        let output = ReadBuffer(count: 3 * (offset - found.source) + Self.lookahead)
        let count = try source.readFully(into: input.bytes, at: found.source)
        // The beginning of a character that is not all there is left.
        let step = TextDecoder(encoding).decode(input.prefix(count), isLast: false, into: output.bytes)
        return found.text + step.produced
    }

    // MARK: - Known text

    /// A chunk, and its text where that is in memory.
    private struct Found: Sendable {
        var number: Int
        var start: TextPlace
        var end: TextPlace
        /// True where incomplete bytes at its end are no character.
        var isLast: Bool
        var text: ChunkText?
    }

    private func found(_ chunk: Int, _ text: ChunkText?, _ state: State) -> Found {
        let isLast = chunk + 1 == state.chunks.count
        return Found(
            number: chunk, start: state.chunks[chunk], end: isLast ? state.end : state.chunks[chunk + 1],
            isLast: isLast && state.isComplete && !isFollowed, text: text)
    }

    private func find(_ offset: Int, _ state: inout State) -> Found {
        let chunk = Self.chunk(holding: offset, state)
        var text: ChunkText?
        if let index = state.texts.lastIndex(where: { $0.number == chunk }) {
            let used = state.texts.remove(at: index)
            state.texts.append(used)
            text = used
        }
        return found(chunk, text, state)
    }

    /// O(log chunks).
    private static func chunk(holding offset: Int, _ state: State) -> Int {
        var low = 0
        var high = state.chunks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if state.chunks[middle].text <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Adds a text, and evicts the least recently used one.
    private static func keep(_ text: ChunkText, _ state: inout State) {
        state.texts.append(text)
        let growing = state.chunks.count - 1
        if state.texts.count > kept, let oldest = state.texts.firstIndex(where: { $0.number != growing }) {
            state.texts.remove(at: oldest)
        }
    }

    // MARK: - Converting

    /// Converts a chunk that has been mapped.
    private func convert(_ found: Found) throws(ReadError) -> ChunkText {
        let text = ChunkText(number: found.number, room: found.end.text - found.start.text)
        let length = found.end.source - found.start.source
        let input = ReadBuffer(count: length + Self.lookahead)
        let count = try readSource(input, at: found.start.source, upTo: found.end.source + Self.lookahead)
        // There is no room for bytes after the chunk.
        let step = TextDecoder(encoding).decode(input.prefix(count), isLast: found.isLast, into: text.bytes)
        guard step.consumed == length, step.produced == text.bytes.count else {
            throw ReadError(EncodingFailure.overwritten, of: .source(name))
        }
        state.withLock { state in
            state.work.convertedChunks += 1
            // The last one grows, and has its text.
            if found.number + 1 < state.chunks.count { Self.keep(text, &state) }
        }
        return text
    }

    private func readSource(_ buffer: ReadBuffer, at offset: Int, upTo end: Int) throws(ReadError) -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - offset))
        return try source.readFully(into: room, at: offset)
    }

    private enum Extension {
        case extended
        /// The source has to know more than the byte at this offset.
        case needs(Int)
    }

    /// All that has been mapped counts, where it is all.
    private func tellEnd(_ state: inout State) {
        guard state.isComplete else { return }
        state.told = state.end
        state.surplus = max(0, source.length.known - state.end.source)
    }

    /// Maps more of the source, up to the end of a chunk.
    private func extend() throws(ReadError) -> Extension {
        try growth.withLock { (growth: inout Growth) throws(ReadError) -> Extension in
            let end = state.withLock { $0.told == nil ? nil : $0.end }
            if let end { return .needs(end.source) }
            let result = try extend(&growth)
            state.withLock { tellEnd(&$0) }
            return result
        }
    }

    private func extend(_ growth: inout Growth) throws(ReadError) -> Extension {
        let (start, place, growing) = state.withLock { state in
            Self.beginChunkWhenFull(&state, chunkLength)
            let growing = state.texts.last { $0.number == state.chunks.count - 1 }
            return (state.chunks[state.chunks.count - 1], state.end, state.isComplete ? nil : growing)
        }
        guard let text = growing else { return .needs(place.source) }
        let input = growth.input ?? ReadBuffer(count: chunkLength)
        let (decoder, isFollowed) = (growth.decoder ?? TextDecoder(encoding), isFollowed)
        (growth.input, growth.decoder) = (input, decoder)
        let count = try readSource(input, at: place.source, upTo: start.source + chunkLength)
        // Read after the bytes: a length that is complete then has no more than was read.
        let length = source.length
        let isLast = length.isComplete && place.source + count >= length.known
        let room = UnsafeMutableRawBufferPointer(rebasing: text.bytes[(place.text - start.text)...])
        let step = decoder.decode(input.prefix(count), isLast: isLast && !isFollowed, into: room)
        state.withLock { state in
            state.end = TextPlace(source: place.source + step.consumed, text: place.text + step.produced)
            state.isComplete = isLast && (step.consumed == count || isFollowed && step.consumed == 0)
            if count > 0 { state.work.convertedChunks += 1 }
        }
        let hasChanged = step.consumed > 0 || isLast
        return hasChanged ? .extended : .needs(place.source + count)
    }

    /// The rest of a full chunk is less than a character may have.
    private static func beginChunkWhenFull(_ state: inout State, _ chunkLength: Int) {
        guard let start = state.chunks.last, !state.isComplete, start.source + chunkLength - state.end.source < 8 else {
            return
        }
        state.chunks.append(state.end)
        keep(ChunkText(number: state.chunks.count - 1, room: 3 * chunkLength), &state)
    }
}

/// The same place in the source and in its text.
struct TextPlace: Sendable {
    var source: Int
    var text: Int
}

/// The text of a chunk. Bytes within a reported length do not change any more.
private final class ChunkText: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: bytes are written before a length that includes them is reported, under the
    // store's lock, and never again.
    let number: Int
    private let buffer: ReadBuffer
    var bytes: UnsafeMutableRawBufferPointer { buffer.bytes }

    init(number: Int, room: Int) {
        self.number = number
        buffer = ReadBuffer(count: room)
    }
}
