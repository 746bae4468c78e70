import Tabular
import TestStores
import Testing

@testable import TabularText

/// A screen of rows at any place costs one read of the seam, whatever the file.
@Suite struct ScreenReadTests {
    /// As in fact, an eighth as large: a cell of the index and a block are the same.
    private static var tuning: ReaderTuning {
        var tuning = ReaderTuning()
        precondition(tuning.tileBlock == tuning.interval)
        (tuning.tileBlock, tuning.interval) = (1 << 15, 1 << 15)
        return tuning
    }

    /// Rows of a kind, which begin with their number (0-based).
    private static func row(_ number: Int, _ kind: String) -> String {
        switch kind {
        case "short": "\(number),\(number),\(number % 7)\n"
        case "usual": "\(number),\(number * number),some words in a row\n"
        case "CRLF and quotes": "\(number),\"a, \"\"b\"\"\r\nc \(number % 11)\"\r\n"
        // Some are a hundred times as long as others, and a stretch of the file is of such alone.
        case "uneven":
            "\(number),\(String(repeating: "x", count: number % 97 == 0 || number / 100 == 30 ? 300 : 7))\n"
        default: "\(number)\(String(repeating: ",\(number % 10)", count: 120))\n"
        }
    }

    private static let kinds = ["short", "usual", "CRLF and quotes", "uneven", "many columns"]

    private static func text(_ kind: String, rows: Int) -> [UInt8] {
        var text = (0..<(kind == "many columns" ? 121 : kind == "usual" || kind == "short" ? 3 : 2)).map { "c\($0)" }
            .joined(
                separator: ",")
        text += "\n"
        for number in 0..<rows { text += row(number, kind) }
        return Array(text.utf8)
    }

    /// How much `count` grows when `rows` are shown of which no cell is in memory.
    private static func cost(of rows: Range<Int>, in table: TextSource, _ count: () -> Int) -> Int {
        // Those that are there cost nothing: all others go.
        table.want([])
        table.reader.state.withLock { $0.snapshot.cells = BlockTiles() }
        let before = count()
        table.want([CellRange(rows: rows, columns: 0..<2)])
        let shown = table.wait { snapshot in rows.allSatisfy { snapshot.cells.block(row: $0, column: 0) != nil } }
        #expect(rows.allSatisfy { shown.text($0, 0) == "\($0)" })
        table.want([])
        return count() - before
    }

    /// Of a table that nothing else reads: reads and bytes.
    private static func cost(of rows: Range<Int>, in table: TextSource, _ store: MemoryStore) -> (
        reads: Int, bytes: Int
    ) {
        let before = store.reads.load(ordering: .relaxed)
        let bytes = cost(of: rows, in: table) { store.bytesRead.load(ordering: .relaxed) }
        return (store.reads.load(ordering: .relaxed) - before, bytes)
    }

    @Test(arguments: kinds)
    func aScreenAtAnyPlaceCostsOneRead(kind: String) {
        let count = kind == "many columns" ? 1000 : 8000
        let store = MemoryStore(Self.text(kind, rows: count))
        let table = source(store, options: TextOptions(headerRows: 1), tuning: Self.tuning)
        table.waitUntilComplete()
        let index = table.reader.state.current.index
        let lengths = (0..<count).map { Self.row($0, kind).utf8.count }
        #expect(index.checkpoints.count > 2)
        var random = SeededGenerator(state: 5)
        // Anywhere, at a checkpoint, where tiles meet, and at the end.
        let far = (0..<60).map { _ in Int.random(in: 0..<count - 60, using: &random) }
        let places = far + index.checkpoints.map { min($0.record, count - 60) } + (1..<8).map { $0 * 128 - 30 }
        for first in places + [count - 60, count - 61, 0] {
            let rows = first..<first + 60
            let cost = Self.cost(of: rows, in: table, store)
            #expect(cost.reads == 1, "row \(first)")
            // No more than from the checkpoint before its tiles to the one behind them.
            let tiles = first / 128 * 128..<min((first + 187) / 128 * 128, count)
            let start = index.checkpoint(before: tiles.lowerBound + 1).byte
            #expect(cost.bytes == index.end(ofRecords: tiles.upperBound + 1) - start)
            let own = lengths[tiles].reduce(0, +)
            #expect(cost.bytes <= own + 2 * index.interval + 1000)
        }
        table.close()
    }

    /// While the index grows, and at the end of what it has seen.
    @Test(arguments: kinds)
    func aScreenCostsOneReadWhileTheIndexGrows(kind: String) {
        let bytes = Self.text(kind, rows: 3000)
        let pipe = PackedPipe(bytes)
        // A dialect that is to be found is looked for meanwhile, which takes reads of its own.
        let table = source(pipe, options: .plain(headerRows: 1), tuning: Self.tuning)
        var random = SeededGenerator(state: 7)
        // What is audited is read by others too.
        pipe.send(2000)
        table.wait { $0.rowCount.known > 0 }
        for part in 2...9 {
            let known = bytes.count * part / 10
            pipe.send(known)
            let rows = table.reader.state.wait(until: { $0.index.end == known }, then: { $0.index.recordCount - 1 })
            table.wait { $0.rowCount.known >= rows }
            for place in 0..<8 where rows > 60 {
                let first = place == 0 ? rows - 60 : Int.random(in: 0...rows - 60, using: &random)
                let cost = Self.cost(of: first..<first + 60, in: table, { pipe.reads.load(ordering: .relaxed) })
                #expect(cost == 1, "rows from \(first) of \(rows)")
            }
        }
        table.close()
    }

    /// Of tables of thousands of columns a screen is more than one read takes: by blocks, each byte once.
    @Test func whatIsTooLongForOneReadIsReadByBlocks() {
        let line = String(repeating: ",12345678", count: 900)
        let text = "n\(String(repeating: ",c", count: 900))\n" + (0..<400).map { "\($0)\(line)\n" }.joined()
        let store = MemoryStore(Array(text.utf8))
        let table = source(store, options: TextOptions(headerRows: 1), tuning: Self.tuning)
        table.waitUntilComplete()
        let cost = Self.cost(of: 130..<190, in: table, store)
        #expect(cost.reads > 1)
        #expect(cost.bytes <= 128 * (line.utf8.count + 4) + 2 << 15)
        table.close()
    }
}
