import Tabular

/// Writes rows of a table in another format: whole values, in order, memory bounded whatever their size.
///
///     let export = TableExport(source, format: .csv, part: ExportPart(rows: try RowSelection("1:100")))
///     try export.write(toFile: "out.csv", input: "in.csv")
///
/// It works on the caller's thread and waits until the source is complete, since only then the number of columns is
/// known. CSV and TSV have the values' own bytes, valid UTF-8 or not.
public struct TableExport: Sendable {
    private let source: any RecordStreaming
    private let format: ExportFormat
    private let part: ExportPart
    private let control: ExportControl

    public init(
        _ source: any RecordStreaming, format: ExportFormat, part: ExportPart = .all,
        control: ExportControl = ExportControl()
    ) {
        self.source = source
        self.format = format
        self.part = part
        self.control = control
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
        // Waiting takes the place of the source's change handler, so it is not done where there is no need.
        let known = source.snapshot
        let snapshot = known.phase == .complete ? known : source.waitUntilComplete()
        if case .failed(let error) = snapshot.phase { throw ExportError(reading: error) }
        let count = snapshot.columns.count
        precondition(
            part.columns?.allSatisfy((0..<count).contains) ?? true, "columns outside of the \(count) of the table")
        return (snapshot, try part.rows.rows(of: snapshot.rowCount.known))
    }

    private func write(
        _ rows: Range<Int>, _ snapshot: TableSnapshot, to descriptor: Int32, name: String
    ) throws(ExportError) {
        let output = ByteOutput(descriptor: descriptor)
        let columns = part.columns ?? Array(snapshot.columns.indices)
        let failure: Int32?
        switch format {
        case .csv, .tsv:
            let writer = DelimitedWriter(
                output, delimiter: UInt8(ascii: format == .csv ? "," : "\t"), columnCount: columns.count)
            // The names are in memory anyway.
            let header = snapshot.hasHeader ? try streamHeader(of: snapshot, columns, into: writer) : writer
            var written = try stream(rows, of: snapshot, columns, into: header)
            written.finish()
            failure = written.output.failure
        case .json, .ndjson:
            let writer = JSONWriter(output, columns: columns.map { snapshot.columns[$0] }, isLines: format == .ndjson)
            var written = try stream(rows, of: snapshot, columns, into: writer)
            written.finish()
            failure = written.output.failure
        case .bytes: failure = try writeBytes(rows, to: output)
        }
        if let failure { throw OutputFile.error(failure, path: name) }
    }

    private func writeBytes(_ rows: Range<Int>, to output: ByteOutput) throws(ExportError) -> Int32? {
        guard let raw = source as? any RawRecords else {
            throw ExportError(.badFormat, "this table has no bytes of its own. Choose another format.")
        }
        guard part.columns == nil else {
            throw ExportError(.badFormat, "bytes have all columns as they stand. Leave the columns out.")
        }
        var sink = ByteSink(output, control: control)
        try reading { () throws(ReadError) in try raw.streamBytesBeforeRows(into: &sink) }
        // In parts, so as to say how far it is; not many, since the ends of each have to be found.
        let step = max(1 << 16, rows.count / 100)
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: step) where !sink.isFinished {
            sink.rowCount = start - rows.lowerBound
            let end = min(start + step, rows.upperBound)
            try reading { () throws(ReadError) in try raw.streamBytes(ofRows: start..<end, into: &sink) }
        }
        // A source that is closed meanwhile just ends.
        if sink.wasCancelled || control.isCancelled() { throw .cancelled }
        sink.output.flush()
        return sink.output.failure
    }

    private func streamHeader<Writer: RecordSink>(
        of snapshot: TableSnapshot, _ columns: [Int], into writer: Writer
    ) throws(ExportError) -> Writer {
        var sink = GuardedSink(
            PickingSink(writer, columns: columns, heldBytes: .max), columnCount: snapshot.columns.count,
            control: ExportControl(isCancelled: control.isCancelled))
        try reading { () throws(ReadError) in try source.streamHeader(into: &sink) }
        try sink.check("the header")
        return sink.writer.writer
    }

    private func stream<Writer: RecordSink>(
        _ rows: Range<Int>, of snapshot: TableSnapshot, _ columns: [Int], into writer: Writer
    ) throws(ExportError) -> Writer {
        var sink = GuardedSink(
            PickingSink(writer, columns: columns), columnCount: snapshot.columns.count, control: control)
        while true {
            let left = rows.dropFirst(sink.recordCount)
            try stream(left, into: &sink, from: rows)
            guard sink.writer.isOverflowing else { break }
            // What is too long to be held passes once for each run of its columns.
            let (count, row) = (sink.recordCount, rows.lowerBound + sink.recordCount)
            for run in sink.writer.runs {
                sink.restart(behind: count)
                sink.writer.begin(run)
                try stream(row..<row + 1, into: &sink, from: rows)
            }
            sink.restart(behind: count + 1)
            sink.writer.beginHolding()
        }
        // What the source counted and what it gives are one, or the output would lack rows in silence.
        if !sink.isFinished && sink.recordCount < rows.count {
            throw ExportError(
                .writeFailed, "the table ended after row \(sink.recordCount) of \(rows.count). Open it again and retry."
            )
        }
        return sink.writer.writer
    }

    private func stream(
        _ rows: Range<Int>, into sink: inout GuardedSink<some RecordSink>, from all: Range<Int>
    ) throws(ExportError) {
        try reading { () throws(ReadError) in try source.streamRecords(rows, into: &sink) }
        try sink.check("row \(all.lowerBound + sink.recordCount + 1)")
    }

    private func reading(_ body: () throws(ReadError) -> Void) throws(ExportError) {
        do throws(ReadError) { try body() } catch { throw ExportError(reading: error) }
    }
}

extension TableSnapshot {
    fileprivate var hasHeader: Bool { description.dialect?.hasHeader ?? columns.contains { !$0.name.isEmpty } }
}
