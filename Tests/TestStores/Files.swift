import Glibc

/// A file that goes with the test.
package final class File: Sendable {
    package let path: String

    package init(_ text: String, folder: String = "/tmp") {
        var template = Array("\(folder)/quadrille-test-XXXXXX".utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        close(descriptor)
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        write(text, O_TRUNC)
    }

    deinit { unlink(path) }

    package var bytes: [UInt8] { contents(of: path) }

    /// Appends with `O_APPEND`, writes over the whole with `O_TRUNC`, over the beginning with 0.
    package func write(_ text: String, _ flags: Int32) {
        let descriptor = open(path, O_WRONLY | flags)
        send(text, to: descriptor)
        close(descriptor)
    }

    /// Writes other bytes over the whole.
    package func write(_ bytes: [UInt8]) {
        let descriptor = open(path, O_WRONLY | O_TRUNC)
        bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }
}

package func send(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
}

/// A new folder in which no other test writes.
package func temporaryFolder() -> String? {
    var template = Array("/tmp/quadrille-folder-XXXXXX".utf8CString)
    return template.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
}

/// What is in a file; nothing where there is none.
package func bytes(of path: String) -> [UInt8] { contents(of: path) }

private func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
}
