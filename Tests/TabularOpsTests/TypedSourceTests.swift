import QuadrilleRuntime
import SeededRandom
import Tabular
import TestSources
import Testing

@testable import TabularOps

/// A table of few columns of all contents, its rows and parts small enough that all borders are crossed.
private func table(_ seed: UInt64, columns: Int = 16) -> TypedSource {
    var random = SplitMix64(seed: seed)
    return TypedSource(
        rows: random.pick([0, 1, 90, 400]), columns: columns, seed: seed, isSingly: random.oneIn(3))
}

/// The table, and its rows in memory.
private func sources(_ table: TypedSource) -> [any RowPicking] { [table, table.inMemory()] }

private func rows(_ order: RowOrder) throws -> [Int] { try order.rows(at: 0..<order.count) }

/// The place of a value among all of its column, slow and obvious: a rank, then what tells values of one rank apart.
private struct SlowKey {
    var rank: Int
    var number = 0.0
    var digits = ""
    var text: [UInt8] = []

    init(_ cell: TestCell, _ contents: TypedSource.Contents) {
        switch cell.state {
        case .unreadable: rank = 9
        case .null, .missing: rank = 8
        case .value: rank = cell.bytes.isEmpty ? 8 : 0
        }
        guard rank == 0 else { return }
        switch contents {
        case .integers, .decimals, .floats:
            switch cell.text {
            case "-Infinity": rank = 1
            case "Infinity": rank = 3
            case "NaN": rank = 4
            default:
                rank = 2
                number = Double(cell.text) ?? 0
            }
        case .dates, .dateTimes:
            // The year is of any length, all behind it of one.
            let sign = cell.text.hasPrefix("-") ? -1.0 : 1.0
            let parts = cell.text.drop { $0 == "-" || $0 == "+" }.split(separator: "-", maxSplits: 1)
            number = sign * (Double(parts[0]) ?? 0)
            text = Array(parts[1].utf8)
        case .durations: (rank, number) = (2, Self.seconds(of: cell.text))
        case .mixed:
            // Numbers come before the others; a text is none.
            if cell.kind == .number, let number = Double(cell.text) {
                (rank, self.number) = (2, number)
            } else {
                (rank, text) = (5, cell.bytes)
            }
        case .texts, .booleans, .blobs, .nested: text = cell.bytes
        }
    }

    /// A month has 30 days.
    private static func seconds(of duration: String) -> Double {
        switch duration {
        case "P14M3DT1H2M3.004S": return 14 * 30 * 86_400 + 3 * 86_400 + 3_723.004
        case "-PT0.5S": return -0.5
        case "P1M-2DT0.000000003S": return 28 * 86_400 + 0.000_000_003
        default: return Double(duration.drop { !$0.isNumber }.dropLast()) ?? .nan
        }
    }

    func isBefore(_ other: SlowKey) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if number != other.number { return number < other.number }
        return text.lexicographicallyPrecedes(other.text)
    }
}

@Suite struct TypedSourceTests {
    @Test(arguments: 0..<16, [false, true])
    func typedRowsAreSortedAsByASlowStableSort(column: Int, isDescending: Bool) throws {
        for seed in 0..<3 as Range<UInt64> {
            let source = table(seed)
            let contents = TypedSource.contents(ofColumn: column)
            let keys = (0..<source.rowCount).map { SlowKey(source.cell($0, column), contents) }
            let expected = (0..<source.rowCount).sorted {
                let (a, b) = (keys[$0], keys[$1])
                // What is no number among mixed values stays behind the numbers.
                let isValue = a.rank < 8 && b.rank < 8 && (a.rank == 5) == (b.rank == 5)
                if isDescending && isValue { if b.isBefore(a) { return true } else if a.isBefore(b) { return false } }
                if !(isDescending && isValue) {
                    if a.isBefore(b) { return true } else if b.isBefore(a) { return false }
                }
                return $0 < $1
            }
            var tuning = SortTuning()
            tuning.memory = seed == 0 ? 1000 : 1 << 28
            tuning.scan.partRows = 64
            let key = SortKey(column: column, isDescending: isDescending)
            for source in sources(source) {
                let job = SortJob(source: source, by: [key], of: nil, tuning: tuning, onChange: {})
                guard case .done(let order) = job.wait() else {
                    Issue.record("not sorted")
                    return
                }
                #expect(try rows(order) == expected, "\(contents)")
            }
        }
    }

    @Test func sortingDecodesOneColumnOfFourHundred() throws {
        let source = TypedSource(rows: 500, columns: 400)
        let job = SortJob(source: source, by: [SortKey(column: 237)], onChange: {})
        guard case .done(let order) = job.wait() else {
            Issue.record("not sorted")
            return
        }
        #expect(source.decodedColumns == [237])
        // Once for the keys, and some to plan them.
        #expect(source.decodedCounts[237] >= 500 && source.decodedCounts[237] <= 1000)
        let ordered = OrderedSource(source)
        ordered.show(order, ofReading: 0)
        source.forgetCounts()
        var list = RecordList()
        try ordered.streamRecords(0..<500, of: .columns([3, 1]), into: &list)
        #expect(source.decodedColumns == [1, 3])
        #expect(list.records == (try rows(order)).map { [source.cell($0, 3), source.cell($0, 1)] })
    }

