import Geometry
import GridLayout
import Testing

@testable import GridUI

/// A finger or a pointer that moves the view.
struct MotionTests {
    /// Moves a finger on a trackpad by steps, a hundred a second, and lifts it. The time at the end.
    @discardableResult
    private func flick(
        _ model: inout GridModel, _ delta: Point, steps: Int = 10, from time: Double = 0, device: Int = 1
    ) -> Double {
        for step in 0..<steps { model.scroll(by: delta, at: time + Double(step) / 100, device: device) }
        let end = time + Double(steps - 1) / 100
        model.endScroll(at: end, frame: end)
        return end
    }

    /// Runs frames until everything rests. How many there were.
    private func settle(_ model: inout GridModel, from time: Double) -> Int {
        var frames = 0
        while model.isInMotion, frames < 1000 {
            frames += 1
            _ = model.advanceMotion(to: time + Double(frames) / 60)
        }
        return frames
    }

    @Test(arguments: SheetKind.all)
    func theViewFollowsTheFingerAtAnyZoomAndDirection(_ kind: SheetKind) {
        var model = kind.sheet()
        model.scroll(toOffset: Point(x: 500, y: 5000))
        let old = model.scrollPosition
        for step in 0..<50 { model.scroll(by: Point(x: 3, y: -4), at: Double(step) / 100, device: 1) }
        let moved = model.scrollPosition - old
        let forward = kind.direction == .leftToRight ? 1.0 : -1.0
        #expect((moved.x - 150 * forward).magnitude < 1e-6 && (moved.y + 200).magnitude < 1e-6)
    }

    @Test(arguments: SheetKind.all)
    func aSlowFingerMovesTheView(_ kind: SheetKind) {
        var model = kind.sheet()
        model.scroll(toOffset: Point(x: 0, y: 1000))
        let old = model.scrollPosition.y
        for step in 0..<1000 { model.scroll(by: Point(x: 0, y: 0.01), at: Double(step) / 100, device: 1) }
        #expect((model.scrollPosition.y - old - 10).magnitude < 1e-6)
    }

    @Test(arguments: SheetKind.all, [Point(x: 1, y: 0.9), Point(x: 0.3, y: 1), Point(x: -1, y: 0.05)])
    func aFingerSoSlowThatItPausesAtEachStepLosesNothing(_ kind: SheetKind, step: Point) {
        var model = kind.sheet()
        model.scroll(toOffset: Point(x: 2000, y: 1000))
        let old = model.scrollPosition
        let forward = kind.direction == .leftToRight ? 1.0 : -1.0
        for number in 1...200 {
            model.scroll(by: step, at: Double(number) * 1.2 * ScrollMotion.pause, device: 1)
            let moved = model.scrollPosition - old
            let way = Point(x: Double(number) * step.x * forward, y: Double(number) * step.y)
            // What is held back until it is known where the finger goes is less than that.
            #expect(length(moved - way) < AxisLock.decisionLength)
        }
        let moved = model.scrollPosition - old
        #expect(length(moved - Point(x: 200 * step.x * forward, y: 200 * step.y)) < 2, "\(moved)")
    }

    @Test func aSlowFingerMovesTheEndOfATrillionRowsToo() {
        var (model, _) = generated(rows: 1_000_000_000_000, columns: 3)
        model.scroll(toOffset: Point(x: 0, y: 1e18))
        let old = model.scrollPosition.y
        for step in 0..<100 { model.scroll(by: Point(x: 0, y: -0.3), at: Double(step) / 100, device: 1) }
        #expect((old - model.scrollPosition.y - 30).magnitude < 0.5)
    }

    @Test func aFlickGoesOnAsFarAsGTKsAndRests() {
        var model = evenSheet()
        let end = flick(&model, Point(x: 0, y: 10))
        #expect(model.isCoasting && model.viewport.offset.y == 100)
        let frames = settle(&model, from: end)
        // 1,000 px/s go 1000/4 px far, but for the creeping end.
        #expect((model.viewport.offset.y - 100 - 247).magnitude < 1)
        #expect(frames > 30 && frames < 120 && !model.isInMotion)
    }

    @Test func aFlickOnBothAxesStaysOnItsLine() {
        var model = evenSheet(rows: 10_000, columns: 500)
        model.scroll(toOffset: Point(x: 5000, y: 5000))
        let end = flick(&model, Point(x: 8, y: 6))
        while model.isInMotion {
            _ = model.advanceMotion(to: end + 0.5)
            _ = model.advanceMotion(to: end + 10)
        }
        let moved = model.viewport.offset - Point(x: 5000, y: 5000)
        #expect((moved.x * 6 - moved.y * 8).magnitude < 1e-6 && moved.x > 200)
    }

