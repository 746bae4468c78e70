import Tabular
import Testing

private struct Sentence: ProblemDetail { var message = "a cycle. Shown as it is." }

extension Problem.Kind {
    fileprivate static let cycle = Problem.Kind("cycle", ordinal: 31, severity: .error) { "Cycle" }
    fileprivate static let duplicate = Problem.Kind("duplicate-key", ordinal: 4, severity: .note) { "Key twice" }
}

/// Problems of formats that declare kinds and places of their own.
@Suite struct OpenProblemTests {
    private func problem(_ kind: Problem.Kind, row: Int?) -> Problem {
        Problem(kind: kind, row: row, column: 2, location: "/data/\(row ?? 0)/x", detail: Sentence())
    }

    @Test func kindsAndPlacesAreOfTheFormat() {
        var list = ProblemList()
        for (kind, row) in [(Problem.Kind.cycle, 9), (.duplicate, 3), (.cycle, 3), (.cycle, nil)] as [(_, Int?)] {
            list.append(problem(kind, row: row))
        }
        #expect(list.kinds == [.duplicate, .cycle] && list.count == 4)
        #expect(list.counts == [.cycle: 3, .duplicate: 1])
        #expect(list.first.map(\.location) == ["/data/0/x", "/data/3/x", "/data/3/x", "/data/9/x"])
        #expect(list.places.records(of: .cycle) == [4..<5, 10..<11] && list.places.records() == [4..<5, 10..<11])
        #expect(list.places.records(of: .duplicate) == [4..<5])
        #expect(list.first[3].kind.title == "Cycle" && list.first[3].kind.severity == .error)
        var more = ProblemList()
        more.append(problem(.duplicate, row: 20))
        list.append(more, behindLines: 0)
        #expect(list.counts[.duplicate] == 2 && list.places.records(of: .duplicate) == [4..<5, 21..<22])
    }

    @Test func kindsOfTextStandInTheOrderOfTheirOrdinals() {
        #expect(Problem.Kind.text.map(\.ordinal) == Array(0..<Problem.Kind.text.count))
        #expect(Set(Problem.Kind.text.map(\.rawValue)).count == Problem.Kind.text.count)
        #expect(TableDescription(format: "CSV").problemKinds == Problem.Kind.text)
    }

    @Test func placesAreToldApart() {
        var other = problem(.cycle, row: 1)
        #expect(other == problem(.cycle, row: 1))
        other.location = "/other"
        #expect(other != problem(.cycle, row: 1))
    }
}
