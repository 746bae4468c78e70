import Dispatch
import Synchronization
import Tabular
import Testing

@testable import QuadrilleApp

/// Where "Go to" leads, found while the window goes on.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct GoToSearchTests {
    private let table: GoToTable = {
        var snapshot = TableSnapshot(description: TableDescription(format: "CSV"), phase: .complete)
        snapshot.columns = (1...100_000).map { Column(name: "column \($0)", type: .text) }
        snapshot.rowCount = .exactly(5)
        return GoToTable(snapshot)
    }()

    @Test func amongAHundredThousandColumnsTheNameIsFoundOutsideOfTheMainThread() async {
        let count = Mutex(0)
        let gate = DispatchSemaphore(value: 0)
        let search = GoToSearch { question in
            count.withLock { $0 += 1 }
            // While this thread asks, nobody opens the gate.
            gate.wait()
            let target = GoToTarget(question.text, in: question.table)
            return GoToSearch.Answer(target: target, words: "", isChoice: question.isChoice)
        }
        let answers = AsyncStream<GoToSearch.Answer>.makeStream()
        search.onAnswer = { answers.continuation.yield($0) }
        // As it is typed, and Return before the first answer.
        for end in 1...5 {
            search.ask(GoToSearch.Question(text: String("Column 99".prefix(end + 4)), table: table, isChoice: false))
        }
        search.ask(GoToSearch.Question(text: "Column 99999", table: table, isChoice: true))
        for _ in 1...6 { gate.signal() }
        var iterator = answers.stream.makeAsyncIterator()
        let answer = await iterator.next()
        #expect(answer?.target == .cell(row: nil, column: 99_998))
        #expect(answer?.isChoice == true, "what was typed before it is not answered any more")
        #expect((1...6).contains(count.withLock { $0 }))
    }

    @Test func whatIsGivenUpIsNotAnswered() async {
        let search = GoToSearch()
        let answers = AsyncStream<GoToSearch.Answer>.makeStream()
        search.onAnswer = { answers.continuation.yield($0) }
        search.ask(GoToSearch.Question(text: "column 7", table: table, isChoice: true))
        search.giveUp()
        search.ask(GoToSearch.Question(text: "3", table: table, isChoice: false))
        var iterator = answers.stream.makeAsyncIterator()
        let answer = await iterator.next()
        #expect(answer?.target == .cell(row: 2, column: nil) && answer?.words == "Goes to row 3")
    }
}