    @Test func whatIsTouchedStops() {
        var model = evenSheet()
        let end = flick(&model, Point(x: 0, y: 10))
        _ = model.advanceMotion(to: end + 0.1)
        let offset = model.viewport.offset
        let outcome4 = model.stopMotion(at: end + 0.1)
        #expect(outcome4)
        #expect(!model.isInMotion)
        let outcome5 = model.advanceMotion(to: end + 1)
        #expect(!outcome5 && model.viewport.offset == offset)
    }

    @Test func aWheelAKeyAScrollbarAndAJumpEndAFlick() {
        let changes: [(inout GridModel) -> Void] = [
            { $0.scroll(notches: 1, axis: .vertical) }, { $0.perform(.moveDown) },
            { $0.scroll(to: Point(x: 0, y: 50)) }, { $0.activate(CellPosition(row: 900, column: 0)) },
            { $0.scrollToStart(CellPosition(row: 900, column: 0)) }, { $0.scroll(toOffset: .zero) },
        ]
        for change in changes {
            var model = evenSheet()
            flick(&model, Point(x: 0, y: 10))
            #expect(model.isCoasting)
            change(&model)
            #expect(!model.isCoasting)
        }
    }

    @Test func anotherDeviceBeginsFromWhereTheViewStands() {
        var model = evenSheet()
        for step in 0..<10 { model.scroll(by: Point(x: 0, y: 5), at: Double(step) / 100, device: 1) }
        model.scroll(by: Point(x: 0, y: 5), at: 0.1, device: 2)
        #expect(model.viewport.offset.y == 55)
        // What the first device did is no part of the second one's throw.
        model.endScroll(at: 0.1, frame: 0.1)
        #expect(!model.isCoasting)
        model.scroll(notches: 1, axis: .vertical)
        #expect(model.viewport.offset.y == 28 * 4)
        model.scroll(by: Point(x: 0, y: -2), at: 0.2, device: 1)
        #expect(model.viewport.offset.y == 28 * 4 - 2)
    }

    @Test func aBreakEndsAGestureWhereNobodySaysSo() {
        var model = evenSheet()
        for step in 0..<30 { model.scroll(by: Point(x: 0, y: 5), at: Double(step) / 100, device: 1) }
        // Locked up and down until now: the next gesture is free to go sideways.
        for step in 0..<30 { model.scroll(by: Point(x: 5, y: 0), at: 1 + Double(step) / 100, device: 1) }
        #expect(model.viewport.offset == Point(x: 150, y: 150))
    }

    @Test func aSecondFlickAddsToTheOneThatItCaught() {
        var (once, twice) = (evenSheet(rows: 100_000), evenSheet(rows: 100_000))
        let first = flick(&once, Point(x: 0, y: 10))
        flick(&twice, Point(x: 0, y: 10))
        _ = twice.advanceMotion(to: first + 0.1)
        flick(&twice, Point(x: 0, y: 10), from: first + 0.1)
        let speeds = [once, twice].map { $0.scrolling.motion.coasting?.velocity.y ?? 0 }
        #expect(speeds[1] > 1.5 * speeds[0])
        // Against it, or later, it does not.
        var back = evenSheet(rows: 100_000)
        back.scroll(toOffset: Point(x: 0, y: 50_000))
        flick(&back, Point(x: 0, y: 10))
        flick(&back, Point(x: 0, y: -10), from: first + 0.1)
        #expect((back.scrolling.motion.coasting?.velocity.y ?? 0) > -1001)
        _ = back.stopMotion(at: first + 0.3)
        flick(&back, Point(x: 0, y: -10), from: 5)
        #expect((back.scrolling.motion.coasting?.velocity.y ?? 0) > -1001)
    }

    @Test(arguments: SheetKind.all)
    func theEdgeGlowsWhereThereIsNothingMore(_ kind: SheetKind) {
        var model = kind.sheet()
        model.scroll(by: Point(x: 0, y: -30), at: 0, device: 1)
        #expect(model.viewport.offset == .zero && model.glow.y < 0 && model.glow.x == 0)
        let frames = settle(&model, from: 0)
        #expect(frames > 10 && model.glow == .zero)
        // From the leading edge, which is at the right in right-to-left text.
        model.scroll(by: Point(x: kind.direction == .leftToRight ? -30 : 30, y: 0), at: 1, device: 1)
        #expect(kind.direction == .leftToRight ? model.glow.x < 0 : model.glow.x > 0)
        let frame = model.scrollingFrame
        #expect(frame.y == (32 * kind.zoom).rounded() && frame.maxY == 600)
        #expect(kind.direction == .leftToRight ? frame.maxX == 800 : frame.x == 0)
    }

