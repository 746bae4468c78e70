import Testing

@testable import Tabular

@Test func aBlockWithoutItsLastRowsHasTheOthersAsTheyWere() {
    var builder = RowBlockBuilder(firstRow: 10, columns: 3..<5)
    for row in 10..<14 {
        builder.append("row \(row)".utf8)
        builder.endCell(CellInfo(state: .value, isCut: true), length: 1000 + row)
        builder.endCell(CellInfo(state: row == 11 ? .missing : .value))
    }
    let whole = builder.build()
    for end in 11...13 {
        guard let block = whole.rows(before: end) else {
            Issue.record("no rows before \(end)")
            continue
        }
        #expect(block.range == CellRange(rows: 10..<end, columns: 3..<5))
        for row in 10..<end {
            for column in 3..<5 {
                #expect(block.text(row: row, column: column) == whole.text(row: row, column: column))
                #expect(block.info(row: row, column: column) == whole.info(row: row, column: column))
                #expect(block.length(row: row, column: column) == whole.length(row: row, column: column))
            }
        }
    }
    #expect(whole.rows(before: 14)?.range == whole.range)
    #expect(whole.rows(before: 10) == nil && whole.rows(before: 0) == nil)
}
