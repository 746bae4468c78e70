import SeededRandom
import Tabular
import Testing

@testable import TabularOps
@testable import TabularText

@Suite struct FindLawTests {
    private func tuning(_ random: inout SplitMix64) -> FindTuning {
        var tuning = FindTuning()
        tuning.threads = random.int(1...3)
        tuning.partBytes = random.pick([1, 40, 1 << 18])
        (tuning.partCells, tuning.partRows) = (random.int(1...20), 1)
        tuning.longestPart = random.pick([30, 1 << 20, 1 << 20])
        tuning.exactParts = random.pick([.max, .max, 1])
        return tuning
    }

    @Test(arguments: 0..<40)
    func aSearchFindsWhatLookingAtAllValuesFinds(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<20 {
            let table = FindTable.random(&random)
            var query = FindQuery.random(&random, in: table.text)
            // A mark alone is looked for as it stands, which the twin does not know.
            if query.text.unicodeScalars.allSatisfy({ $0 == "\u{301}" }) { query.diacritics = .match }
            let source = table.source(interval: random.pick([24, 64, 1 << 18]))
            defer { source.close() }
            // Before the audit has ended it is not known that no value is odd.
            if random.oneIn(2) { source.waitUntilComplete() }
            let tuning = tuning(&random)
            let search = FindSearch(source: source, plan: try FindPlan(query), order: nil, tuning: tuning) {}
            let progress = search.wait()
            source.waitUntilIndexed()
            var lister = ValueLister()
            try source.streamRecords(0..<source.snapshot.rowCount.known, into: &lister)
            let expected = try obviousHits(query, in: lister.rows)
            #expect(progress.count == expected.count, "\(query) in \(table)")
            #expect(progress.rows == lister.rows.count)
            let marked = Set(progress.places.ranges().flatMap(Array.init))
            if tuning.exactParts == .max { #expect(marked == Set(expected.map { $0[0] }), "\(query) in \(table)") }
            #expect(marked.isEmpty == expected.isEmpty)
            #expect(progress.error == nil)
            var hits: [FindHit] = []
            try search.forEachHit {
                hits.append($0)
                return true
            }
            #expect(hits.map { [$0.row, $0.column] } == expected, "\(query) in \(table)")
            #expect(hits.map(\.number) == hits.indices.map { $0 + 1 })
            try movesAgree(search, hits, rowCount: lister.rows.count, &random)
        }
    }

    /// The next hit is the first behind a cell, or the first of all; the one before likewise.
    private func movesAgree(
        _ search: FindSearch, _ hits: [FindHit], rowCount: Int, _ random: inout SplitMix64
    ) throws {
        for _ in 0..<4 {
            let start = FindSearch.Start(
                place: random.int(0...max(0, rowCount - 1)), column: random.int(0...4), isIncluded: random.oneIn(2))
            let here = (start.place, start.column)
            let next = hits.first { start.isIncluded ? ($0.row, $0.column) >= here : ($0.row, $0.column) > here }
            let found = try search.hit(.forward, from: start)
            #expect(found?.cell == (next ?? hits.first)?.cell)
            #expect(found?.number == (next ?? hits.first)?.number)
            #expect(found?.hasWrapped ?? false == (next == nil && !hits.isEmpty))
            let previous = hits.last { start.isIncluded ? ($0.row, $0.column) <= here : ($0.row, $0.column) < here }
            let before = try search.hit(.backward, from: start)
            #expect(before?.cell == (previous ?? hits.last)?.cell)
            #expect(before?.hasWrapped ?? false == (previous == nil && !hits.isEmpty))
        }
    }

    private func listed(_ search: FindSearch) throws -> [FindHit] {
        var hits: [FindHit] = []
        try search.forEachHit {
            hits.append($0)
            return true
        }
        return hits
    }

    /// The same from one hit to the next, up to the table's end.
    private func walked(_ search: FindSearch, atMost limit: Int) throws -> [FindHit] {
        var hits: [FindHit] = []
        var start = FindSearch.Start(place: 0, column: 0, isIncluded: true)
        while hits.count < limit, let hit = try search.hit(.forward, from: start), !hit.hasWrapped {
            hits.append(hit)
            start = FindSearch.Start(place: hit.place, column: hit.column)
        }
        return hits
    }

    @Test(arguments: 0..<20)
    func anOrderCountsItsRowsAlone(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed) + 1000)
        for _ in 0..<10 {
            let table = FindTable.random(&random)
            var query = FindQuery.random(&random, in: table.text)
            let source = table.source(interval: random.pick([24, 1 << 18]))
            defer { source.close() }
            source.waitUntilComplete()
            var lister = ValueLister()
            let rowCount = source.snapshot.rowCount.known
            try source.streamRecords(0..<rowCount, into: &lister)
            if query.text.unicodeScalars.allSatisfy({ $0 == "\u{301}" }) { query.diacritics = .match }
            var rows = (0..<rowCount).map { UInt32($0) }.shuffled(using: &random)
            rows.removeLast(random.int(0...rows.count))
            if random.oneIn(2) { rows.sort() }
            let order = RowOrder(rows: rows, sourceRowCount: rowCount)
            let search = FindSearch(source: source, plan: try FindPlan(query), order: order, tuning: tuning(&random)) {}
            let progress = search.wait()
            let ordered = rows.map { lister.rows[Int($0)] }
            let expected = try obviousHits(query, in: ordered)
            #expect(progress.count == expected.count, "\(query) in \(table)")
            let marked = progress.places.ranges().flatMap(Array.init)
            #expect(marked == Set(expected.map { $0[0] }).sorted(), "marks stand where the rows do")
            let hits = order.isAscending ? try listed(search) : try walked(search, atMost: expected.count + 1)
            #expect(hits.map { [$0.place, $0.column] } == expected)
            #expect(hits.map { $0.row } == expected.map { Int(rows[$0[0]]) })
            #expect(hits.map(\.number) == hits.indices.map { $0 + 1 })
            for _ in 0..<4 {
                let start = FindSearch.Start(place: random.int(0...max(0, rows.count - 1)), column: random.int(0...4))
                let here = (start.place, start.column)
                let next = expected.first { ($0[0], $0[1]) > here } ?? expected.first
                let found = try search.hit(.forward, from: start)
                #expect(found.map { [$0.place, $0.column] } == next, "forward from \(here)")
                let previous = expected.last { ($0[0], $0[1]) < here } ?? expected.last
                let before = try search.hit(.backward, from: start)
                #expect(before.map { [$0.place, $0.column] } == previous, "backward from \(here)")
            }
        }
    }
}

extension FindHit {
    fileprivate var cell: [Int] { [row, column] }
}

/// To begin a part takes time for each column.
@Test(arguments: [(1, 70, 70), (2_000, 70, 64), (100_000, 3, 3)])
func partsOfWideTablesHaveManyRows(columns: Int, rows: Int, expected: Int) {
    let names = (0..<columns).map { Column(name: "c\($0)", type: .text) }
    let source = MemorySource(
        TableDescription(format: "wide"), columns: names, rows: [[MemoryValue]](repeating: [], count: rows))
    #expect(PartSearch.part(of: source, fromRow: 0, FindTuning())?.rows == 0..<expected)
}
