/// A sequence of row numbers: in memory up to a limit, beyond it in a temporary file.
struct RowNumbers<Number: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    /// The numbers in a chunk; the last may have fewer.
    let chunkLength: Int
    fileprivate(set) var count: Int
    /// All chunks, where they are in memory.
    fileprivate var chunks: [[Number]]
    fileprivate var file: SpillFile?

    fileprivate init(chunkLength: Int) {
        self.chunkLength = chunkLength
        (count, chunks) = (0, [])
    }

    /// The numbers of an array, without a copy.
    init(_ numbers: [Number]) {
        (chunkLength, count, chunks) = (max(1, numbers.count), numbers.count, [numbers])
    }

    /// Passes the numbers at `places` to `body`, in pieces, in their order.
    func forEachPiece(_ places: Range<Int>, _ body: (UnsafeBufferPointer<Number>) -> Void) throws(ReadError) {
        precondition(places.lowerBound >= 0 && places.upperBound <= count, "places \(places) of \(count)")
        var place = places.lowerBound
        var read: [Number] = []
        while place < places.upperBound {
            let (chunk, start) = place.quotientAndRemainder(dividingBy: chunkLength)
            let end = min(chunkLength, start + places.upperBound - place)
            if let file {
                if read.isEmpty { read = [Number](repeating: 0, count: min(chunkLength, places.count)) }
                try Self.read(end - start, into: &read, from: file, at: place)
                read.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<(end - start)])) }
            } else {
                chunks[chunk].withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
            }
            place += end - start
        }
    }

    func number(at place: Int) throws(ReadError) -> Int {
        var number = 0
        try forEachPiece(place..<place + 1) { number = Int($0[0]) }
        return number
    }

    private static func read(
        _ count: Int, into numbers: inout [Number], from file: SpillFile, at place: Int
    ) throws(ReadError) {
        let size = MemoryLayout<Number>.stride
        let failure: ReadError? = numbers.withUnsafeMutableBytes { bytes in
            do throws(ReadError) {
                try file.readFully(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<(count * size)]), at: place * size)
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }
}

/// A collector of row numbers.
struct RowNumberCollector<Number: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    private var numbers: RowNumbers<Number>
    /// The last chunk, which is not full.
    private var tail: [Number] = []
    /// The most chunks in memory.
    private let limit: Int
    private let source: LargeMemory
    private let makeFile: @Sendable () throws(ReadError) -> SpillFile

    init(tuning: RowOrder.Tuning, makeFile: @escaping @Sendable () throws(ReadError) -> SpillFile) {
        let length = max(1, tuning.chunkBytes / MemoryLayout<Number>.stride)
        numbers = RowNumbers(chunkLength: length)
        limit = max(1, tuning.memory / (length * MemoryLayout<Number>.stride))
        source = tuning.source
        self.makeFile = makeFile
    }

    var count: Int { numbers.count + tail.count }

    @inline(__always)
    mutating func append(_ row: Int) throws(ReadError) {
        tail.append(Number(truncatingIfNeeded: row))
        if tail.count == numbers.chunkLength { try endChunk() }
    }

    mutating func append(contentsOf rows: [Int]) throws(ReadError) {
        var start = 0
        while start < rows.count {
            let end = min(rows.count, start + numbers.chunkLength - tail.count)
            tail.append(contentsOf: rows[start..<end].lazy.map { Number(truncatingIfNeeded: $0) })
            if tail.count == numbers.chunkLength { try endChunk() }
            start = end
        }
    }

    /// All collected numbers.
    mutating func finish() throws(ReadError) -> RowNumbers<Number> {
        // No more memory than needed.
        if !tail.isEmpty { try endChunk() }
        return numbers
    }

    private mutating func endChunk() throws(ReadError) {
        if numbers.file == nil && numbers.chunks.count == limit {
            let file = try makeFile()
            for (index, chunk) in numbers.chunks.enumerated() {
                try Self.write(chunk, to: file, at: index * numbers.chunkLength)
            }
            numbers.chunks = []
            numbers.file = file
        }
        if let file = numbers.file {
            try Self.write(tail, to: file, at: numbers.count)
            numbers.count += tail.count
            tail.removeAll(keepingCapacity: true)
        } else {
            // For this copy, or for the next chunk.
            try source.require(numbers.chunkLength * MemoryLayout<Number>.stride)
            numbers.count += tail.count
            numbers.chunks.append(tail.count == numbers.chunkLength ? tail : Array(tail[...]))
            tail = []
        }
    }

    private static func write(_ numbers: [Number], to file: SpillFile, at place: Int) throws(ReadError) {
        let failure = numbers.withUnsafeBytes { file.write($0, at: place * MemoryLayout<Number>.stride).failure }
        if let failure { throw failure }
    }
}
