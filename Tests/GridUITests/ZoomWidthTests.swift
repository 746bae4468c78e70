import Drawing
import Geometry
import SeededRandom
import Tabular
import Testing

@testable import GridUI

/// Each character takes a whole number of device pixels, as hinted glyphs do, and those of one font are unlike.
private struct HintedMeasure: TextMeasuring {
    func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double {
        text.reduce(0) { $0 + advance($1, size: font.size) }
    }

    func metrics(of font: Font) -> FontMetrics { FontMetrics(ascent: font.size, descent: 4) }
    func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double { font.size }

    private func advance(_ character: UInt8, size: Double) -> Double {
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
        return max(1, (size * (isDigit ? 0.56 : 0.2 + 0.07 * Double(character % 9))).rounded())
    }
}

@Suite struct ZoomWidthTests {
    private func model(seed: UInt64, scale: Double) -> GridModel {
        var random = SplitMix64(seed: seed)
        let rows = (0..<60).map { row -> [String?] in
            let letters = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                "abcdefghijklmnop".randomElement(using: &random).map(String.init) ?? ""
            }
            return ["\(Int.random(in: 0...999_999, using: &random))", letters.joined(), "\(row)"]
        }
        let snapshot = table(["number", "text", "row"], types: [.integer, .text, .integer], rows)
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: HintedMeasure())
        model.resize(to: Size(width: 900, height: 500), scaleFactor: scale)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: HintedMeasure())
        return model
    }

    private func widths(_ model: GridModel) -> [Double] { (0..<3).map { model.sheet.columns.size(of: $0) } }

    @Test(arguments: [1.0, 2], 1...8 as ClosedRange<UInt64>)
    func everyValueHasRoomInEverySize(scale: Double, seed: UInt64) {
        var model = model(seed: seed, scale: scale)
        for zoom in GridModel.zoomSteps {
            model.zoom(to: zoom)
            _ = model.fitColumnsInSight(measuring: HintedMeasure())
            let factor = zoom * scale
            let font = Theme.light.font.scaled(by: factor)
            guard let block = model.table.cells.block(row: 0, column: 0) else {
                Issue.record("no cells")
                return
            }
            for column in 0..<3 {
                let room = (model.sheet.columns.size(of: column) - 2 * GridMetrics.padding) * factor
                for row in 0..<60 {
                    let text = block.withBytes(row: row, column: column) { String(decoding: $0, as: UTF8.self) }
                    #expect(HintedMeasure().width(of: text, font: font) <= room, "\(text) at \(zoom)")
                }
            }
            let number = HintedMeasure().width(of: "60", font: font)
            #expect(number <= (model.sheet.parameters.gutterWidth - 2 * GridMetrics.padding) * factor)
        }
    }

    @Test func zoomingThereAndBackLeadsToTheWidthsThatWere() {
        var model = model(seed: 3, scale: 1)
        let before = widths(model)
        var hasChanged = false
        for zoom in GridModel.zoomSteps + [1] {
            model.zoom(to: zoom)
            _ = model.fitColumnsInSight(measuring: HintedMeasure())
            hasChanged = hasChanged || widths(model) != before
        }
        #expect(hasChanged)
        #expect(widths(model) == before)
    }

    @Test func aWidthThatAPersonGaveStaysAtEveryZoom() {
        var model = model(seed: 4, scale: 1)
        model.resizeColumn(1, to: 71)
        for zoom in GridModel.zoomSteps {
            model.zoom(to: zoom)
            _ = model.fitColumnsInSight(measuring: HintedMeasure())
            #expect(model.sheet.columns.size(of: 1) == 71)
        }
    }

    /// What a column of texts that are longer than columns are wide by themselves has in a window with room, and on paper.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func whatIsWholeInAWindowIsWholeOnPaper(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let length = Int.random(in: 50...60, using: &random)
        // In the first rows, or only where the sample of them has ended.
        let long = Int.random(in: 0..<60, using: &random)
        let rows = (0..<60).map { row -> [String?] in
            [
                "\(row)",
                row == long
                    ? String((0..<length).map { _ in "abcdefghijklmnop".randomElement(using: &random) ?? "a" }) : "",
            ]
        }
        let snapshot = table(["number", "text"], types: [.integer, .text], rows)
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: HintedMeasure())
        model.resize(to: Size(width: 1600, height: 2400), scaleFactor: 1)
        model.apply(snapshot)
        for _ in 0..<4 { _ = model.fitColumnsInSight(measuring: HintedMeasure()) }
        func room(_ model: GridModel) -> Double {
            (model.sheet.columns.size(of: 1) - 2 * GridMetrics.padding) * model.viewport.scaleFactor
        }
        func need(_ model: GridModel) -> Double {
            let font = Theme.light.font.scaled(by: model.viewport.scaleFactor)
            return Array((rows[long][1] ?? "").utf8).withUnsafeBufferPointer {
                HintedMeasure().width(of: $0, font: font)
            }
        }
        #expect(need(model) <= room(model))
        var paper = model.onPaper()
        for _ in 0..<4 {
            paper.layWhole()
            _ = paper.fitColumnsInSight(measuring: HintedMeasure())
        }
        #expect(paper.viewport.scaleFactor == 2 && need(paper) <= room(paper), "\(length) letters in row \(long)")
    }
}
