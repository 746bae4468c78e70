import Tabular

/// Writes rows of a table in another format: whole values, in order, with bounded memory for any size.
///
///     let export = TableExport(source, format: .csv, part: ExportPart(rows: try RowSelection("1:100")))
///     try export.write(toFile: "out.csv", input: "in.csv")
///
/// It works on the caller's thread. A part with a last row is written as soon as its rows are there, with as many columns as
/// the header and the widest of these rows have; other parts once the source is complete, since any row may be the widest, or
/// once all rows are known if the columns are named. CSV and TSV have the values' own bytes, valid UTF-8 or not; for a source
/// in another encoding, invalid text is U+FFFD.
public struct TableExport: Sendable {
    private let source: any RecordStreaming
    private let format: ExportFormat
    private let part: ExportPart
    private let style: ExportStyle
    private let control: ExportControl

    public init(
        _ source: any RecordStreaming, format: ExportFormat, part: ExportPart = .all,
        style: ExportStyle = ExportStyle(), control: ExportControl = ExportControl()
    ) {
        self.source = source
        self.format = format
        self.part = part
        self.style = style
        self.control = control
    }

    /// Writes to the file at `path`, which is complete afterwards, or unchanged after a failure. `input` is the file that the
    /// source reads; it is never written to. An interrupted source writes no file: part of a table would look like all of it.
    ///
    /// - Returns: The number of rows written.
    @discardableResult
    public func write(toFile path: String, input: String? = nil) throws(ExportError) -> Int {
        let found = try find()
        if let interruption = found.interruption { throw Self.notWritten(path, because: interruption) }
        let file = try OutputFile(path: path, input: input)
        try write(found, to: ByteOutput(descriptor: file.descriptor), name: path)
        try file.commit()
        return found.rows.count
    }

    /// Returns the error for a file that would lack unread data.
    package static func notWritten(_ file: String, because error: ReadError) -> ExportError {
        ExportError(.notWritten(file: file, error))
    }

    /// Writes to an open file such as standard output, which stays open. `name` is used in messages. A program that writes to a
    /// pipe must ignore SIGPIPE, and gets `.brokenPipe`. For an interrupted source, such as a damaged compressed file, it
    /// writes the rows before the damage and then throws the error. `input` is the file that the source reads, which is never
    /// written to.
    ///
    /// - Returns: The number of rows written.
    @discardableResult
    public func write(
        to descriptor: Int32, name: String = "standard output", input: String? = nil
    ) throws(ExportError) -> Int {
        try write(to: descriptor, name: name, input: input, through: nil)
    }

    /// The same; `filter` transforms the output bytes.
    @discardableResult
    package func write(
        to descriptor: Int32, name: String = "standard output", input: String?, through filter: ByteFilter?
    ) throws(ExportError) -> Int {
        try OutputFile.check(descriptor, name: name, isNot: input)
        let found = try find()
        try write(found, to: ByteOutput(descriptor: descriptor, filter: filter), name: name)
        if let interruption = found.interruption { throw ExportError(reading: interruption) }
        return found.rows.count
    }

    /// The resolved part: rows, columns, and a header.
    private struct Found {
        var rows: RowStretches
        /// The columns of the table, as far as the written rows have them.
        var columns: [Column]
        var hasHeader: Bool
        /// The reason why the source ends before the end of the part.
        var interruption: ReadError?
    }

    private func find() throws(ExportError) -> Found {
        var snapshot = try waitUntilReady()
        // In this phase the detected dialect may change, and then the table may have fewer rows.
        if case .opening = snapshot.phase {
            try reading { () throws(ReadError) in _ = try source.settleReading() }
            snapshot = try waitUntilReady()
        }
        if let reading = part.reading, reading != snapshot.reading { throw .otherReading }
        if !part.stretches.isEmpty {
            return Found(
                rows: RowStretches(part.stretches), columns: try columns(of: snapshot), hasHeader: snapshot.hasHeader)
        }
        // Rows that are already known can be written even if the rest cannot.
        if part.rows.last != nil && !format.dependsOnTypes(style) { return try findCounting() }
        let interruption = snapshot.interruption
        if let failure = snapshot.failure, interruption == nil { throw ExportError(reading: failure) }
        // An interrupted source was not audited for its widest row.
        if part.rows.last != nil || interruption != nil { return try findCounting() }
        return Found(
            rows: RowStretches([try part.rows.rows(of: snapshot.rowCount.known)]), columns: try columns(of: snapshot),
            hasHeader: snapshot.hasHeader)
    }

    /// Waits until the output for the part can be determined, or reading has failed.
    private func waitUntilReady() throws(ExportError) -> TableSnapshot {
        let ready = source.wait(until: { part.isReady(format, style, in: $0) }, unless: control.cancellation)
        guard let ready else { throw ended }
        return ready
    }

