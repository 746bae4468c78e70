import Glibc
import SeededRandom
import Synchronization
import Tabular
import TabularText
import Testing

@testable import QuadrilleRuntime
@testable import TabularOps

private func sort(
    _ source: any RowPicking, _ keys: [SortKey], tuning: SortTuning = SortTuning()
) throws -> (rows: [Int], work: SortWork) {
    var sort = try TableSort(
        source, rowCount: source.snapshot.rowCount.known, order: nil, by: keys, tuning: tuning, control: JobControl())
    let order = try sort.run()
    return (try order.rows(at: 0..<order.count), sort.work)
}

private func rows(_ values: [String], type: ColumnType, _ key: SortKey = SortKey(column: 0)) throws -> [String] {
    try sort(ListSource(values.map { [Array($0.utf8)] }, types: [type]), [key]).rows.map { values[$0] }
}

@Test func numbersAreSortedByTheirExactValue() throws {
    let sorted = [
        "-1e20", "-12345678901234567890.5", "-7", "-0", "0.000", "1e-400", ".5", "007", "7", "7.0",
        "9007199254740992", "9007199254740993", "100000000000000000000000000000", "100000000000000000000000000001",
        "1e400", "one", "",
    ]
    #expect(try rows(sorted.shuffledKeepingTies(), type: .decimal) == sorted)
    let down = try rows(sorted, type: .decimal, SortKey(column: 0, isDescending: true))
    #expect(down.first == "1e400" && down.suffix(2) == ["one", ""])
    #expect(try rows(["3", "", "1"], type: .integer, SortKey(column: 0, isEmptyFirst: true)) == ["", "1", "3"])
}

@Test func datesAreSortedByDayAndMomentsByUTC() throws {
    #expect(try rows(["3/2/2024", "31/1/2024", "2/3/24"], type: .date) == ["31/1/2024", "3/2/2024", "2/3/24"])
    #expect(try rows(["1.2.2024", "2024-01-31", "2/3/1969"], type: .date) == ["2/3/1969", "2024-01-31", "1.2.2024"])
    #expect(
        try rows(
            ["2024-03-01 00:30+01:00", "2024-02-29T23:29:59.999Z", "2024-02-29 23:30", "2024-02-29T18:00-0545"],
            type: .dateTime)
            == ["2024-02-29T23:29:59.999Z", "2024-03-01 00:30+01:00", "2024-02-29 23:30", "2024-02-29T18:00-0545"])
    #expect(
        try rows(["10:00:00.5", "9:59", "10:00:00.50001"], type: .time) == ["9:59", "10:00:00.5", "10:00:00.50001"])
}

@Test func naturalTextHasDigitsByTheirNumber() throws {
    let key = SortKey(column: 0, comparison: .natural)
    let found = try rows(["a 10", "b10", "a 2", "a 010", "b2", "a", "a 1"], type: .text, key)
    #expect(found == ["a", "a 1", "a 2", "a 10", "a 010", "b2", "b10"])
}

@Test(arguments: [ColumnType.date, .time, .dateTime])
func whatTheReaderTakesForADateHasAKey(type: ColumnType) throws {
    var random = SplitMix64(seed: 3)
    let parts = ["1", "9", "12", "13", "31", "32", "00", "2024", "99", "59", "60", "61", "023"]
    for _ in 0..<3000 {
        let separator = random.pick(["-", "/", ".", ":"])
        var text = (0..<3).map { _ in random.pick(parts) }.joined(separator: separator)
        if type != .date {
            text += random.pick(["", ".5", " 9:05", "T09:05:59.123Z", " 09:05+0100", "T9:05+01:00", " 9:5"])
        }
        if random.oneIn(5) { text = " \(text) " }
        let isOne = Array(text.utf8).withUnsafeBufferPointer { bytes in
            switch type {
            case .date: DateOrder.allCases.contains { CalendarText.date(bytes, $0) != nil }
            case .time: CalendarText.time(bytes) != nil
            default:
                DateOrder.allCases.contains { order in
                    CalendarText.dateTime(bytes, order) != nil && CalendarText.date(bytes, order) == nil
                }
            }
        }
        let table = textTable(Array((text + "\n").utf8))
        let found = table.waitUntilComplete().columns.first?.type
        #expect((found == type) == isOne, "\(text) is \(found.map { "\($0)" } ?? "nothing")")
    }
}

/// So many rows were sorted in memory, in 14 bytes each, and none was read twice.
private func inMemory(_ rows: Int) -> SortWork { SortWork(heldBytes: 14 * rows) }

