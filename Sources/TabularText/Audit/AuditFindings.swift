import Tabular
import TabularBytes

/// The findings of the audit of a source, or of a part of it.
struct AuditFindings: Sendable, Hashable {
    /// Fields of the record that the others are measured against.
    var fieldCount: Int
    /// One for every column.
    var types: [TypeSet]
    /// Words for no value in each column that may be other than text, up to the last that has one.
    var nulls: [Int] = []
    /// Of the columns whose type the user chose.
    var tallies: [Int: TypeTally] = [:]
    var problems = ProblemList()
    /// Up to the part's end, from the beginning of the source.
    var records = 0
    /// In the part alone.
    var lines = 0
    var terminators = TerminatorCounts()

    /// Appends the findings of the next part.
    mutating func append(_ part: AuditFindings) {
        for (column, type) in part.types.enumerated() {
            if column < types.count { types[column].narrow(to: type) } else { types.append(type) }
        }
        for (column, count) in part.nulls.enumerated() {
            if column < nulls.count { nulls[column] += count } else { nulls.append(count) }
        }
        for (column, tally) in part.tallies { tallies[column, default: TypeTally()].add(tally) }
        problems.append(part.problems, behindLines: lines)
        terminators.append(part.terminators, behindLines: lines)
        records = part.records
        lines += part.lines
    }

    /// Converts byte offsets with `place`. Calls it in ascending order, which is cheapest where it has to convert the text.
    mutating func moveBytes<E: Error>(_ place: (Int) throws(E) -> Int) throws(E) {
        var moved = terminators
        var isMoved = false
        try problems.moveBytes(from: 0) { (byte) throws(E) in
            if !isMoved, let other = terminators.other?.position.byte, other <= byte {
                try moved.moveBytes(place)
                isMoved = true
            }
            return try place(byte)
        }
        if !isMoved { try moved.moveBytes(place) }
        terminators = moved
    }

    /// The problems, with the one that belongs to no single record.
    var allProblems: ProblemList {
        var all = problems
        if let mixed = terminators.problem { all.append(mixed) }
        return all
    }

    /// Reports data after the end of the text, at `offset`. `isInRecord` indicates whether the last record may continue there.
    mutating func report(_ surplus: Surplus, at offset: Int, isInRecord: Bool) {
        var position = SourcePosition(record: max(1, records), line: lines + 1, byte: offset)
        switch surplus.kind {
        case .behindCompressed:
            problems.append(
                .trailingBytes, at: position, TextFault.behindCompressed(bytes: surplus.count, at: surplus.byte))
        case .openCharacter:
            position = SourcePosition(
                record: isInRecord ? records : records + 1, line: isInRecord ? lines : lines + 1, byte: surplus.byte)
            problems.append(.invalidEncoding, at: position, TextFault.openCharacter(bytes: surplus.count))
        case .openComment:
            position.record = records + 1
            problems.append(.trailingBytes, at: position, TextFault.openComment(bytes: surplus.count))
        }
    }
}
