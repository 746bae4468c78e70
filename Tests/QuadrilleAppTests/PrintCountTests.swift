import Testing

@testable import QuadrilleApp

/// What is said of pages while GTK asks for them.
struct PrintCountTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var count: PrintCount
        /// What GTK asks for.
        var pages: [Int]
        /// "number of total" at each.
        var said: [String]

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "one copy", count: PrintCount(of: 3, copies: 1, isCopiedByPrinter: false), pages: [0, 1, 2],
            said: ["1 of 3", "2 of 3", "3 of 3"]),
        Case(
            name: "a part of the pages, the last one first",
            count: PrintCount(of: 2, copies: 1, isCopiedByPrinter: false), pages: [7, 6], said: ["1 of 2", "2 of 2"]),
        Case(
            name: "two copies of each page", count: PrintCount(of: 2, copies: 2, isCopiedByPrinter: false),
            pages: [0, 0, 1, 1], said: ["1 of 4", "2 of 4", "3 of 4", "4 of 4"]),
        Case(
            name: "two copies of all", count: PrintCount(of: 2, copies: 2, isCopiedByPrinter: false),
            pages: [0, 1, 0, 1], said: ["1 of 4", "2 of 4", "3 of 4", "4 of 4"]),
        Case(
            name: "two copies that the printer makes", count: PrintCount(of: 2, copies: 2, isCopiedByPrinter: true),
            pages: [0, 1], said: ["1 of 2", "2 of 2"]),
        Case(
            name: "two copies that it does not make after all",
            count: PrintCount(of: 2, copies: 2, isCopiedByPrinter: true), pages: [0, 1, 0, 1],
            said: ["1 of 2", "2 of 2", "3 of 4", "4 of 4"]),
        Case(
            name: "every other page", count: PrintCount(of: nil, copies: 1, isCopiedByPrinter: false), pages: [0, 2],
            said: ["1", "2"]),
        Case(
            name: "more than was to be expected", count: PrintCount(of: 1, copies: 1, isCopiedByPrinter: false),
            pages: [0, 1], said: ["1 of 1", "2"]),
    ]

    @Test(arguments: cases)
    func noPageIsBehindTheLastAndCopiesAreNoOtherPages(_ test: Case) {
        var (count, said) = (test.count, [String]())
        for page in test.pages {
            count.draws(page)
            said.append("\(count.number)" + (count.total.map { " of \($0)" } ?? ""))
        }
        #expect(said == test.said)
        #expect(count.pageCount == Set(test.pages).count)
    }
}
