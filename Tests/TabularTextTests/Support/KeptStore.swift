import Glibc
import Synchronization
import Tabular
import TabularBytes
import TestStores

@testable import TabularText

/// A file in memory that has long been as it is, until the test says otherwise.
final class KeptStore: ByteStore {
    private let memory: MemoryStore
    private let state: Mutex<FileIdentity?>
    /// Called before every read, with how many bytes were read until then.
    private let willRead: @Sendable (KeptStore) -> Void

    init(
        _ bytes: [UInt8], identity: FileIdentity? = nil,
        willRead: @escaping @Sendable (KeptStore) -> Void = { _ in }
    ) {
        memory = MemoryStore(bytes)
        state = Mutex(identity ?? FileIdentity(size: bytes.count))
        self.willRead = willRead
    }

    var bytesRead: Int { memory.bytesRead.load(ordering: .relaxed) }
    var length: StoreLength { memory.length }
    var identity: FileIdentity? { state.withLock { $0 } }

    /// Somebody writes to it.
    func change() { state.withLock { $0 = nil } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        willRead(self)
        return try memory.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

extension FileIdentity {
    /// A file of `size` bytes that was last written to, and changed, at `time`.
    init(size: Int, number: Int = 1, time: Int = 1_000_000_007) {
        var status = stat()
        status.st_dev = 5
        status.st_ino = UInt(number)
        status.st_size = off_t(size)
        status.st_mtim = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
        status.st_ctim = status.st_mtim
        self.init(status)
    }
}

/// A cache in a folder of its own, which goes with the test.
final class TestCache: Sendable {
    let cache: IndexCache

    init(_ change: (inout IndexCache) -> Void = { _ in }) {
        var cache = IndexCache(folder: (temporaryFolder() ?? "/nonexistent") + "/quadrille/index")
        cache.minimumSize = 0
        change(&cache)
        self.cache = cache
    }

    deinit {
        for name in names { unlink(path(name)) }
        var folder = cache.folder
        for _ in 0..<3 {
            rmdir(folder)
            folder = folder.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        }
    }

    /// The names of what is kept, in order.
    var names: [String] {
        guard let stream = opendir(cache.folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func path(_ name: String) -> String { cache.folder + "/" + name }

    /// Puts other bytes in the place of what is kept under `name`.
    func write(_ bytes: some Collection<UInt8>, to name: String) {
        let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        Array(bytes).withUnsafeBytes { _ = Glibc.write(file, $0.baseAddress, $0.count) }
    }
}

extension [UInt8] {
    /// Replaces the last word of a kept entry by the hash of the words before it, as the cache does.
    mutating func makeHashFit() {
        removeLast(count % 8)
        guard count >= 8 else { return }
        let words = stride(from: 0, to: count - 8, by: 8).map { start in
            (0..<8).reduce(0 as UInt64) { $0 | UInt64(self[start + $1]) << (8 * UInt64($1)) }
        }
        var hash = WordHash()
        hash.combine(words)
        for place in 0..<8 { self[count - 8 + place] = UInt8(truncatingIfNeeded: hash.value >> (8 * UInt64(place))) }
    }
}
