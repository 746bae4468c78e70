import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

/// Text in an encoding whose characters depend on those before them, such as ISO-2022-JP: converted in the background into a
/// spool, as it arrives, and read from there.
package final class SpooledTextStore: ByteStore {
    package let source: any ByteStore
    private let encoding: TextEncoding
    private let start: Int
    private let spool: Spool
    private let taken: TakenSource
    private let converted = Atomic(0)
    private let answers: Mutex<Answers>

    /// A conversion that stopped at the last requested offset.
    private struct Answers: ~Copyable {
        var decoder: TextDecoder
        var place: TextPlace
        /// The last answer: the conversion may be past it.
        var last: TextPlace
        let input = ReadBuffer(count: 1 << 16)
        let output = ReadBuffer(count: 1 << 16)

        init(_ encoding: TextEncoding, from start: Int) {
            decoder = TextDecoder(encoding)
            place = TextPlace(source: start, text: 0)
            last = place
        }

        mutating func restart(_ encoding: TextEncoding, from start: Int) {
            decoder = TextDecoder(encoding)
            place = TextPlace(source: start, text: 0)
        }

        /// Converts `bytes`, which are at its offset, into at most so many bytes of text.
        mutating func advance(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isLast: Bool, room: Int = .max) {
            let room = UnsafeMutableRawBufferPointer(rebasing: output.bytes.prefix(room))
            let step = decoder.decode(UnsafeBufferPointer(rebasing: bytes), isLast: isLast, into: room)
            place = TextPlace(source: place.source + step.consumed, text: place.text + step.produced)
        }

        /// Advances through `bytes` up to `offset` of the text, byte by byte: iconv consumes more than it returns while it
        /// waits for a possible next character.
        ///
        /// - Returns: The start of the character that contains `offset`; nil where it is in none, or the bytes ended.
        mutating func step(through bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, to offset: Int) -> Int? {
            var start = 0
            while place.text < offset {
                let before = place
                var end = start
                while end < bytes.count && place.source == before.source {
                    end += 1
                    advance(bytes[start..<end], isLast: isLast && end == bytes.count)
                }
                if place.text > offset { return before.source }
                if place.source == before.source { return nil }
                start += place.source - before.source
            }
            return nil
        }
    }

    /// Bytes of text before a requested offset, where every byte of the source is examined.
    private static let near = 64

    /// Begins to convert `source` from `start` on, which is after a byte order mark.
    package init(_ source: any ByteStore, _ encoding: TextEncoding, from start: Int, name: String) throws(ReadError) {
        self.source = source
        taken = TakenSource(source, name: name, grown: EncodingFailure.grown(encoding: encoding.name))
        self.encoding = encoding
        self.start = start
        spool = try Spool(name: name)
        answers = Mutex(Answers(encoding, from: start))
        WorkerPool.shared.submit(.decoding, refused: .call({ [self] in spool.fail(.noThread(name)) })) { [self] in
            do throws(ReadError) {
                // Where the source yields no more without having ended, nothing may wait for more.
                if try convert() { spool.finish() } else { spool.cancel() }
            } catch {
                spool.fail(error)
            }
        }
    }

    package var length: StoreLength { spool.length }
    package var surplus: Surplus? { source.surplus }
    package var change: SourceChange? { taken.change }
    package var intake: (done: Int, total: Int)? { source.progress(at: converted.load(ordering: .relaxed)) }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try spool.read(into: buffer, at: offset)
    }

    package func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try spool.wait(beyond: offset, deadline: deadline)
    }

    package func news(after seen: StoreNews, notBefore: UInt64) -> StoreOutlook {
        taken.news(after: seen, notBefore: notBefore)
    }

    package func onNews(_ handler: (@Sendable () -> Void)?) { source.onNews(handler) }

    /// Stops converting, since another store over the same source has replaced it; that source continues.
    package func abandon() { spool.cancel() }

    package func cancel() {
        spool.cancel()
        source.cancel()
    }

    /// Converts again, from the last requested offset, or from the beginning when `offset` is before it: many requests usually
    /// come in ascending order.
    ///
    /// - Complexity: O(bytes to there).
    package func sourceOffset(of offset: Int) throws(ReadError) -> Int {
        if spool.length == StoreLength(known: offset, isComplete: true) { return source.length.known }
        return try answers.withLock { (answers: inout Answers) throws(ReadError) -> Int in
            if offset == answers.last.text { return answers.last.source }
            if offset < answers.place.text { answers.restart(encoding, from: start) }
            answers.last = TextPlace(source: try advance(&answers, to: offset), text: offset)
            return answers.last.source
        }
    }

    private func advance(_ answers: inout Answers, to offset: Int) throws(ReadError) -> Int {
        while answers.place.text < offset {
            let far = offset - answers.place.text - Self.near
            let isFar = far > Self.near
            // No more than needed, so that many requests read little more than one.
            let wanted = min(answers.input.bytes.count, isFar ? far : 4 * Self.near)
            let before = answers.place
            let room = UnsafeMutableRawBufferPointer(rebasing: answers.input.bytes.prefix(wanted))
            let count = try source.readFully(into: room, at: before.source)
            let isLast = source.length.isComplete && before.source + count >= source.length.known
            let bytes = answers.input.prefix(count)
            if isFar {
                answers.advance(bytes[...], isLast: isLast, room: far)
            } else if let start = answers.step(through: bytes, isLast: isLast, to: offset) {
                return start
            }
            // At an end where something is held back.
            if answers.place.source == before.source && answers.place.text == before.text { break }
        }
        return answers.place.source
    }

    /// Converts again from the beginning.
    ///
    /// - Complexity: O(bytes to there).
    package func textOffset(ofSource offset: Int) throws(ReadError) -> Int? {
        guard offset < converted.load(ordering: .relaxed) else { return nil }
        var place = TextPlace(source: start, text: 0)
        let (decoder, input, output) = (TextDecoder(encoding), ReadBuffer(count: 1 << 16), ReadBuffer(count: 1 << 18))
        while place.source < offset {
            let room = UnsafeMutableRawBufferPointer(rebasing: input.bytes.prefix(offset - place.source))
            let count = try source.readFully(into: room, at: place.source)
            let step = decoder.decode(input.prefix(count), isLast: false, into: output.bytes)
            // Within a character, or where nothing is left to convert.
            if step.consumed == 0 { break }
            place = TextPlace(source: place.source + step.consumed, text: place.text + step.produced)
        }
        return place.text
    }

    /// False when it was cancelled.
    private func convert() throws(ReadError) -> Bool {
        let decoder = TextDecoder(encoding)
        var input = PackedInput(source, in: start..<Int.max)
        let output = ReadBuffer(count: 1 << 18)
        var wanted = 1
        while true {
            guard !spool.isCancelled, try input.fill(wanted), !spool.isCancelled else { return false }
            let bytes = input.bytes.bindMemory(to: UInt8.self)
            let isLast = bytes.count < wanted
            let step = decoder.decode(bytes, isLast: isLast, into: output.bytes)
            input.consume(step.consumed)
            try spool.append(output.prefix(step.produced))
            converted.store(input.offset, ordering: .relaxed)
            if isLast && input.bytes.isEmpty { break }
            // The rest is the beginning of a character.
            wanted = step.consumed == 0 ? bytes.count + 1 : 1
        }
        try spool.append(output.prefix(decoder.finish(into: output.bytes)))
        return true
    }
}
