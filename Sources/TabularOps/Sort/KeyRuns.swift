import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular

/// Rows with whole keys, in arenas that threads borrow to add to them; full arenas become sorted runs in a single unnamed
/// temporary file, which disappears with the process.
final class KeyRuns: Sendable {
    private struct State: Sendable {
        var file: SpillFile?
        var end = 0
        var runs: [Range<Int>] = []
        var arenas: [KeptArena] = []
    }

    private struct KeptArena: @unchecked Sendable {
        // Unchecked, since one thread at a time uses it.
        let arena: KeyArena
    }

    private let state = Mutex(State())
    private let makeFile: @Sendable () throws(ReadError) -> SpillFile

    private let arenaBytes: Int
    private let memory: LargeMemory

    /// Creates arenas of `arenaBytes` bytes on demand, one for each thread that borrows one at the same time.
    init(
        arenaBytes: Int, from memory: LargeMemory = .system,
        makeFile: @escaping @Sendable () throws(ReadError) -> SpillFile
    ) {
        (self.arenaBytes, self.memory, self.makeFile) = (arenaBytes, memory, makeFile)
    }

    var spilledBytes: Int { state.withLock { $0.end } }

    func borrow() throws(ReadError) -> KeyArena {
        if let kept = state.withLock({ $0.arenas.popLast() }) { return kept.arena }
        return try KeyArena(capacity: arenaBytes, from: memory)
    }

    func giveBack(_ arena: sending KeyArena) {
        let kept = KeptArena(arena: arena)
        state.withLock { $0.arenas.append(kept) }
    }

    /// All rows in order. No rows can be added after this call.
    func merge(threads: Int, control: JobControl) throws(ReadError) -> KeyMerge {
        let (arenas, file, runs) = state.withLock { ($0.arenas, $0.file, $0.runs) }
        var cursors: [KeyCursor] = []
        try inOrder(count: arenas.count, threads: threads, control: control) { (number) throws(ReadError) in
            try arenas[number].arena.sort(unless: control.cancellation)
        } then: { (number, _) throws(ReadError) in
            cursors.append(try KeyCursor(arenas[number].arena))
        }
        let window = max(64, min(1 << 20, arenaBytes / max(1, runs.count)))
        if let file {
            try memory.require(window * runs.count)
            for run in runs { cursors.append(try KeyCursor(file, run, window: window)) }
        }
        return try KeyMerge(cursors)
    }

    /// Writes the content of `arena`, which is sorted, as a new run.
    func write(_ arena: KeyArena, unless cancellation: Cancellation) throws(ReadError) {
        guard arena.used > 0 else { return }
        var start = 0
        let made: Result<SpillFile, ReadError> = state.withLock { state in
            do throws(ReadError) {
                let file: SpillFile
                if let known = state.file { file = known } else { file = try makeFile() }
                state.file = file
                start = state.end
                state.end += arena.used
                state.runs.append(start..<state.end)
                return .success(file)
            } catch { return .failure(error) }
        }
        let file = try made.get()
        var buffer: [UInt8] = []
        buffer.reserveCapacity(1 << 20)
        var offset = start
        for place in arena.places {
            let size = KeyArena.headerBytes + arena.key(at: place).count
            buffer.append(contentsOf: UnsafeRawBufferPointer(start: arena.base + place, count: size))
            guard buffer.count >= 1 << 19 else { continue }
            try Self.write(&buffer, to: file, at: &offset)
            if cancellation.isRequested { return }
        }
        try Self.write(&buffer, to: file, at: &offset)
    }