    /// Counts the columns of header and rows, so the result does not depend on how much of the table is known by now.
    private func findCounting() throws(ExportError) -> Found {
        var sink = WidthSink(unless: control.cancellation)
        try reading { () throws(ReadError) in try source.streamHeader(into: &sink) }
        let headerCount = sink.recordCount
        let first = (part.rows.first ?? 1) - 1
        var end = part.rows.last ?? .max
        var interruption: ReadError?
        // No further rows appear, since the wait above included the end of the part.
        let settled = source.snapshot
        if let failure = settled.failure, settled.rowCount.known < end || part.mayHoldAnyRow {
            guard settled.interruption != nil, first < settled.rowCount.known else {
                throw ExportError(reading: failure)
            }
            (end, interruption) = (min(end, settled.rowCount.known), failure)
        }
        // Rows are counted by their first value where their widths do not matter.
        let request = part.columns.map { RecordRequest.columns(Array($0.prefix(1))) } ?? .all
        try reading { () throws(ReadError) in try source.streamRecords(first..<end, of: request, into: &sink) }
        if sink.wasCancelled { throw .cancelled }
        let snapshot = source.snapshot
        let count = sink.recordCount - headerCount
        // Without any row, the table ends before the part, and its length is known.
        let rows = count > 0 ? first..<first + count : try part.rows.rows(of: snapshot.rowCount.known)
        var columns = try columns(of: snapshot)
        if part.columns == nil {
            columns = Array(columns.prefix(sink.width))
            while columns.count < sink.width { columns.append(Column(name: "", type: .text)) }
        }
        return Found(
            rows: RowStretches([rows]), columns: columns, hasHeader: snapshot.hasHeader, interruption: interruption)
    }

    private func columns(of snapshot: TableSnapshot) throws(ExportError) -> [Column] {
        let count = snapshot.columns.count
        if let column = part.columns?.first(where: { !(0..<count).contains($0) }) {
            throw ExportError(.noColumn(column, count: count))
        }
        return snapshot.columns
    }

    private func write(_ found: Found, to output: ByteOutput, name: String) throws(ExportError) {
        let failure = try write(found, to: output)
        if let failure { throw OutputFile.error(failure, path: name) }
    }

    /// Writes the part and returns the number of the first error of the output.
    private func write(_ found: Found, to output: ByteOutput) throws(ExportError) -> Int32? {
        let indices = part.columns ?? Array(found.columns.indices)
        let columns = indices.map { found.columns[$0] }
        var style = style
        style.hasHeader = style.hasHeader && found.hasHeader
        switch format {
        case .csv, .tsv:
            let delimiter = format == .csv ? style.delimiter : UInt8(ascii: "\t")
            // A record with only some of the columns is not a short record of the source, and a selection is a rectangle.
            let isWhole = part.stretches.isEmpty && indices.elementsEqual(found.columns.indices)
            let writer = DelimitedWriter(
                output, delimiter: delimiter, columnCount: columns.count,
                isPadded: style.isPadded || !isWhole || source.snapshot.description.hasKinds,
                isConverted: source.snapshot.description.isConverted)
            // The names are in memory anyway.
            guard style.escapesFormulas else {
                return try write(found, to: style.hasHeader ? try streamHeader(of: found, into: writer) : writer)
            }
            let guarded = FormulaGuard(writer)
            return try write(found, to: style.hasHeader ? try streamHeader(of: found, into: guarded) : guarded)
        case .json, .ndjson:
            let (paths, isLines) = (paths(of: found.columns), format == .ndjson)
            guard paths != .none || hasKinds else {
                return try write(
                    found, to: JSONWriter(output, columns: columns, isLines: isLines, isTyped: style.isTyped))
            }
            var writer = JSONRecordWriter(
                output, columns: columns, paths: paths, isLines: isLines,
                typing: hasKinds ? .kinds : style.isTyped ? .forms : .none)
            if part.columns == nil { writer.constant = source.snapshot.description.constantMember }
            return try write(found, to: writer)
        case .markdown:
            let writer = MarkupWriter(output, .markdown, columns: columns, style: style)
            return try style.escapesFormulas
                ? write(found, to: FormulaGuard(writer)) : write(found, to: writer)
        case .html:
            let writer = MarkupWriter(output, .html, columns: columns, style: style)
            return try style.escapesFormulas
                ? write(found, to: FormulaGuard(writer)) : write(found, to: writer)
        case .sql:
            return try write(found, to: SQLWriter(output, columns: columns, style: style, hasKinds: hasKinds))
        case .bytes: return try writeBytes(found.rows, to: output)
        }
    }

    private func write(_ found: Found, to writer: some TableWriter) throws(ExportError) -> Int32? {
        var written = try stream(found, into: writer)
        written.finish()
        return written.output.failure
    }

    /// Returns the error of a source that streamed fewer rows than it declared.
    private func ended(after count: Int, of rows: Int) -> ExportError {
        ExportError(.ended(after: count, of: rows))
    }

    /// Returns the most fields that a record may have: with named columns the number does not matter.
    private func widest(_ found: Found) -> Int { part.columns == nil ? found.columns.count : .max }

