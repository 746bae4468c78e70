import Tabular

/// Writes rows of a table in another format: whole values, in order, memory bounded whatever their size.
///
///     let export = TableExport(source, format: .csv, rows: try RowSelection("1:100"))
///     try export.write(toFile: "out.csv", input: "in.csv")
///
/// It works on the caller's thread and waits until the source is complete, since only then the number of columns is
/// known. CSV and TSV have the values' own bytes, valid UTF-8 or not.
public struct TableExport: Sendable {
    private let source: any RecordStreaming
    private let format: ExportFormat
    private let selection: RowSelection
    private let isCancelled: @Sendable () -> Bool

    /// `isCancelled` is asked every few thousand bytes; once it is true, the export ends with the error `.cancelled`.
    public init(
        _ source: any RecordStreaming, format: ExportFormat, rows: RowSelection = .all,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.source = source
        self.format = format
        selection = rows
        self.isCancelled = isCancelled
    }

    /// Writes to the file at `path`, which is there whole afterwards, or as it was before when something fails.
    /// `input` is the file that the source reads; it is never written to.
    ///
    /// - Returns: How many rows were written.
    @discardableResult
    public func write(toFile path: String, input: String? = nil) throws(ExportError) -> Int {
        let (snapshot, rows) = try prepare()
        let file = try OutputFile(path: path, input: input)
        try write(rows, snapshot, to: file.descriptor, name: path)
        try file.commit()
        return rows.count
    }

    /// Writes to an open file such as standard output, which stays open. `name` stands in messages. A program that
    /// writes to a pipe ignores SIGPIPE, and gets `.brokenPipe`.
    ///
    /// - Returns: How many rows were written.
    @discardableResult
    public func write(to descriptor: Int32, name: String = "standard output") throws(ExportError) -> Int {
        let (snapshot, rows) = try prepare()
        try write(rows, snapshot, to: descriptor, name: name)
        return rows.count
    }

    private func prepare() throws(ExportError) -> (TableSnapshot, Range<Int>) {
        let snapshot = source.waitUntilComplete()
        if case .failed(let error) = snapshot.phase { throw ExportError(reading: error) }
        return (snapshot, try selection.rows(of: snapshot.rowCount.known))
    }

    private func write(
        _ rows: Range<Int>, _ snapshot: TableSnapshot, to descriptor: Int32, name: String
    ) throws(ExportError) {
        let output = ByteOutput(descriptor: descriptor)
        let failure: Int32?
        switch format {
        case .csv, .tsv:
            let writer = DelimitedWriter(
                output, delimiter: UInt8(ascii: format == .csv ? "," : "\t"), columnCount: snapshot.columns.count)
            var sink = GuardedSink(writer, columnCount: snapshot.columns.count, isCancelled: isCancelled)
            if snapshot.hasHeader { try streamHeader(into: &sink) }
            try stream(rows, into: &sink)
            sink.writer.finish()
            failure = sink.writer.output.failure
        case .json, .ndjson:
            let writer = JSONWriter(output, columns: snapshot.columns, isLines: format == .ndjson)
            var sink = GuardedSink(writer, columnCount: snapshot.columns.count, isCancelled: isCancelled)
            try stream(rows, into: &sink)
            sink.writer.finish()
            failure = sink.writer.output.failure
        }
        if let failure { throw OutputFile.error(failure, path: name) }
    }

    private func streamHeader(into sink: inout GuardedSink<some RecordSink>) throws(ExportError) {
        try reading { () throws(ReadError) in try source.streamHeader(into: &sink) }
        try sink.check("the header")
        sink.recordCount = 0
    }

    private func stream(_ rows: Range<Int>, into sink: inout GuardedSink<some RecordSink>) throws(ExportError) {
        try reading { () throws(ReadError) in try source.streamRecords(rows, into: &sink) }
        try sink.check("row \(rows.lowerBound + sink.recordCount + 1)")
        // What the source counted and what it gives are one, or the output would lack rows in silence.
        if !sink.isFinished && sink.recordCount < rows.count {
            throw ExportError(
                .writeFailed, "the table ended after row \(sink.recordCount) of \(rows.count). Open it again and retry."
            )
        }
    }

    private func reading(_ body: () throws(ReadError) -> Void) throws(ExportError) {
        do throws(ReadError) { try body() } catch { throw ExportError(reading: error) }
    }
}

extension TableSnapshot {
    fileprivate var hasHeader: Bool { description.dialect?.hasHeader ?? columns.contains { !$0.name.isEmpty } }
}
