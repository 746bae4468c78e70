import QuadrilleRuntime
import Tabular
import TabularBytes

extension ArraysReader {
    /// Audits all values, array by array, and shows types and problems.
    func audit() throws(ReadError) {
        var findings = ArraysFindings(from: text.start)
        var clock = PublicationClock(interval: tuning.publication)
        for column in tables.indices where !isClosed {
            try setIndex(of: column)
            try audit(column, &findings)
            if clock.isDue() { show(findings) }
        }
        guard !isClosed else { return }
        try auditOutline(&findings)
        let (all, length) = (findings, text.store.length.known)
        show(all)
        try text.waitForPackedEnd(unless: closing)
        state.publish { state in
            state.snapshot.progress = (length, length)
            state.snapshot.phase = .complete
        }
    }

    /// Finds the checkpoints of an array.
    private func setIndex(of column: Int) throws(ReadError) {
        let table = tables[column]
        let end = arrays.arrays[column].bytes.upperBound
        var pass = RowIndexing(table.scanner, startingAt: table.start, interval: tuning.interval)
        let buffer = ReadBuffer(count: tuning.block)
        while pass.offset < end, !pass.isEnded, !isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - pass.offset))
            let count = try text.store.read(into: room, at: pass.offset)
            guard count > 0 else { throw shorter(than: arrays.rowCount) }
            let checkpoints = pass.scan(buffer.prefix(count))
            state.withLock(wakes: false) { $0.indexes[column].append(checkpoints) }
        }
        let (count, offset) = (pass.rowCountAtEnd, pass.offset)
        state.withLock(wakes: false) { $0.indexes[column].settle(count, at: offset) }
    }

    /// Audits the values of one array.
    private func audit(_ column: Int, _ findings: inout ArraysFindings) throws(ReadError) {
        let table = tables[column]
        findings.lines += try lineEnds(from: findings.end, to: table.start)
        let start = Checkpoint(record: 0, byte: table.start)
        var audit = JSONAudit(of: tree, at: start, lines: findings.lines)
        var rows = RowReader(table, at: start, tuning)
        while audit.rowCount < arrays.rowCount, !isClosed {
            guard let row = try rows.next() else { throw shorter(than: arrays.rowCount) }
            audit.take(row, longest: tuning.longestRow)
        }
        guard !isClosed else { return }
        let end = arrays.arrays[column].bytes.upperBound
        try table.noteTrailingComma(before: end, in: &audit)
        let lines = try lineEnds(from: audit.end.byte, to: end)
        findings.append(audit, to: end, lines: lines)
    }

    /// Audits the object around the arrays, and the bytes after it.
    private func auditOutline(_ findings: inout ArraysFindings) throws(ReadError) {
        for note in arrays.notes where note.kind.isLaxity && !findings.problems.contains(note.kind) {
            let lines = try lineEnds(from: text.start, to: note.byte)
            findings.problems.append(note.kind, at: SourcePosition(record: 1, line: lines + 1, byte: note.byte))
        }
        let end = arrays.bytes.upperBound
        findings.lines += try lineEnds(from: findings.end, to: end)
        var audit = JSONAudit(
            of: tree, at: Checkpoint(record: arrays.rowCount, byte: end), rows: arrays.rowCount, lines: findings.lines)
        try tables[0].noteSurplus(behind: end, in: &audit, unless: closing)
        findings.problems.append(audit.problems, behindLines: 0)
    }

    private func lineEnds(from start: Int, to end: Int) throws(ReadError) -> Int {
        try text.lineEnds(in: start..<max(start, end), block: tuning.block, unless: closing)
    }

    private func show(_ findings: ArraysFindings) {
        let change = text.store.change
        state.publish { state in
            for (column, form) in findings.forms.enumerated() { state.snapshot.columns[column].form = form }
            state.snapshot.problems = findings.problems.list
            state.snapshot.progress.done = findings.end
            state.snapshot.change = change
        }
    }
}

/// The findings about the audited arrays.
private struct ArraysFindings {
    var forms: [ValueForm] = []
    var problems = FoundProblems()
    /// The byte offset after the last array, and the line ends before it.
    var end: Int
    var lines = 0

    init(from start: Int) { end = start }

    mutating func append(_ audit: JSONAudit, to end: Int, lines: Int) {
        forms.append(audit.tallies[0].form)
        problems.append(audit.problems, behindLines: 0)
        self.end = end
        self.lines = audit.lineCount + lines
    }
}
