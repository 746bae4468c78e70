import Tabular
import TabularBytes

/// The problems of audited rows. Only the first laxity of each kind is reported, however a text is divided.
struct FoundProblems: Sendable {
    /// All others.
    private var others = ProblemList()
    /// Names of rows that occur twice.
    private var repeatedNames = ProblemList()
    private var laxities: [SyntaxNote.Kind: SourcePosition] = [:]

    /// Problems inside rows, repeated names of rows, laxities: each in order of their bytes.
    var list: ProblemList {
        var list = others
        list.append(repeatedNames, behindLines: 0)
        let sorted = laxities.sorted { ($0.value.byte, $0.key.rawValue) < ($1.value.byte, $1.key.rawValue) }
        for (kind, position) in sorted { list.append(.notStrictJSON, at: position, JSONFault.laxity(kind)) }
        return list
    }

    /// Appends a problem, whose `fault` is made only where it is kept.
    mutating func append(_ kind: Problem.Kind, _ fault: @autoclosure () -> JSONFault, at position: SourcePosition) {
        others.append(kind, at: position, fault())
    }

    /// Appends a name of a row, after an earlier row with the same name.
    mutating func append(repeatedName name: String, at position: SourcePosition) {
        repeatedNames.append(.duplicateKey, at: position, JSONFault.repeatedRowName(name))
    }

    /// A Boolean value that indicates whether a laxity of the kind is already reported.
    func contains(_ kind: SyntaxNote.Kind) -> Bool { laxities[kind] != nil }

    /// Adds a laxity, where it is the first of its kind.
    mutating func append(_ kind: SyntaxNote.Kind, at position: SourcePosition) {
        if laxities[kind] == nil { laxities[kind] = position }
    }

    /// Appends the problems of later rows, whose lines were counted from their own beginning.
    mutating func append(_ next: FoundProblems, behindLines lines: Int) {
        others.append(next.others, behindLines: lines)
        repeatedNames.append(next.repeatedNames, behindLines: lines)
        for (kind, var position) in next.laxities where laxities[kind] == nil {
            position.line += lines
            laxities[kind] = position
        }
    }
}

// As words: the problems except the following | repeated names of rows | count of laxities, each: kind, position
extension FoundProblems {
    func write(to writer: inout WordWriter) {
        for list in [others, repeatedNames] {
            writer.write(list, of: Problem.Kind.json) { detail, writer in
                (detail as? JSONFault)?.write(to: &writer)
            }
        }
        writer.write(laxities.count)
        for (kind, position) in laxities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.write(Int(kind.rawValue))
            writer.write(position)
        }
    }

    /// Reads problems; nil where the words are invalid.
    init?(_ reader: inout WordReader) {
        guard let others = reader.problems(of: Problem.Kind.json, detail: { JSONFault(&$0) }),
            let repeatedNames = reader.problems(of: Problem.Kind.json, detail: { JSONFault(&$0) }),
            let count = reader.number(), count <= SyntaxNote.Kind.allCases.count
        else { return nil }
        (self.others, self.repeatedNames) = (others, repeatedNames)
        for _ in 0..<count {
            guard let number = reader.number(),
                let kind = UInt8(exactly: number).flatMap(SyntaxNote.Kind.init(rawValue:)),
                kind.isLaxity, !contains(kind), let position = reader.position()
            else { return nil }
            append(kind, at: position)
        }
    }
}
