import BenchmarkKit
import Tabular
import TabularText

/// A file that is open and all of which is known, as in a window once it has been read.
enum OpenTable {
    /// Opens the file at `path`, waits until all is known of it, gives it to `body`, and closes it.
    static func with<R>(_ path: String, _ body: (any RowPicking) throws -> R) throws -> R {
        let source = TextFile.open(path)
        defer { source.close() }
        if case .failed(let error) = source.waitUntilComplete().phase { throw WrongAnswer(reason: error.description) }
        return try body(source)
    }
}
