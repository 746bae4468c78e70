import SeededRandom
import Tabular
import TabularText
import Testing

@testable import TabularOps

func grouping(_ source: any RecordStreaming, group: Int = 0, weight: Int? = nil) throws -> Grouping {
    let job = GroupingJob(source: source, group: group, weight: weight) {}
    guard case .done(let grouping) = job.wait() else { throw JobEnd(description: "\(job.state)") }
    return grouping
}

struct JobEnd: Error, CustomStringConvertible {
    let description: String
}

extension Grouping {
    /// A line for each group: its key, its rows, their weights.
    var lines: [String] {
        (0..<groupCount).map { group in
            let rows = (0..<rowCount(ofGroup: group)).map { "\(row(group: group, item: $0))" }
            let weights = weights.isEmpty ? [] : weights[starts[group]..<starts[group + 1]].map { "\($0)" }
            return ([key(ofGroup: group) + ":"] + rows + (weights.isEmpty ? [] : ["|"] + weights)).joined(
                separator: " ")
        }
    }
}

@Test func groupsAreInTheOrderOfTheirFirstAppearanceWithAllTheirRows() throws {
    let grouping = try grouping(
        ListSource([["Mon", "4"], ["Tue", "3"], [], ["Mon", "2"], ["Mon", "x"], ["", "-1"], ["Tue"]]), weight: 1)
    #expect(grouping.lines == ["Mon: 0 3 4 | 4.0 2.0 nan", "Tue: 1 6 | 3.0 nan", ": 2 5 | nan -1.0"])
    #expect(grouping.weightProblems == 4)
    #expect(grouping.rowCounts == [3, 2, 2])
    #expect(grouping.starts == [0, 3, 5, 7])
    #expect(grouping.place(ofRow: 4).map { [$0.group, $0.item] } == [0, 2])
    #expect(grouping.place(ofRow: 7) == nil)
    #expect(grouping.place(ofRow: -1) == nil)
}

@Test func theGroupColumnMayAlsoBeTheWeight() throws {
    let grouping = try grouping(ListSource([["2"], ["1"], ["2"]]), group: 0, weight: 0)
    #expect(grouping.lines == ["2: 0 2 | 2.0 2.0", "1: 1 | 1.0"])
}

@Test func aTableOfNothingHasNoGroups() throws {
    let empty = try grouping(ListSource([[String]]()), weight: 3)
    #expect(empty.groupCount == 0 && empty.rowCount == 0 && empty.rowCounts == [] && empty.weights == [])
    #expect(empty.place(ofRow: 0) == nil)
}

@Test func aColumnThatIsNotThereHasOneGroup() throws {
    let grouping = try grouping(ListSource([["a"], ["b"]]), group: 9, weight: 8)
    #expect(grouping.lines == [": 0 1 | nan nan"])
    #expect(grouping.weightProblems == 2)
}

@Test func nullAndMissingAndEmptyAreOneGroup() throws {
    #expect(try grouping(ListSource([[nil], [[]], []])).lines == [": 0 1 2"])
}

@Test func keysAreComparedByteByByte() throws {
    let source = ListSource([[[0xFF]], [[0xFE]], [Array("é".utf8)], [Array("e\u{301}".utf8)], [[0xFF]], [[0]]])
    #expect(try grouping(source).lines == ["\u{FFFD}: 0 4", "\u{FFFD}: 1", "é: 2", "e\u{301}: 3", "\0: 5"])
    let bytes = try grouping(source).withKey(ofGroup: 1) { Array($0) }
    #expect(bytes == [0xFE])
}

@Test func onlyTheRowsThatAreKnownAreGrouped() throws {
    let rows = (0..<10).map { [Array("\($0 % 3)".utf8)] as [[UInt8]?] }
    #expect(try grouping(ListSource(rows, rowCount: .atLeast(4))).lines == ["0: 0 3", "1: 1", "2: 2"])
    // A source that had counted more than it gives.
    #expect(try grouping(ListSource(rows, rowCount: .atLeast(40))).rowCount == 10)
}

