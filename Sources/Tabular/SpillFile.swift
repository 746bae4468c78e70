import QuadrilleRuntime
import Translation

/// A temporary file for bytes, rows or keys of a table that do not stay in memory. Its errors name the table.
package final class SpillFile: Sendable {
    /// The content of a spill file, for messages.
    package enum Content: Sendable {
        /// All of the source.
        case source
        case rowOrder
        case sortedRows
    }

    private let file: TemporaryFile
    private let name: String
    private let content: Content

    /// Nil without a limit other than the disk.
    package var room: TemporaryRoom? { file.room }

    /// Creates a file in the folder for temporary files. `name` is that of the source.
    package init(for name: String, content: Content = .source) throws(ReadError) {
        do throws(TemporaryFile.Failure) { file = try TemporaryFile() } catch {
            throw ReadError(error, of: name, content)
        }
        self.name = name
        self.content = content
    }

    /// Wraps any open file.
    package init(
        _ file: FileDescriptor, for name: String, content: Content = .source, room: TemporaryRoom? = nil
    ) {
        self.file = TemporaryFile(file, room: room)
        self.name = name
        self.content = content
    }

    /// Writes `bytes` at `offset`. Returns the number of bytes written: all without a failure such as a full disk.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (count: Int, failure: ReadError?) {
        let (count, failure) = file.write(bytes, at: offset)
        return (count, failure.map { ReadError($0, of: name, content) })
    }

    /// Reads up to as many bytes as `buffer` has room for; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        do throws(TemporaryFile.Failure) { return try file.read(into: buffer, at: offset) } catch {
            throw ReadError(error, of: name, content)
        }
    }

    /// Reads as many bytes as `buffer` has room for, which have been written.
    package func readFully(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) {
        do throws(TemporaryFile.Failure) { try file.readFully(into: buffer, at: offset) } catch {
            throw ReadError(error, of: name, content)
        }
    }
}

extension ReadError {
    /// The failure of a temporary file for `content` of `source`.
    fileprivate init(_ failure: TemporaryFile.Failure, of source: String, _ content: SpillFile.Content) {
        switch failure {
        case .notCreated(let folder, let error):
            self.init(
                kind: .readFailed, source: source,
                message: tr(
                    """
                    needs a temporary file in {folder}, which cannot be made: {reason}. Set TMPDIR to a folder that can \
                    be written to.
                    """, ["folder": folder, "reason": error.description]))
        case .noRoom(let limit, let folder):
            self.init(
                kind: .readFailed, source: source,
                message: tr(
                    """
                    needs more than the {bytes} bytes that it may take in {folder}: a tenth of what was free there stays \
                    free. Make room there, or set TMPDIR to a folder that has more.
                    """, ["bytes": limit.grouped, "folder": folder]))
        case .notWritten(let error):
            self.init(kind: .readFailed, source: source, message: content.message(ofFull: error.description))
        case .notRead(let byte, let error):
            self = .readFailed(source, byte: byte, number: error.number)
        }
    }
}

extension SpillFile.Content {
    /// The message for a folder that takes no more of it.
    fileprivate func message(ofFull reason: String) -> String {
        switch self {
        case .source:
            tr(
                """
                cannot be kept in the temporary folder: {reason}. Make room there, or set TMPDIR to a folder that has \
                some.
                """, ["reason": reason])
        case .rowOrder:
            tr(
                """
                the order of its rows cannot be kept in the temporary folder: {reason}. Make room there, or set \
                TMPDIR to a folder that has some.
                """, ["reason": reason])
        case .sortedRows:
            tr(
                """
                what is sorted cannot be kept in the temporary folder: {reason}. Make room there, or set TMPDIR to a \
                folder that has some.
                """, ["reason": reason])
        }
    }
}
