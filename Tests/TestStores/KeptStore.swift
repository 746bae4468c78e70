import Glibc
import Synchronization
import Tabular
import TabularBytes

/// A file in memory that has long been as it is, until the test says otherwise.
package final class KeptStore: ByteStore {
    private let memory: MemoryStore
    private let state: Mutex<FileIdentity?>
    /// Called before every read, with how many bytes were read until then.
    private let willRead: @Sendable (KeptStore) -> Void

    package init(
        _ bytes: [UInt8], identity: FileIdentity? = nil,
        willRead: @escaping @Sendable (KeptStore) -> Void = { _ in }
    ) {
        memory = MemoryStore(bytes)
        state = Mutex(identity ?? FileIdentity(size: bytes.count))
        self.willRead = willRead
    }

    package var bytesRead: Int { memory.bytesRead.load(ordering: .relaxed) }
    package var length: StoreLength { memory.length }
    package var identity: FileIdentity? { state.withLock { $0 } }

    /// Somebody writes to it.
    package func change() { state.withLock { $0 = nil } }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        willRead(self)
        return try memory.read(into: buffer, at: offset)
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    package func cancel() {}
}

extension FileIdentity {
    /// A file of `size` bytes that was last written to, and changed, at `time`.
    package init(size: Int, number: Int = 1, time: Int = 1_000_000_007) {
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
package final class TestCache: Sendable {
    package let cache: IndexCache

    package init(_ change: (inout IndexCache) -> Void = { _ in }) {
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
    package var names: [String] {
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

    package func path(_ name: String) -> String { cache.folder + "/" + name }

    /// Puts other bytes in the place of what is kept under `name`.
    package func write(_ bytes: some Collection<UInt8>, to name: String) {
        let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        Array(bytes).withUnsafeBytes { _ = Glibc.write(file, $0.baseAddress, $0.count) }
    }
}