@Test func anyTableIsGroupedAsByHand() throws {
    for seed in 0..<60 as Range<UInt64> {
        var random = SplitMix64(seed: seed)
        let keyCount = random.pick([1, 3, 50, 1000])
        let longest = random.pick([1, 8, 100])
        let keys = (0..<keyCount).map { _ in (0..<random.int(0...longest)).map { _ in UInt8(random.int(0...255)) } }
        let isSorted = random.oneIn(3)
        var rows = (0..<random.int(0...random.pick([5, 300, 3000]))).map { _ -> [[UInt8]?] in
            if random.oneIn(20) { return [] }
            return [random.pick(keys), Array("\(random.int(-9...99))".utf8)]
        }
        if isSorted { rows.sort { ($0.first??.count ?? 0) < ($1.first??.count ?? 0) } }
        let fast = try grouping(ListSource(rows, piece: random.int(1...9)), weight: 1)

        var order: [[UInt8]] = []
        var slow: [[UInt8]: [Int]] = [:]
        for (row, values) in rows.enumerated() {
            let key = (values.first ?? []) ?? []
            if slow[key] == nil { order.append(key) }
            slow[key, default: []].append(row)
        }
        #expect(fast.groupCount == order.count, "seed \(seed)")
        #expect(fast.rowCounts == order.map { slow[$0, default: []].count }, "seed \(seed)")
        for (group, key) in order.enumerated() {
            let expected = slow[key, default: []]
            #expect(fast.withKey(ofGroup: group) { $0.elementsEqual(key) }, "seed \(seed)")
            #expect(expected.indices.map { fast.row(group: group, item: $0) } == expected, "seed \(seed)")
            for (item, row) in expected.enumerated() {
                let place = try #require(fast.place(ofRow: row))
                #expect(place.group == group && place.item == item, "seed \(seed)")
                let weight =
                    rows[row].count > 1 ? rows[row][1].flatMap { Double(String(decoding: $0, as: UTF8.self)) } : nil
                let found = fast.weights[fast.starts[group] + item]
                #expect(weight == nil ? found.isNaN : found == weight, "seed \(seed)")
            }
        }
    }
}

@Test func aHundredThousandKeysAreAHundredThousandGroups() throws {
    let grouping = try grouping(GeneratedSource(rows: 100_000, columns: 2), group: 0, weight: 0)
    #expect(grouping.groupCount == 100_000)
    #expect(grouping.key(ofGroup: 99_999) == "100000")
    #expect(grouping.row(group: 54_321, item: 0) == 54_321)
    #expect(grouping.weights.last == 100_000)
}

@Test func aTableTooLargeForMemoryIsRefused() {
    let job = GroupingJob(source: GeneratedSource(rows: 1_000_000_000_000, columns: 3), group: 1) {}
    guard case .failed(let error) = job.wait() else {
        Issue.record("\(job.state)")
        return
    }
    #expect(error.kind == .tooLarge)
    #expect(
        error.description
            == "the table: has 1000000000000 rows; up to 268435456 can be grouped. Use a smaller table.")
}

@Test(arguments: [
    "0", "-0", "1", "007", "0.1", "-2.5", "5.", ".5", "1e5", "1E+5", "1.5e-3", "123456789012345", "1234567890123456789",
    "0.30000000000000004", "9007199254740993", "1e22", "1e23", "1e-22", "1e-23", "4.9e-324", "1e-400", "0e9999999999",
    "1.7976931348623157e308", "00000000000000000000000000000000000000001.25", " 3 ",
])
func aWeightIsTheNearestDouble(text: String) throws {
    let value = Array(text.utf8).withUnsafeBufferPointer { DecimalText($0)?.finiteDouble }
    let expected = try #require(Double(text.filter { $0 != " " }))
    #expect(value == expected)
}

@Test func randomWeightsAreTheNearestDoubles() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
        let whole = random.next() >> UInt64(random.int(0...63))
        let fraction = random.next() >> UInt64(random.int(0...63))
        let text = "\(whole).\(fraction)e\(random.int(-40...40))"
        let value = Array(text.utf8).withUnsafeBufferPointer { DecimalText($0)?.finiteDouble }
        #expect(value == Double(text), "\(text)")
    }
}

@Test(arguments: ["1e309", "-1e999999999", "x", "", "1,5", "nan", "inf"])
func whatIsNoFiniteNumberIsNoWeight(text: String) throws {
    let grouping = try grouping(ListSource([["a", text]]), weight: 1)
    #expect(grouping.weights[0].isNaN)
    #expect(grouping.weightProblems == 1)
}