    @Test func conditionsDecodeTheirColumnsAlone() throws {
        let source = TypedSource(rows: 300, columns: 40)
        let conditions = [Condition(column: 2, .greater, ["1"]), Condition(column: 19, .notEquals, ["a"])]
        _ = try RowFilter.order(of: source, meeting: conditions, control: JobControl())
        #expect(source.decodedColumns == [2, 19])
        source.forgetCounts()
        _ = try TableStatistics.statistics(
            of: [9], in: source, order: nil, control: JobControl(), tuning: TableStatistics.Tuning())
        #expect(source.decodedColumns == [9])
        source.forgetCounts()
        _ = try ValuePage.read(source, row: 3, column: 11)
        #expect(source.decodedColumns == [11])
        source.forgetCounts()
        var query = FindQuery("kettle")
        query.column = 3
        #expect(FindSearch(source: source, plan: try FindPlan(query), order: nil, onChange: {}).wait().count > 0)
        #expect(source.decodedColumns == [3])
    }

    @Test(arguments: 0..<6 as Range<UInt64>, [false, true])
    func rowsWithoutAValueAreToldApart(seed: UInt64, isInMemory: Bool) throws {
        let source = table(seed)
        let rowSource: any RowPicking = isInMemory ? source.inMemory() : source
        func found(_ column: Int, _ blanks: Condition.Blanks, _ comparison: Condition.Comparison = .empty) throws
            -> [Int]
        {
            var condition = Condition(column: column, comparison)
            condition.blanks = blanks
            return try rows(RowFilter.order(of: rowSource, meeting: [condition], control: JobControl()))
        }
        for column in 0..<17 {
            func expected(_ holds: (TestCell) -> Bool) -> [Int] {
                (0..<source.rowCount).filter { holds(source.cell($0, column)) }
            }
            #expect(try found(column, .null) == expected { $0.state == .null })
            #expect(try found(column, .missing) == expected { $0.state == .missing })
            #expect(try found(column, .unreadable) == expected { $0.state == .unreadable })
            #expect(try found(column, .empty) == expected { $0.state == .value && $0.bytes.isEmpty })
            #expect(try found(column, .all) == expected { $0.state != .unreadable && $0.bytes.isEmpty })
            // Nothing is known of a value that cannot be read, not even that it is another.
            let others = Condition(column: column, .notEquals, ["~"])
            #expect(
                try rows(RowFilter.order(of: rowSource, meeting: [others], control: JobControl()))
                    == expected { $0.state != .unreadable })
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>, [false, true])
    func statisticsCountEveryWayOfHavingNoValue(seed: UInt64, isInMemory: Bool) throws {
        let source = table(seed)
        var tuning = TableStatistics.Tuning()
        tuning.scan.partRows = 64
        let found = try TableStatistics.statistics(
            of: Array(0..<16), in: isInMemory ? source.inMemory() : source, order: nil, control: JobControl(),
            tuning: tuning)
        for (column, statistics) in found.enumerated() {
            let cells = (0..<source.rowCount).map { source.cell($0, column) }
            let values = cells.filter { $0.state == .value && !$0.bytes.isEmpty }
            #expect(statistics.rowCount == source.rowCount && statistics.valueCount == values.count)
            #expect(statistics.blanks.null == cells.count { $0.state == .null })
            #expect(statistics.blanks.unreadable == cells.count { $0.state == .unreadable })
            #expect(statistics.blanks.empty == cells.count { $0.state == .value && $0.bytes.isEmpty })
            #expect(statistics.blanks.missing == 0 && statistics.blanks.words == 0)
            #expect(statistics.distinct == Set(values.map(\.bytes)).count)
            let contents = TypedSource.contents(ofColumn: column)
            if contents != .mixed { #expect(statistics.otherCount == 0, "\(contents)") }
            #expect(statistics.specials.nan == (contents == .floats ? values.count { $0.text == "NaN" } : 0))
            guard !values.isEmpty, contents != .mixed else { continue }
            let sorted = values.sorted { SlowKey($0, contents).isBefore(SlowKey($1, contents)) }
            func isSame(_ text: String?, _ cell: TestCell?) -> Bool {
                guard let text, let cell else { return false }
                let (a, b) = (SlowKey(TestCell(text), contents), SlowKey(cell, contents))
                return !a.isBefore(b) && !b.isBefore(a)
            }
            #expect(isSame(statistics.least, sorted.first) && isSame(statistics.greatest, sorted.last), "\(contents)")
            let bars = statistics.histogram.reduce(0) { $0 + $1.count }
            if contents == .floats { #expect(bars == values.count - statistics.specials.total) }
            if let middle = statistics.quantiles.first(where: { $0.share == 0.5 }) {
                #expect(isSame(middle.text, sorted[(sorted.count + 1) / 2 - 1]), "\(contents)")
            }
        }
    }

    @Test(arguments: ["kettle", "a", "No. ", "null", "1"], [nil, 0, 3, 7] as [Int?])
    func textIsFoundInShownValuesThatCanBeRead(text: String, column: Int?) throws {
        for seed in 0..<4 as Range<UInt64> {
            let source = table(seed, columns: 8)
            var query = FindQuery(text)
            query.column = column
            query.letterCase = .match
            var expected: [[Int]] = []
            for row in 0..<source.rowCount {
                for column in 0..<8 where query.column == nil || query.column == column {
                    let cell = source.cell(row, column, .shown)
                    if cell.state == .value, cell.text.contains(text) { expected.append([row, column]) }
                }
            }
            for source in sources(source) {
                let search = FindSearch(source: source, plan: try FindPlan(query), order: nil) {}
                _ = search.wait()
                var hits: [[Int]] = []
                try search.forEachHit {
                    hits.append([$0.row, $0.column])
                    return true
                }
                #expect(hits == expected)
            }
        }
    }

    @Test func floatsAreComparedWithInfinities() throws {
        let source = TypedSource(rows: 400, columns: 3, isDamaged: false)
        func found(_ comparison: Condition.Comparison, _ value: String) throws -> [String] {
            let condition = Condition(column: 2, comparison, [value])
            let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
            return Set(try rows(order).map { source.cell($0, 2).text }).sorted()
        }
        #expect(try found(.greater, "Infinity") == ["NaN"])
        #expect(try found(.equals, "nan") == ["NaN"])
        #expect(try found(.greaterOrEqual, "1e300") == ["1e+300", "Infinity", "NaN"])
        #expect(try found(.lessOrEqual, "-inf") == ["-Infinity"])
        #expect(try found(.isIn, "NaN") == ["NaN"])
    }

    @Test(arguments: 0..<8)
    func partsOfAnOrderEndAtStops(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let source = TypedSource(rows: 950, columns: 2)
        let rows = (0..<950).filter { _ in !random.oneIn(3) }.map(UInt32.init)
        let order = RowOrder(rows: rows, sourceRowCount: 950)
        for partRows in [1, 40, 100, 400, 5000] {
            var tuning = RowScan.Tuning()
            tuning.partRows = partRows
            let parts = RowScan(source, columns: [0], order: order, control: JobControl(), tuning: tuning).parts
            #expect(parts.flatMap { Array($0.rows) } == Array(rows.indices))
            for part in parts.dropLast() {
                // A stop lies behind the last row of a part, at the first of the next one at the latest.
                let (last, next) = (Int(rows[part.rows.upperBound - 1]), Int(rows[part.rows.upperBound]))
                #expect(last / TypedSource.stopRows < next / TypedSource.stopRows)
            }
        }
    }

    @Test func partsEndAtStops() {
        let source = TypedSource(rows: 950, columns: 2)
        for partRows in [1, 64, 100, 250, 5000] {
            var tuning = RowScan.Tuning()
            tuning.partRows = partRows
            let parts = RowScan(source, columns: [0], rows: 30..<930, control: JobControl(), tuning: tuning).parts
            #expect(parts.first?.rows.lowerBound == 30 && parts.last?.rows.upperBound == 930)
            #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.rows.upperBound == $1.rows.lowerBound })
            #expect(parts.dropLast().allSatisfy { $0.rows.upperBound % TypedSource.stopRows == 0 && !$0.rows.isEmpty })
        }
    }

    @Test func partsOfAFindEndAtStops() throws {
        let source = TypedSource(rows: 950, columns: 2)
        for partRows in [1, 64, 100, 250, 5000] {
            var tuning = FindTuning()
            (tuning.partRows, tuning.partCells, tuning.leastBytes) = (partRows, 1, 1)
            var row = 0
            while let part = PartSearch.part(of: source, fromRow: row, tuning) {
                #expect(part.rows.lowerBound == row && !part.rows.isEmpty)
                #expect(part.isLast == (part.rows.upperBound == 950))
                #expect(part.isLast || part.rows.upperBound % TypedSource.stopRows == 0)
                row = part.rows.upperBound
            }
            #expect(row == 950)
        }
    }

    @Test func tilesHaveShownValuesStatesAndKinds() throws {
        let source = TypedSource(rows: 200, columns: 9)
        let all = CellRange(rows: 0..<200, columns: 0..<9)
        var reader = CellReader(source, table: source.snapshot)
        try reader.read([all])
        let memory = source.inMemory()
        memory.want([all])
        let loaded = memory.wait { $0.cells.keys.count == 2 }
        for cells in [reader.table.cells, loaded.cells] {
            for row in 0..<200 {
                for column in 0..<9 {
                    let block = try #require(cells.block(row: row, column: column))
                    let (info, cell) = (block.info(row: row, column: column), source.cell(row, column, .shown))
                    #expect(info.state == cell.state && info.kind == cell.kind)
                    #expect(block.text(row: row, column: column) == cell.text)
                }
            }
        }
    }
}
