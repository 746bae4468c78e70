import GridLayout
import Testing

@Suite struct TrackSizesTests {
    @Test func aUniformTableHasItsOffsetsByMultiplication() {
        let rows = TrackSizes(count: 1_000_000_000_000, defaultSize: 28)
        #expect(rows.extent == 28_000_000_000_000)
        #expect(rows.offset(of: 999_999_999_999) == 27_999_999_999_972)
        #expect(rows.offset(of: 1_000_000_000_000) == rows.extent)
        #expect(rows.index(containing: 27_999_999_999_971.996) == 999_999_999_998)
        #expect(rows.index(containing: 27_999_999_999_972) == 999_999_999_999)
    }

    @Test func justBeforeATrackLiesTheOneBeforeIt() {
        let rows = TrackSizes(count: 1_000_000_000_000, defaultSize: 28.015625)
        var random = SplitMix64(seed: 1)
        for _ in 0..<1_000 {
            let index = random.int(1...999_999_999_999)
            #expect(rows.index(containing: rows.offset(of: index).nextDown) == index - 1)
            #expect(rows.index(containing: rows.offset(of: index)) == index)
        }
    }

    @Test func offsetsAreHalfOpenAndNothingLiesOutside() {
        let tracks = TrackSizes(count: 3, defaultSize: 10)
        #expect(tracks.index(containing: 0) == 0)
        #expect(tracks.index(containing: 9.99) == 0)
        #expect(tracks.index(containing: 10) == 1)
        #expect(tracks.index(containing: 30) == nil)
        #expect(tracks.index(containing: -0.001) == nil)
        #expect(tracks.index(containing: .nan) == nil)
        #expect(tracks.index(containing: .infinity) == nil)
        #expect(TrackSizes(count: 0, defaultSize: 10).index(containing: 0) == nil)
        #expect(TrackSizes(count: 9, defaultSize: 0).index(containing: 0) == nil)
    }

    @Test func aHiddenTrackIsNeverTheAnswer() {
        var tracks = TrackSizes(count: 5, defaultSize: 10)
        tracks.setSize(0, for: 1..<3)
        #expect(tracks.extent == 30)
        #expect(tracks.index(containing: 10) == 3)
        #expect(tracks.offset(of: 1) == 10)
        #expect(tracks.offset(of: 3) == 10)
        #expect(tracks.indices(from: 0, to: 10) == 0..<1)
        #expect(tracks.indices(from: 10, to: 11) == 3..<4)
    }

    private static let quantised: [(Double, Double)] = [
        (0, 0), (-3, 0), (.nan, 0), (-.infinity, 0), (.infinity, 1_048_576), (2e9, 1_048_576), (0.1, 0.09375),
        (28, 28), (0.015625, 0.015625), (0.00390625, 0),
    ]

    @Test(arguments: quantised)
    func aSizeIsBroughtToTheNearestOneAllowed(asked: Double, kept: Double) {
        var tracks = TrackSizes(count: 1, defaultSize: 5)
        tracks.setSize(asked, for: 0)
        #expect(tracks.size(of: 0) == kept)
        #expect(TrackSizes(count: 1, defaultSize: asked).defaultSize == kept)
    }

    @Test func aNewDefaultMovesAllButTheOverrides() {
        var tracks = TrackSizes(count: 10, defaultSize: 10)
        tracks.setSize(10, for: 4)
        tracks.defaultSize = 20
        #expect(tracks.size(of: 4) == 10)
        #expect(tracks.offset(of: 4) == 80)
        #expect(tracks.extent == 190)
        tracks.reset(4)
        #expect(tracks.overrideCount == 0)
        #expect(tracks == TrackSizes(count: 10, defaultSize: 20))
    }

    @Test func hidingABillionRowsIsOneRun() {
        var rows = TrackSizes(count: 1_000_000_000_000, defaultSize: 28)
        rows.setSize(0, for: 5..<1_000_000_005)
        #expect(rows.overrideCount == 1_000_000_000)
        #expect(rows.offset(of: 1_000_000_005) == 140)
        let visits = WorkCounter.nodeVisits { #expect(rows.index(containing: 140) == 1_000_000_005) }
        #expect(visits <= 2)
        var walked: [Int] = []
        rows.forEach(in: 3..<1_000_000_007) { walked.append($0.index) }
        #expect(walked == [3, 4, 1_000_000_005, 1_000_000_006])
        walked = []
        rows.forEachReversed(in: 3..<1_000_000_007) { walked.append($0.index) }
        #expect(walked == [1_000_000_006, 1_000_000_005, 4, 3])
    }

    @Test func aGrowingCountVisitsNoNode() {
        var rows = TrackSizes(count: 100, defaultSize: 28)
        rows.setSize(50, for: 10)
        let visits = WorkCounter.nodeVisits { [rows] in
            var rows = rows
            rows.count = 1_000_000
        }
        #expect(visits == 0)
        rows.count = 5
        #expect(rows.overrideCount == 0)
        #expect(rows.extent == 140)
    }

    @Test func aMillionOverridesAreFoundAndEditedInLogarithmicWork() {
        // No two neighbours alike, so that nothing merges.
        var rows = TrackSizes(count: 2_000_000, defaultSize: 28)
        rows.setSizes((0..<1_000_000).map { Double(20 + $0 % 7) }, from: 0)
        rows._checkInvariants()
        #expect(rows.overrideCount == 1_000_000)
        let index = 654_321
        let offset = rows.offset(of: index)
        let edits: [(String, Int, (inout TrackSizes) -> Void)] = [
            ("offset", 30, { #expect($0.offset(of: index) == offset) }),
            ("index", 30, { #expect($0.index(containing: offset) == index) }),
            ("resize", 400, { $0.setSize(99, for: index) }),
            ("hide", 400, { $0.setSize(0, for: index..<index + 300_000) }),
            ("insert", 400, { $0.insert(count: 7, at: index) }),
            ("remove", 400, { $0.remove(index..<index + 300_000) }),
            ("grow", 0, { $0.count += 1_000_000 }),
        ]
        for (name, bound, edit) in edits {
            let visits = WorkCounter.nodeVisits { [rows] in
                var copy = rows
                edit(&copy)
            }
            #expect(visits <= bound, "\(name)")
        }
        // A walk along different sizes does not search for each of them.
        let walk = WorkCounter.nodeVisits { rows.forEach(in: index..<index + 1_000) { _ in } }
        #expect(walk <= 1_100)
    }

    @Test func theFirstDifferenceIsWhereTwoEditsPart() {
        var a = TrackSizes(count: 1_000, defaultSize: 10)
        a.setSizes((0..<500).map { Double($0 % 3) }, from: 100)
        var b = a
        #expect(a.firstDifference(from: b) == nil)
        b.setSize(77, for: 400)
        #expect(a.firstDifference(from: b) == 400)
        b.setSize(77, for: 7)
        #expect(a.firstDifference(from: b) == 7)
        b = a
        b.count = 2_000
        #expect(a.firstDifference(from: b) == 1_000)
        b.defaultSize = 11
        #expect(a.firstDifference(from: b) == 0)
    }

    @Test func indicesOutsideStopTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = TrackSizes(count: 3, defaultSize: 1).size(of: 3) }
        await #expect(processExitsWith: .failure) { _ = TrackSizes(count: 3, defaultSize: 1).offset(of: 4) }
        await #expect(processExitsWith: .failure) { _ = TrackSizes(count: -1, defaultSize: 1) }
        await #expect(processExitsWith: .failure) {
            var tracks = TrackSizes(count: 3, defaultSize: 1)
            tracks.setSize(9, for: 2..<4)
        }
    }
}
