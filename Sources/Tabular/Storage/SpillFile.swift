import QuadrilleRuntime

/// A temporary file for bytes, rows or keys of a table that do not stay in memory. Its errors name the table.
package final class SpillFile: Sendable {
    private let file: TemporaryFile
    private let subject: ReadError.Subject
    private let content: SpilledContent

    /// Nil without a limit other than the disk.
    package var room: TemporaryRoom? { file.room }

    /// Creates a file in the folder for temporary files. Errors are about `subject`.
    package init(for subject: ReadError.Subject, content: SpilledContent = .source) throws(ReadError) {
        do throws(TemporaryFile.Failure) { file = try TemporaryFile() } catch {
            throw ReadError(error, of: subject, content)
        }
        self.subject = subject
        self.content = content
    }

    /// Wraps a temporary file.
    package init(_ file: TemporaryFile, for subject: ReadError.Subject, content: SpilledContent = .source) {
        (self.file, self.subject, self.content) = (file, subject, content)
    }

    /// Wraps any open file.
    package init(
        _ file: FileDescriptor, for subject: ReadError.Subject, content: SpilledContent = .source,
        room: TemporaryRoom? = nil
    ) {
        self.file = TemporaryFile(file, room: room)
        self.subject = subject
        self.content = content
    }

    /// Writes `bytes` at `offset`. Returns the number of bytes written: all without a failure such as a full disk.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (count: Int, failure: ReadError?) {
        let (count, failure) = file.write(bytes, at: offset)
        return (count, failure.map { ReadError($0, of: subject, content) })
    }

    /// Reads up to as many bytes as `buffer` has room for; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        do throws(TemporaryFile.Failure) { return try file.read(into: buffer, at: offset) } catch {
            throw ReadError(error, of: subject, content)
        }
    }

    /// Reads as many bytes as `buffer` has room for, which have been written.
    package func readFully(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) {
        do throws(TemporaryFile.Failure) { try file.readFully(into: buffer, at: offset) } catch {
            throw ReadError(error, of: subject, content)
        }
    }
}

extension ReadError {
    /// The failure of a temporary file for `content` of `subject`.
    package init(_ failure: TemporaryFile.Failure, of subject: Subject, _ content: SpilledContent) {
        let facts: TableFailure =
            switch failure {
            case .notCreated(let folder, let error): .noTemporaryFile(folder: folder, number: error.number)
            case .noRoom(let limit, let folder): .noTemporaryRoom(limit: limit, folder: folder)
            case .notWritten(let error): .notSpilled(content, number: error.number)
            case .notRead(let byte, let error): .system(byte: byte, number: error.number)
            }
        self.init(facts, of: subject)
    }
}
