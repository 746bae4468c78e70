import GridLayout
import SeededRandom
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

    @Test(arguments: [true, false])
    func aTrackThatTakesUpNoPlaceIsNeverTheAnswer(isHidden: Bool) {
        var tracks = TrackSizes(count: 5, defaultSize: 10)
        if isHidden { tracks.hide(1..<3) } else { tracks.setSize(0, for: 1..<3) }
        #expect(tracks.isHidden(1) == isHidden)
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
        rows.hide(5..<1_000_000_005)
        #expect(rows.hiddenCount == 1_000_000_000)
        #expect(rows.overrideCount == 0)
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

    @Test func aHiddenTrackKeepsItsSize() {
        var tracks = TrackSizes(count: 10, defaultSize: 10)
        tracks.setSize(30, for: 4)
        tracks.hide(3..<6)
        #expect(tracks.extent == 70)
        #expect(tracks.size(of: 4) == 0)
        #expect(tracks.fullSize(of: 4) == 30)
        // What it is given while it is hidden, it has when it is shown.
        tracks.setSize(40, for: 5)
        tracks.defaultSize = 20
        #expect(tracks.isHidden(5))
        #expect(tracks.extent == 140)
        tracks.show(0..<10)
        #expect((2..<7).map { tracks.size(of: $0) } == [20, 20, 30, 40, 20])
        #expect(tracks.hiddenCount == 0)
    }

    @Test func whatIsInsertedAmongHiddenTracksIsShown() {
        var tracks = TrackSizes(count: 6, defaultSize: 10)
        tracks.hide(1..<5)
        tracks.insert(count: 2, at: 3)
        #expect((0..<8).map { tracks.isHidden($0) } == [false, true, true, false, false, true, true, false])
        tracks.remove(3..<5)
        #expect(tracks.hiddenCount == 4)
        #expect(tracks.shown(atOrAfter: 1) == 5)
        #expect(tracks.shown(atOrBefore: 4) == 0)
    }

    @Test func aMovedTrackTakesItsSizeAndItsHidingAlong() {
        var tracks = TrackSizes(count: 6, defaultSize: 10)
        tracks.setSize(30, for: 1)
        tracks.hide(2..<3)
        tracks.move(1..<3, to: 6)
        #expect((0..<6).map { tracks.fullSize(of: $0) } == [10, 10, 10, 10, 30, 10])
        #expect(tracks.isHidden(5))
        // To itself or next to itself, it stays.
        let before = tracks
        for place in 4...6 { tracks.move(4..<6, to: place) }
        #expect(tracks == before)
        tracks.move(4..<6, to: 0)
        #expect((0..<6).map { tracks.size(of: $0) } == [30, 0, 10, 10, 10, 10])
        tracks.move(3..<5, to: 2)
        #expect(tracks.extent == 70)
    }

    @Test func whereNothingTakesUpPlaceNothingIsShown() {
        var tracks = TrackSizes(count: 100, defaultSize: 0)
        for index in stride(from: 0, to: 100, by: 2) { tracks.hide(index..<index + 1) }
        #expect(tracks.shown(atOrAfter: 0) == nil)
        #expect(tracks.shown(atOrBefore: .max) == nil)
        #expect(tracks.indices(from: 0, to: 1).isEmpty)
        #expect(TrackSizes(defaultSize: 5).shown(atOrAfter: .min) == nil)
        #expect(TrackSizes(count: 3, defaultSize: 5).shown(atOrBefore: .max) == 2)
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
            ("resize many", 400, { $0.setSize(5, for: index..<index + 300_000) }),
            ("hide", 400, { $0.hide(index..<index + 300_000) }),
            (
                "hide and show", 1_000,
                {
                    $0.hide(index..<index + 300_000)
                    $0.show(index + 5..<index + 299_000)
                }
            ),
            (
                "resize a hidden one", 1_000,
                {
                    $0.hide(index..<index + 300_000)
                    $0.setSize(99, for: index + 5)
                    #expect($0.fullSize(of: index + 5) == 99)
                }
            ),
            ("move", 400, { $0.move(index..<index + 300_000, to: 1_999_999) }),
            ("next shown", 30, { #expect($0.shown(atOrAfter: index) == index) }),
            ("previous shown", 30, { #expect($0.shown(atOrBefore: index) == index) }),
            ("unsized", 30, { $0.forEachUnsized(in: index..<2_000_000) { #expect($0 == 1_000_000..<2_000_000) } }),
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
        let difference = WorkCounter.nodeVisits { [rows] in
            var copy = rows
            copy.setSize(99, for: index)
            #expect(copy.firstDifference(from: rows) == index)
            copy.hide(index + 9..<1_500_000)
            #expect(copy.firstDifference(from: rows) == index)
            #expect(copy != rows)
        }
        #expect(difference <= 600)
        // A walk along different sizes does not search for each of them.
        let walk = WorkCounter.nodeVisits { rows.forEach(in: index..<index + 1_000) { _ in } }
        #expect(walk <= 1_100)
    }

    @Test func tracksHiddenOneByOneAreFoundInLogarithmicWork() {
        // Every second one is hidden, and every shown one but the last has no size.
        let count = 10_000
        var rows = TrackSizes(count: count, defaultSize: 0)
        for index in stride(from: 0, to: count, by: 2) { rows.hide(index..<index + 1) }
        rows.setSize(28, for: count - 1)
        let lookups = WorkCounter.nodeVisits { [rows] in
            #expect(rows.shown(atOrAfter: 0) == count - 1)
            #expect(rows.shown(atOrBefore: count - 2) == nil)
            #expect(rows.indices(from: 0, to: 1) == count - 1..<count)
            #expect(rows.isHidden(4_000))
        }
        #expect(lookups <= 100)
        // Showing all of them at once opens each stretch without a search for it.
        let showing = WorkCounter.nodeVisits { [rows] in
            var rows = rows
            rows.show(0..<count)
            #expect(rows.hiddenCount == 0)
            rows._checkInvariants()
        }
        #expect(showing <= 2 * count)
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
        await #expect(processExitsWith: .failure) {
            var tracks = TrackSizes(count: 3, defaultSize: 1)
            tracks.show(2..<4)
        }
        await #expect(processExitsWith: .failure) {
            var tracks = TrackSizes(count: 3, defaultSize: 1)
            tracks.move(0..<1, to: 4)
        }
    }
}
