import Geometry
import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

/// All that is arranged, spelt out.
private func words(_ model: GridModel) -> [String] {
    let columns = (0..<model.columns.count).map { place in
        let size = model.sheet.columns.fullSize(of: place)
        return "\(model.columns.column(at: place)) \(model.sheet.columns.isHidden(place) ? "hidden" : "shown") \(size)"
    }
    let rows = (0..<model.rowCount).map { "\(model.sheet.rows.isHidden($0)) \(model.sheet.rows.fullSize(of: $0))" }
    let sheet = model.sheet
    let frozen = [sheet.frozenRows, sheet.frozenColumns, sheet.frozenTrailingRows, sheet.frozenTrailingColumns]
    let looks = [model.wrapsText, model.stripesRows, model.isCompact, model.showsPictures]
    return columns + rows + [
        "\(frozen) \(looks) \(model.viewport.zoom) \(String(describing: model.columns.rowHeader))",
        "\(model.merged.spans) \(model.sizing.given.sorted()) \(model.formats.keys.sorted()) \(sheet.parameters)",
    ]
}

/// What is said first of a model that was not said of it: all of it would fill a screen.
private func firstDifference(_ old: [String], in model: GridModel) -> String? {
    let new = words(model)
    if let (was, now) = zip(old, new).first(where: { $0 != $1 }) { return "\(was) became \(now)" }
    return old.count == new.count ? nil : "\(old.count) things became \(new.count)"
}

/// One change that a person can make, or none.
private func change(_ model: inout GridModel, _ random: inout SplitMix64) {
    let (row, column) = (random.int(0...model.rowCount - 1), random.int(0...model.columnCount - 1))
    switch random.int(0...12) {
    case 0: model.hideColumn(column)
    case 1: model.hideRows(row..<min(row + 3, model.rowCount))
    case 2: model.showAll()
    case 3: model.resizeColumn(column, to: Double(random.int(20...300)))
    case 4: model.resizeRow(row, to: Double(random.int(10...90)))
    case 5: model.moveColumns(column..<min(column + 2, model.columns.count), to: random.int(0...model.columns.count))
    case 6: model.freeze(rows: random.int(0...3), columns: random.int(0...3), trailingRows: random.int(0...2))
    case 7: model.setRowHeader(random.oneIn(2) ? nil : column)
    case 8: model.perform(random.pick([.wrapText, .stripeRows, .compactRows, .headerPictures]))
    case 9: model.perform(random.pick([.zoomIn, .zoomOut, .zoomReset]))
    case 10: model.merge([CellSpan(rows: row..<min(row + 2, model.rowCount), columns: column..<column + 1)])
    case 11: model.setFormat(random.oneIn(3) ? nil : try? CellFormat("%s!"), ofColumn: column)
    default: model.unmergeAll()
    }
}

@Suite struct GridArrangementTests {
    @Test(arguments: 0..<30 as Range<UInt64>) func whatIsRestoredIsWhatThereWas(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (model, _) = generated(rows: 60, columns: 8)
        var kept: [(GridArrangement, [String])] = []
        for _ in 0..<25 {
            kept.append((model.arrangement, words(model)))
            change(&model, &random)
        }
        for (arrangement, words) in kept.reversed() {
            model.restore(arrangement)
            #expect(model.arrangement == arrangement)
            #expect(firstDifference(words, in: model) == nil)
        }
    }

