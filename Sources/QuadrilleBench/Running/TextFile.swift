import Tabular
import TabularText

/// The reader of text without what lies above it: several benchmarks measure its speed alone, also with a given number of
/// threads.
enum TextFile {
    /// The bytes that the reader reads at a time.
    static let readBlock = TextSource.readBlock

    static func open(_ path: String) -> any RowPicking { TextSource(path: path) }

    /// - Parameters:
    ///   - headerRows: The records before the first row; nil where the dialect is detected.
    ///   - threads: The threads that read at the same time, at most.
    static func open(_ path: String, headerRows: Int? = nil, threads: Int) -> any RowPicking {
        let options = headerRows.map { TextOptions(reading: Dialect(headerRows: $0)) } ?? TextOptions()
        return TextSource(path: path, options: options, threads: threads)
    }

    /// Bytes in memory: `block`, which ends with a record, over and over up to `bytes` bytes.
    static func repeating(_ block: [UInt8], bytes: Int) -> any RowPicking {
        TextSource(repeating: block, bytes: bytes, name: "generated.csv")
    }
}
