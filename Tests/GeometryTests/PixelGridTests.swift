import Geometry
import Testing

@Suite struct PixelGridTests {
    @Test(arguments: [
        (1.0, 0.5, 1.0), (1.0, 0.49, 0.0), (1.0, -0.5, 0.0), (1.0, -0.51, -1.0), (2.0, 0.25, 0.5), (2.0, 10.74, 10.5),
    ])
    func anEdgeGoesToTheNearestDevicePixelAndHalvesGoUp(scale: Double, edge: Double, snapped: Double) {
        #expect(PixelGrid(scale: scale).snap(edge) == snapped)
    }

    @Test func framesThatShareAnEdgeStillShareItAfterSnapping() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let scale = Double.random(in: 0.25...4, using: &random)
            let grid = PixelGrid(scale: scale)
            let edges = (0..<3).map { _ in Double.random(in: -5000...5000, using: &random) }.sorted()
            let first = grid.snap(Rect(minX: edges[0], minY: 0, maxX: edges[1], maxY: 1))
            let second = grid.snap(Rect(minX: edges[1], minY: 0, maxX: edges[2], maxY: 1))
            #expect(abs(first.maxX - second.minX) < 1e-9)
            #expect(first.width >= 0 && second.width >= 0)
        }
    }

    @Test func anEdgeBeyondExactHalvesIsLeftAlone() {
        #expect(PixelGrid(scale: 1).snap(9e15) == 9e15)
        #expect(PixelGrid(scale: 1).snap(Double.nan).isNaN)
    }
}

@Suite struct RectTests {
    private let rect = Rect(x: 10, y: 20, width: 30, height: 40)

    @Test func edgesAreHalfOpen() {
        #expect(rect.contains(Point(x: 10, y: 20)))
        #expect(!rect.contains(Point(x: 40, y: 20)))
        #expect(!rect.intersects(Rect(x: 40, y: 20, width: 5, height: 5)))
        #expect(rect.intersects(Rect(x: 39, y: 59, width: 5, height: 5)))
    }

    @Test func anEmptyRectangleMeetsNothing() {
        #expect(!rect.intersects(Rect(x: 15, y: 25, width: 0, height: 5)))
    }

    @Test func anIntersectionOfDistantRectanglesIsEmptyAndNeverNegative() {
        let none = rect.intersection(Rect(x: 100, y: 100, width: 5, height: 5))
        #expect(none.isEmpty && none.width == 0 && none.height == 0)
    }

    @Test func insetsThickerThanARectangleLeaveNothing() {
        #expect(rect.inset(by: Insets(top: 30, leading: 0, bottom: 30, trailing: 0)).height == 0)
    }
}
