import Tabular

extension TextReader {
    /// Looks at records spread over the source, so that the columns' types are settled long before the audit comes to its
    /// end: one read at each of up to `tuning.typeSamples` checkpoints. A source that is audited at once needs none.
    ///
    /// - Returns: The types that are possible for each column; none where nothing was looked at.
    func sampleTypes(_ table: OpenTable) throws(ReadError) -> [TypeSet] {
        let (index, columns) = state.withLock(wakes: false) { ($0.index, $0.snapshot.columns) }
        guard table.store.length.known > tuning.auditPart else { return [] }
        var known = AuditFindings(fieldCount: columns.count, types: columns.map { TypeSet($0.type) })
        let count = min(tuning.typeSamples, index.checkpoints.count)
        let buffer = ReadBuffer(count: tuning.typeSample)
        for number in 0..<count {
            if isClosed { return [] }
            let checkpoint = index.checkpoints[number * index.checkpoints.count / count]
            let block = buffer.prefix(try table.store.read(into: buffer.bytes, at: checkpoint.byte))
            var sink = AuditSink(
                behind: known, records: checkpoint.record, headerRecords: table.headerRecords, noticesProblems: false)
            var parser = table.parser()
            sink.beginChunk(block, at: checkpoint.byte)
            // A value that the block cuts off does not end, and so does not count.
            _ = parser.parse(block, at: checkpoint.byte, into: &sink)
            sink.endChunk()
            known.types = sink.findings.types
        }
        publish { $0.snapshot.take(known.types) }
        return known.types
    }
}

extension TableSnapshot {
    /// Takes over what the values seen so far may be; columns that none had before get no name.
    mutating func take(_ types: [TypeSet]) {
        let noGroups = (columns.first?.groups ?? []).map { _ in "" }
        for (index, types) in types.enumerated() {
            let type = types.columnType
            if index >= columns.count {
                columns.append(Column(name: "", type: type, groups: noGroups))
            } else if columns[index].type != type {
                columns[index].type = type
            }
        }
    }
}
