import Drawing
import Geometry
import SeededRandom
import Tabular
import Testing

@testable import GridUI

@Suite struct ScrollMarkTests {
    @Test func everyPlaceIsMarkedAndNothingElse() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let length = Int.random(in: 1...3000, using: &random)
            let thickness = Int.random(in: 1...6, using: &random)
            let shares = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Double.random(in: 0...1, using: &random)
            }
            let runs = ScrollMarks(shares).runs(length: length, thickness: thickness)
            // The slow way: a pixel is marked when a place is near enough, give or take the one that a bucket costs.
            for pixel in 0..<length {
                let nearest = shares.map { abs($0 * Double(length) - Double(pixel) - 0.5) }.min() ?? .infinity
                let isMarked = runs.contains { $0.contains(pixel) }
                if nearest <= Double(thickness - 1) / 2 - 1 { #expect(isMarked) }
                let reach = Double(thickness) + 1.5
                if nearest > reach { #expect(!isMarked) }
            }
            #expect(
                runs.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= length && $0.count >= min(thickness, length) })
            for (run, next) in zip(runs, runs.dropFirst()) { #expect(run.upperBound < next.lowerBound) }
        }
    }

    @Test func placesBeyondTheEndsAreThere() {
        let marks = ScrollMarks([-1, 2, .nan, .infinity])
        #expect(marks.runs(length: 100, thickness: 2) == [0..<2, 98..<100])
        #expect(ScrollMarks().isEmpty && !marks.isEmpty)
        #expect(marks.runs(length: 0, thickness: 2).isEmpty)
    }

    @Test func aMillionPlacesAreNoMoreThanPixels() {
        let marks = ScrollMarks((0..<1_000_000).lazy.map { Double($0) / 1_000_000 })
        #expect(marks.runs(length: 700, thickness: 2) == [0..<700])
    }

    @Test func rowsAreMarkedWhereTheyStand() {
        var model = evenSheet(rows: 1000, columns: 5)
        let extent = model.contentSize.height
        #expect(model.scrollShare(ofRow: 0) == (32 + 14) / extent)
        #expect(model.scrollShare(ofRow: 999) == (extent - 14) / extent)
        // Pinned or scrolled, a row stands where it is in the table.
        model.freeze(rows: 3, columns: 0)
        model.perform(.tableEnd)
        #expect(model.scrollShare(ofRow: 0) == (32 + 14) / extent)
        #expect(model.scrollShare(ofRow: 1000) == nil && model.scrollShare(ofRow: -1) == nil)
        let basis = model.scrollMarkBasis
        model.hideRows(10..<20)
        #expect(model.scrollShare(ofRow: 15) == nil)
        #expect(model.scrollMarkBasis != basis)
    }

    @Test func marksAreFoundAgainWhereSomethingChangedThatTheyFollowFromAndOnlyThere() {
        var model = evenSheet(rows: 1000, columns: 5)
        var marks = RowMarks(rows: [5..<6, 100..<300])
        func check(_ length: Int, findings: (Int, Int), _ line: SourceLocation = #_sourceLocation) {
            let runs = marks.runs(in: model, length: length, thickness: 2)
            let slow = model.scrollMarks(ofRows: marks.rows).runs(length: length, thickness: 2)
            #expect(runs == slow, sourceLocation: line)
            #expect(marks.findings == findings, sourceLocation: line)
        }
        check(400, findings: (1, 1))
        model.scroll(to: Point(x: 0, y: 900))
        check(400, findings: (1, 1))
        check(300, findings: (1, 2))
        model.hideRows(0..<80)
        check(300, findings: (2, 3))
        check(300, findings: (2, 3))
    }

    /// The rows of a long table whose middles stand in the pixels that are marked.
    private func markedRows(_ model: GridModel, _ rows: [Range<Int>], length: Int) -> Set<Int> {
        let runs = model.scrollMarks(ofRows: rows).runs(length: length, thickness: 1)
        return Set(
            (0..<model.rowCount).filter { row in
                guard let share = model.scrollShare(ofRow: row) else { return false }
                return runs.contains { $0.contains(Int(share * Double(length))) }
            })
    }

    @Test func everyRowOfAStretchIsMarkedAndFewBesideIt() {
        var model = evenSheet(rows: 3000, columns: 3)
        for stretch in [100..<101, 100..<164, 1000..<2000, 2990..<3000, 0..<3000] {
            let marked = markedRows(model, [stretch], length: 3000)
            #expect(marked.isSuperset(of: stretch))
            #expect(marked.isSubset(of: stretch.lowerBound - 3..<stretch.upperBound + 3))
        }
        #expect(model.scrollMarks(ofRows: []).isEmpty)
        // One that is wholly hidden has none; of another, what is shown.
        model.hideRows(1000..<1500)
        #expect(model.scrollMarks(ofRows: [1100..<1200, 1000..<1001]).isEmpty)
        #expect(markedRows(model, [1400..<1600], length: 3000).isSuperset(of: 1500..<1600))
        #expect(model.scrollMarks(ofRows: [4000..<5000]).isEmpty)
    }

    @Test func rowsOfFewRowsAreMarkedBesideThem() {
        let model = evenSheet(rows: 3, columns: 2)
        #expect(model.scrollShare(ofRow: 2) == 102.0 / 600)
    }
}