    /// The error of a source that ended, because the export was cancelled or the source closed.
    private var ended: ExportError {
        ExportError(control.cancellation.isRequested ? .cancelled : .closed)
    }

    private func writeBytes(_ stretches: RowStretches, to output: ByteOutput) throws(ExportError) -> Int32? {
        guard let raw = source.abilities.raw else {
            throw ExportError(.noBytes)
        }
        guard part.columns == nil else {
            throw ExportError(.columnsOfBytes)
        }
        var sink = ByteSink(output, control: control)
        try reading { () throws(ReadError) in try raw.streamBytesBeforeRows(into: &sink) }
        // Bytes have all columns, and selected rows only some, so there is a single range.
        let rows = stretches.stretches.first ?? 0..<0
        // Writes in steps to report progress; in few, since finding the ends of each takes time.
        let step = max(1 << 16, rows.count / 100)
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: step) where !sink.isFinished {
            sink.rowCount = start - rows.lowerBound
            let end = min(start + step, rows.upperBound)
            try reading { () throws(ReadError) in try raw.streamBytes(ofRows: start..<end, into: &sink) }
        }
        if sink.wasCancelled || control.cancellation.isRequested { throw .cancelled }
        sink.output.flush()
        return sink.output.failure
    }

    /// A Boolean value that indicates whether values have kinds. Values in their displayed form have none.
    private var hasKinds: Bool { source.snapshot.description.hasKinds && style.form == .value }

    /// Returns the meaning of the paths of the table's columns.
    private func paths(of columns: [Column]) -> JSONRecordWriter.PathUse {
        let description = source.snapshot.description
        if columns.contains(where: { $0.position != nil }) || columns.isEmpty && description.hasLists {
            return .positions
        }
        if description.hasBareRecords { return .namesAndRecord }
        return columns.contains { !$0.path.isEmpty || $0.holdsOthers } ? .names : .none
    }

    /// The values to request from each record.
    private var request: RecordRequest {
        var request = RecordRequest.columns(part.columns, form: style.form)
        request.isForJSON = format == .json || format == .ndjson
        request.marksReals = format == .sql
        return request
    }

    private func streamHeader<Writer: TableWriter>(
        of found: Found, into writer: Writer
    ) throws(ExportError) -> Writer {
        var sink = GuardedSink(
            writer, columnCount: widest(found), control: ExportControl(cancellation: control.cancellation))
        // A header has one row of paths, in whatever rows the source shows its column names.
        if found.columns.contains(where: { !$0.path.isEmpty }) {
            let written = (part.columns ?? Array(found.columns.indices)).map { found.columns[$0] }
            sink.appendRecord(written.fullNames)
            return sink.writer
        }
        try reading { () throws(ReadError) in
            if let columns = part.columns {
                try source.streamHeader(of: columns, into: &sink)
            } else {
                try source.streamHeader(into: &sink)
            }
        }
        try sink.check(row: nil, columns: part.columns)
        return sink.writer
    }

    private func stream<Writer: TableWriter>(_ found: Found, into writer: Writer) throws(ExportError) -> Writer {
        var sink = GuardedSink(
            writer, columnCount: widest(found), control: control, refusesUnreadable: !style.writesUnreadable)
        do throws(ExportError) { try stream(found, through: &sink) } catch {
            // The rows before the failure; a file is removed anyway.
            var writer = sink.writer
            if !writer.isFinished { writer.finishRecords() }
            throw error
        }
        if sink.unreadableCount > 0 { control.emptied(sink.unreadableCount) }
        return sink.writer
    }

    private func stream(_ found: Found, through sink: inout GuardedSink<some TableWriter>) throws(ExportError) {
        for rows in found.rows.stretches where !sink.isFinished {
            let before = sink.recordCount
            try reading { () throws(ReadError) in try source.streamRecords(rows, of: request, into: &sink) }
            // The source must stream as many rows as it counted, or the output would silently lack rows.
            if !sink.isFinished && sink.recordCount < before + rows.count {
                throw ended(after: sink.recordCount, of: found.rows.count)
            }
        }
        try sink.check(row: found.rows.row(at: sink.recordCount), columns: part.columns) { row in
            if let reason = source.abilities.unreadableReason { return reason() }
            return source.snapshot.problems.first.first { $0.kind.severity == .error && $0.position.record == row + 1 }?
                .message
        }
    }

    private func reading(_ body: () throws(ReadError) -> Void) throws(ExportError) { try control.reading(body) }
}

extension ExportControl {
    /// Runs `body` and rethrows its error, or `.cancelled` where the export was cancelled.
    func reading(_ body: () throws(ReadError) -> Void) throws(ExportError) {
        // A closed source throws its own error, but usually it is closed because the export is not needed either.
        do throws(ReadError) { try body() } catch {
            throw cancellation.isRequested ? .cancelled : ExportError(reading: error)
        }
    }
}

extension TableSnapshot {
    fileprivate var hasHeader: Bool {
        description.headerRows.map { $0 > 0 } ?? columns.contains { !$0.name.isEmpty || !$0.path.isEmpty }
    }
}
