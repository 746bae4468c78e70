import Drawing
import Geometry
import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

/// Rows that arrive while one looks on, a few at a time, as those of a file that is being read or that grows.
@Suite struct ArrivalTests {
    private static let table = HostileTable(rows: 300, columnCount: 9, seed: 5)

    struct Kind: Sendable, CustomTestStringConvertible {
        var view: String
        var trailingRows = 0
        var scale = 1.0
        var testDescription: String { "\(view), \(trailingRows) frozen at the end, scale \(scale)" }

        var choice: ViewChoice {
            switch view {
            case "timeline": ViewChoice(view, columns: [.group: 0, .label: 2, .weight: 1])
            case "columns": ViewChoice(view, columns: [.group: 0, .label: 2])
            default: ViewChoice(view)
            }
        }

        static let all =
            ["sheet", "fit", "timeline", "columns", "cards"].map { Kind(view: $0) } + [
                Kind(view: "sheet", trailingRows: 1), Kind(view: "sheet", trailingRows: 2, scale: 2),
                Kind(view: "sheet", trailingRows: 3, scale: 3), Kind(view: "fit", scale: 2),
                Kind(view: "cards", scale: 2),
            ]
    }

    /// A grid of no rows, or in a view of groups of no cells, to which they come; how much was painted of how many
    /// pictures.
    private func arrive(_ kind: Kind, follows: Bool, seed: UInt64) throws -> (painted: Int, whole: Int) {
        var random = SplitMix64(seed: seed)
        var stage = try Stage(Self.table, scale: kind.scale)
        let all = stage.table.snapshot
        var rows = kind.choice.name == "timeline" || kind.choice.name == "columns" ? 300 : 4
        func snapshot(_ cells: BlockTiles) -> TableSnapshot {
            var snapshot = stage.model.table
            snapshot.version.advance()
            snapshot.rowCount = .atLeast(rows)
            snapshot.cells = cells
            return snapshot
        }
        stage.show(kind.choice)
        stage.model.apply(snapshot(BlockTiles()))
        stage.model.freeze(trailingRows: kind.trailingRows)
        if follows { stage.model.follow(.held) }
        #expect(try stage.step().isEmpty)
        var cells = BlockTiles()
        var missing = Array(all.cells.keys).sorted { ($0.row, $0.column) < ($1.row, $1.column) }
        var (painted, whole) = (0, 0)
        while rows < 300 || !missing.isEmpty {
            let isMore = rows < 300 && Bool.random(using: &random)
            if isMore { rows = min(300, rows + .random(in: 1..<12, using: &random)) }
            if !isMore || Int.random(in: 0..<4, using: &random) == 0, !missing.isEmpty {
                let key = missing.remove(at: .random(in: 0..<missing.count, using: &random))
                cells[key] = all.cells[key]
            }
            stage.model.apply(snapshot(cells))
            let differing = try stage.step()
            try #require(differing.isEmpty, "\(differing) after \(rows) rows; \(stage.update)")
            painted += stage.update.damagedArea
            let size = stage.model.viewport.size
            whole += Int(size.width * size.height * kind.scale * kind.scale)
        }
        return (painted, whole)
    }

    @Test(arguments: Kind.all)
    func whatArrivesIsPaintedWhereItIs(_ kind: Kind) throws {
        let looked = try arrive(kind, follows: false, seed: 3)
        // Most come where nobody looks. Of cells there are only a handful of tiles.
        #expect(looked.painted < looked.whole / 3, "\(looked)")
        _ = try arrive(kind, follows: true, seed: 4)
    }

