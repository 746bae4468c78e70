import Geometry
import GridLayout
import Tabular
import Testing

@testable import GridUI

extension GridModel {
    /// More rows come.
    fileprivate mutating func grow(to rows: Int) {
        var snapshot = table
        snapshot.rowCount = .exactly(rows)
        snapshot.version.advance()
        apply(snapshot)
    }

    fileprivate var end: Double { contentSize.height - viewport.contentExtent.height }
}

@Test func theEndStaysInSightAsRowsAppear() {
    var model = evenSheet(rows: 1000)
    model.scroll(toOffset: Point(x: 300, y: 0))
    model.follow(.held)
    #expect(model.viewport.offset == Point(x: 300, y: model.end))
    for rows in [1001, 1500, 200_000] {
        model.grow(to: rows)
        #expect(model.viewport.offset == Point(x: 300, y: model.end) && model.scrolling.following == .held)
    }
}

@Test func whoScrollsAwayFromTheEndIsLeftThereAndHeldAgainBackAtIt() {
    var model = evenSheet(rows: 1000)
    model.follow(.held)
    model.scroll(notches: -1, axis: .vertical)
    #expect(model.scrolling.following == .released)
    let left = model.viewport.offset
    model.grow(to: 1200)
    #expect(model.viewport.offset == left)
    model.scroll(notches: 1000, axis: .vertical)
    #expect(model.scrolling.following == .held)
    model.grow(to: 1300)
    #expect(model.viewport.offset.y == model.end)
    // Keys are scrolling too, and sideways is none.
    model.perform(.tableStart)
    #expect(model.scrolling.following == .released)
    model.perform(.tableEnd)
    #expect(model.scrolling.following == .held)
    model.perform(.firstColumn)
    #expect(model.scrolling.following == .held)
}

@Test func theEndIsHeldThroughSizesAndZoomAndOtherViews() {
    var model = evenSheet(rows: 1000)
    model.follow(.held)
    model.resize(to: Size(width: 800, height: 300), scaleFactor: 2)
    #expect(model.viewport.offset.y == model.end)
    model.zoom(to: 2)
    #expect(model.viewport.offset.y == model.end && model.scrolling.following == .held)
    model.freeze(rows: 2, trailingRows: 1)
    model.resizeRow(3, to: 200)
    #expect(model.viewport.offset.y == model.end)
    model.show(ViewChoice("cards"))
    model.grow(to: 1100)
    #expect(model.viewport.offset.y == model.end && model.scrolling.following == .held)
    model.follow(.off)
    model.grow(to: 1200)
    #expect(model.viewport.offset.y < model.end)
}

@Test func aTableThatFitsIsAtItsEndFromTheStart() {
    var model = evenSheet(rows: 3)
    model.follow(.held)
    #expect(model.viewport.offset.y == 0)
    model.grow(to: 300)
    #expect(model.viewport.offset.y == model.end)
}

@Test func whoShowsFramesFollowsOnceAFrameHoweverOftenRowsAppear() {
    var model = evenSheet(rows: 1000)
    model.scrolling.followsByFrames = true
    model.follow(.held)
    #expect(!model.hasEndToFollow)
    let old = model.viewport.offset
    for rows in 1001...1010 {
        model.grow(to: rows)
        #expect(model.viewport.offset == old && model.hasEndToFollow)
    }
    model.followEnd()
    #expect(model.viewport.offset.y == model.end && !model.hasEndToFollow && model.scrolling.following == .held)
    // What moves by itself before the frame is no farewell: other sizes, what is hidden, a row that comes into sight.
    model.grow(to: 1015)
    model.resize(to: Size(width: 900, height: 2000), scaleFactor: 1)
    model.hideRows(3..<500)
    #expect(model.scrolling.following == .held)
    model.followEnd()
    // The same rows again.
    model.grow(to: 1015)
    #expect(!model.hasEndToFollow)
    // Somebody scrolls in between: on down is no farewell, up is.
    model.grow(to: 1020)
    model.scroll(notches: 1, axis: .vertical)
    #expect(model.scrolling.following == .held)
    model.scroll(notches: -2, axis: .vertical)
    #expect(model.scrolling.following == .released && !model.hasEndToFollow)
    model.grow(to: 1030)
    #expect(!model.hasEndToFollow)
}
