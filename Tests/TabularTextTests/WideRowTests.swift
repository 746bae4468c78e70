import Synchronization
import Tabular
import TestStores
import Testing

@testable import TabularText

@Suite struct WideRowTests {
    private let width = 6000

    /// Records of many fields, some quoted, some with line ends, some short.
    private func text(rows: Int) -> (text: [UInt8], cells: [[String]]) {
        var random = SplitMix(state: 11)
        var cells: [[String]] = []
        var lines = [(0..<width).map { "c\($0)" }.joined(separator: ",")]
        for row in 0..<rows {
            let count = row % 7 == 3 ? 1500 : width
            let values = (0..<count).map { column -> String in
                switch random.next() % 16 {
                case 0: ""
                case 1: "a,\n\(column)"
                default: "\(row)x\(column)"
                }
            }
            cells.append(values)
            lines.append(values.map { $0.contains("\n") ? "\"\($0)\"" : $0 }.joined(separator: ","))
        }
        return (Array((lines.joined(separator: "\r\n") + "\r\n").utf8), cells)
    }

    private func check(_ table: TextSource, _ cells: [[String]], _ range: CellRange) {
        table.want([range])
        let snapshot = table.wait { snapshot in
            range.rows.allSatisfy { row in
                range.columns.allSatisfy { snapshot.cells.block(row: row, column: $0) != nil }
            }
        }
        for row in range.rows {
            for column in range.columns {
                let expected = column < cells[row].count ? cells[row][column] : "·"
                if snapshot.text(row, column) != expected {
                    Issue.record("row \(row), column \(column): \(snapshot.text(row, column)), not \(expected)")
                }
            }
        }
    }

    @Test(arguments: [4096, 1 << 16])
    func farColumnsAreTheSameHoweverTheyAreReached(block: Int) {
        let (bytes, cells) = text(rows: 40)
        var tuning = ReaderTuning()
        tuning.tileBlock = block
        let table = source(MemoryStore(bytes), options: TextOptions(headerRows: 1), tuning: tuning)
        table.waitUntilComplete()
        for column in [5990, 0, 1020, 1024, 3070, 2040, 1500, 5000] {
            for rows in [0..<5, 3..<20, 10..<40] {
                check(table, cells, CellRange(rows: rows, columns: column..<column + 10))
            }
        }
        table.close()
    }

    /// The middle of a tile is read from there, and what is wanted less comes beside it, not in its place.
    @Test func rowsInTheMiddleAreReadWithoutThoseAboveThem() {
        let (bytes, cells) = text(rows: 110)
        var tuning = ReaderTuning()
        (tuning.tileBlock, tuning.interval) = (4096, 1 << 10)
        let store = MemoryStore(bytes)
        let table = source(store, options: TextOptions(headerRows: 1), tuning: tuning)
        table.waitUntilComplete()
        let before = store.bytesRead.load(ordering: .relaxed)
        check(table, cells, CellRange(rows: 70..<80, columns: 5900..<5910))
        // Rows 64 to 80 alone.
        #expect(store.bytesRead.load(ordering: .relaxed) - before < bytes.count * 20 / 110)
        let ranges = [70..<80, 20..<30, 90..<110].map { CellRange(rows: $0, columns: 5900..<5910) }
        table.want(ranges)
        let loads = table.reader.state.withLock(wakes: false) { $0.work.tileLoads }
        let shown = table.wait { snapshot in
            ranges.allSatisfy { $0.rows.allSatisfy { snapshot.cells.block(row: $0, column: 5900) != nil } }
        }
        for row in ranges.flatMap(\.rows) {
            #expect(shown.text(row, 5905) == (cells[row].count > 5905 ? cells[row][5905] : "·"))
        }
        #expect(table.reader.state.withLock(wakes: false) { $0.work.tileLoads } <= loads + 2)
        table.close()
    }

    @Test func rowsReadLatelyAreNotReadAgainToTheirFarColumns() {
        let (bytes, cells) = text(rows: 40)
        var tuning = ReaderTuning()
        tuning.tileBlock = 4096
        // A checkpoint for each record, as those of 100,000 fields have one.
        tuning.interval = 1 << 10
        let table = source(MemoryStore(bytes), options: TextOptions(headerRows: 1), tuning: tuning)
        table.waitUntilComplete()
        func read(_ columns: Range<Int>) -> Int {
            let before = table.reader.state.withLock(wakes: false) { $0.work.tileBytesRead }
            check(table, cells, CellRange(rows: 16..<32, columns: columns))
            return table.reader.state.withLock(wakes: false) { $0.work.tileBytesRead } - before
        }
        let first = read(5900..<5910)
        let second = read(5200..<5210)
        // Short rows have no marks so far out and are read again, the others from a mark.
        #expect(second < first / 3)
        table.close()
    }

    @Test func marksAreFewAndThoseOfOldRowsGo() {
        var marks = FieldMarks()
        for row in 0..<2000 {
            for column in 1...97 { marks.note(row: row, column: column * 1024, byte: row * 1_000_000 + column) }
        }
        #expect(marks.start(row: 0, column: 50_000) == nil)
        let mark = marks.start(row: 1999, column: 50_000)
        #expect(mark?.column == 49_152 && mark?.byte == 1_999_000_048)
        #expect(marks.start(row: 1999, column: 1023) == nil)
        #expect(marks.start(row: 1999, column: 101_000) == nil)
        // What has a gap before it is not noted.
        marks.note(row: 5000, column: 2048, byte: 1)
        #expect(marks.start(row: 5000, column: 2048) == nil)
    }
}

private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
