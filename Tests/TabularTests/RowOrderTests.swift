import Glibc
import QuadrilleRuntime
import SeededRandom
import Testing

@testable import Tabular

/// Rows that a builder collected with numbers so small that all borders are crossed.
private func order(
    _ rows: [Int], of sourceRowCount: Int, memory: Int = 1 << 28, chunk: Int = 16, narrowRows: Int = 1 << 32
) throws -> RowOrder {
    var tuning = RowOrder.Tuning()
    (tuning.memory, tuning.chunkBytes, tuning.narrowRows) = (memory, chunk, narrowRows)
    var builder = RowOrder.Builder(sourceRowCount: sourceRowCount, tuning: tuning) { () throws(ReadError) in
        try SpillFile(for: .source("t.csv"))
    }
    for row in rows { try builder.append(row) }
    #expect(builder.count == rows.count)
    return try builder.finish()
}

@Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
func anOrderHasTheRowsThatWereCollected(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for count in [0, 1, 3, 4, 5, 40, 200] {
        let sourceRowCount = count + random.int(0...50)
        var rows = Array(0..<sourceRowCount)
        for index in rows.indices { rows.swapAt(index, random.int(index...(sourceRowCount - 1))) }
        rows = Array(rows.prefix(count))
        if seed % 2 == 0 { rows.sort() }
        let wide = random.int(0...1) == 0 ? 0 : 1 << 32
        let order = try order(
            rows, of: sourceRowCount, memory: random.pick([0, 32, 1 << 28]), chunk: random.pick([4, 16, 24, 4096]),
            narrowRows: wide)

        #expect(order.count == count)
        #expect(order.sourceRowCount == sourceRowCount)
        #expect(order.isAscending == (rows == rows.sorted()))
        for _ in 0..<10 {
            let (a, b) = (random.int(0...count), random.int(0...count))
            #expect(try order.rows(at: min(a, b)..<max(a, b)) == Array(rows[min(a, b)..<max(a, b)]))
        }
        let wanted = (0..<20).map { _ in random.int(0...(sourceRowCount + 2)) }
        #expect(try order.places(of: wanted) == wanted.map { rows.firstIndex(of: $0) })
        for (place, row) in rows.enumerated() { #expect(try order.row(at: place) == row) }
        let ascending = try order.ascending()
        #expect(try ascending.rows(at: 0..<count) == rows.sorted())
        #expect(ascending.isAscending)
        for row in 0..<sourceRowCount + 1 {
            let first = rows.sorted().firstIndex { $0 >= row } ?? count
            #expect(try ascending.firstPlace(atOrBehind: row) == first)
        }
    }
}

@Test func anArrayIsAnOrderAsItIs() throws {
    let order = RowOrder(rows: [2, 0, 1], sourceRowCount: 5)
    #expect(!order.isAscending)
    #expect(try order.rows(at: 0..<3) == [2, 0, 1])
    #expect(try order.place(of: 1) == 2)
    #expect(try order.place(of: 4) == nil)
    #expect(RowOrder(rows: [0, 3, 4], sourceRowCount: 5).isAscending)
    #expect(try RowOrder(rows: [], sourceRowCount: 0).rows(at: 0..<0) == [])
}

@Test func anOrderGoesToAFileOnlyWhereItIsMoreThanMemoryMayHold() throws {
    let files = Monitor(0)
    var tuning = RowOrder.Tuning()
    (tuning.memory, tuning.chunkBytes) = (64, 16)
    for count in [0, 16, 17] {
        files.withLock { $0 = 0 }
        var builder = RowOrder.Builder(sourceRowCount: 100, tuning: tuning) { () throws(ReadError) in
            files.withLock { $0 += 1 }
            return try SpillFile(for: .source("t.csv"))
        }
        try builder.append(contentsOf: 0..<count)
        let order = try builder.finish()
        #expect(try order.rows(at: 0..<count) == Array(0..<count))
        #expect(files.current == (count > 16 ? 1 : 0))
    }
}

@Test func noRoomForAnOrderIsSaid() throws {
    var tuning = RowOrder.Tuning()
    (tuning.memory, tuning.chunkBytes) = (16, 16)
    var builder = RowOrder.Builder(sourceRowCount: 100, tuning: tuning) { () throws(ReadError) in
        SpillFile(
            FileDescriptor(owning: open("/dev/full", O_RDWR)), for: .source("t.csv"), content: .rowOrder)
    }
    let error = #expect(throws: ReadError.self) { try builder.append(contentsOf: 0..<9) }
    #expect(
        error?.description == """
            t.csv: the order of its rows cannot be kept in the temporary folder: No space left on device. Make room \
            there, or set TMPDIR to a folder that has some.
            """)
}

@Test func whatIsNotWantedAnyMoreIsNotLookedFor() throws {
    let order = try order(Array((0..<100_000).reversed()), of: 100_000, chunk: 1 << 16)
    let looks = Monitor(0)
    let twice = Cancellation {
        looks.withLock { looks in
            looks += 1
            return looks == 2
        }
    }
    _ = try order.places(of: [0, 1], unless: twice)
    #expect(looks.current == 2)
    // And no further than all have been found.
    looks.withLock { $0 = 2 }
    #expect(try order.places(of: [99_999, 99_999], unless: twice) == [0, 0])
    #expect(looks.current < 9)
}

@Test(arguments: 0..<40 as Range<UInt64>)
func rowsAddedTogetherAreThoseAddedOneByOne(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rows = (0..<random.int(0...90)).map { $0 * 3 + random.int(0...2) }
    let mixed = random.oneIn(2) ? rows : rows.shuffled(using: &random)
    var tuning = RowOrder.Tuning()
    (tuning.memory, tuning.chunkBytes, tuning.narrowRows) = (64, random.pick([4, 16, 80]), random.pick([1, 1 << 32]))
    func builder() -> RowOrder.Builder {
        RowOrder.Builder(sourceRowCount: 300, tuning: tuning) { () throws(ReadError) in
            try SpillFile(for: .source("t.csv"))
        }
    }
    var (single, together) = (builder(), builder())
    for row in mixed { try single.append(row) }
    var rest = mixed[...]
    while !rest.isEmpty {
        let count = random.int(0...rest.count)
        try together.append(contentsOf: Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
    }
    let (expected, found) = (try single.finish(), try together.finish())
    #expect(found.isAscending == expected.isAscending && found.count == mixed.count)
    #expect(try found.rows(at: 0..<found.count) == mixed)
}
