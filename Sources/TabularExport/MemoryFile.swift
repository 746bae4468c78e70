import CExport
import Glibc

/// A file that has no name and no place on any disk: what is written for a descriptor, into memory.
package final class MemoryFile: Sendable {
    package let descriptor: Int32

    /// Nil where there is no memory for one.
    package init?() {
        descriptor = cexport_memory_file()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Bytes.
    package var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// A text of any length that is read without being copied: valid UTF-8.
package final class SharedText: Sendable {
    /// Where the bytes of a memory file are; nobody writes to it any more, so it cannot shrink.
    private nonisolated(unsafe) let mapped: UnsafeMutableRawPointer?
    private let count: Int
    /// What had to be repaired.
    private let repaired: [UInt8]?

    package init(_ file: MemoryFile) {
        let size = file.size
        let memory = size > 0 ? mmap(nil, size, PROT_READ, MAP_PRIVATE, file.descriptor, 0) : nil
        let mapped = memory == MAP_FAILED ? nil : memory
        let bytes = UnsafeRawBufferPointer(start: mapped, count: mapped == nil ? 0 : size)
        // Bytes of the file that are no UTF-8 are none on the clipboard.
        if String(validating: bytes, as: UTF8.self) == nil {
            repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
        } else {
            repaired = nil
        }
        (self.mapped, count) = (mapped, bytes.count)
    }

    deinit {
        if let mapped { munmap(mapped, count) }
    }

    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        repaired.map { $0.withUnsafeBytes(body) } ?? body(UnsafeRawBufferPointer(start: mapped, count: count))
    }
}
