import Drawing
import Geometry
import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

/// Rows in which text wraps. All laws are checked on tables of random words, in which most rows have another height.
@Suite struct WrappingTests {
    /// A table of `texts(row)`: one column of numbers, then columns of text.
    private func table(_ rows: Int, columns: Int, _ text: (Int, Int) -> String) -> TableSnapshot {
        var snapshot = TableSnapshot(
            description: TableDescription(format: "CSV"),
            columns: (0..<columns).map { Column(name: "c\($0)", type: $0 == 0 ? .integer : .text) },
            rowCount: .exactly(rows), phase: .complete)
        for first in stride(from: 0, to: rows, by: BlockTiles.rowsPerTile) {
            var builder = RowBlockBuilder(firstRow: first, columns: 0..<columns)
            for row in first..<min(rows, first + BlockTiles.rowsPerTile) {
                for column in 0..<columns {
                    builder.append(text(row, column).utf8)
                    builder.endCell(CellInfo(state: .value))
                }
            }
            snapshot.cells[BlockTiles.Key(cellRow: first, cellColumn: 0)] = builder.build()
        }
        snapshot.version = 1
        return snapshot
    }

    /// Words of random lengths, at times with line breaks; numbers in the first column.
    private func words(_ random: inout SplitMix64, rows: Int, columns: Int) -> [[String]] {
        (0..<rows).map { row in
            (0..<columns).map { column in
                if column == 0 { return "\(row)123456789123456789123456789" }
                let count = random.oneIn(3) ? random.int(0...40) : random.int(0...3)
                return (0..<count).map { _ in
                    String(repeating: "w", count: random.oneIn(20) ? 70 : random.int(1...9))
                        + (random.oneIn(15) ? "\r\n" : "")
                }.joined(separator: " ")
            }
        }
    }

