import Tabular

/// What the audit of a source, or of a part of it, has found.
struct AuditFindings: Sendable, Hashable {
    /// Fields of the record that the others are measured against.
    var fieldCount: Int
    /// One for every column.
    var types: [TypeSet]
    var problems = ProblemList()
    /// Up to the part's end, from the beginning of the source.
    var records = 0
    /// Of the part alone.
    var lines = 0
    var terminators = TerminatorCounts()

    /// Takes over what was found in the part behind this one.
    mutating func append(_ part: AuditFindings) {
        for (column, type) in part.types.enumerated() {
            if column < types.count { types[column].narrow(to: type) } else { types.append(type) }
        }
        problems.append(part.problems, behindLines: lines)
        terminators.append(part.terminators, behindLines: lines)
        records = part.records
        lines += part.lines
    }

    /// The problems, with the one that is none of any single record.
    var allProblems: ProblemList {
        var all = problems
        if let mixed = terminators.problem { all.append(mixed) }
        return all
    }

    /// After the end, at `offset`: what is compressed has more behind it.
    mutating func report(_ surplus: Surplus, at offset: Int) {
        let count = surplus.count == 1 ? "1 byte" : "\(surplus.count.grouped) bytes"
        problems.append(
            .trailingBytes, at: SourcePosition(record: max(1, records), line: lines + 1, byte: offset),
            "\(count) behind the compressed data, at byte \(surplus.byte.grouped) of the compressed file. Left out.")
    }
}