    @Test func whatFitsDoesNotGlow() {
        var model = evenSheet(rows: 3, columns: 50)
        model.scroll(by: Point(x: 0, y: 30), at: 0, device: 1)
        #expect(model.glow == .zero)
    }

    @Test func aFlickEndsAtTheEdgeOnEachAxisByItself() {
        var model = evenSheet(rows: 100_000, columns: 50)
        model.scroll(toOffset: Point(x: 20, y: 1000))
        let end = flick(&model, Point(x: -6, y: 8), steps: 3)
        #expect(model.isCoasting)
        for frame in 1...30 { _ = model.advanceMotion(to: end + Double(frame) / 60) }
        #expect(model.viewport.offset.x == 0 && model.isCoasting)
        let y = model.viewport.offset.y
        _ = model.advanceMotion(to: end + 0.6)
        #expect(model.viewport.offset.y > y)
        #expect(model.scrolling.motion.coasting?.velocity.x == 0)
    }

    @Test(arguments: SheetKind.all)
    func aPointerDragsThePaper(_ kind: SheetKind) {
        var model = kind.sheet()
        model.scroll(toOffset: Point(x: 800, y: 4000))
        let place = Point(x: 400, y: 300)
        let held = model.viewport.contentPoint(under: place)
        model.beginPan(at: place, time: 0)
        #expect(model.pointerShape == .grabbing)
        var point = place
        for step in 1...20 {
            point = Point(x: 400 + 7 * Double(step), y: 300 - 5 * Double(step))
            let outcome6 = model.movePan(to: point, time: Double(step) / 100)
            #expect(outcome6)
        }
        let now = model.viewport.contentPoint(under: point)
        #expect(length(now - held) < 2 / kind.zoom, "the same content is under the pointer")
        model.endPan(time: 0.2, frame: 0.2)
        #expect(model.isCoasting && model.pointerShape != .grabbing)
        let outcome7 = model.movePan(to: .zero, time: 1)
        #expect(!outcome7)
    }

    @Test func spaceMakesTheFirstButtonDragThePaper() {
        var model = evenSheet()
        _ = model.movePointer(to: Point(x: 300, y: 300))
        model.pointer.isReadyToPan = true
        #expect(model.pointerShape == .grab)
        model.pointer.isReadyToPan = false
        #expect(model.pointerShape == .ordinary)
    }

    @Test(arguments: SheetKind.all, [0.25, 0.7, 1.3, 4])
    func zoomingKeepsWhatIsUnderThePointer(_ kind: SheetKind, zoom: Double) {
        var model = kind.sheet(columns: 200)
        model.scroll(toOffset: Point(x: 4000, y: 6000))
        let point = Point(x: 411, y: 333)
        let before = model.viewport.contentPoint(under: point)
        model.zoom(to: zoom, anchor: point)
        let after = model.viewport.contentPoint(under: point)
        #expect(length(after - before) <= 1.01 * model.viewport.devicePixel)
    }

    @Test func anotherScaleOfTheScreenKeepsThePlace() {
        for zoom in [0.33, 1, 1.5] {
            var model = evenSheet(zoom: zoom)
            model.scroll(toOffset: Point(x: 321.3, y: 4567.8))
            let offset = model.viewport.offset
            model.resize(to: model.viewport.size, scaleFactor: 2)
            #expect(model.viewport.offset == offset)
            let pixel = model.viewport.visible.y * zoom * 2
            #expect((pixel - pixel.rounded()).magnitude < 1e-6, "what is seen begins on a device pixel")
            model.resize(to: model.viewport.size, scaleFactor: 1)
            #expect(model.viewport.offset == offset)
        }
    }

    @Test func theThumbsLabelNamesWhatComesFirst() {
        var model = evenSheet(rows: 2_000_000)
        #expect(model.startInSight(on: .vertical) == "Row 1")
        model.freeze(rows: 2, columns: 1)
        model.scroll(toOffset: Point(x: 250, y: 28 * 1_234_566 + 5))
        #expect(model.startInSight(on: .vertical) == "Row 1,234,569")
        #expect(model.startInSight(on: .horizontal) == model.table.columns[3].title(at: 3))
        #expect((model.rowAtStart ?? 0) > 1_234_568 && (model.rowAtStart ?? 0) < 1_234_569)
        model.show(ViewChoice("cards"))
        model.scroll(toOffset: .zero)
        #expect(model.startInSight(on: .vertical) == "Record 1")
    }
}
