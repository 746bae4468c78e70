import Glibc
import QuadrilleRuntime
import Tabular

/// A regular file, read by `pread`. Never a memory map: a map of a file that shrinks ends the process.
///
/// The file counts with the length that it had when it was opened, or when `news` last reported growth. A deleted one keeps
/// working, since it is open. A truncated or overwritten one is a change: from then on every read throws, because bytes of
/// different states could be mixed.
///
/// An append is distinguished from other writing: the file is longer, and the bytes at both ends of the counted ones, 4 KiB
/// each, are unchanged. A change of bytes between them together with an append is detected by the reader, which has checksums
/// of them (`isNotAsItWas`).
final class FileStore: ByteStore {
    private struct State: Sendable {
        /// Bytes that count.
        var length: Int
        /// The last state of the file in which all bytes that count were unchanged.
        var seen: FileState
        /// The last bytes that count.
        var tail: [UInt8]
        var failure: ReadError?
        var change: SourceChange?
        /// True after an event, until `change` was read and the file's path was checked.
        var hasPlaceEvent = false
        /// Called when there may be news.
        var handler: (@Sendable () -> Void)?
        /// True while growth is known and will be adopted at a set time, together with further growth until then.
        var isGrowthDue = false
        var isCancelled = false
        var work = Work()
    }

    /// The cost of following, for tests.
    struct Work: Sendable, Hashable {
        /// Checks for news.
        var looks = 0
    }

    private static let endLength = 4096

    private let file: FileDescriptor
    private let status: @Sendable () throws(SystemError) -> stat
    private let name: String
    private let head: [UInt8]
    /// The identity when it was opened; nil where it had not been unchanged for long enough.
    private let opened: FileIdentity?
    private let state: Monitor<State>
    /// The path that the file was opened at. Locked while that or the file is checked, which takes as long as its disk or
    /// network does, so that checks are serialized; `state` is locked for no system call, since `cancel` needs it.
    private let place = Monitor<FilePlace?>(nil)
    private let watch: Monitor<FileWatch?>

    /// Follows changes of the file where `path` is the path it was opened at and `watcher`, or else that of the process, can
    /// watch it. `status` is that of the file.
    init(
        _ file: FileDescriptor, name: String, path: String? = nil, watcher: FileWatcher? = nil, now: timespec = .now,
        status: (@Sendable () throws(SystemError) -> stat)? = nil
    ) throws(ReadError) {
        self.file = file
        self.name = name
        let look: @Sendable () throws(SystemError) -> stat =
            if let status { status } else { { () throws(SystemError) in try file.status } }
        self.status = look
        let status: stat
        do throws(SystemError) { status = try look() } catch {
            throw .readFailed(name, byte: 0, number: error.number)
        }
        let seen = FileState(status)
        let identity = FileIdentity(status)
        opened = identity.isSettled(at: now) ? identity : nil
        let count = min(Self.endLength, seen.size)
        head = file.bytes(count, at: 0) ?? []
        state = Monitor(State(length: seen.size, seen: seen, tail: file.bytes(count, at: seen.size - count) ?? []))
        watch = Monitor(nil)
        guard let path, let watcher = watcher ?? .shared else { return }
        let made = watcher.watch(file, path: path) { [weak self] in
            self?.noteEvent()
        }
        watch.withLock { $0 = made }
        if made != nil { place.withLock { $0 = FilePlace(path, of: status) } }
    }

    var length: StoreLength { StoreLength(known: state.withLock(wakes: false) { $0.length }, isComplete: true) }
    var change: SourceChange? {
        let hasEvent = state.withLock(wakes: false) { state in
            defer { state.hasPlaceEvent = false }
            return state.hasPlaceEvent
        }
        // A state that may still change is checked again the next time.
        if hasEvent, lookAtPlace() != nil { state.withLock(wakes: false) { $0.hasPlaceEvent = true } }
        return state.withLock(wakes: false) { $0.change }
    }
    var identity: FileIdentity? { (try? status()).map { FileIdentity($0) } == opened ? opened : nil }
    var isFollowed: Bool { watch.current != nil }
    var work: Work { state.withLock(wakes: false) { $0.work } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let (known, failure) = state.withLock(wakes: false) { ($0.length, $0.failure) }
        if let failure { throw failure }
        let room = min(buffer.count, known - offset)
        guard room > 0 else { return 0 }
        let count = file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: offset)
        if count < 0 { throw .readFailed(name, byte: offset, number: errno) }
        // Checked after the read: bytes that were written before it are then known to be a change.
        try lookAtFile(at: offset)
        if count == 0 {
            // It has lost these bytes since it was checked, or the system withholds them.
            let size = (try? status()).map { FileState($0).size }
            guard let size, size < known else { throw .readFailed(name, byte: offset, number: EIO) }
            throw fail(.cut(name, from: known, to: size))
        }
        return count
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }

    func isNotAsItWas() -> ReadError { fail(.overwritten(name)) }

    func cancel() {
        let handler = state.withLock(wakes: false) { state in
            state.isCancelled = true
            return state.handler
        }
        handler?()
    }

    /// Records that something may have happened to the file, or to its path.
    private func noteEvent() {
        let handler = state.withLock(wakes: false) { state in
            state.hasPlaceEvent = true
            return state.isGrowthDue ? nil : state.handler
        }
        handler?()
    }

    func onNews(_ handler: (@Sendable () -> Void)?) { state.withLock(wakes: false) { $0.handler = handler } }

    func news(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreOutlook {
        guard isFollowed else { return .over }
        let isOver = state.withLock(wakes: false) { state in
            state.isGrowthDue = false
            state.work.looks += 1
            return state.isCancelled
        }
        if isOver { return .over }
        // Bytes may have been overwritten within one tick of the file system's clock, by as many others.
        try lookAtFile(at: length.known, isThorough: true)
        let settling = lookAtPlace()
        if let news = news(after: seen, takesGrowth: monotonicNow() >= notBefore) { return .news(news) }
        let hasGrown = state.withLock(wakes: false) { state in
            state.isGrowthDue = state.seen.size > state.length
            return state.isGrowthDue
        }
        return .nothing(until: min(settling ?? .max, hasGrown ? notBefore : .max))
    }

    /// Returns the news that `seen` lacks, and adopts it.
    private func news(after seen: StoreNews, takesGrowth: Bool) -> StoreNews? {
        let (size, length) = state.withLock(wakes: false) { ($0.seen.size, $0.length) }
        let count = min(Self.endLength, size)
        let tail = takesGrowth && size > length ? file.bytes(count, at: size - count) ?? [] : nil
        return state.withLock(wakes: false) { state in
            if let tail { (state.length, state.tail) = (size, tail) }
            let news = StoreNews(length: state.length, change: state.change)
            return news == seen ? nil : news
        }
    }
}

