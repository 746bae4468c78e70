import Glibc
import Tabular
import TabularBytes
import TestStores

@testable import TabularSQLite

/// The database and log that `run` made; empty where it did not.
private let seed = (main: contents(""), log: contents("-wal"))

/// Reads a database with some changed bytes, and with a log of changed bytes beside it: it comes to an end, and all that is counted
/// can be read.
@Sendable func checkDatabase(_ choices: inout Choices) {
    guard !seed.main.isEmpty, let folder = getenv("TMPDIR").map({ String(cString: $0) }) else { return }
    let (hasLog, isSealed) = (choices.flag(), !choices.number(below: 4).isMultiple(of: 4))
    var (main, log) = (seed.main, hasLog ? seed.log : [])
    main.edit(by: &choices)
    log.edit(by: &choices)
    let path = folder + "/changed.db"
    write(main, to: path)
    write(isSealed ? sealedLog(log) : log, to: path + "-wal")
    let document: SQLiteDocument
    do throws(ReadError) {
        let content = SourceContent(opening: try openStore(path: path, name: "fuzz"), name: "fuzz")
        document = try SQLiteDocument(path: path, content, name: "fuzz")
    } catch {
        return
    }
    for index in (document.catalog.catalog?.entries ?? []).indices.prefix(8) {
        guard let source = document.table(TableID(index)) as? SQLiteSource else { continue }
        var sink = CountingSink()
        do throws(ReadError) {
            try source.streamRecords(0..<1000, into: &sink)
            let snapshot = source.snapshot
            let isCounted = snapshot.rowCount.isExact && !snapshot.phase.isFailed
            precondition(!isCounted || sink.rows >= min(1000, snapshot.rowCount.known), "rows are missing silently")
        } catch {
            precondition(!error.message.isEmpty)
        }
        source.close()
    }
    document.close()
}

private struct CountingSink: RecordSink {
    var rows = 0

    var isFinished: Bool { rows >= 1000 }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
    mutating func endValue(_ state: CellState) {}
    mutating func endRecord() { rows += 1 }
}

private func contents(_ ending: String) -> [UInt8] {
    guard let path = getenv("FUZZ_DATABASE"), let file = fopen(String(cString: path) + ending, "rb") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
}

/// Writes a file of long ago: one that was written just now may still change, and is read later.
private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
    utimes(path, &times)
}
