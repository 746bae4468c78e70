import QuadrilleRuntime
import SeededRandom
import Testing

@testable import TabularOps

@Test(arguments: 0..<20 as Range<UInt64>)
func anArrangementIsAFilterAndThenASlowSort(seed: UInt64) throws {
    var tables = SortTables(seed: seed)
    let kinds: [SortTables.Kind] = (0..<2).map { _ in
        tables.random.pick(SortTables.Kind.allCases.filter { $0 != .long })
    }
    let columns = kinds.map { tables.column($0, count: 80) }
    let types = columns.map(\.type)
    let rows = (0..<80).map { row in columns.map { $0.values[row] } }
    let source = ListSource(rows, types: types, batches: seed % 2 == 0)
    let conditions = tables.random.oneIn(3) ? [] : [Condition(column: tables.random.int(0...1), .notEquals, [""])]
    let keys = (0..<tables.random.int(0...2)).map { column in
        SortKey(column: column, isDescending: tables.random.oneIn(2), isEmptyFirst: tables.random.oneIn(2))
    }
    let order = try RowArrangement(conditions: conditions, keys: keys).order(of: source, control: JobControl())
    let isPlain = conditions.isEmpty && keys.isEmpty
    #expect((order == nil) == isPlain)
    guard let order else { return }
    let kept = try conditions.isEmpty ? nil : RowFilter.order(of: source, meeting: conditions, control: JobControl())
    let some = Set(try kept.map { try $0.rows(at: 0..<$0.count) } ?? Array(rows.indices))
    let expected = SlowSort.order(rows, by: keys, types: types).filter(some.contains)
    #expect(try order.rows(at: 0..<order.count) == expected, "\(conditions) \(keys) \(kinds)")
}