    @Test func aChangeIsNamedByWhatItIs() throws {
        let changes: [(ViewChange, (inout GridModel) -> Void)] = [
            (.hideColumn, { $0.hideColumn(2) }), (.hideRow, { $0.hideRows(4..<6) }), (.showHidden, { $0.showAll() }),
            (.hideColumn, { $0.hideColumn(3) }), (.showColumns, { $0.showAllColumns() }),
            (.moveColumn, { $0.moveColumns(0..<1, to: 3) }), (.resizeColumn, { $0.resizeColumn(1, to: 222) }),
            (.resizeColumn, { $0.resizeColumn(1, to: 221) }), (.resizeRow, { $0.resizeRow(3, to: 77) }),
            (.resizeRow, { $0.resetRow(3) }), (.freeze, { $0.freeze(rows: 2) }), (.unfreeze, { $0.freeze(rows: 0) }),
            (.zoom, { $0.zoom(to: 2) }), (.wrapText, { $0.perform(.wrapText) }),
            (.stripeRows, { $0.perform(.stripeRows) }), (.compactRows, { $0.perform(.compactRows) }),
            (.headerPictures, { $0.perform(.headerPictures) }), (.rowNames, { $0.setRowHeader(4) }),
            (.merge, { $0.merge([CellSpan(rows: 0..<2, columns: 1..<2)]) }), (.unmerge, { $0.unmergeAll() }),
            (.format, { $0.setFormat(try? CellFormat("%s!"), ofColumn: 1) }), (.view, { $0.show(ViewChoice("cards")) }),
        ]
        var (model, _) = generated(rows: 60, columns: 8)
        for (name, change) in changes {
            let before = model.arrangement
            change(&model)
            #expect(before.change(to: model.arrangement) == name)
        }
    }

    @Test func movingAroundAndWhatColumnsGetByThemselvesIsNoChange() {
        var (model, source) = generated(rows: 500, columns: 200)
        let before = model.arrangement
        model.perform(.tableEnd)
        model.perform(.selectAll)
        source.want(model.wantedCells())
        model.apply(source.snapshot)
        let hasFitted = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(hasFitted && model.arrangement == before)
    }

    @Test func aColumnThatIsDraggedWiderIsOneChange() {
        var model = evenSheet()
        let before = model.arrangement
        _ = model.press(at: Point(x: 156, y: 10))
        for step in 1...40 { _ = model.movePointer(to: Point(x: 156 + Double(step), y: 10)) }
        _ = model.release()
        #expect(before.change(to: model.arrangement) == .resizeColumn)
        model.restore(before)
        #expect(model.sheet.columns.size(of: 0) == 100 && model.arrangement == before)
    }

    @Test func rowsThatWereHiddenAreSoAgainThroughAnotherOrder() throws {
        var (model, source) = generated(rows: 60, columns: 8)
        model.resizeRow(9, to: 70)
        model.setWrapsText(true)
        let plain = model.arrangement
        model.hideRows(5..<8)
        let hidden = model.arrangement
        var sorted = source.snapshot
        sorted.order = ShownOrder(version: 5, RowOrder(rows: (0..<60).reversed(), sourceRowCount: 60))
        sorted.version = model.table.version.next
        model.reorder(with: sorted, activeRow: 0, firstRow: 0)
        #expect(model.hiddenCounts.rows == 0)
        model.restore(plain)
        var back = source.snapshot
        back.version = sorted.version.next
        model.reorder(with: back, activeRow: 0, firstRow: 0)
        #expect(model.hiddenCounts.rows == 0 && model.sheet.rows.size(of: 9) == 70)
        model.restore(hidden)
        #expect(model.hiddenCounts.rows == 3 && model.sheet.rows.size(of: 9) == 70)
    }

    @Test func whoTakesBackThatAColumnOrRowIsHiddenStandsThereAgain() {
        var (model, _) = generated(rows: 60, columns: 8)
        model.activate(CellPosition(row: 4, column: 3))
        let before = model.arrangement
        model.hideColumn(3)
        model.hideRows(4..<5)
        #expect(model.activeCell == CellPosition(row: 5, column: 4))
        model.restore(before)
        #expect(model.activeCell == CellPosition(row: 4, column: 3))
        // What was not hidden is nowhere to come back to.
        model.activate(CellPosition(row: 20, column: 1))
        model.restore(before)
        #expect(model.activeCell == CellPosition(row: 20, column: 1))
    }
}
