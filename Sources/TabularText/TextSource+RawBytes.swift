import QuadrilleRuntime
import Tabular

extension TextSource: RawRecords {
    public var abilities: Abilities {
        var abilities = Abilities(pick: self)
        (abilities.bytes, abilities.raw) = (self, self)
        (abilities.locate, abilities.explain, abilities.types) = (self, self, self)
        abilities.skipAudit = { [reader] in reader.state.withLock(wakes: false) { $0.isAuditSkipped = true } }
        abilities[TextSource.self] = self
        return abilities
    }

    public func streamBytesBeforeRows(into sink: inout some RawSink) throws(ReadError) {
        let table = try reader.waitForRows(1)
        try reader.copy(0..<table.place(ofRow: 0).byte, of: table.table, into: &sink)
    }

    public func streamBytes(ofRows rows: Range<Int>, into sink: inout some RawSink) throws(ReadError) {
        if rows.isEmpty { return }
        let table = try reader.waitForRows(rows.upperBound)
        let (start, before) = try table.place(ofRow: rows.lowerBound)
        let (end, row) = try table.place(ofRow: rows.upperBound)
        // Delivers the bytes that remain, and then throws.
        try reader.copy(start..<max(start, end), of: table.table, into: &sink)
        let counted = min(rows.upperBound, table.rowCount)
        guard max(0, before, row) < counted && !sink.isFinished else { return }
        if reader.isClosed { throw reader.closed }
        try reader.endEarly(before: counted)
    }
}

extension TextReader {
    /// Throws that the source ended before as many rows as were counted, unless the reader was closed, which ends every stream.
    func endEarly(before rowCount: Int) throws(ReadError) {
        let (phase, isClosed) = state.withLock(wakes: false) { ($0.snapshot.phase, $0.isClosed) }
        if isClosed { return }
        if case .failed(let error) = phase { throw error }
        throw shorter(than: rowCount)
    }

    /// A receiver of the other bytes would not notice that these are missing.
    var closed: ReadError { ReadError(TextFailure.closed, of: .source(name)) }

    /// The error for a source that ends at `offset`; its records extended to `end` when they were found.
    private func cutShort(at offset: Int, before end: Int) -> ReadError {
        ReadError(TextFailure.endsAt(byte: offset, before: end), of: .source(name))
    }

    /// Copies the bytes `range` of the source itself to `sink`.
    fileprivate func copy(
        _ range: Range<Int>, of table: OpenTable, into sink: inout some RawSink
    ) throws(ReadError) {
        let buffer = ReadBuffer(count: tuning.passBlock)
        var offset = range.lowerBound
        while offset < range.upperBound && !sink.isFinished {
            if isClosed { throw closed }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(range.upperBound - offset))
            let count = try table.store.source.read(into: room, at: offset)
            guard count > 0 else { throw isClosed ? closed : cutShort(at: offset, before: range.upperBound) }
            sink.append(buffer.prefix(count))
            offset += count
        }
    }
}
