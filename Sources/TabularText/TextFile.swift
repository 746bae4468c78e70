import Tabular

/// The reader of text without what lies above it, for measuring it alone.
package enum TextFile {
    /// The bytes that the reader reads at a time.
    package static let readBlock = TextSource.readBlock

    package static func open(_ path: String) -> any RowPicking { TextSource(path: path) }

    /// - Parameters:
    ///   - headerRows: The records before the first row; nil where the dialect is detected.
    ///   - threads: The threads that read at the same time, at most.
    package static func open(_ path: String, headerRows: Int? = nil, threads: Int) -> any RowPicking {
        let options = headerRows.map { TextOptions(reading: Dialect(headerRows: $0)) } ?? TextOptions()
        return TextSource(path: path, options: options, threads: threads)
    }

    /// Bytes in memory: `block`, which ends with a record, over and over up to `bytes` bytes.
    package static func repeating(_ block: [UInt8], bytes: Int) -> any RowPicking {
        TextSource(repeating: block, bytes: bytes, name: "generated.csv")
    }
}
