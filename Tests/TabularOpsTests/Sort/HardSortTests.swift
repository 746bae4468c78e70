import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular
import TabularText
import Testing

@testable import TabularOps

// What goes wrong around a table while its rows are sorted and filtered.

private enum Meddling: String, CaseIterable, Sendable {
    case overwritten, cut, replaced, deleted

    func callAsFunction(_ file: FileOnDisk, size: Int) {
        switch self {
        case .overwritten: file.overwrite("zzz", at: size - 7)
        case .cut: file.cut(to: size / 2)
        case .replaced: file.replace(with: "n,w\n1,other\n")
        case .deleted: file.delete()
        }
    }

    /// Whether the rows that were opened are still there to be read.
    var leavesRows: Bool { self == .replaced || self == .deleted }
}

private let values = (0..<3000).map { String($0 * 7919 % 3000) }
private let text = "n,w\n" + values.map { "\($0),word\n" }.joined()

/// Rows in parts of a hundred, one after another.
private var tuning: SortTuning {
    var tuning = SortTuning()
    (tuning.scan.partRows, tuning.scan.threads) = (100, 1)
    return tuning
}

/// What `work` gives of a file that is meddled with after so many reads.
private func result(
    _ meddling: Meddling, afterReads reads: Int, _ work: (any RowPicking) throws -> RowOrder
) throws -> Result<[Int], any Error> {
    let file = try FileOnDisk(text)
    let source = TextSource(path: file.path)
    defer { source.close() }
    source.waitUntilComplete()
    let meddled = MeddledSource(source, afterReads: reads) { meddling(file, size: text.utf8.count) }
    let found = Result {
        let order = try work(meddled)
        return try order.rows(at: 0..<order.count)
    }
    #expect(meddled.isMeddledWith)
    return found
}

@Test(arguments: Meddling.allCases, [1, 12, 29])
private func aSortOfAFileThatChangesStopsUnlessItsRowsAreStillThere(meddling: Meddling, reads: Int) throws {
    let found = try result(meddling, afterReads: reads) {
        try RowSort.order(of: $0, by: [SortKey(column: 0)], among: nil, tuning: tuning, control: JobControl())
    }
    if meddling.leavesRows {
        #expect(try found.get().map { values[$0] } == (0..<3000).map { String($0) })
        return
    }
    let error = #expect(throws: ReadError.self) { try found.get() }
    #expect(error?.kind == .changed)
    let words = meddling == .cut ? "was cut from" : "was written over while it was open"
    #expect(error?.message.contains(words) == true, "\(error?.description ?? "")")
}

@Test(arguments: Meddling.allCases)
private func aFilterOfAFileThatChangesStopsUnlessItsRowsAreStillThere(meddling: Meddling) throws {
    let found = try result(meddling, afterReads: 12) {
        let condition = Condition(column: 0, .less, ["10"])
        return try RowFilter.order(of: $0, meeting: [condition], control: JobControl(), tuning: tuning.scan)
    }
    if meddling.leavesRows {
        #expect(try found.get().map { values[$0] }.sorted() == (0..<10).map { String($0) })
    } else {
        let error = #expect(throws: ReadError.self) { try found.get() }
        #expect(error?.kind == .changed)
    }
}

// MARK: - Cells of ten megabytes

/// Rows with a cell of ten megabytes, which differ in the last bytes alone.
private func longTable(_ endings: [String]) -> TextSource {
    let long = [UInt8](repeating: UInt8(ascii: "k"), count: 10_000_000)
    var bytes = Array("long,n\n".utf8)
    for (row, ending) in endings.enumerated() { bytes += long + Array("\(ending),\(row)\n".utf8) }
    return textTable(bytes, headerRows: 1)
}

@Test func cellsOfTenMegabytesAreFiltered() throws {
    let source = longTable(["z", "a", "z"])
    func rows(_ condition: Condition) throws -> [Int] {
        let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
        return try order.rows(at: 0..<order.count)
    }
    #expect(try rows(Condition(column: 0, .contains, ["ka"])) == [1])
    #expect(try rows(Condition(column: 0, .matches, ["kz$"])) == [0, 2])
    #expect(try rows(Condition(column: 0, .less, ["kl"])) == [0, 1, 2])
    #expect(try rows(Condition(column: 0, .empty)) == [])
    #expect(try rows(Condition(column: 1, .greaterOrEqual, ["1"])) == [1, 2])
}

@Test func cellsOfTenMegabytesAreSortedByTheirLastBytes() throws {
    let source = longTable(["z", "a", "z"])
    var tuning = SortTuning()
    // Less than for one.
    tuning.memory = 1 << 20
    var sort = try TableSort(
        source, rowCount: 3, order: nil, by: [SortKey(column: 0)], tuning: tuning, control: JobControl())
    let order = try sort.run()
    #expect(try order.rows(at: 0..<order.count) == [1, 0, 2])
    #expect(sort.work.tiedRows == 3)
    #expect(sort.work.spilledBytes > 0)
}

// MARK: - The temporary folder

/// Entries of a folder, or nil where it cannot be read.
private func entries(of folder: String) -> [String]? {
    guard let opened = opendir(folder) else { return nil }
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
        names.append(
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            })
    }
    return names.filter { $0 != "." && $0 != ".." }
}

/// Whether this process has a file open that is, or was, in `folder`.
private func hasOpen(in folder: String) -> Bool {
    (entries(of: "/proc/self/fd") ?? []).contains { number in
        var target = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(number)", &target, target.count)
        return count > 0
            && String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .hasPrefix(folder + "/")
    }
}

/// Sorts rows, most of which go to a temporary file.
private func sortBeyondMemory(_ source: any RowPicking) throws {
    var tuning = tuning
    tuning.memory = 16_000
    let order = try RowSort.order(
        of: source, by: [SortKey(column: 0)], among: nil, tuning: tuning, control: JobControl())
    precondition(order.count == 3000, "\(order.count) rows")
}

@Test func aSortThatIsKilledLeavesNothingInTheTemporaryFolder() async throws {
    let folder = "/tmp/quadrille-killed-\(getpid())"
    try #require(mkdir(folder, 0o700) == 0)
    defer { rmdir(folder) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
        let folder = "/tmp/quadrille-killed-\(getppid())"
        setenv("TMPDIR", folder, 1)
        let source = ListSource(values.map { [Array($0.utf8)] }, types: [.integer])
        try sortBeyondMemory(
            MeddledSource(source, afterReads: 20) {
                // In the middle of it, with a file that nobody sees.
                if hasOpen(in: folder) && entries(of: folder) == [] { kill(getpid(), SIGKILL) }
            })
    }
    #expect(entries(of: folder) == [])
}

@Test func aTemporaryFileThatMayNotBeSoLargeIsSaid() async {
    await #expect(processExitsWith: .exitCode(7)) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        do {
            try sortBeyondMemory(ListSource(values.map { [Array($0.utf8)] }, types: [.integer]))
        } catch let error as ReadError {
            let expected = """
                the table: what is sorted cannot be kept in the temporary folder: File too large. Make room there, or \
                set TMPDIR to a folder that has some.
                """
            exit(error.description == expected ? 7 : 1)
        }
    }
}