// Checks that the file is still the one being read.
extension FileStore {
    private enum Verdict {
        case settled
        /// It has another time and the same length, or is about to change.
        case written
        case changed(SourceChange)
        case unreadable(Int32, byte: Int)
    }

    /// Throws when the counted bytes have changed, and from then on.
    ///
    /// A file is given its new time before the bytes are written, and its new length after them: one that has another time and
    /// the same length is checked again, for a tenth of a second, before it counts as overwritten. Where the file cannot be
    /// checked, reading stops at `offset`.
    private func lookAtFile(at offset: Int, isThorough: Bool = false) throws(ReadError) {
        for pause in [0, 1, 2, 4, 8, 16, 32, 64] as [UInt32] {
            if pause > 0 { usleep(pause * 1000) }
            let verdict = try place.withLock(wakes: false) { _ throws(ReadError) in
                try judge(at: offset, isThorough: isThorough)
            }
            switch verdict {
            case .settled: return
            case .written: continue
            case .changed(let change): throw fail(change)
            case .unreadable(let number, let byte): throw .readFailed(name, byte: byte, number: number)
            }
        }
        throw fail(.overwritten(name))
    }

    /// Called by one thread at a time.
    private func judge(at offset: Int, isThorough: Bool) throws(ReadError) -> Verdict {
        let state = state.current
        if let failure = state.failure { throw failure }
        let now: FileState
        do throws(SystemError) { now = FileState(try status()) } catch {
            return .unreadable(error.number, byte: offset)
        }
        if now == state.seen && !isThorough { return .settled }
        if now.size < state.seen.size { return .changed(.cut(name, from: state.length, to: now.size)) }
        if now.size == state.seen.size && now != state.seen { return .written }
        for (bytes, offset) in [(state.tail, state.length - state.tail.count), (head, 0)] {
            guard let found = file.bytes(bytes.count, at: offset) else { return .unreadable(errno, byte: offset) }
            // Truncated since its length was checked.
            if found.count < bytes.count { return .written }
            if found != bytes {
                // A file gets its new length first and loses its bytes after that: those in the same page as the rest read as
                // zeros meanwhile.
                let size = (try? status()).map { FileState($0).size }
                guard let size, size < state.length else { return .changed(.overwritten(name)) }
                return .changed(.cut(name, from: state.length, to: size))
            }
        }
        self.state.withLock(wakes: false) { $0.seen = now }
        return .settled
    }

    /// Makes every read throw from now on, and the next check for news.
    private func fail(_ change: SourceChange) -> ReadError {
        let (error, handler) = state.withLock(wakes: false) { state -> (ReadError, (@Sendable () -> Void)?) in
            if let failure = state.failure { return (failure, nil) }
            let error = ReadError(kind: .changed, subject: .source(name), reason: change.reason)
            (state.change, state.failure) = (change, error)
            return (error, state.handler)
        }
        handler?()
        return error
    }

    /// Checks the file at the path, and returns until when to wait before reporting it: between the steps in which programs
    /// replace a file it is missing for a moment.
    private func lookAtPlace() -> UInt64? {
        place.withLock(wakes: false) { place in
            let settling = place?.look(at: monotonicNow())
            guard settling == nil, let found = place?.news() else { return settling }
            state.withLock(wakes: false) { state in
                let count = (state.change?.count ?? 0) + 1
                state.change =
                    switch found {
                    case .itself: nil
                    case .nothing: .deleted(name, count: count)
                    case .other: .replaced(name, count: count)
                    }
            }
            return nil
        }
    }
}

extension SourceChange {
    fileprivate static func cut(_ name: String, from length: Int, to size: Int) -> SourceChange {
        SourceChange(kind: .cut, source: name, reason: ByteFailure.cut(from: length, to: size))
    }

    fileprivate static func overwritten(_ name: String) -> SourceChange {
        SourceChange(kind: .overwritten, source: name, reason: ByteFailure.overwritten)
    }

    fileprivate static func replaced(_ name: String, count: Int) -> SourceChange {
        SourceChange(kind: .replaced, source: name, reason: ByteFailure.replaced, count: count)
    }

    fileprivate static func deleted(_ name: String, count: Int) -> SourceChange {
        SourceChange(kind: .deleted, source: name, reason: ByteFailure.deleted, count: count)
    }
}

extension FileDescriptor {
    /// The `count` bytes at `offset`, or fewer where the file ends; nil where it cannot be read, with the reason in `errno`.
    fileprivate func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            let count = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            isRead = count >= 0
            used = max(0, count)
        }
        return isRead ? bytes : nil
    }
}
