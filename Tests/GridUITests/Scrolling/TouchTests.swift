import Geometry
import GridUI
import Testing

/// Fingers on a touch screen.
struct TouchTests {
    @Test func aTapTellsWhereItWas() {
        var model = evenSheet()
        model.touchBegan(1, at: Point(x: 300, y: 300), time: 0)
        let outcome8 = model.touchMoved(1, to: Point(x: 304, y: 303), time: 0.05)
        #expect(!outcome8, "a finger is no pin")
        let outcome9 = model.touchEnded(1, time: 0.1, frame: 0.1)
        #expect(outcome9 == .tap(Point(x: 300, y: 300)))
        #expect(model.viewport.offset == .zero)
    }

    @Test(arguments: SheetKind.all)
    func aFingerDragsTheViewAndThrowsIt(_ kind: SheetKind) {
        var model = kind.sheet()
        model.scroll(toOffset: Point(x: 800, y: 4000))
        let start = Point(x: 400, y: 400)
        let held = model.viewport.contentPoint(under: start)
        model.touchBegan(1, at: start, time: 0)
        var point = start
        for step in 1...20 {
            point = Point(x: 400 - 6 * Double(step), y: 400 - 8 * Double(step))
            _ = model.touchMoved(1, to: point, time: Double(step) / 100)
        }
        let now = model.viewport.contentPoint(under: point)
        #expect((now.x - held.x).magnitude < 2 / kind.zoom && (now.y - held.y).magnitude < 2 / kind.zoom)
        let outcome10 = model.touchEnded(1, time: 0.2, frame: 0.2)
        #expect(outcome10 == .nothing)
        #expect(model.isCoasting)
        // A finger that stops a throw is no tap.
        model.touchBegan(1, at: start, time: 0.3)
        #expect(!model.isCoasting)
        let outcome11 = model.touchEnded(1, time: 0.35, frame: 0.35)
        #expect(outcome11 == .nothing)
    }

    @Test(arguments: SheetKind.all)
    func twoFingersZoomAroundTheirMiddle(_ kind: SheetKind) {
        var model = kind.sheet()
        model.scroll(toOffset: Point(x: 800, y: 4000))
        model.touchBegan(1, at: Point(x: 350, y: 300), time: 0)
        model.touchBegan(2, at: Point(x: 450, y: 300), time: 0.01)
        let held = model.viewport.contentPoint(under: Point(x: 400, y: 300))
        for step in 1...25 {
            _ = model.touchMoved(1, to: Point(x: 350 - Double(step), y: 300), time: 0.02)
            _ = model.touchMoved(2, to: Point(x: 450 + Double(step), y: 300), time: 0.02)
        }
        #expect((model.viewport.zoom - 1.5 * kind.zoom).magnitude < 1e-9)
        let now = model.viewport.contentPoint(under: Point(x: 400, y: 300))
        #expect((now.x - held.x).magnitude < 30 / kind.zoom && (now.y - held.y).magnitude < 30 / kind.zoom)
        // The finger that stays drags on, and nothing jumps.
        _ = model.touchEnded(2, time: 0.5, frame: 0.5)
        let offset = model.viewport.offset
        _ = model.touchMoved(1, to: Point(x: 325, y: 300), time: 0.5)
        #expect(model.viewport.offset == offset)
        _ = model.touchMoved(1, to: Point(x: 325, y: 260), time: 0.6)
        #expect(model.viewport.offset.y > offset.y)
    }

    @Test func aHeldFingerIsALongPressAndThenNothingMore() {
        var model = evenSheet()
        model.touchBegan(1, at: Point(x: 300, y: 300), time: 0)
        #expect(model.awaitsLongPress)
        let outcome12 = model.longPress()
        #expect(outcome12 == Point(x: 300, y: 300))
        let outcome13 = model.longPress()
        #expect(outcome13 == nil)
        let outcome14 = model.touchMoved(1, to: Point(x: 300, y: 100), time: 1)
        #expect(!outcome14)
        let outcome15 = model.touchEnded(1, time: 2, frame: 2)
        #expect(outcome15 == .nothing)
        model.touchBegan(1, at: Point(x: 300, y: 300), time: 3)
        _ = model.touchMoved(1, to: Point(x: 300, y: 200), time: 3.1)
        let outcome16 = model.longPress()
        #expect(outcome16 == nil, "it drags")
    }

    /// What opens under it has it then, and the grid does not hear that it was lifted.
    @Test func aFingerThatPressedLongIsNotWaitedFor() {
        var model = evenSheet()
        model.touchBegan(1, at: Point(x: 300, y: 300), time: 0)
        #expect(model.longPress() != nil)
        model.touchBegan(2, at: Point(x: 300, y: 300), time: 3)
        #expect(model.awaitsLongPress)
        _ = model.touchMoved(2, to: Point(x: 300, y: 200), time: 3.1)
        #expect(model.viewport.offset.y == 100, "it drags")
        _ = model.touchEnded(2, time: 3.5, frame: 3.5)
        model.touchBegan(3, at: Point(x: 300, y: 300), time: 5)
        let outcome = model.touchEnded(3, time: 5.1, frame: 5.1)
        #expect(outcome == .tap(Point(x: 300, y: 300)))
    }

    @Test func aFingerMovesHandlesAsAPointerDoes() {
        var model = evenSheet()
        let width = model.sheet.columns.size(of: 0)
        // The trailing edge of the first column's header.
        model.touchBegan(1, at: Point(x: 155, y: 20), time: 0)
        _ = model.touchMoved(1, to: Point(x: 185, y: 20), time: 0.1)
        _ = model.touchMoved(1, to: Point(x: 195, y: 20), time: 0.2)
        let outcome17 = model.touchEnded(1, time: 0.3, frame: 0.3)
        #expect(outcome17 == .nothing)
        #expect(model.sheet.columns.size(of: 0) == width + 40)
        #expect(model.viewport.offset == .zero && model.pointer.drag == nil)
    }

    @Test func aSecondFingerNeitherMovesNorDropsWhatTheFirstHolds() {
        var model = evenSheet()
        let width = model.sheet.columns.size(of: 0)
        model.touchBegan(1, at: Point(x: 155, y: 20), time: 0)
        _ = model.touchMoved(1, to: Point(x: 185, y: 20), time: 0.1)
        model.touchBegan(2, at: Point(x: 300, y: 300), time: 0.15)
        let moved = model.touchMoved(2, to: Point(x: 500, y: 300), time: 0.2)
        #expect(!moved && model.sheet.columns.size(of: 0) == width + 30)
        let lifted = model.touchEnded(2, time: 0.25, frame: 0.25)
        #expect(lifted == .nothing && model.pointer.drag != nil, "the first finger goes on")
        _ = model.touchMoved(1, to: Point(x: 195, y: 20), time: 0.3)
        let ended = model.touchEnded(1, time: 0.35, frame: 0.35)
        #expect(ended == .nothing && model.pointer.drag == nil)
        #expect(model.sheet.columns.size(of: 0) == width + 40 && model.viewport.offset == .zero)
    }

    @Test func aTouchThatIsTakenAwayLeavesEverythingAsItWas() {
        var model = evenSheet()
        model.touchBegan(1, at: Point(x: 155, y: 20), time: 0)
        _ = model.touchMoved(1, to: Point(x: 195, y: 20), time: 0.2)
        model.touchCancelled()
        #expect(model.sheet.columns.size(of: 0) == 100)
        let outcome18 = model.touchEnded(1, time: 1, frame: 1)
        #expect(outcome18 == .nothing)
    }
}