@Test func fewRowsAreReadTwice() throws {
    var random = SplitMix64(seed: 1)
    let numbers = (0..<2000).map { _ in String(random.int(-1_000_000...1_000_000)) }
    #expect(try sort(ListSource(numbers.map { [$0] }, .integer), [SortKey(column: 0)]).work == inMemory(2000))
    let towns = (0..<2000).map { _ in random.pick(["Frankfurt am Main", "Frankfurt (Oder)", "Freiburg im Breisgau"]) }
    #expect(try sort(ListSource(towns.map { [$0] }, .text), [SortKey(column: 0)]).work == inMemory(2000))
    let mails = (0..<2000).map { "https://example.org/page/\($0 * 7919 % 2000)" }
    #expect(try sort(ListSource(mails.map { [$0] }, .text), [SortKey(column: 0)]).work.tiedRows == 0)
}

@Test func beyondTheMemoryRowsGoToAFileAndNothingIsLeftOfIt() throws {
    let values = (0..<3000).map { String($0 * 7919 % 3000) }
    var tuning = SortTuning()
    (tuning.memory, tuning.scan.partRows) = (16_000, 100)
    let made = Atomic(0)
    tuning.makeFile = { () throws(ReadError) in
        made.add(1, ordering: .relaxed)
        return try SpillFile(for: .source("t.csv"))
    }
    let (rows, work) = try sort(ListSource(values.map { [$0] }, .integer), [SortKey(column: 0)], tuning: tuning)
    #expect(rows.map { values[$0] } == (0..<3000).map { String($0) })
    // 14 bytes a row, each written once; in memory are no more than may be, and the part that was one too many.
    #expect(work.tiedRows == 0 && work.spilledBytes == 3000 * 14)
    #expect(work.heldBytes <= 16_000 + 100 * 14)
    #expect(made.load(ordering: .relaxed) == 1)
}

@Test func noRoomInTheTemporaryFolderIsSaid() {
    var tuning = SortTuning()
    tuning.memory = 0
    tuning.makeFile = { () throws(ReadError) in
        SpillFile(
            FileDescriptor(owning: open("/dev/full", O_RDWR)), for: .table, content: .sortedRows)
    }
    let error = #expect(throws: ReadError.self) {
        try sort(ListSource([["b"], ["a"]], .text), [SortKey(column: 0)], tuning: tuning)
    }
    #expect(
        error?.description == """
            the table: what is sorted cannot be kept in the temporary folder: No space left on device. Make room there, \
            or set TMPDIR to a folder that has some.
            """)
}

@Test func aSortOfASourceThatFailsFails() {
    let failure = ReadError(kind: .changed, source: "t.csv", message: "was cut.")
    let job = SortJob(source: ListSource([[[65]]], failure: failure), by: [SortKey(column: 0)]) {}
    guard case .failed(failure) = job.wait() else {
        Issue.record("\(job.state)")
        return
    }
}

@Test func aSortThatIsCancelledEndsWithinARecord() {
    let source = EndlessSource(phase: .complete)
    let job = SortJob(source: source, by: [SortKey(column: 0)], of: nil) {}
    source.hasBegun.wait(until: { $0 }, then: { _ in })
    job.cancel()
    #expect(source.hasEnded.wait(until: { $0 }, then: { $0 }))
    guard case .cancelled = job.state else {
        Issue.record("\(job.state)")
        return
    }
}

extension ListSource {
    fileprivate convenience init(_ rows: [[String]], _ type: ColumnType) {
        self.init(rows.map { $0.map { Array($0.utf8) } }, types: [type])
    }
}

extension [String] {
    /// In another order, in which those that compare equal stay as they are.
    fileprivate func shuffledKeepingTies() -> [String] {
        let ties: Set = ["-0", "0.000", "007", "7", "7.0"]
        return filter { !ties.contains($0) }.reversed() + filter { ties.contains($0) }
    }
}

@Test func aSortThatReadsRowsTwiceSaysSoAllTheWay() throws {
    var random = SplitMix64(seed: 1)
    func letters(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.int(97...122)) } }
    // Beginnings that do not tell rows, and are too many to be known by one byte each.
    let beginnings = (0..<3000).map { _ in letters(20) }
    let source = ListSource((0..<20_000).map { _ in [random.pick(beginnings) + letters(20)] }, types: [.text])
    for conditions in [[], [Condition(column: 0, .notEquals, ["x"])]] {
        let told = Monitor([Double]())
        let control = JobControl(total: 0, interval: 0) { done, total in
            told.withLock { $0.append(Double(done) / Double(max(1, total))) }
        }
        let arrangement = RowArrangement(conditions: conditions, keys: [SortKey(column: 0)])
        #expect(try arrangement.order(of: source, control: control)?.count == 20_000)
        let shares = told.current
        #expect(shares == shares.sorted())
        // Neither at its end too early, nor far from it at the end.
        #expect(Set(shares.filter { $0 > 0.55 && $0 < 0.97 }.map { Int($0 * 100) }).count >= 5)
        #expect(shares.last ?? 0 > 0.97)
    }
}
