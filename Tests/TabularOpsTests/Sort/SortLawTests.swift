import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

/// A sort with numbers so small that all borders are crossed.
private func tuning(_ random: inout SplitMix64, memory: Int? = nil, threads: Int? = nil) -> SortTuning {
    var tuning = SortTuning()
    tuning.memory = memory ?? random.pick([0, 64, 1000, 10_000, 1 << 28])
    tuning.sliceLength = random.pick([1, 512, 2000])
    tuning.samples = random.pick([(1, 1), (3, 5), (32, 512)])
    tuning.scan.threads = threads ?? random.pick([1, 2, 3, 7])
    tuning.scan.partRows = random.pick([1, 10, 64, 500])
    return tuning
}

private func sorted(
    _ source: ListSource, by keys: [SortKey], of order: RowOrder? = nil, _ tuning: SortTuning
) throws -> [Int] {
    switch SortJob(source: source, by: keys, of: order, tuning: tuning, onChange: {}).wait() {
    case .done(let order): return try order.rows(at: 0..<order.count)
    case let other:
        Issue.record("\(other)")
        return []
    }
}

@Test(arguments: 0..<40 as Range<UInt64>)
func sortedRowsAreThoseOfASlowStableSort(seed: UInt64) throws {
    var tables = SortTables(seed: seed)
    let count = tables.random.pick([0, 1, 2, 10, 60, 150])
    let kinds = (0..<tables.random.int(1...3)).map { _ in tables.random.pick(SortTables.Kind.allCases) }
    let columns = kinds.map { tables.column($0, count: kinds.contains(.long) ? min(count, 30) : count) }
    let rows = (0..<(columns.first?.values.count ?? 0)).map { row in
        // Some records end before their last values.
        Array(columns.map { $0.values[row] }.prefix(tables.random.oneIn(9) ? tables.random.int(0...columns.count) : 9))
    }
    let source = ListSource(rows, types: columns.map(\.type), batches: seed % 2 == 0)
    for _ in 0..<3 {
        let keys = (0..<tables.random.int(1...3)).map { _ in
            SortKey(
                column: tables.random.int(0...columns.count), isDescending: tables.random.oneIn(2),
                isEmptyFirst: tables.random.oneIn(2))
        }
        let tuning = tuning(&tables.random)
        let expected = SlowSort.order(rows, by: keys, types: columns.map(\.type))
        #expect(try sorted(source, by: keys, tuning) == expected, "\(keys) \(kinds) \(tuning)")
        // And of some of the rows.
        let some = rows.indices.filter { _ in tables.random.oneIn(2) }
        let order = RowOrder(rows: some.map { UInt32($0) }, sourceRowCount: rows.count)
        let kept = Set(some)
        #expect(try sorted(source, by: keys, of: order, tuning) == expected.filter { kept.contains($0) })
    }
}

@Test(arguments: SortTables.Kind.allCases, [1, 2, 3, 7])
func everyKindIsSortedInEveryMemory(kind: SortTables.Kind, threads: Int) throws {
    var tables = SortTables(seed: 1)
    let (type, values) = tables.column(kind, count: kind == .long ? 30 : 120)
    let rows = values.map { [$0] }
    let source = ListSource(rows, types: [type])
    let expected = SlowSort.order(rows, by: [SortKey(column: 0)], types: [type])
    for memory in [0, 100, 3000, 1 << 28] {
        let tuning = tuning(&tables.random, memory: memory, threads: threads)
        #expect(try sorted(source, by: [SortKey(column: 0)], tuning) == expected, "\(memory)")
    }
}

@Test func keysOfEqualValuesAreEqualAndNoneIsTheBeginningOfAnother() {
    var tables = SortTables(seed: 7)
    for kind in SortTables.Kind.allCases {
        let (type, values) = tables.column(kind, count: 100)
        for isDescending in [false, true] {
            let source = ListSource(values.map { [$0] }, types: [type])
            let key = SortKey(column: 0, isDescending: isDescending)
            guard
                let plan = try? SortPlan(
                    [key], of: source, rowCount: values.count, tuning: SortTuning(), control: JobControl())
            else {
                Issue.record("no plan")
                return
            }
            let keys = values.map { value in bytes(of: value ?? [], plan, limit: .max) }
            let order = SlowSort.order(values.map { [$0] }, by: [key], types: [type])
            for (a, b) in zip(order, order.dropFirst()) {
                #expect(!keys[b].lexicographicallyPrecedes(keys[a]))
                #expect(keys[a] == keys[b] || !keys[b].starts(with: keys[a]))
                // What is cut has the same beginning.
                let cut = bytes(of: values[a] ?? [], plan, limit: 11)
                #expect(cut.prefix(11) == keys[a].prefix(11) && (cut.count > 11) == (keys[a].count > 11))
            }
        }
    }
}

private func bytes(of value: [UInt8], _ plan: SortPlan, limit: Int) -> [UInt8] {
    let key = KeyBuffer(limit: limit)
    value.withUnsafeBufferPointer { plan.fields[0].append($0, to: key) }
    return Array(key.bytes)
}
