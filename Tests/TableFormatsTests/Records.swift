import Tabular
import Testing

/// Collects whole records.
private struct RecordCollector: RecordSink {
    var records: [[String]] = []
    private var record: [String] = []
    private var value: [UInt8] = []

    let isFinished = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        record.append(String(decoding: value, as: UTF8.self))
        value = []
    }

    mutating func endRecord() {
        records.append(record)
        record = []
    }
}

/// The rows of a table, once it is complete.
///
/// - Throws: The reason why it cannot be read.
func rows(of source: any TableSource) throws -> [[String]] {
    let scan = try #require(source.abilities.scan)
    let snapshot = try #require(scan.wait(until: { $0.phase == .complete }, unless: .never))
    if let failure = snapshot.failure { throw failure }
    return try records(scan, to: snapshot.rowCount.known)
}

/// The first records of a source, which may have failed.
func records(_ scan: any RecordStreaming, to count: Int) throws -> [[String]] {
    var collector = RecordCollector()
    try scan.streamRecords(0..<count, into: &collector)
    return collector.records
}
