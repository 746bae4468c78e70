import Glibc

/// An allocator for memory that grows with a table. Swift ends the process when allocation fails; here it is an error, which
/// ends one task.
///
/// Arrays do not use it: call `require`, or `mayGrow`, before they grow.
package struct LargeMemory: Sendable {
    /// Bytes that must stay free. Small allocations cannot fail, and so must not hit the limit.
    private static let headroom = 16 << 20
    /// Bytes of an array that needs no check.
    private static let smallArray = 1 << 20

    /// True where so many bytes are available now.
    package let has: @Sendable (Int) -> Bool

    /// The memory of the process, within its limits (setrlimit(2)).
    package static let system = LargeMemory { LargeMemory.canMap($0 + LargeMemory.headroom) }

    /// Memory that is refused where `has` returns false.
    package init(has: @escaping @Sendable (Int) -> Bool) { self.has = has }

    /// Not with malloc: its allocations change where later ones are placed.
    private static func canMap(_ byteCount: Int) -> Bool {
        guard let memory = newPages(byteCount) else { return false }
        munmap(memory, byteCount)
        return true
    }

    private static func newPages(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory == MAP_FAILED ? nil : memory
    }

    /// Throws where so many bytes are not available now.
    package func require(_ byteCount: Int) throws(ReadError) {
        guard has(byteCount) else { throw Self.error(byteCount) }
    }

    /// Returns true where an array with a capacity of `capacity` bytes may grow to `byteCount`: there is memory for that, for
    /// what arrays reserve beyond it, and for two copies. Small arrays always may.
    package func mayGrow(from capacity: Int, to byteCount: Int) -> Bool {
        byteCount <= max(capacity, Self.smallArray) || has(4 * byteCount)
    }

    /// Throws where such an array may not grow.
    package func requireGrowth(from capacity: Int, to byteCount: Int) throws(ReadError) {
        guard mayGrow(from: capacity, to: byteCount) else { throw Self.error(byteCount) }
    }

    /// Whole pages, which are zero at first. Release them with munmap(2).
    package func pages(_ byteCount: Int) throws(ReadError) -> UnsafeMutableRawPointer {
        try require(byteCount)
        guard let memory = Self.newPages(byteCount) else { throw Self.error(byteCount) }
        return memory
    }

    /// Bytes aligned to 16. Release them with free(3).
    package func allocate(_ byteCount: Int) throws(ReadError) -> UnsafeMutableRawPointer {
        try require(byteCount)
        guard let memory = malloc(byteCount) else { throw Self.error(byteCount) }
        return memory
    }

    private static func error(_ byteCount: Int) -> ReadError {
        ReadError(TableFailure.noMemory(bytes: byteCount), of: .table)
    }
}
