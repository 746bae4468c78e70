import CairoDrawing
import Drawing
import Geometry
import Glibc
import GridLayout
import SeededRandom
import Tabular
import TabularOps
import Testing

@testable import GridUI

/// Whatever happens between two frames, the picture that is moved and mended is the one that would be drawn anew.
@Suite struct UpdateLawTests {
    /// One run of changes: which view, how large a device pixel is, which way lines run.
    struct Kind: Sendable, CustomTestStringConvertible {
        var view: String
        var scale: Double
        var direction: LayoutDirection

        var testDescription: String { "\(view), scale \(scale), \(direction)" }

        var choice: ViewChoice {
            switch view {
            case "timeline": ViewChoice(view, columns: [.group: 0, .label: 2, .weight: 1])
            case "columns", "flow", "declared": ViewChoice(view, columns: [.group: 0, .label: 2])
            default: ViewChoice(view)
            }
        }

        /// The sheet, of which most is asked, in both directions at any scale.
        static let all =
            [1.0, 2, 3].flatMap { scale in
                [LayoutDirection.leftToRight, .rightToLeft].map { Kind(view: "sheet", scale: scale, direction: $0) }
            }
            + ["fit", "timeline", "columns", "cards", "flow", "declared"].flatMap { view in
                [(1.0, LayoutDirection.leftToRight), (2, .rightToLeft), (3, .leftToRight)].map {
                    Kind(view: view, scale: $0.0, direction: $0.1)
                }
            }
    }

    /// As small as leaves something to scroll between frozen edges: pictures of a large scale are large.
    static let size = Size(width: 330, height: 210)
    static let table = HostileTable(rows: 300, columnCount: 14)

