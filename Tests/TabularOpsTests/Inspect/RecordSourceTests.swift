import SeededRandom
import Tabular
import Testing

@testable import TabularOps

@Suite struct RecordSourceTests {
    private func source(_ columns: Int) -> GeneratedSource {
        let columns = (0..<columns).map { Column(name: $0 == 3 ? "" : "c\($0)", type: .text) }
        return GeneratedSource(rows: 1_000, columns: columns) { row, column in "\(row)·\(column)" }
    }

    private func lines(_ snapshot: TableSnapshot) -> [String] {
        (0..<snapshot.rowCount.known).map { row in
            let block = snapshot.cells.block(row: row, column: 0)
            return (0..<2).map { block?.text(row: row, column: $0) ?? "?" }.joined(separator: "=")
        }
    }

    @Test(arguments: [1, 5, 127, 128, 129, 1_000])
    func aRowStandsUprightUnderItsColumnsNames(columns: Int) {
        let record = RecordSource(of: source(columns))
        record.show(row: 7)
        let snapshot = record.wait { $0.rowCount.known > 0 }
        #expect(lines(snapshot) == (0..<columns).map { ($0 == 3 ? "D" : "c\($0)") + "=7·\($0)" })
        record.show(row: nil)
        #expect(record.wait { $0.rowCount.known == 0 }.rowCount == .exactly(0))
    }

    @Test func generatedColumnsAreMarked() {
        var columns = [Column(name: "a", type: .text), Column(name: "b", type: .text)]
        columns[1].isGenerated = true
        let record = RecordSource(of: GeneratedSource(rows: 3, columns: columns) { row, column in "\(row)·\(column)" })
        record.show(row: 1)
        #expect(lines(record.wait { $0.rowCount.known > 0 }) == ["a=1·0", "b · generated=1·1"])
        record.close()
    }

    @Test func theLastRowThatWasAskedForIsShown() {
        let record = RecordSource(of: source(4))
        for row in 0..<500 { record.show(row: row) }
        let snapshot = record.wait { lines($0).first == "c0=499·0" }
        #expect(lines(snapshot).last == "D=499·3")
        record.close()
    }
}

@Suite struct ValuePageTests {
    private func pages(of text: String) throws -> [ValuePage] {
        let source = GeneratedSource(
            rows: 2, columns: [Column(name: "a", type: .text), Column(name: "b", type: .text)]
        ) {
            row, column in row == 1 && column == 1 ? text : "x"
        }
        var pages: [ValuePage] = []
        var next: Int? = 0
        while let offset = next {
            let page = try #require(try ValuePage.read(source, row: 1, column: 1, from: offset))
            pages.append(page)
            next = page.next
        }
        return pages
    }

    @Test(arguments: [0, 1, ValuePage.length / 4, 100_000])
    func aValueIsTheSumOfItsPagesAndNoneCutsACharacter(length: Int) throws {
        let text = String(repeating: "a€😀", count: length)
        let pages = try pages(of: text)
        #expect(pages.flatMap(\.bytes) == Array(text.utf8))
        for page in pages {
            #expect(page.total == text.utf8.count && page.bytes.count <= ValuePage.length && page.state == .value)
            #expect(String(validating: page.bytes, as: UTF8.self) != nil)
        }
        #expect(pages.count <= text.utf8.count / (ValuePage.length - 4) + 1)
    }

    @Test func aPlaceWithoutAValueSaysSo() throws {
        let source = GeneratedSource(rows: 1, columns: [Column(name: "a", type: .text)]) { _, _ in "x" }
        #expect(try ValuePage.read(source, row: 0, column: 1)?.state == .missing)
        #expect(try ValuePage.read(source, row: 5, column: 0)?.state == .missing)
    }
}
