import Tabular
import Testing

@testable import TabularJSON

@Test func kindsStandInTheOrderOfTheirOrdinals() {
    #expect(Problem.Kind.json.map(\.ordinal) == Array(Problem.Kind.json.indices))
    #expect(Set(Problem.Kind.json.map(\.rawValue)).count == Problem.Kind.json.count)
    #expect(Problem.Kind.json.allSatisfy { !$0.title.isEmpty })
}

@Test func everyFaultSaysWhatIsMissing() {
    let messages = SyntaxFault.Kind.allCases.map { JSONFault.broken($0, at: 1234).message }
    #expect(Set(messages).count == messages.count)
    #expect(messages.allSatisfy { $0.contains("1,234") })
}

@Test func everyFaultBesideTheRowsSaysWhatIsMissing() {
    let messages = SyntaxFault.Kind.allCases.map { JSONFault.outside($0, at: 1234).message }
    #expect(Set(messages).count == messages.count && messages.allSatisfy { $0.contains("1,234") })
}

@Test func everyLaxityHasItsName() {
    let messages = SyntaxNote.Kind.allCases.filter(\.isLaxity).map { JSONFault.laxity($0).message }
    #expect(Set(messages).count == messages.count)
    #expect(messages.allSatisfy { $0.first?.isUppercase == true })
}
