import Tabular
import TabularBytes

/// The beginning of a table as it would be shown if its source were opened with other options.
public struct DialectPreview: Sendable, Hashable {
    /// The description that would apply: the choices, and the detected rest.
    public let description: TableDescription
    /// The readings that were compared for it.
    public let detection: DetectionReport
    /// All columns, with the types of the first rows.
    public let columns: [Column]
    /// The values of the first rows, in each of the first columns; nil where a record has none.
    public let rows: [[String?]]

    /// The most bytes of the source that a preview reads: as many as opening does.
    static let byteLimit = 1 << 24

    init(_ snapshot: TableSnapshot, _ detection: DetectionReport, rows: Int, columns: Int) {
        self.detection = detection
        description = snapshot.description
        self.columns = snapshot.columns
        let count = min(rows, snapshot.rowCount.known)
        self.rows = (0..<count).map { row in
            snapshot.columns.indices.prefix(columns).map { column in
                guard let block = snapshot.cells.block(row: row, column: column),
                    block.info(row: row, column: column).state == .value
                else { return nil }
                return block.text(row: row, column: column)
            }
        }
    }
}

extension TextSource {
    /// Returns the first rows and columns as `options` would show them, from the known bytes. The source itself continues as it
    /// was opened. Reads the file, thus not for the main thread; waits while the source is being opened.
    ///
    /// - Returns: Nil when the source was closed, or could not be opened.
    /// - Throws: What opening the source with `options` would throw, or reading it does.
    /// - Complexity: O(first megabyte); where that does not hold the header and a record, or lines are skipped, as much as
    ///   they need up to 16 MiB.
    public func preview(
        _ options: TextOptions, rows: Int = 8, columns: Int = 8
    ) throws(ReadError) -> DialectPreview? {
        try reader.preview(options, rows: rows, columns: columns)
    }
}

extension TextReader {
    func preview(_ options: TextOptions, rows: Int, columns: Int) throws(ReadError) -> DialectPreview? {
        let table = state.wait {
            $0.snapshot.description.headerRows != nil || $0.snapshot.phase != .opening || $0.isClosed
        } then: {
            $0.isClosed ? nil : $0.table
        }
        guard let table else { return nil }
        let beginning = FirstBytes(of: table.store.source, limit: DialectPreview.byteLimit)
        let reader = TextReader(name: name, options: options, tuning: tuning)
        // Background conversion need not continue.
        defer { reader.close() }
        let content = SourceContent(store: beginning, innerName: table.innerName, packing: table.packing)
        let extent = OpeningSample.Extent(length: tuning.look.length)
        guard reader.keep(content) else { return nil }
        let sample = try OpeningSample(of: beginning, at: 0, extent, options)
        guard let verdict = try reader.judge(content, sample, extent, sniffed: extent.length, behind: nil)
        else { return nil }
        reader.show(verdict, insteadOf: nil)
        let detection = DetectionReport(verdict.found, verdict.encoding, options)
        return DialectPreview(reader.state.current.snapshot, detection, rows: rows, columns: columns)
    }
}
