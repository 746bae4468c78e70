import Synchronization
import Tabular

/// Text in an encoding whose characters depend on what stands before them, such as ISO-2022-JP: converted by a thread of
/// its own into a spool, as it comes, and read from there.
final class SpooledTextStore: ByteStore {
    let source: any ByteStore
    private let encoding: TextEncoding
    private let start: Int
    private let spool: Spool
    private let taken: TakenSource
    private let converted = Atomic(0)
    private let answers: Mutex<Answers>

    /// A conversion that stands at the place that was asked for last.
    private struct Answers: ~Copyable {
        var decoder: TextDecoder
        var place: TextPlace

        mutating func advance(
            _ input: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: UnsafeMutableRawBufferPointer
        ) {
            let step = decoder.decode(input, isLast: isLast, into: output)
            place = TextPlace(source: place.source + step.consumed, text: place.text + step.produced)
        }
    }

    /// Bytes of text before a place that is sought, where every byte of the source is looked at.
    private static let near = 64

    /// Begins to convert `source` from `start` on, which is behind a byte order mark.
    init(_ source: any ByteStore, _ encoding: TextEncoding, from start: Int, name: String) throws(ReadError) {
        self.source = source
        taken = TakenSource(source, name: name, what: "Files in \(encoding.name)")
        self.encoding = encoding
        self.start = start
        spool = try Spool(name: name)
        answers = Mutex(Answers(decoder: TextDecoder(encoding), place: TextPlace(source: start, text: 0)))
        BackgroundThread.start { [self] in
            do throws(ReadError) {
                // Where the source gives no more without having ended, nobody is to wait for more.
                if try convert() { spool.finish() } else { spool.cancel() }
            } catch {
                spool.fail(error)
            }
        }
    }

    var length: StoreLength { spool.length }
    var surplus: Surplus? { source.surplus }
    var change: SourceChange? { taken.change }
    var intake: (done: Int, total: Int)? { source.progress(at: converted.load(ordering: .relaxed)) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try spool.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try spool.wait(beyond: offset, deadline: deadline)
    }

    func waitForNews(after seen: StoreNews, notBefore: UInt64) -> StoreNews? {
        taken.waitForNews(after: seen, notBefore: notBefore)
    }

    func cancel() {
        spool.cancel()
        source.cancel()
    }

    /// Converts again, from the place asked for last, or from the beginning when `offset` stands before it.
    ///
    /// - Complexity: O(bytes to there).
    func sourceOffset(of offset: Int) throws(ReadError) -> Int {
        if spool.length == StoreLength(known: offset, isComplete: true) { return source.length.known }
        return try answers.withLock { (answers: inout Answers) throws(ReadError) -> Int in
            if offset < answers.place.text {
                answers = Answers(decoder: TextDecoder(encoding), place: TextPlace(source: start, text: 0))
            }
            return try advance(&answers, to: offset)
        }
    }

    private func advance(_ answers: inout Answers, to offset: Int) throws(ReadError) -> Int {
        let output = ReadBuffer(count: 1 << 18)
        let input = ReadBuffer(count: 1 << 16)
        while answers.place.text < offset {
            let count = try source.readFully(into: input.bytes, at: answers.place.source)
            let isLast = source.length.isComplete && answers.place.source + count >= source.length.known
            let far = offset - answers.place.text - Self.near
            if far > Self.near {
                let room = UnsafeMutableRawBufferPointer(rebasing: output.bytes.prefix(far))
                answers.advance(input.prefix(count), isLast: isLast, into: room)
                continue
            }
            // Byte by byte: iconv takes in more than it gives out where it waits for what may follow.
            let before = answers.place
            var taken = 1
            while taken <= count && answers.place.source == before.source {
                answers.advance(input.prefix(taken), isLast: isLast && taken == count, into: output.bytes)
                taken += 1
            }
            // Within a character, or at an end where something is held back.
            if answers.place.text > offset { return before.source }
            if answers.place.source == before.source { break }
        }
        return answers.place.source
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
            // What is left is the beginning of a character.
            wanted = step.consumed == 0 ? bytes.count + 1 : 1
        }
        try spool.append(output.prefix(decoder.finish(into: output.bytes)))
        return true
    }
}