    @Test func rowsAreAppendedAboveThoseThatAreFrozenAtTheEnd() throws {
        var stage = try Stage(Self.table)
        func append(upTo count: Int) throws -> FrameUpdate {
            var snapshot = stage.model.table
            snapshot.version.advance()
            snapshot.rowCount = .atLeast(count)
            stage.model.apply(snapshot)
            #expect(try stage.step().isEmpty)
            return stage.update
        }
        _ = try append(upTo: 99)
        stage.model.freeze(trailingRows: 2)
        #expect(try stage.step().isEmpty)
        // Other rows are the last two.
        for count in [103, 110, 200] {
            let update = try append(upTo: count)
            #expect(update.moves.isEmpty && update.damagedArea <= 330 * (2 * 28 + 2), "\(update)")
        }
    }

    @Test(arguments: ["fit", "cards"])
    func aRecordThatIsAppendedPaintsItsPlaceAlone(view: String) throws {
        var stage = try Stage(Self.table, size: Size(width: 800, height: 900))
        stage.show(ViewChoice(view))
        func append(upTo count: Int) throws -> FrameUpdate {
            var snapshot = stage.model.table
            snapshot.version.advance()
            snapshot.rowCount = .atLeast(count)
            stage.model.apply(snapshot)
            #expect(try stage.step().isEmpty)
            return stage.update
        }
        _ = try append(upTo: 4)
        let update = try append(upTo: 5)
        #expect(!update.isEmpty && update.damagedArea < 800 * 900 / 4, "\(update)")
        _ = try append(upTo: 150)
        #expect(try append(upTo: 200).isEmpty, "out of sight")
    }

    @Test(arguments: ["sheet", "fit"])
    func numbersOfRowsInAnOrderArePaintedWhenTheyArrive(view: String) throws {
        // With groups of columns, a sheet is painted cell by cell.
        let table = HostileTable(rows: 300, columnCount: 9, seed: 5, hasGroups: true)
        let all = table.snapshot
        let rows = (0..<300).reversed().map { UInt32($0) }
        var shown = ShownOrder(version: 1, RowOrder(rows: rows, sourceRowCount: 300))
        var stage = try Stage(table, size: Size(width: 400, height: 300))
        stage.show(Kind(view: view).choice)
        func take(_ cells: BlockTiles) throws {
            var snapshot = stage.model.table
            snapshot.version.advance()
            (snapshot.cells, snapshot.order) = (cells, shown)
            stage.model.apply(snapshot)
            #expect(try stage.step().isEmpty, "\(cells.keys.count) tiles")
        }
        try take(BlockTiles())
        let isPlain = stage.model.isPlainSheet
        #expect(!isPlain)
        var cells = BlockTiles()
        for key in all.cells.keys.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }).prefix(3) {
            cells[key] = all.cells[key]
            let first = key.row * BlockTiles.rowsPerTile
            let places = first..<min(300, first + BlockTiles.rowsPerTile)
            shown.note(places.map { 299 - $0 }, at: first)
            try take(cells)
        }
        #expect(stage.model.sourceRow(at: 0) == 299)
    }

    @Test(arguments: ["timeline", "columns", "fit", "cards"])
    func cellsThatArrivePaintTheElementsThatShowThem(view: String) throws {
        var stage = try Stage(Self.table, size: Size(width: 800, height: 400))
        stage.show(Kind(view: view).choice)
        stage.model.scroll(to: Point(x: 0, y: 128 * 28 - 100))
        #expect(try stage.step().isEmpty)
        func lose(_ key: BlockTiles.Key) throws -> FrameUpdate {
            var snapshot = stage.model.table
            snapshot.version.advance()
            snapshot.cells[key] = nil
            stage.model.apply(snapshot)
            #expect(try stage.step().isEmpty)
            return stage.update
        }
        // Every row of the table is in one of three tiles.
        let areas = try (0..<3).map { try lose(BlockTiles.Key(row: $0, column: 0)).damagedArea }
        #expect(areas.contains { $0 > 0 } && areas.allSatisfy { $0 < 800 * 400 }, "\(areas)")
        #expect(try lose(BlockTiles.Key(row: 0, column: 0)).isEmpty)
    }
}