    private static func write(_ buffer: inout [UInt8], to file: SpillFile, at offset: inout Int) throws(ReadError) {
        let (count, failure) = buffer.withUnsafeBytes { file.write($0, at: offset) }
        offset += count
        if let failure { throw failure }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A position in one run of keys.
final class KeyCursor {
    private enum Place {
        case arena(KeyArena, Int)
        case file(SpillFile, Range<Int>)
    }

    private var place: Place
    private var window: [UInt8]
    /// The bytes of the file that are in the window.
    private var seen = 0..<0
    private(set) var row = 0
    /// The number of bytes of the key.
    private(set) var count = 0
    private(set) var isAtEnd = false

    init(_ arena: KeyArena) throws(ReadError) {
        (place, window) = (.arena(arena, -1), [])
        try advance()
    }

    init(_ file: SpillFile, _ range: Range<Int>, window: Int) throws(ReadError) {
        self.window = [UInt8](repeating: 0, count: max(64, window))
        place = .file(file, range.lowerBound..<range.upperBound)
        (count, isAtEnd) = (0, range.isEmpty)
        if !isAtEnd { try load() }
    }

    /// Moves to the next record.
    func advance() throws(ReadError) {
        switch place {
        case .arena(let arena, let index):
            place = .arena(arena, index + 1)
            guard index + 1 < arena.places.count else {
                isAtEnd = true
                return
            }
            row = arena.row(at: arena.places[index + 1])
            count = arena.key(at: arena.places[index + 1]).count
        case .file(let file, let range):
            let start = range.lowerBound + KeyArena.headerBytes + count
            place = .file(file, start..<range.upperBound)
            if start >= range.upperBound { isAtEnd = true } else { try load() }
        }
    }

    /// Reads the beginning of the current record into the window, or all of it if it fits.
    private func load() throws(ReadError) {
        guard case .file(let file, let range) = place else { return }
        let start = range.lowerBound
        if start + KeyArena.headerBytes > seen.upperBound { try read(file, range) }
        (row, count) = header(at: start - seen.lowerBound)
        let end = start + KeyArena.headerBytes + count
        if end > seen.upperBound && start > seen.lowerBound { try read(file, range) }
    }

    private func header(at index: Int) -> (Int, Int) {
        window.withUnsafeBytes {
            (
                $0.loadUnaligned(fromByteOffset: index, as: Int.self),
                $0.loadUnaligned(fromByteOffset: index + 8, as: Int.self)
            )
        }
    }

    private func read(_ file: SpillFile, _ range: Range<Int>) throws(ReadError) {
        let count = min(window.count, range.count)
        try file.read(count, into: &window, at: range.lowerBound)
        seen = range.lowerBound..<range.lowerBound + count
    }

    /// Passes the key's beginning to `body`; all of it where it is in memory.
    func withKey<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        switch place {
        case .arena(let arena, let index): return body(arena.key(at: arena.places[index]))
        case .file(_, let range):
            let start = range.lowerBound + KeyArena.headerBytes - seen.lowerBound
            let end = min(start + count, seen.count)
            return window.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
        }
    }

    /// Copies the key's bytes from `offset` on, as many as fit, and returns their number.
    private func copy(from offset: Int, to buffer: inout [UInt8]) throws(ReadError) -> Int {
        let wanted = min(buffer.count, count - offset)
        switch place {
        case .arena(let arena, let index):
            let key = arena.key(at: arena.places[index])
            for byte in 0..<wanted { buffer[byte] = key[offset + byte] }
        case .file(let file, let range):
            try file.read(wanted, into: &buffer, at: range.lowerBound + KeyArena.headerBytes + offset)
        }
        return wanted
    }

    /// Returns true where the record of `a` comes before that of `b`. Neither is at its end.
    static func isBefore(_ a: KeyCursor, _ b: KeyCursor) throws(ReadError) -> Bool {
        var shared = 0
        let order: Int32 = a.withKey { first in
            b.withKey { second in
                shared = min(first.count, second.count)
                guard shared > 0, let one = first.baseAddress, let other = second.baseAddress else { return 0 }
                return memcmp(one, other, shared)
            }
        }
        if order != 0 { return order < 0 }
        var (one, other) = ([UInt8](), [UInt8]())
        // Keys that are too long for the window are read again in pieces.
        while shared < min(a.count, b.count) {
            if one.isEmpty {
                one = [UInt8](repeating: 0, count: 1 << 16)
                other = one
            }
            let first = try a.copy(from: shared, to: &one)
            let second = try b.copy(from: shared, to: &other)
            let count = min(first, second)
            let order = memcmp(one, other, count)
            if order != 0 { return order < 0 }
            shared += count
        }
        return a.row < b.row
    }
}

extension SpillFile {
    fileprivate func read(_ count: Int, into bytes: inout [UInt8], at offset: Int) throws(ReadError) {
        let failure: ReadError? = bytes.withUnsafeMutableBytes { bytes in
            do throws(ReadError) {
                try readFully(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: offset)
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }
}

/// The rows of several runs of keys, merged in order.
struct KeyMerge {
    /// A binary heap: no cursor comes before the one at half its index.
    private var heap: [KeyCursor] = []

    init(_ cursors: [KeyCursor]) throws(ReadError) {
        heap = cursors.filter { !$0.isAtEnd }
        for index in heap.indices.reversed() { try sink(index) }
    }

    /// Returns the next row; nil at the end.
    mutating func next() throws(ReadError) -> Int? {
        guard let first = heap.first else { return nil }
        let row = first.row
        try first.advance()
        if first.isAtEnd {
            heap[0] = heap[heap.count - 1]
            heap.removeLast()
        }
        if heap.count > 1 { try sink(0) }
        return row
    }

    private mutating func sink(_ index: Int) throws(ReadError) {
        var index = index
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if try KeyCursor.isBefore(heap[child], heap[least]) { least = child }
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
