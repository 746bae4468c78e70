import QuadrilleRuntime
import Tabular
import TabularBytes
import Testing

@testable import TabularSQLite

/// A cell as it is streamed.
struct StreamedCell: Equatable, CustomStringConvertible {
    var bytes: [UInt8] = []
    var state = CellState.value
    var kind = CellKind.text

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var description: String { "\(kind) \(state) \(text.prefix(80))" }
}

/// A sink that keeps all cells.
struct CellSink: RecordSink {
    var records: [[StreamedCell]] = []
    private var record: [StreamedCell] = []
    private var cell = StreamedCell()
    var limit = Int.max

    init(limit: Int = .max) { self.limit = limit }

    var isFinished: Bool { records.count >= limit }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { cell.bytes += bytes }
    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }
    mutating func endValue(_ state: CellState, as kind: CellKind) {
        (cell.state, cell.kind) = (state, kind)
        record.append(cell)
        cell = StreamedCell()
    }
    mutating func endRecord() {
        records.append(record)
        record = []
    }
}

/// An open database.
struct OpenDatabase {
    let document: SQLiteDocument

    init(
        _ path: String, isLive: Bool = false, asCopy: Bool = false, after headStart: HeadStart = HeadStart()
    ) throws {
        var background = Background()
        background.headStart = headStart
        document = try SQLiteDocument(
            path: path,
            SourceContent(opening: openStore(path: path, name: path, isLive: isLive), name: path), name: path,
            asCopy: asCopy, in: background)
    }

    var catalog: Catalog { get throws { try #require(document.catalog.catalog) } }

    func source(_ name: String) throws -> SQLiteSource {
        try #require(document.table(catalog.table(named: name)) as? SQLiteSource)
    }

    /// The table `name` of the database at `path`, whose types its background threads never settle.
    static func unauditedSource(_ name: String, path: String) throws -> SQLiteSource {
        // Otherwise the audit could end before it is told to stop.
        let headStart = HeadStart()
        headStart.begin(lasting: 3_600_000_000_000)
        let source = try OpenDatabase(path, after: headStart).source(name)
        let skipAudit = try #require(source.abilities.skipAudit)
        skipAudit()
        headStart.finish()
        return source
    }

    /// All cells of the table `name`.
    func cells(_ name: String, _ request: RecordRequest = .all) throws -> [[StreamedCell]] {
        let source = try source(name)
        defer { source.close() }
        var sink = CellSink()
        try source.streamRecords(0..<Int.max, of: request, into: &sink)
        return sink.records
    }

    /// The texts in the first column of the table `name`.
    func texts(_ name: String) throws -> [String] { try cells(name).map { $0.first?.text ?? "" } }
}