    private func model(
        _ snapshot: TableSnapshot, size: Size = Size(width: 700, height: 400), width: Double = 150
    ) -> GridModel {
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: size, scaleFactor: 1)
        model.apply(snapshot)
        for column in 0..<model.columnCount { model.resizeColumn(column, to: width) }
        return model
    }

    /// Measures until there is nothing more to do; how many calls that took.
    @discardableResult
    private func settle(_ model: inout GridModel) -> Int {
        var calls = 1
        while model.fitRowsInSight(measuring: FixedMeasure()), calls < 1_000 { calls += 1 }
        return calls
    }

    /// What a row is high with the texts of those columns, the slow way.
    private func height(_ texts: [String], columns: [Int], width: Double = 150) -> Double {
        let lines = columns.filter { $0 > 0 }.map { column in
            let text = texts[column].split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
            return min(40, FixedMeasure.lines(of: text, in: (width - 16) / 1.04).count)
        }
        return Double(max(1, lines.max() ?? 1)) * 17 + 11
    }

    private func rowsInSight(_ model: GridModel) -> [Int] {
        let tracks = model.sheet.visibleTracks(in: model.viewport.visible)
        return [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows].flatMap { Array($0) }
            .filter { !model.sheet.rows.isHidden($0) }
    }

    private func columnsInSight(_ model: GridModel) -> [Int] {
        let tracks = model.sheet.visibleTracks(in: model.viewport.visible)
        return [tracks.frozenColumns, tracks.columns, tracks.frozenTrailingColumns].flatMap { Array($0) }
    }

    /// Where a row begins in the viewport.
    private func top(_ row: Int, _ model: GridModel) -> Double? {
        model.attributes(for: .cell(section: row, item: 0)).map { $0.frame.minY - model.viewport.visible.minY }
    }

    @Test(arguments: 0..<12)
    func rowsInSightAreAsHighAsTheirTallestCell(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let texts = words(&random, rows: 400, columns: 9)
        var model = model(table(400, columns: 9) { texts[$0][$1] })
        if random.oneIn(2) { model.freeze(rows: random.int(0...2), columns: random.int(0...1)) }
        if random.oneIn(2) { model.freeze(trailingRows: random.int(0...1), trailingColumns: random.int(0...1)) }
        if random.oneIn(2) { model.hideRows(3..<random.int(4...30)) }
        model.setWrapsText(true)
        for _ in 0..<40 {
            settle(&model)
            for row in rowsInSight(model) {
                #expect(model.sheet.rows.size(of: row) == height(texts[row], columns: Array(0..<9)), "row \(row)")
            }
            model.scroll(
                toOffset: model.viewport.offset
                    + Point(
                        x: random.oneIn(4) ? Double(random.int(-300...300)) : 0, y: Double(random.int(-300...900))))
        }
    }

    @Test func aColumnThatWrapsIsWidenedForALongerWord() throws {
        let snapshot = table(400, columns: 3) { row, column in
            column == 0 ? "\(row)" : column == 1 && row == 300 ? "a somewhatlongerword" : "r\(row) c"
        }
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 700, height: 400), scaleFactor: 1)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        let narrow = model.sheet.columns.size(of: 1)
        model.setWrapsText(true)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.sheet.columns.size(of: 1) == narrow)
        model.scroll(toOffset: Point(x: 0, y: 290 * 28))
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.sheet.columns.size(of: 1) >= Double("somewhatlongerword".count * 8))
        // A width that a person gave stays.
        model.resizeColumn(1, to: 50)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.sheet.columns.size(of: 1) == 50)
    }

    @Test(arguments: 0..<12)
    func whatBeginsInSightStaysWhereItIs(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let texts = words(&random, rows: 2_000, columns: 4)
        var model = model(table(2_000, columns: 4) { texts[$0][$1] })
        if random.oneIn(2) { model.freeze(rows: 1) }
        if random.oneIn(2) { model.hideRows(300..<900) }
        model.setWrapsText(true)
        settle(&model)
        var y = Double(random.int(2_000...20_000))
        model.scroll(toOffset: Point(x: 0, y: y))
        settle(&model)
        for step in 0..<200 {
            // Upwards through rows that nobody has seen, then down again.
            y = model.viewport.offset.y + Double(random.int(0...90)) * (step < 140 ? -1 : 1) + 0.25
            model.scroll(toOffset: Point(x: 0, y: y))
            let shownTop = model.pinnedInsets.top
            let frozen = model.sheet.frozenRowsInForce.leading
            guard let anchor = rowsInSight(model).first(where: { $0 >= frozen && (top($0, model) ?? -1) >= shownTop }),
                model.viewport.offset.y > 0
            else { continue }
            let before = top(anchor, model)
            // After each frame, not only in the end.
            repeat {
                #expect(top(anchor, model) == before, "row \(anchor) in step \(step)")
            } while model.fitRowsInSight(measuring: FixedMeasure())
            #expect(top(anchor, model) == before, "row \(anchor) in step \(step)")
        }
    }

    @Test func theActiveRowStaysWhereItIsWhenWrappingBeginsAndEnds() throws {
        var random = SplitMix64(seed: 3)
        var texts = words(&random, rows: 300, columns: 4)
        texts[120] = ["1", "a text of two lines", "", ""]
        var model = model(table(300, columns: 4) { texts[$0][$1] })
        model.activate(CellPosition(row: 120, column: 1))
        model.scroll(to: Point(x: 0, y: 115 * 28))
        let before = try #require(top(120, model))
        model.perform(.wrapText)
        settle(&model)
        #expect(top(120, model) == before)
        model.perform(.wrapText)
        #expect(top(120, model) == before)
        #expect(model.sheet.rows.overrideCount == 0)
    }

    @Test func theTopStaysTheTopWhenColumnsGetOtherWidths() {
        var model = model(
            table(60, columns: 3) { row, _ in row == 0 ? String(repeating: "word ", count: 30) : "\(row)" })
        model.setWrapsText(true)
        settle(&model)
        model.activate(CellPosition(row: 1, column: 1))
        for width in [140.0, 160, 150, 150.5, 150] {
            model.resizeColumn(2, to: width)
            settle(&model)
            #expect(model.scrollPosition.y == 0, "\(width)")
            #expect(model.sheet.rows.size(of: 0) > 100)
        }
    }

    @Test func heightsOfRowsFarAwayAreForgottenAndNothingInSightMoves() throws {
        let text = "two lines of text, no more"
        var model = model(
            table(12_000, columns: 2) { "\($0) \($1 == 0 ? "" : text)" }, size: Size(width: 700, height: 4_000))
        model.resizeRow(3, to: 90)
        model.freeze(rows: 1)
        model.setWrapsText(true)
        settle(&model)
        let height = model.sheet.rows.size(of: 10)
        #expect(height > 28 && model.sheet.rows.size(of: 0) == height)
        var most = 0
        while model.viewport.offset.y < model.contentSize.height - 4_001 {
            model.scroll(toOffset: model.viewport.offset + Point(x: 0, y: 3_000.25))
            let anchor = try #require(rowsInSight(model).dropFirst(2).first)
            let before = top(anchor, model)
            settle(&model)
            if model.viewport.offset.y < model.contentSize.height - 4_001 { #expect(top(anchor, model) == before) }
            most = max(most, model.sheet.rows.overrideCount)
        }
        #expect(most > WrappedRows.heightLimit / 2 && most < WrappedRows.heightLimit + 300)
        #expect(model.sheet.rows.size(of: 0) == height, "what is frozen is in sight")
        #expect(model.sheet.rows.size(of: 3) == 90, "a person's height is no such height")
        // Another width has as many rows measured again as are kept, not as many as were seen.
        model.resizeColumn(1, to: 151)
        let visits = WorkCounter.nodeVisits { _ = model.fitRowsInSight(measuring: FixedMeasure()) }
        #expect(visits < 40 * WrappedRows.heightLimit, "\(visits)")
        // Back at the top they are measured again.
        model.scroll(toOffset: .zero)
        settle(&model)
        #expect(model.sheet.rows.size(of: 10) == height)
        #expect(model.sheet.rows.overrideCount < WrappedRows.heightLimit + 300)
    }

    @Test func heightsSetByHandSurvive() {
        var model = model(table(50, columns: 2) { "\($0) \($1) " + String(repeating: "word ", count: 20) })
        model.resizeRow(2, to: 40)
        model.setWrapsText(true)
        settle(&model)
        #expect(model.sheet.rows.size(of: 2) == 40)
        model.resizeRow(3, to: 60)
        model.resizeRow(0, to: 300)
        settle(&model)
        #expect([0, 2, 3].map { model.sheet.rows.size(of: $0) } == [300, 40, 60])
        // Its ordinary height is now the one of its text.
        model.resetRow(0)
        settle(&model)
        #expect(model.sheet.rows.size(of: 0) == model.sheet.rows.size(of: 1))
        model.setWrapsText(false)
        #expect([0, 1, 2, 3].map { model.sheet.rows.size(of: $0) } == [28, 28, 40, 60])
    }

    @Test func anotherColumnWidthMakesRowsHigherOrLower() {
        var model = model(table(50, columns: 2) { "\($0) \($1) " + String(repeating: "word ", count: 20) })
        model.setWrapsText(true)
        settle(&model)
        let narrow = model.sheet.rows.size(of: 1)
        model.resizeColumn(1, to: 400)
        settle(&model)
        let wide = model.sheet.rows.size(of: 1)
        #expect(wide < narrow && wide > 28)
        model.resizeColumn(1, to: 150)
        settle(&model)
        #expect(model.sheet.rows.size(of: 1) == narrow)
        // Numbers have no say.
        model.resizeColumn(0, to: 20)
        settle(&model)
        #expect(model.sheet.rows.size(of: 1) == narrow)
    }

    @Test func rowsAreNotMeasuredBeforeTheyAreInMemory() {
        var snapshot = table(400, columns: 2) { _, _ in String(repeating: "word ", count: 30) }
        snapshot.cells[BlockTiles.Key(row: 1, column: 0)] = nil
        var model = model(snapshot)
        model.setWrapsText(true)
        model.scroll(toOffset: Point(x: 0, y: 130 * 28))
        settle(&model)
        #expect(model.sheet.rows.overrideCount == 0)
        snapshot = table(400, columns: 2) { _, _ in String(repeating: "word ", count: 30) }
        snapshot.version = 2
        model.apply(snapshot)
        settle(&model)
        #expect(model.sheet.rows.overrideCount > 0)
    }

    @Test func aFrameMeasuresSoMuchAndNoCellTwice() {
        var random = SplitMix64(seed: 5)
        let texts = words(&random, rows: 300, columns: 12)
        var model = model(
            table(300, columns: 12) { texts[$0][$1] }, size: Size(width: 3_840, height: 2_160), width: 300)
        model.setWrapsText(true)
        let measure = CountingMeasure()
        var most = 0
        while model.fitRowsInSight(measuring: measure) {
            most = max(most, measure.bytes)
            measure.bytes = 0
        }
        // Those of the last row on top of the limit.
        #expect(most > 1_500 && most < 2_048 + 12 * 400)
        #expect(measure.texts <= 300 * 11)
        measure.texts = 0
        let hasMore = model.fitRowsInSight(measuring: measure)
        #expect(!hasMore)
        #expect(measure.texts == 0)
        // Rows that the taller ones pushed out of sight were not measured.
        #expect(model.sheet.rows.overrideCount < 60)
    }

    @Test func atTheEndTheLastRowStaysInSight() throws {
        var model = model(table(500, columns: 2) { "\($0) \($1) " + String(repeating: "word ", count: 20) })
        model.setWrapsText(true)
        model.scroll(toOffset: Point(x: 0, y: .greatestFiniteMagnitude))
        settle(&model)
        let last = try #require(model.attributes(for: .cell(section: 499, item: 0)))
        #expect(last.frame.maxY == model.viewport.visible.maxY)
        #expect(last.frame.height > 28)
    }

    @Test func hugeTextsAndNarrowColumnsAreBounded() {
        let huge = String(repeating: "wörter ", count: 20_000)
        var model = model(table(3, columns: 2) { _, _ in huge }, width: 12)
        model.setWrapsText(true)
        settle(&model)
        #expect(model.sheet.rows.size(of: 0) == 40 * 17 + 11)
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        #expect(list.text.count < 6 * 4_100)
        var empty = self.model(table(0, columns: 2) { _, _ in "" })
        empty.setWrapsText(true)
        let calls = settle(&empty)
        #expect(calls == 1)
    }

    @Test func wrappedCellsAreDrawnAsTheirGoldenListSays() {
        var model = model(
            table(2, columns: 2) { $1 == 0 ? "\($0 + 7)" : $0 == 0 ? "one two\nthree\tfour" : "short" },
            size: Size(width: 300, height: 140), width: 90)
        model.setWrapsText(true)
        settle(&model)
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        let texts = list.dump().split(separator: "\n").filter { $0.hasPrefix("text") }.map(String.init)
        #expect(texts == Self.golden)
    }

    private static let golden = [
        #"text 154,94 74x28 left 14px #2e3436 "short""#,
        #"text 64,94 74x28 right 14px #2e3436 "8""#,
        #"text 154,38 74x51 left wrap 14px #2e3436 "one two\nthree⇥four""#,
        #"text 64,38 74x17 right wrap 14px #2e3436 "7""#,
        #"text 8,94 40x28 right 14px #636769 "2""#,
        #"text 154,0 74x32 left 14px bold #43484a "c1""#,
        #"text 8,38 40x17 right wrap 14px #2e3436 "1""#,
        #"text 64,0 74x32 right 14px bold #43484a "c0""#,
    ]
}

/// As `FixedMeasure`, and counts what it is asked to wrap.
private final class CountingMeasure: TextMeasuring {
    var texts = 0
    var bytes = 0

    func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double { FixedMeasure().width(of: text, font: font) }

    func metrics(of font: Font) -> FontMetrics { FixedMeasure().metrics(of: font) }

    func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double {
        texts += 1
        bytes += text.count
        return FixedMeasure().height(of: text, font: font, width: width)
    }
}
