import Tabular

// Problems as words:
//
//     doublings, bytes of places | counts by kind … | count of problems, each: kind, column, position, detail
//
// If you change this, change the version of `IndexKey`.
extension WordWriter {
    /// Writes problems of a format whose kinds, of which there are 16 at most, are `kinds` in the order of their ordinals;
    /// `detail` writes the facts of one.
    package mutating func write(
        _ problems: ProblemList, of kinds: [Problem.Kind],
        detail: (any ProblemDetail, inout WordWriter) -> Void
    ) {
        write(problems.places.doublings)
        write(
            bytes: problems.places.kinds.flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
            })
        let counts = problems.counts
        for kind in kinds { write(counts[kind, default: 0]) }
        write(problems.first.count)
        for problem in problems.first {
            write(problem.kind.ordinal, problem.column.map { $0 + 1 } ?? 0)
            write(problem.position)
            detail(problem.detail, &self)
        }
    }
}

extension WordReader {
    /// The problems of a format with `kinds`; `detail` reads the facts of one.
    package mutating func problems(
        of kinds: [Problem.Kind], detail: (inout WordReader) -> (any ProblemDetail)?
    ) -> ProblemList? {
        guard let doublings = number(), let bytes = bytes(), bytes.count % 2 == 0 else { return nil }
        let bits = stride(from: 0, to: bytes.count, by: 2).map { UInt32(bytes[$0]) | UInt32(bytes[$0 + 1]) << 8 }
        guard bits.allSatisfy({ $0 >> kinds.count == 0 }),
            let places = ProblemPlaces(doublings: doublings, kinds: bits)
        else { return nil }
        var counts: [Int] = []
        for _ in kinds {
            guard let count = number() else { return nil }
            counts.append(count)
        }
        guard let count = number(), count <= counts.count * ProblemList.kept else { return nil }
        var first: [Problem] = []
        for _ in 0..<count {
            guard let ordinal = number(), ordinal < kinds.count, let column = number(),
                let position = position(), let detail = detail(&self)
            else { return nil }
            first.append(
                Problem(
                    kind: kinds[ordinal], position: position, column: column > 0 ? column - 1 : nil, detail: detail))
        }
        return ProblemList(first: first, counts: counts, of: kinds, places: places)
    }
}