@Suite struct JumpTests {
    @Test func aRowOutOfSightComesToTheMiddle() throws {
        var model = evenSheet(rows: 10_000, columns: 50)
        model.activate(CellPosition(row: 0, column: 7))
        model.jump(toRow: 5000)
        #expect(model.activeCell == CellPosition(row: 5000, column: 7))
        let frame = try #require(model.shownFrame(of: CellPosition(row: 5000, column: 7)))
        #expect(abs(frame.midY - (32 + 600) / 2) <= 14)
    }

    @Test func aRowInSightStays() {
        var model = evenSheet()
        model.jump(toRow: 500)
        let offset = model.viewport.offset
        model.jump(toRow: 503)
        #expect(model.viewport.offset == offset)
        #expect(model.activeCell?.row == 503)
    }

    @Test func aHiddenRowIsShown() {
        var model = evenSheet()
        model.hideRows(100..<200)
        model.jump(toRow: 150, column: 3)
        #expect(model.shownFrame(of: CellPosition(row: 150, column: 3)) != nil)
        #expect(model.sheet.rows.hiddenCount == 99)
    }

    @Test func whatIsBeforeTheRowsIsAtTheTop() {
        var model = evenSheet()
        model.perform(.tableEnd)
        model.jump(toRow: nil)
        #expect(model.viewport.offset.y == 0 && model.activeCell?.row == 0)
    }

    @Test func rowsBeyondTheEndAreTheLast() {
        var model = evenSheet()
        model.jump(toRow: 5_000_000, column: 900)
        #expect(model.activeCell == CellPosition(row: 999, column: 49))
        var empty = GridModel(table: TableSnapshot(description: TableDescription(format: "CSV")))
        empty.jump(toRow: 3)
        #expect(empty.activeCell == nil)
    }

    @Test func columnsThatAreShownStandInTheirOrder() {
        var model = evenSheet(columns: 4)
        model.moveColumns(3..<4, to: 0)
        model.hideColumn(1)
        #expect(model.shownColumns == [3, 0, 2])
        model.setRowHeader(2)
        #expect(model.shownColumns == [2, 3, 0])
        #expect(model.rowsInSight?.lowerBound == 0)
    }
}

@Suite struct CutValueTests {
    private func model(width: Double, wraps: Bool = false, text: String = String(repeating: "x", count: 4096))
        -> GridModel
    {
        var snapshot = table(["id", "text"], [["1", "-"], ["2", "-"]])
        var builder = RowBlockBuilder(firstRow: 0, columns: 0..<2)
        for (id, value, length) in [("1", text, 524_288_000), ("2", "short", nil as Int?)] as [(String, String, Int?)] {
            builder.append(id.utf8)
            builder.endCell(CellInfo(state: .value))
            builder.append(value.utf8)
            builder.endCell(CellInfo(state: .value, isCut: length != nil), length: length)
        }
        snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 900, height: 400), scaleFactor: 1)
        model.resizeColumn(1, to: width)
        if wraps { model.setWrapsText(true) }
        _ = model.fitRowsInSight(measuring: FixedMeasure())
        return model
    }

    /// What stands in cells, with the boxes' ends.
    private func texts(_ model: GridModel) -> [(text: String, box: Rect, style: UInt16)] {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        return list.commands.compactMap {
            if case .text(let command) = $0 { (list.string(of: command), command.box, command.style) } else { nil }
        }
    }

    @Test func theLengthStandsAtTheEndOfTheCellInALowerVoice() throws {
        let texts = texts(model(width: 300))
        let length = try #require(texts.first { $0.text == "524 MB" })
        let value = try #require(texts.first { $0.text.hasPrefix("xxx") })
        let short = try #require(texts.first { $0.text == "short" })
        #expect(value.box.maxX <= length.box.minX)
        #expect(length.box.maxX == short.box.maxX)
        #expect(length.style != value.style && value.style == short.style)
    }

    @Test func aNarrowCellHasItsTextAlone() {
        #expect(!texts(model(width: 80)).contains { $0.text == "524 MB" })
    }

    @Test func whatFitsIsSaidToBeABeginning() {
        #expect(texts(model(width: 300, text: "ab")).contains { $0.text == "ab…" })
    }

    @Test func aWrappedValueHasItsLengthInItsLastLine() throws {
        let texts = texts(model(width: 300, wraps: true))
        let length = try #require(texts.first { $0.text == "524 MB" })
        let value = try #require(texts.first { $0.text.hasPrefix("xxx") })
        #expect(value.box.maxY == length.box.minY && length.box.height == 17)
    }

    @Test func aFormatIsNotAppliedToAPart() throws {
        var model = model(width: 300, text: "1234.567")
        model.setFormat(try CellFormat("%.1f"), ofColumn: 1)
        #expect(texts(model).contains { $0.text == "1234.567…" })
    }

    @Test func theModelKnowsWhatIsCut() {
        let model = model(width: 300)
        let cut = model.cut(of: CellPosition(row: 0, column: 1))
        #expect(cut?.shown == 4096 && cut?.whole == 524_288_000)
        #expect(model.cut(of: CellPosition(row: 1, column: 1)) == nil)
        #expect(model.cut(of: CellPosition(row: 5, column: 1)) == nil)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (4096, "4 kB"), (4199, "4.1 kB"),
        (99_999, "99 kB"), (999_999, "999 kB"), (1_000_000, "1 MB"), (1_250_000, "1.2 MB"),
        (524_288_000, "524 MB"), (3_900_000_000, "3.9 GB"), (Int.max, "9.2 EB"),
    ])
    func bytesAreCountedAsPeopleReadThem(count: Int, words: String) {
        #expect(ByteCount.words(count) == words)
    }
}