    @Test(arguments: Kind.all)
    func aPictureThatIsMovedAndMendedIsTheOneThatWouldBeDrawnAnew(_ kind: Kind) throws {
        var random = SplitMix64(seed: UInt64(kind.scale) * 31 + UInt64(kind.view.utf8.count))
        if kind.direction == .rightToLeft { random = SplitMix64(seed: random.next()) }
        var stage = try Stage(Self.table, size: Self.size, scale: kind.scale)
        stage.model.setDirection(kind.direction)
        stage.show(kind.choice)
        // Most of them with something that is looked for.
        if kind.scale > 1 { stage.model.highlight = Self.highlight }
        var log: [String] = []
        var (copied, copiedAcross) = (0, 0)
        for number in 0..<kind.stepCount {
            // Whatever chance takes away in between, such as rows.
            if kind.isSheet, number.isMultiple(of: 20) { freezeAndMergeAcross(&stage) }
            log.append(change(&stage, kind, &random))
            let differing = try stage.step()
            guard differing.isEmpty else {
                Issue.record("\(differing) differs in step \(number) after \(log.suffix(4)); \(stage.update)")
                return
            }
            guard stage.update.moves.contains(where: \.isMoving) else { continue }
            copied += 1
            if stage.model.showsMergeAcrossFreezeLine { copiedAcross += 1 }
        }
        // Else the test would say nothing.
        #expect(copied > kind.stepCount / 8, "\(copied) of \(kind.stepCount)")
        if kind.isSheet { #expect(copiedAcross > kind.stepCount / 20, "\(copiedAcross) of \(kind.stepCount)") }
    }

    /// Without what has all of it painted anew.
    @Test(arguments: [(1.0, LayoutDirection.leftToRight), (2, .leftToRight), (1, .rightToLeft)])
    func aPlainSheetOfAnotherSizeKeepsItsPicture(scale: Double, direction: LayoutDirection) throws {
        var random = SplitMix64(seed: UInt64(scale) + (direction == .leftToRight ? 5 : 90))
        var stage = try Stage(Self.table, size: Self.size, scale: scale)
        stage.model.setDirection(direction)
        stage.model.activate(CellPosition(row: 3, column: 1))
        _ = try stage.step()
        let plain = Kind(view: "sheet", scale: scale, direction: direction)
        var (kept, resized) = (0, 0)
        for number in 0..<plain.stepCount {
            let step = resizeABit(&stage, &random)
            if number.isMultiple(of: 3) {
                let place = Point(x: Double(random.int(0...119)), y: Double(random.int(0...89)))
                _ = random.oneIn(2) ? stage.model.movePointer(to: place) : stage.model.activate(at: place)
            }
            let differing = try stage.step()
            guard differing.isEmpty else {
                Issue.record("\(differing) differs in step \(number) after \(step); \(stage.update)")
                return
            }
            guard stage.isResized else { continue }
            resized += 1
            if stage.update.damagedArea < stage.picturePixels { kept += 1 }
        }
        // What runs from right to left is painted anew where the width is another one.
        #expect(kept > resized / (direction == .leftToRight ? 2 : 5), "\(kept) of \(resized)")
    }

    /// What opens below it, or beside it, and may have it scroll.
    private func resizeABit(_ stage: inout Stage, _ random: inout SplitMix64) -> String {
        func number(_ reach: Int) -> Double { Double(random.int(-reach...reach)) }
        var size = stage.model.viewport.size
        if random.oneIn(2) { size.height = min(240, max(90, size.height + number(40))) }
        if random.oneIn(2) { size.width = min(360, max(180, size.width + number(40))) }
        stage.model.resize(to: size, scaleFactor: stage.model.viewport.scaleFactor)
        let step = random.oneIn(3) ? Point(x: number(15), y: number(15)) : .zero
        stage.model.scroll(to: stage.model.scrollPosition + step)
        return "beside \(size), \(step)"
    }

    static let highlight: CellHighlight? = {
        var query = FindQuery("e")
        (query.letterCase, query.diacritics) = (.ignore, .ignore)
        return (try? FindPlan(query)).map(CellHighlight.init)
    }()

    private func change(_ stage: inout Stage, _ kind: Kind, _ random: inout SplitMix64) -> String {
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        func point() -> Point {
            Point(
                x: number(0...stage.model.viewport.size.width - 1), y: number(0...stage.model.viewport.size.height - 1))
        }
        let position = stage.model.scrollPosition
        switch Int.random(in: 0..<60, using: &random) {
        case 0..<10:
            let step = Point(x: number(-12...12), y: number(-12...12))
            stage.model.scroll(to: position + step)
            return "diagonal \(step)"
        case 10..<14:
            let step = Point(x: 0, y: number(-60...60).rounded())
            stage.model.scroll(to: position + step)
            return "down \(step.y)"
        case 14..<17:
            let step = Point(x: number(-40...40), y: 0)
            stage.model.scroll(to: position + step)
            return "across \(step.x)"
        case 17:
            stage.model.scroll(to: Point(x: number(0...900), y: number(0...9000)))
            return "far"
        case 18..<23:
            let place = point()
            _ = stage.model.movePointer(to: place)
            return "hover \(place)"
        case 23..<26:
            _ = stage.model.activate(at: point())
            return "activate"
        case 26:
            let command = GridCommand.allCases.randomElement(using: &random) ?? .moveDown
            guard ![.wrapText].contains(command) else { return "nothing" }
            let extends = Bool.random(using: &random)
            stage.model.perform(command, extending: extends)
            return command.rawValue + (extends ? ", extending" : "")
        case 27:
            stage.model.hasFocus.toggle()
            return "focus"
        case 28..<32:
            var snapshot = stage.model.table
            snapshot.version.advance()
            // In an order that is the same in every run.
            let keys = stage.whole.cells.keys.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
            for key in keys where Bool.random(using: &random) {
                snapshot.cells[key] = Bool.random(using: &random) ? nil : stage.whole.cells[key]
            }
            // The numbers of rows are known as far as their tiles are in memory.
            let tiles = Set(snapshot.cells.keys.map(\.row))
            snapshot.order = stage.whole.order
            snapshot.order?.keep { tiles.contains($0) }
            stage.model.apply(snapshot)
            return "cells"
        case 32, 53..<60: return changeSheet(&stage, &random)
        case 33:
            let steps: [Double] = [0.25, 0.5, 0.67, 0.8, 1, 1, 1.1, 1.25, 1.75, 2]
            let zoom = steps.randomElement(using: &random) ?? 1
            stage.model.zoom(to: zoom, anchor: point())
            return "zoom \(zoom)"
        case 34, 49:
            return resizeABit(&stage, &random)
        case 48:
            let size = Size(width: number(120...360).rounded(), height: number(90...240).rounded())
            stage.model.resize(to: size, scaleFactor: kind.scale)
            return "resize \(size)"
        case 35:
            let themes = [Theme.dark, .light, Theme.light.withHighContrast()]
            stage.restyle(themes.randomElement(using: &random) ?? .light)
            return "restyle"
        case 36:
            stage.model.stripesRows.toggle()
            return "stripes"
        case 37..<39:
            let place = point()
            _ = stage.model.press(at: place)
            if Bool.random(using: &random) { _ = stage.model.movePointer(to: point()) }
            if number(0...1) < 0.8 { _ = stage.model.release() }
            return "press \(place)"
        case 50..<52: return changePictures(&stage, &random)
        case 43..<48:
            let points = (point(), point())
            return select(&stage, &random, from: points.0, to: points.1)
        case 39..<43:
            let known = stage.model.rowCount
            if stage.whole.order != nil { return "nothing" }
            // A table that is read anew begins with few rows again; nothing points at one that it has not.
            if known == 300 {
                stage.model.activate(CellPosition(row: 0, column: 0))
                _ = stage.model.pointerLeft()
                stage.model.unmergeAll()
            }
            let count: Int =
                known == 300
                ? .random(in: 1..<20, using: &random) : min(300, known + .random(in: 0..<60, using: &random))
            var snapshot = stage.model.table
            snapshot.version.advance()
            snapshot.rowCount = .atLeast(count)
            stage.model.apply(snapshot)
            let isFollowed = number(0...1) < 0.3
            if isFollowed { stage.model.scroll(to: Point(x: position.x, y: 1e9)) }
            return "\(count) rows, \(isFollowed ? "followed" : "")"
        default:
            _ = stage.model.pointerLeft()
            return "nothing"
        }
    }

    /// What hands do to select: with all keys, in cells and on headers, let go or not.
    private func select(
        _ stage: inout Stage, _ random: inout SplitMix64, from start: Point, to end: Point
    ) -> String {
        let modes: [SelectionMode] = [.replacing, .extending, .adding, .adding]
        let mode = modes.randomElement(using: &random) ?? .replacing
        // A press that goes on is moved; one that is over began elsewhere.
        if stage.model.pointer.drag == nil { _ = stage.model.press(at: start, mode) }
        _ = stage.model.movePointer(to: end)
        if Bool.random(using: &random) { _ = stage.model.autoscroll(elapsed: 0.02) }
        if Bool.random(using: &random) { _ = stage.model.release() }
        return "select \(mode)"
    }

    /// Pictures in headers that come and go, and are of one kind or the other.
    private func changePictures(_ stage: inout Stage, _ random: inout SplitMix64) -> String {
        if !stage.model.showsPictures || random.oneIn(8) {
            stage.model.setShowsPictures(!stage.model.showsPictures)
            return "pictures"
        }
        let column = Int.random(in: 0..<14, using: &random)
        let counts = (0..<random.int(0...30)).map { _ in random.int(0...9) }
        let bars =
            Bool.random(using: &random)
            ? ColumnBars(
                counts.enumerated().map {
                    ColumnStatistics.Bar(lower: Double($0), upper: Double($0 + 1), count: $1)
                }, of: ValueForm(.integer))
            : ColumnBars(
                counts.map {
                    ColumnStatistics.FrequentValue(text: "v", length: 1, count: $0, countAtMost: $0)
                })
        stage.model.show(HeaderPicture(bars), ofColumn: column)
        return "picture of \(counts.count) bars in column \(column)"
    }
}

extension UpdateLawTests.Kind {
    var isSheet: Bool { view == "sheet" }

    var stepCount: Int {
        let factor = getenv("FRAME_STEPS").flatMap { Int(String(cString: $0)) } ?? 1
        return factor * (isSheet ? 250 : 120)
    }
}
