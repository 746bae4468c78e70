import SeededRandom
import Tabular
import Testing

@testable import TabularText

/// By which value a column has its type.
@Suite struct TypeSearchTests {
    private let values = [
        "1", "22", "1.5", "true", "2024-01-31", "9:05", "word", "", "", " 7 ", "1e5", "\"3\"", "\"a\nb\"",
    ]

    /// Narrows by one value after the other, as all of them do together.
    @Test func itIsTheValueThatLeavesNoNarrowerOne() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<300 {
            let rows = (0..<random.int(1...60)).map { _ in (0..<2).map { _ in random.pick(values) } }
            let text = "a,b\n" + rows.map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
            let source = TextSource(repeating: Array(text.utf8), bytes: text.utf8.count, name: "test.csv")
            defer { source.close() }
            let table = source.waitUntilComplete()
            var lister = ValueLister()
            try source.streamRecords(0..<table.rowCount.known, into: &lister)
            for column in table.columns.indices {
                let type = table.columns[column].type
                for value in values {
                    let bytes = Array(value.utf8)
                    guard var search = source.typeSearch(ofColumn: column, type: type, like: bytes) else { continue }
                    while !search.isOver { try source.advance(&search) }
                    let expected = witness(
                        of: type, like: bytes, in: lister.rows.map { column < $0.count ? $0[column] : [] })
                    #expect(search.witness == expected, "\(value) in \(text)")
                }
            }
        }
    }

    private func witness(of type: ColumnType, like value: [UInt8], in column: [[UInt8]]) -> TypeWitness? {
        var seen =
            ColumnType(of: value) == .text || value.isEmpty
            ? TypeSet.unseen : value.withUnsafeBufferPointer { TypeSet($0) }
        for (row, value) in column.enumerated() where !value.isEmpty {
            seen.narrow(to: value.withUnsafeBufferPointer { TypeSet($0) })
            if seen.columnType == type { return TypeWitness(row: row, value: value) }
        }
        return nil
    }

    @Test func aLongColumnIsLookedThroughPieceByPiece() throws {
        let text = String(repeating: "1\n", count: 40_000) + String(repeating: "x", count: 5000) + "\n"
        let source = TextSource(repeating: Array(text.utf8), bytes: text.utf8.count, name: "test.csv")
        defer { source.close() }
        let table = source.waitUntilComplete()
        var search = try #require(source.typeSearch(ofColumn: 0, type: table.columns[0].type, like: Array("1".utf8)))
        var steps = 0
        while !search.isOver {
            try source.advance(&search)
            steps += 1
        }
        #expect(steps == 3)
        #expect(search.witness?.row == table.rowCount.known - 1)
        #expect(search.witness?.value.count == TypeSearch.shownBytes)
        #expect(source.typeSearch(ofColumn: 0, type: .integer, like: Array("1".utf8)) == nil)
    }
}
