import QuadrilleRuntime
import Tabular

/// The facts about a table that "Go to" needs: a snapshot would also retain the cells that were read.
struct GoToTable: Sendable {
    var columns: [Column]
    /// The number of rows in the file; a filter may show fewer.
    var rowCount: Int
    /// A Boolean value that indicates whether no more rows come.
    var isAllRead: Bool
    /// A Boolean value that indicates whether byte offsets count in unpacked data.
    var isPacked: Bool
    /// The names of the tables of the file, where it has several.
    var tables: [String]
    /// The labels that the file gives its rows.
    var rowLabels: RowLabels?

    init(_ table: TableSnapshot, tables: [String] = []) {
        self.tables = tables
        (columns, rowCount, isAllRead) = (table.columns, table.sourceRowCount, table.rowCount.isExact)
        isPacked = table.description.compression != nil
        rowLabels = table.declaredLayout?.rowLabels
    }

    /// The row (0-based) with a label, which is its number from 1 where the file gives it none; nil where there is none.
    func row(labeled label: Int) -> Int? { rowLabels.map { $0.row(labeled: label) } ?? label - 1 }
}

/// Resolves the texts of "Go to". In the background, since each letter may require a search of the names of 100,000 columns;
/// only the last question is answered.
@MainActor
final class GoToSearch {
    struct Question: Sendable {
        var text: String
        var table: GoToTable
        /// A Boolean value that indicates whether to go to the target as soon as it is found.
        var isChoice: Bool
    }

    struct Answer: Sendable {
        var target: GoToTarget
        /// The description of the target's effect, for the user.
        var words: String
        var isChoice: Bool
    }

    var onAnswer: (Answer) -> Void = { _ in }
    private let find: @Sendable (Question) -> Answer
    private var number = 0

    init(
        find: @escaping @Sendable (Question) -> Answer = { question in
            let target = GoToTarget(question.text, in: question.table)
            return Answer(target: target, words: target.words(in: question.table), isChoice: question.isChoice)
        }
    ) {
        self.find = find
    }

    private lazy var finding = LatestWork<(number: Int, question: Question)> { [weak self, find] asked, _ in
        let answer = find(asked.question)
        MainHop.post {
            guard let self, asked.number == self.number else { return }
            self.onAnswer(answer)
        }
    }

    func ask(_ question: Question) {
        number += 1
        finding.ask((number, question))
    }

    /// Discards the answer to the last question.
    func giveUp() { number += 1 }
}
