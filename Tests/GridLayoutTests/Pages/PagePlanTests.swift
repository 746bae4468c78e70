import Geometry
import GridLayout
import SeededRandom
import Testing

/// Pages found by taking one track after the other, as far as there is room.
private struct SlowBreaks {
    var pages: [[Int]] = []
    /// The parts of tracks that are larger than a page, by track.
    var cut: Set<Int> = []

    init(_ tracks: TrackSizes, in range: Range<Int>, room: Double) {
        var (page, used) = ([Int](), 0.0)
        func turn() {
            if !page.isEmpty { pages.append(page) }
            (page, used) = ([], 0)
        }
        for track in range where tracks.size(of: track) > 0 {
            let size = tracks.size(of: track)
            if used + size > room { turn() }
            if size > room {
                cut.insert(track)
                for _ in 0..<Int((size / room).rounded(.up)) { pages.append([track]) }
            } else {
                page.append(track)
                used += size
            }
        }
        turn()
    }
}

@Suite struct PagePlanTests {
    /// Some tracks, of few sizes so that runs of one come about, some hidden, some larger than most pages.
    private func tracks(_ random: inout SplitMix64) -> TrackSizes {
        var tracks = TrackSizes(count: random.int(0...60), defaultSize: Double(random.pick([0, 7, 20, 28])))
        for _ in 0..<random.int(0...6) {
            let range = random.range(in: tracks.count)
            let size = Double(random.pick([0, 5, 20, 28, 130, 400])) + Double(random.int(0...3)) / 4
            for track in range { tracks.setSize(size, for: track) }
        }
        for _ in 0..<random.int(0...3) { tracks.hide(random.range(in: tracks.count)) }
        return tracks
    }

    @Test(arguments: 0..<4)
    func pagesAreThoseOfTakingOneTrackAfterTheOther(block: Int) {
        for seed in UInt64(block) * 400..<UInt64(block + 1) * 400 {
            var random = SplitMix64(seed: seed)
            let tracks = tracks(&random)
            let range = random.range(in: tracks.count)
            let room = Double(random.int(10...300))
            let (fast, slow) = (PageBreaks(tracks, in: range, room: room), SlowBreaks(tracks, in: range, room: room))
            let pages = (0..<fast.pageCount).map { fast[$0] }
            let shown = pages.map { page in page.tracks.filter { tracks.size(of: $0) > 0 } }
            #expect(shown == slow.pages, "seed \(seed)")
            for page in pages {
                #expect((page.part != nil) == slow.cut.contains(page.tracks.lowerBound), "seed \(seed)")
            }
        }
    }

