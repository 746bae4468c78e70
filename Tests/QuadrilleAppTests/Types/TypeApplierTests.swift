import Tabular
import TabularText
import Testing

@testable import QuadrilleApp

@MainActor
@Suite struct TypeApplierTests {
    private let folder: TemporaryFolder
    private let source: TextSource

    init() throws {
        folder = try TemporaryFolder()
        let path = try folder.write("t.csv", "a;b\n1,5;x\n2,5;7\n")
        source = TextSource(path: path, name: "t.csv", options: TextOptions())
    }

    private func apply(_ choices: TypeChoices, by applier: TypeApplier = TypeApplier()) async -> TypeApplier.Outcome {
        await withCheckedContinuation { done in applier.apply(choices, to: source) { done.resume(returning: $0) } }
    }

    @Test func choicesAreAppliedInTheBackgroundAndTakenBack() async {
        defer { source.close() }
        let applier = TypeApplier()
        var choices = TypeChoices()
        choices.columns = ["b": .number(.comma)]
        for (choices, type) in [(choices, ColumnType.integer), (TypeChoices(), .text)] {
            let outcome = await apply(choices, by: applier)
            guard case .applied = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(!applier.isBusy && source.typeChoices == choices)
            #expect(source.snapshot.columns[1].type == type)
        }
    }

    @Test func laterChoiceTakesThePlaceOfAnEarlierOne() async {
        defer { source.close() }
        let applier = TypeApplier()
        var (first, second) = (TypeChoices(), TypeChoices())
        first.columns = ["b": .code]
        second.columns = ["b": .date(.dayFirst)]
        applier.apply(first, to: source) { _ in Issue.record("it was replaced") }
        _ = await apply(second, by: applier)
        #expect(source.typeChoices == second)
        var outcomes: [TypeApplier.Outcome] = []
        applier.apply(first, to: source) { outcomes.append($0) }
        #expect(applier.cancel() && !applier.cancel())
        guard case .cancelled? = outcomes.first, outcomes.count == 1 else {
            Issue.record("\(outcomes)")
            return
        }
    }

    @Test func otherWordsForNoValueNeedAnotherReading() async {
        defer { source.close() }
        var choices = TypeChoices()
        choices.nullWords = ["x"]
        let outcome = await apply(choices)
        guard case .impossible = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }
}
