import CExport
import CScan
import Glibc

/// An unnamed file in memory, which a writer accesses by descriptor.
package final class MemoryFile: Sendable {
    package let descriptor: Int32

    /// Nil without memory for a file.
    package init?() {
        descriptor = cexport_memory_file()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// The size in bytes.
    package var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// A text of any length that is read without a copy, unless it needs repair: valid UTF-8.
package final class SharedText: Sendable {
    /// The bytes of a memory file, which is no longer written to, so it cannot shrink.
    private nonisolated(unsafe) let mapped: UnsafeMutableRawPointer?
    private let count: Int
    /// The repaired text; nil where no repair was needed.
    private let repaired: [UInt8]?

    /// - Throws: An error where there is no memory to read it.
    package init(_ file: MemoryFile) throws(ExportError) {
        let size = file.size
        let memory = size > 0 ? mmap(nil, size, PROT_READ, MAP_PRIVATE, file.descriptor, 0) : nil
        guard memory != MAP_FAILED else {
            throw .noMemory
        }
        let bytes = UnsafeRawBufferPointer(start: memory, count: memory == nil ? 0 : size)
        // The clipboard must have valid UTF-8.
        repaired = SharedText.isValid(bytes) ? nil : Array(String(decoding: bytes, as: UTF8.self).utf8)
        (mapped, count) = (memory, bytes.count)
    }

    /// Returns true where all of `bytes` is UTF-8; checks it piece by piece.
    private static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
        var end = 0
        while end < bytes.count {
            end += cscan_clean_prefix(base + end, bytes.count - end)
            // The check stops at a NUL, which is a valid character.
            guard end == bytes.count || base[end] == 0 else { return false }
            while end < bytes.count && base[end] == 0 { end += 1 }
        }
        return true
    }

    deinit {
        if let mapped { munmap(mapped, count) }
    }

    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        repaired.map { $0.withUnsafeBytes(body) } ?? body(UnsafeRawBufferPointer(start: mapped, count: count))
    }
}