    @Test func allOfATrackThatIsLargerThanAPageIsOnPages() {
        for seed in UInt64(0)..<200 {
            var random = SplitMix64(seed: seed)
            let size = Double(random.int(101...900))
            let tracks = TrackSizes(count: 1, defaultSize: size)
            let breaks = PageBreaks(tracks, in: 0..<1, room: 100)
            let parts = (0..<breaks.pageCount).compactMap { breaks[$0].part }
            #expect(parts.first == 0 && parts.last == size - 100, "seed \(seed)")
            for (part, next) in zip(parts, parts.dropFirst()) { #expect(part < next && next <= part + 100) }
        }
    }

    /// A plan of random sizes, with what it was made of.
    private struct Example {
        var down: PageAxis
        var across: PageAxis
        var room: Size
        var plan: PagePlan
    }

    private func example(seed: UInt64) -> Example {
        var random = SplitMix64(seed: seed)
        let frozen = (0..<4).map { _ in random.int(0...3) }
        let down = PageAxis(
            tracks: tracks(&random), header: 30, frozen: FrozenEnds(leading: frozen[0], trailing: frozen[1]))
        let across = PageAxis(
            tracks: tracks(&random), header: 40, frozen: FrozenEnds(leading: frozen[2], trailing: frozen[3]))
        let room = Size(width: Double(random.int(90...700)), height: Double(random.int(90...700)))
        let scale: PageScale = random.oneIn(2) ? .factor(1) : .fitWidth(least: 0.5)
        return Example(
            down: down, across: across, room: room,
            plan: PagePlan(down: down, across: across, room: room, scale: scale))
    }

    @Test(arguments: 0..<4)
    func eachCellIsOnOnePageAndFrozenOnesAreOnEach(block: Int) {
        for seed in UInt64(block) * 100..<UInt64(block + 1) * 100 {
            let example = example(seed: seed)
            let (plan, rows, columns) = (example.plan, example.down.tracks, example.across.tracks)
            var seen: [[Int]: Int] = [:]
            var frozen: Set<[Int]> = []
            for number in 0..<plan.pageCount {
                let page = plan[number]
                frozen.insert([
                    page.frozenRows.leading, page.frozenRows.trailing, page.frozenColumns.leading,
                    page.frozenColumns.trailing,
                ])
                #expect(page.extent.width * plan.scale <= example.room.width + 0.1, "seed \(seed)")
                #expect(page.extent.height * plan.scale <= example.room.height + 0.1, "seed \(seed)")
                // Of what is cut, the first part counts.
                guard page.rows.part ?? 0 == 0, page.columns.part ?? 0 == 0 else { continue }
                for row in page.rows.tracks where rows.size(of: row) > 0 {
                    for column in page.columns.tracks where columns.size(of: column) > 0 {
                        seen[[row, column], default: 0] += 1
                    }
                }
            }
            guard frozen.count == 1, let ends = frozen.first else {
                Issue.record("seed \(seed): pages repeat \(frozen)")
                continue
            }
            let free = (ends[0]..<rows.count - ends[1]).filter { rows.size(of: $0) > 0 }
            let freeColumns = (ends[2]..<columns.count - ends[3]).filter { columns.size(of: $0) > 0 }
            #expect(seen.count == free.count * freeColumns.count, "seed \(seed)")
            #expect(seen.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        }
    }

    @Test func allColumnsFitOnThePageAsLongAsLettersCanBeRead() {
        let down = PageAxis(tracks: TrackSizes(count: 100, defaultSize: 28), header: 32)
        func plan(columns: Int) -> PagePlan {
            let across = PageAxis(tracks: TrackSizes(count: columns, defaultSize: 100), header: 50)
            return PagePlan(
                down: down, across: across, room: Size(width: 700, height: 960), scale: .fitWidth(least: 0.4))
        }
        #expect(plan(columns: 3).scale == 1)
        #expect(plan(columns: 10).scale == 700.0 / 1050)
        #expect(plan(columns: 17).stripeCount == 1)
        #expect(plan(columns: 18).scale == 0.4)
        #expect(plan(columns: 18).stripeCount == 2)
        // 960 logical pixels at 2/3: (960 × 1.5 − 32) / 28 rows.
        #expect(plan(columns: 10).bandCount == 2)
    }

    @Test func frozenRowsThatLeaveNoRoomAreOrdinaryOnPaper() {
        let rows = PageAxis(
            tracks: TrackSizes(count: 40, defaultSize: 28), header: 32, frozen: FrozenEnds(leading: 5, trailing: 20))
        let columns = PageAxis(tracks: TrackSizes(count: 2, defaultSize: 100), header: 50)
        let plan = PagePlan(
            down: rows, across: columns, room: Size(width: 700, height: 400), scale: .factor(1))
        #expect(plan[0].frozenRows == FrozenEnds(leading: 5))
        #expect(plan[0].rows.tracks == 5..<13)
    }

    @Test func aTableOfNothingHasAPage() {
        let nothing = PageAxis(tracks: TrackSizes(count: 0, defaultSize: 28), header: 32)
        let plan = PagePlan(
            down: nothing, across: nothing, room: Size(width: 700, height: 400), scale: .fitWidth(least: 0.4))
        #expect(plan.pageCount == 1)
        #expect(plan[0].extent == Size(width: 32, height: 32))
    }

    @Test func theWorkForAPageDoesNotGrowWithTheRows() {
        let columns = PageAxis(tracks: TrackSizes(count: 10, defaultSize: 100), header: 50)
        func last(of count: Int) -> SheetPage {
            let rows = PageAxis(tracks: TrackSizes(count: count, defaultSize: 28), header: 32)
            let plan = PagePlan(
                down: rows, across: columns, room: Size(width: 700, height: 400), scale: .factor(1))
            return plan[plan.pageCount - 1]
        }
        // As it would never end else.
        #expect(last(of: 1_000_000_000_000).rows.tracks.upperBound == 1_000_000_000_000)
        #expect(last(of: 13).rows.tracks == 0..<13)
    }
}
