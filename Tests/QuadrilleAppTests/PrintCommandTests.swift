import Testing

@testable import QuadrilleApp

/// Pages of paper that `print` writes, read back by what reads PDF files elsewhere.
@Suite struct PrintCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What stands on each page, with places kept.
    private func pages(of file: String) throws -> [String] {
        let text = try Program.shell("pdftotext -layout \"$1\" -", [file]).text
        return text.split(separator: "\u{C}", omittingEmptySubsequences: false).map(String.init).dropLast()
    }

    private func printed(_ arguments: String...) throws -> [String] {
        let outcome = try Program.run(["print"] + arguments + ["-o", folder.path("p.pdf")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        return try pages(of: folder.path("p.pdf"))
    }

    /// "r1c1" and so on.
    private func table(rows: Int, columns: Int, _ name: String = "t.csv") throws -> String {
        let header = (1...columns).map { "column\($0)" }.joined(separator: ",")
        let lines = (1...rows).map { row in (1...columns).map { "r\(row)c\($0)" }.joined(separator: ",") }
        return try folder.write(name, ([header] + lines).joined(separator: "\n") + "\n")
    }

    private func words(_ page: String) -> [Substring] { page.split(whereSeparator: \.isWhitespace) }

    @Test func eachCellIsOnOnePageAndEachPageHasItsHeadersAndFrozenColumnsAndNumbers() throws {
        let pages = try printed(try table(rows: 200, columns: 40), "--frozen-columns", "1")
        #expect(pages.count > 4)
        let all = pages.map { words($0) }
        for (number, page) in all.enumerated() {
            #expect(page.starts(with: ["t.csv"]))
            #expect(page.contains("column1"), "page \(number + 1)")
            #expect(pages[number].contains("Page \(number + 1) of \(pages.count)"))
        }
        let cells = all.joined().filter { $0.hasPrefix("r") }
        let free = cells.filter { !$0.hasSuffix("c1") }
        #expect(free.count == 200 * 39 && Set(free).count == 200 * 39)
        #expect(Set(cells).count == 200 * 40)
        #expect(pages[0].contains("Rows 1 to ") && pages[0].contains("columns 2 to "))
    }

    @Test func paperLiesAsItIsAskedFor() throws {
        let file = try table(rows: 3, columns: 2)
        for (arguments, size) in [
            ([], "595.28 x 841.89 pts (A4)"), (["--paper", "letter", "--landscape"], "792 x 612 pts (letter)"),
        ] {
            let outcome = try Program.run(["print", file, "-o", folder.path("p.pdf")] + arguments)
            #expect(outcome.status == 0)
            let facts = try Program.shell("pdfinfo \"$1\"", [folder.path("p.pdf")]).text
            #expect(facts.contains("Pages:           1\n") && facts.contains(size), "\(facts)")
        }
    }

    @Test func rowsAreThoseThatAreAskedFor() throws {
        let file = try table(rows: 300, columns: 3)
        let some = try printed(file, "--rows", "11:20", "--columns", "3,1", "--title", "Ten of them")
        #expect(some.count == 1)
        #expect(some[0].contains("Ten of them") && some[0].contains("Rows 11 to 20"))
        let cells = words(some[0]).filter { $0.hasPrefix("r") }
        #expect(cells == (11...20).flatMap { ["r\($0)c3", "r\($0)c1"] })
        let sorted = try printed(file, "--sort", "column1:natural:desc", "--filter", "column1 matches r..c1")
        #expect(sorted.map { words($0) }.joined().filter { $0.hasSuffix("c1") }.first == "r99c1")
        #expect(sorted[0].contains(" rows") && !sorted[0].contains("Rows 1 to"))
    }

    @Test func wrappedRowsAreWholeAndOneThatIsHigherThanAPageGoesOn() throws {
        let long = (1...40).map { "word\($0)" }.joined(separator: " ")
        let lines = (1...60).map { "r\($0),\(long)" }
        let pages = try printed(try folder.write("w.csv", "a,b\n" + lines.joined(separator: "\n") + "\n"), "--wrap")
        #expect(pages.count > 2)
        for page in pages {
            let words = words(page)
            let rows = words.count { $0.hasPrefix("r") && Int($0.dropFirst()) != nil }
            #expect(words.count { $0 == "word1" } == rows && words.count { $0 == "word40" } == rows)
        }
        let high = try printed(
            try table(rows: 2, columns: 2, "h.csv"), "--layout", "sheet", "--row-height", "2000")
        #expect(high.count > 2)
    }

    @Test func cardsAreNotCutAndAreOnOnePageEach() throws {
        let pages = try printed(try table(rows: 40, columns: 6), "--layout", "cards")
        #expect(pages.count > 1)
        let cells = pages.map { words($0).filter { $0.hasPrefix("r") } }
        #expect(Set(cells.joined()).count == 240 && cells.joined().count == 240)
        for page in cells {
            // All of a card or nothing.
            let rows = Dictionary(grouping: page) { $0.prefix { $0 != "c" } }
            #expect(rows.values.allSatisfy { $0.count == 6 })
        }
    }

    @Test(arguments: ["sheet", "fit", "timeline", "columns", "cards"])
    func anEmptyTableIsAPage(view: String) throws {
        #expect(try printed(try folder.write("e.csv", "a,b\n"), "--layout", view).count == 1)
    }

    @Test func whatBeginsAtTheRightDoesSoOnPaper() throws {
        let pages = try printed(try table(rows: 2, columns: 2), "--rtl")
        let line = try #require(pages[0].split(separator: "\n").first { $0.contains("r1c1") })
        let (first, second) = (line.range(of: "r1c1"), line.range(of: "r1c2"))
        #expect(try #require(second).lowerBound < #require(first).lowerBound)
    }

    @Test func whatCannotBeWrittenIsSaidAndNothingIsLeft() throws {
        let file = try table(rows: 2, columns: 2)
        let text = "cannot be written: No such file or directory. Choose another place for the output."
        for (output, message) in [
            ("/dev/full", "there is no room for the output. Make room, or choose another disk."),
            ("/proc/p", text), (file, "is the file that is being read. Choose another name for the output."),
        ] {
            let link = folder.path("p.pdf")
            #expect(try Program.shell("ln -sfn \"$1\" \"$2\"", [output, link]).status == 0)
            let outcome = try Program.run("print", file, "-o", link)
            #expect(outcome.status == 1)
            #expect(outcome.errors == "quadrille: \(link): \(message)\n")
        }
        #expect(try Program.run("print", file, "-o", folder.path("p.png")).status == 64)
        #expect(try folder.names == ["p.pdf", "t.csv"])
    }

    /// Ten million rows are 120,000 pages: nobody waits for them.
    @Test func anInterruptLeavesNothingBehind() throws {
        let outcome = try Program.shell(
            """
            "$quadrille" print --generate 10000000x8 -o p.pdf &
            \(Program.untilInterruptsAreCaught)
            kill -INT $!
            wait $!
            """, in: folder.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "quadrille: the export was cancelled. Nothing was kept of it.\n")
        #expect(try folder.names.isEmpty)
    }
}
