import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes
import TestStores
import TestWaiting
import Testing

@testable import TabularText

private func tuning(_ pool: WorkerPool) -> ReaderTuning {
    var tuning = ReaderTuning()
    tuning.background.pool = pool
    return tuning
}

private func live(_ file: File, in pool: WorkerPool) -> TextSource {
    let path = file.path
    return TextSource(name: path, options: .plain(headerRows: 1), tuning: tuning(pool)) { () throws(ReadError) in
        try openStore(path: path, name: path, isLive: true)
    }
}

@Test func openTablesAtRestHoldNoThreads() {
    let pool = WorkerPool()
    let most = Monitor(0)
    let files = (0..<200).map { File("a,b\n\($0),2\n") }
    let tables = files.map { live($0, in: pool) }
    for table in tables {
        table.waitUntilComplete()
        most.withLock { $0 = max($0, pool.threadCount) }
    }
    #expect(most.current <= 20)
    // Those that wait for the next piece of work.
    #expect(comesTrue { pool.threadCount <= 3 })
    // All are live all the same.
    for file in files { file.write("3,4\n", O_APPEND) }
    for (number, table) in tables.enumerated() {
        table.wait { $0.phase == .complete && $0.rowCount == .exactly(2) }
        #expect(table.lines(0..<2) == ["\(number)|2", "3|4"])
    }
    #expect(comesTrue { pool.threadCount <= 3 })
}

@Test func stalledSourcesLeaveThreadsToOthers() {
    let pool = WorkerPool()
    // More than there are threads for any kind of work.
    let stalled = (0..<40).map { _ in GrowingStore() }
    let waiting = stalled.map { source($0, options: .plain(headerRows: 1), tuning: tuning(pool)) }
    let file = File("a,b\n1,2\n")
    let table = live(file, in: pool)
    table.waitUntilComplete()
    #expect(table.lines(0..<1) == ["1|2"])
    for store in stalled {
        store.append("x\n7\n")
        store.finish()
    }
    for table in waiting { #expect(table.waitUntilComplete().rowCount == .exactly(1)) }
    #expect(comesTrue { pool.threadCount <= 3 })
}

@Test func tableWithoutAThreadFailsAlone() throws {
    let none = WorkerPool(startThread: { _ in EAGAIN })
    let file = File("a,b\n1,2\n")
    let table = live(file, in: none)
    let failed = table.wait { _ in false }
    guard case .failed(let error) = failed.phase else {
        Issue.record("not failed")
        return
    }
    #expect(
        error.description == file.path + ": was not read to its end, because the system allows no more threads. "
            + "Other tables are not affected. Close tabs or programs, then reload it.")
    let other = live(file, in: .shared)
    #expect(other.waitUntilComplete().rowCount == .exactly(1))
}

/// A pool that gets so many threads reads each table whole, or fails it: none waits for ever. It fails one where all threads
/// have waited for long for work that has none, as they do when a sanitizer makes everything slow.
@Test(arguments: 0..<6)
func fewThreadsReadOrRefuse(count: Int) throws {
    try finish {
        let left = Atomic(count)
        let pool = WorkerPool(startThread: { body in
            left.subtract(1, ordering: .relaxed).oldValue > 0 ? BackgroundThread.start(body) : EAGAIN
        })
        let text = "a,b\n" + String(repeating: "1,\"two\nlines\"\n", count: 20_000)
        let files = (0..<4).map { _ in File(text) }
        let tables = files.map { live($0, in: pool) }
        for table in tables {
            let end = table.waitUntilComplete()
            if case .failed(let error) = end.phase {
                #expect(error.kind == .readFailed && (count == 0 || getenv("QUADRILLE_SANITIZER") != nil))
            } else {
                #expect(end.rowCount == .exactly(20_000))
                #expect(table.lines(19_999..<20_000) == ["1|two\nlines"])
            }
        }
    }
}

@Test func prioritizedTableIsReadFirst() {
    var limits = WorkLimits()
    for kind in WorkKind.allCases { limits.working[kind] = 1 }
    let pool = WorkerPool(limits)
    let gate = Monitor(false)
    pool.submit(.opening) { gate.wait(isPartOfWork: true, until: { $0 }, then: { _ in }) }
    let order = Monitor([Int]())
    let files = (0..<5).map { _ in File("a\n1\n") }
    let tables = files.enumerated().map { number, file in
        let path = file.path
        return TextSource(name: path, options: .plain(headerRows: 1), tuning: tuning(pool)) { () throws(ReadError) in
            order.withLock { $0.append(number) }
            return try openStore(path: path, name: path)
        }
    }
    tables[3].prioritize()
    gate.withLock { $0 = true }
    for table in tables { table.waitUntilComplete() }
    #expect(order.current == [3, 0, 1, 2, 4])
}
