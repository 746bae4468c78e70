import GridUI
import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularOps

/// A table of texts that are hard to draw, whose tiles come and go as a test says.
final class HostileTable: RecordStreaming {
    let rowCount: Int
    let columns: [Column]
    let snapshot: TableSnapshot

    private static let texts = [
        "plain", "12.50", "-7", "", "a text that is far too long for the column it stands in, and goes on",
        "żółw ŵith Ǻccents Ų", "表計算ソフト", "مرحبا بالعالم", "हिन्दी पाठ", "ภาษาไทย", "emoji 🙂👩‍👩‍👧 here",
        "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}e", "tab\tand\nline",
        "nul\u{0}bell\u{7}",
        "\u{202E}right to left override", "\u{2067}isolate", "<b>markup</b> &amp;", "fi ffl AV To", "jjjj ffff QQQ",
        "﷽",
        "soft\u{AD}hyphen", "wide words that wrap in some lines when a person asks for that",
    ]

    /// With groups of columns the sheet is no plain one.
    init(rows: Int, columnCount: Int, seed: UInt64 = 1, hasGroups: Bool = false) {
        rowCount = rows
        columns = (0..<columnCount).map { column in
            Column(
                name: column == 3 ? "ein sehr langer Name مع عنوان" : "column \(column)",
                type: column % 4 == 1 ? .decimal : .text,
                groups: hasGroups ? [column < 5 ? "a long group" : column < 9 ? "B" : ""] : [])
        }
        var snapshot = TableSnapshot(
            description: TableDescription(format: "test"), columns: columns, rowCount: .exactly(rows), phase: .complete)
        var random = SplitMix64(seed: seed)
        let whole = CellRange(rows: 0..<rows, columns: 0..<columnCount)
        for key in BlockTiles.keys(covering: whole) {
            let range = BlockTiles.range(of: key, rowCount: rows, columnCount: columnCount)
            var builder = RowBlockBuilder(firstRow: range.rows.lowerBound, columns: range.columns)
            for _ in range.rows {
                for column in range.columns {
                    switch Self.value(column, &random) {
                    case .missing: builder.endCell(CellInfo(state: .missing))
                    case .null: builder.endCell(CellInfo(state: .null))
                    case .text(let text, let length):
                        builder.append(text.utf8)
                        builder.endCell(CellInfo(state: .value, isCut: length != nil), length: length)
                    }
                }
            }
            snapshot.cells[key] = builder.build()
        }
        snapshot.version = 1
        self.snapshot = snapshot
    }

    private enum Value {
        case missing
        case null
        /// `length` where it is the beginning of a value as long as that.
        case text(String, length: Int?)
    }

    private static func value(_ column: Int, _ random: inout SplitMix64) -> Value {
        let text = texts.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<24, using: &random) {
        case 0: return .missing
        case 1: return .null
        case 2: return .text(text + " and so on", length: Int.random(in: 1_000..<100_000_000, using: &random))
        case 3...9: return .text(text, length: nil)
        default:
            let number = Int.random(in: 0..<(column == 0 ? 9 : 100_000), using: &random)
            return .text(column == 0 ? "g\(number)" : "\(number)", length: nil)
        }
    }

    /// The table with its rows in an order of their own, number `number`.
    func shuffled(number: Int) -> TableSnapshot {
        var random = SplitMix64(seed: UInt64(number))
        let rows = (0..<rowCount).shuffled(using: &random)
        var order = ShownOrder(
            version: Version(number), RowOrder(rows: rows.map { UInt32($0) }, sourceRowCount: rowCount))
        var shuffled = snapshot
        for key in snapshot.cells.keys {
            let range = BlockTiles.range(of: key, rowCount: rowCount, columnCount: columns.count)
            var builder = RowBlockBuilder(firstRow: range.rows.lowerBound, columns: range.columns)
            for place in range.rows {
                for column in range.columns {
                    let row = rows[place]
                    guard let block = snapshot.cells.block(row: row, column: column) else { continue }
                    block.withBytes(row: row, column: column) { builder.append($0) }
                    let info = block.info(row: row, column: column)
                    builder.endCell(info, length: info.isCut ? block.length(row: row, column: column) : nil)
                }
            }
            shuffled.cells[key] = builder.build()
            order.note(Array(rows[range.rows]), at: range.rows.lowerBound)
        }
        shuffled.order = order
        return shuffled
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {}

    func streamRecords(_ range: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        for row in range.clamped(to: 0..<rowCount) {
            for column in columns.indices {
                let key = BlockTiles.Key(cellRow: row, cellColumn: column)
                snapshot.cells[key]?.withBytes(row: row, column: column) { sink.append($0) }
                sink.endValue(.value)
            }
            sink.endRecord()
        }
    }

    /// The rows in groups, made while the caller waits.
    func grouped(_ columns: RowGrouping) -> GroupedRows? {
        let job = BackgroundJob<GroupedRows>(
            source: self, group: columns.group, weight: columns.weight, onChange: {},
            make: { GroupedRows($0, of: columns) })
        guard case .done(let groups) = job.wait() else { return nil }
        return groups
    }
}
