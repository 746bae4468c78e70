import Tabular

/// Writes one value of a table whole, byte for byte, with bounded memory for any length: no quotes, no line end after it.
///
/// Unlike `TableExport`, it waits only until its row is known.
public struct ValueExport: Sendable {
    private let source: any RecordStreaming
    private let row: Int
    private let column: Int
    private let reading: Int?
    private let control: ExportControl
    /// The form of the value: exact, or as displayed by the source's own program.
    public var form = RecordRequest.Form.value
    /// A Boolean value that indicates whether bytes are written for a binary value in place of their hexadecimal digits.
    public var writesBytes = false

    /// Creates an export of the cell at `row` and `column`, both 0-based, in the `TableSnapshot.reading` given, if they were
    /// determined before the reading was final. Progress counts bytes.
    public init(
        _ source: any RecordStreaming, row: Int, column: Int, reading: Int? = nil,
        control: ExportControl = ExportControl()
    ) {
        self.source = source
        self.row = row
        self.column = column
        self.reading = reading
        self.control = control
    }

    /// Writes to the file at `path`, which is complete afterwards, or unchanged after a failure. `input` is the file that the
    /// source reads; it is never written to.
    ///
    /// - Returns: The number of bytes written.
    @discardableResult
    public func write(toFile path: String, input: String? = nil) throws(ExportError) -> Int {
        try checkReading()
        let file = try OutputFile(path: path, input: input)
        let count = try writeValue(to: ByteOutput(descriptor: file.descriptor), name: path)
        try file.commit()
        return count
    }

    /// Writes to an open file such as standard output, which stays open. `name` is used in messages. `input` is the file that
    /// the source reads, which is never written to.
    ///
    /// - Returns: The number of bytes of the value.
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
        try checkReading()
        return try writeValue(to: ByteOutput(descriptor: descriptor, filter: filter), name: name)
    }

    private func checkReading() throws(ExportError) {
        guard let reading else { return }
        var settled = reading
        try control.reading { () throws(ReadError) in settled = try source.settleReading() }
        if settled != reading { throw .otherReading }
    }

    private func writeValue(to output: ByteOutput, name: String) throws(ExportError) -> Int {
        var sink = ValueSink(
            output, isConverted: source.snapshot.description.isConverted, control: control)
        sink.decoder = try isBinary() ? HexadecimalDecoder() : nil
        do throws(ReadError) {
            try source.streamRecords(row..<row + 1, of: .columns([column], form: form), into: &sink)
        } catch {
            throw ExportError(reading: error)
        }
        if sink.wasCancelled { throw .cancelled }
        if sink.isUnreadable {
            guard let reason = source.abilities.unreadableReason else {
                throw ExportError(.unreadable(row: row, column: column))
            }
            throw ExportError(.faultyValue(row: row, column: column, fault: reason()))
        }
        if sink.output.failure == nil && !sink.isWhole {
            throw ExportError(.noValue(row: row, column: column, isRowThere: sink.hasRecord))
        }
        sink.output.flush()
        if let failure = sink.output.failure { throw OutputFile.error(failure, path: name) }
        return sink.byteCount
    }
}

extension ValueExport {
    /// Finds whether bytes are to be written. Reads the value once, where its kind decides.
    private func isBinary() throws(ExportError) -> Bool {
        let table = source.snapshot
        guard writesBytes, table.columns.indices.contains(column),
            [.binary, .mixed].contains(table.columns[column].type)
        else { return false }
        var sink = KindSink()
        do throws(ReadError) {
            try source.streamRecords(row..<row + 1, of: .columns([column], form: form), into: &sink)
        } catch {
            throw ExportError(reading: error)
        }
        return sink.kind == .binary
    }
}

/// Receives the kind of the first value.
private struct KindSink: RecordSink {
    private(set) var kind: CellKind?

    var isFinished: Bool { kind != nil }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }
    mutating func endValue(_ state: CellState, as kind: CellKind) { self.kind = self.kind ?? kind }
    mutating func endRecord() {}
}

/// Writes the first value of the first record.
private struct ValueSink: RecordSink {
    private static let workBetweenLooks = 1 << 12

    var output: ByteOutput
    private(set) var byteCount = 0
    /// True after the value.
    private(set) var isWhole = false
    private(set) var isUnreadable = false
    private(set) var hasRecord = false
    private(set) var wasCancelled = false
    /// Not nil where hexadecimal digits stand for bytes.
    var decoder: HexadecimalDecoder?
    private let isConverted: Bool
    private let control: ExportControl
    private var work = 0

    init(_ output: ByteOutput, isConverted: Bool, control: ExportControl) {
        self.output = output
        self.isConverted = isConverted
        self.control = control
    }

    var isFinished: Bool { isWhole || hasRecord || wasCancelled || output.failure != nil }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isFinished { return }
        if decoder != nil {
            var decoded: [UInt8] = []
            decoder?.decode(bytes, into: &decoded)
            output.write(decoded)
            byteCount += decoded.count
        } else if isConverted && ConvertedText.isBroken(bytes) {
            let repaired = ConvertedText.repaired(bytes)
            output.write(repaired)
            byteCount += repaired.count
        } else {
            output.write(bytes)
            byteCount += bytes.count
        }
        work += bytes.count
        if work >= Self.workBetweenLooks { look() }
    }

    mutating func endValue(_ state: CellState) {
        if state == .value && !isFinished { isWhole = true }
        if state == .unreadable && !isFinished { isUnreadable = true }
        hasRecord = true
    }

    /// The source streams one record, and perhaps a little of the next.
    mutating func endRecord() { hasRecord = true }

    mutating func gathered(_ records: Int) { look() }

    private mutating func look() {
        work = 0
        control.progress(byteCount)
        if !wasCancelled { wasCancelled = control.cancellation.isRequested }
    }
}
