import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

private let refusal = " more bytes of memory than are available. Close other tables or programs, then try again."

private func expectRefusal(_ error: ReadError) {
    #expect(error.kind == .tooLarge && error.message.hasPrefix("needs ") && error.message.hasSuffix(refusal))
}

@Test(arguments: [1 << 28, 16_000]) func sortEndsWithoutMemory(held: Int) {
    var random = SplitMix64(seed: 4)
    // Several rows share what an entry holds, and are told by their whole keys.
    let beginnings = (0..<300).map { _ in String((0..<20).map { _ in random.pick(Array("abcdefgh")) }) }
    let texts = (0..<1500).map { _ in random.pick(beginnings) + String(random.int(0...9)) }
    let sorted = texts.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
    let source = ListSource(texts.map { [Array($0.utf8)] }, types: [.text])
    var failures = 0
    let refused = RefusedMemory.forEach { (memory) throws(ReadError) in
        var tuning = SortTuning()
        (tuning.memory, tuning.source) = (held, memory)
        // Next to nothing is known of the texts before.
        (tuning.scan.partRows, tuning.samples) = (100, (places: 1, rows: 1))
        var sort = try TableSort(
            source, rowCount: texts.count, order: nil, by: [SortKey(column: 0)], tuning: tuning, control: JobControl())
        let order = try sort.run()
        return (try order.rows(at: 0..<order.count), sort.work.tiedRows)
    } _: {
        switch $0 {
        case .success(let (rows, tied)): #expect(rows == sorted && tied > 0)
        case .failure(let error):
            expectRefusal(error)
            failures += 1
        }
    }
    #expect(refused > 30 && failures == refused, "every refusal ends the sort, and nothing else")
}

@Test func statisticsEndOrEstimateWithoutMemory() {
    let texts = (0..<3000).map { "\($0 % 700) is a value that is longer than seven bytes" }
    let numbers = (0..<3000).map { "\($0 % 1000)" }
    let source = ListSource(
        zip(texts, numbers).map { [Array($0.utf8), Array($1.utf8)] }, types: [.text, .integer])
    let refused = RefusedMemory.forEach { (memory) throws(ReadError) in
        var tuning = TableStatistics.Tuning()
        tuning.source = memory
        tuning.scan.threads = 1
        return try TableStatistics.statistics(
            of: [0, 1], in: source, order: nil, control: JobControl(), tuning: tuning)
    } _: {
        switch $0 {
        case .success(let found):
            #expect(found.map(\.valueCount) == [3000, 3000])
            #expect(found[1].sum?.description == "1498500" && found[1].least == "0")
            #expect(!found[0].isDistinctExact || found[0].distinct == 700)
        case .failure(let error): expectRefusal(error)
        }
    }
    #expect(refused > 10)
}

@Test func groupingEndsWithoutMemory() {
    let long = String(repeating: "x", count: 1000)
    let rows = (0..<2000).map { [Array("group number \($0 % 1500) \(long)".utf8), Array("\($0)".utf8)] }
    let source = ListSource(rows, types: [.text, .integer])
    let refused = RefusedMemory.forEach { (memory) throws(ReadError) in
        let builder = try GroupingBuilder(rowCount: 2000, weights: ValueForm(.integer), from: memory)
        let control = JobControl()
        let filled = try RowScan.sequence(of: source, columns: [0, 1], rows: 0..<2000, into: builder, control)
        if let failure = filled.failure { throw failure }
        return try filled.grouping(control)
    } _: {
        switch $0 {
        case .success(let grouping): #expect(grouping.groupCount == 1500)
        case .failure(let error): expectRefusal(error)
        }
    }
    #expect(refused >= 3, "the rows, the keys as they become more, the groups")
}

@Test func memoryOfTheProcessHasAnEnd() throws {
    try LargeMemory.system.require(1 << 20)
    #expect(throws: ReadError.self) { try LargeMemory.system.require(1 << 50) }
    #expect(throws: ReadError.self) { try LargeMemory.system.pages(1 << 50) }
    #expect(throws: ReadError.self) { try LargeMemory.system.allocate(1 << 50) }
}
