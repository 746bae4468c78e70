import QuadrilleRuntime
import TableFormats
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

@Test func previewsAreMadeOfTheLastRequest() throws {
    let gate = GatedStore(Array("a,b\n1,2\n".utf8))
    let table = TextSource(name: "test.csv", options: TextOptions()) { () throws(ReadError) in gate }
    table.waitUntilComplete()
    let outcomes = Monitor<[FormatOptions]>([])
    let previewer = try #require(
        DialectPreviewer(of: table) { options, outcome in
            #expect(throws: Never.self) { try outcome.get() }
            outcomes.withLock { $0.append(options) }
        })
    gate.close()
    previewer.request(FormatOptions([.delimiter: ","]))
    gate.waitForReader()
    // One is being made, for nothing; one waits, and gives its place up.
    previewer.request(FormatOptions([.delimiter: ";"]))
    previewer.request(FormatOptions([.delimiter: "|"]))
    gate.open()
    outcomes.wait(until: { !$0.isEmpty }, then: { _ in })
    previewer.request(FormatOptions([.delimiter: ":"]))
    outcomes.wait(until: { $0.count == 2 }, then: { _ in })
    #expect(outcomes.current.map { $0.written(.delimiter) } == ["pipe", "colon"])

    gate.close()
    previewer.request(FormatOptions([.delimiter: ","]))
    gate.waitForReader()
    previewer.close()
    gate.open()
    previewer.request(FormatOptions([.delimiter: ";"]))
    #expect(outcomes.current.count == 2)
}

@Test func aTableThatIsNoTextHasNoPreviews() {
    let table = MemorySource(
        TableDescription(format: "memory"), columns: [Column(name: "a", type: .text)], rows: [["1"]])
    #expect(DialectPreviewer(of: table) { _, _ in } == nil)
}

/// A store whose reads wait while it is closed.
private final class GatedStore: ByteStore {
    private let store: MemoryStore
    private let gate = Monitor((isOpen: true, waiting: 0))

    init(_ bytes: [UInt8]) { store = MemoryStore(bytes) }

    func open() { gate.withLock { $0 = (true, 0) } }
    func close() { gate.withLock { $0.isOpen = false } }
    func waitForReader() { gate.wait(until: { $0.waiting > 0 }, then: { _ in }) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        gate.withLock { if !$0.isOpen { $0.waiting += 1 } }
        gate.wait(until: { $0.isOpen }, then: { _ in })
        return try store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.length }
    func cancel() {}
}
