import Glibc
import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

/// A pipe that a test writes into, and the source of what comes through it.
private final class TestPipe {
    private var writeEnd: Int32
    let source: TextSource

    init(options: TextOptions = TextOptions()) throws {
        let ends = try FileDescriptor.openPipe()
        writeEnd = ends.write
        source = TextSource(fileDescriptor: ends.read, name: "standard input", options: options)
        close(ends.read)
    }

    deinit { end() }

    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func write(_ text: String) { write(Array(text.utf8)) }

    func end() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }
}

@Suite struct Rereading {
    private static let rows = (0..<40).map { "\($0);a,b\n" }.joined()

    @Test func whatCameThroughAPipeIsReadWithOtherOptionsAndGoesOnToCome() throws {
        let pipe = try TestPipe()
        pipe.write("id;x,y\n" + Self.rows)
        let first = pipe.source
        first.wait { $0.phase == .indexing }
        #expect(first.isSpooled)
        let second = try #require(first.reread(TextOptions(delimiter: ",")))
        // The one that it is made from goes, as it does in a window.
        first.close()
        second.wait { $0.rowCount.known == 40 && $0.phase == .indexing }
        #expect(second.snapshot.columns.map(\.name) == ["id;x", "y"])
        #expect(second.lines(0..<1) == ["0;a|b"])
        pipe.write("40;c,d\n")
        second.wait { $0.rowCount.known == 41 }
        let third = try #require(second.reread(TextOptions(delimiter: ";")))
        second.close()
        pipe.write("41;e,f\n")
        pipe.end()
        #expect(third.waitUntilComplete().rowCount == .exactly(42))
        #expect(third.lines(40..<42) == ["40|c,d", "41|e,f"])
        third.close()
        #expect(third.reread(TextOptions()) == nil)
    }

    @Test(arguments: [Compression.gzip, .zstd])
    func whatIsPackedInAPipeIsUnpackedOnce(_ compression: Compression) throws {
        let pipe = try TestPipe()
        pipe.write(compression.pack(Array(("id;x,y\n" + Self.rows).utf8)))
        let first = pipe.source
        first.wait { $0.rowCount.known == 40 }
        let second = try #require(first.reread(TextOptions(delimiter: ",")))
        first.close()
        pipe.end()
        let snapshot = second.waitUntilComplete()
        #expect(snapshot.rowCount == .exactly(40) && snapshot.columns.count == 2)
        #expect(snapshot.description.compression == compression.name)
    }

    @Test func anotherEncodingIsReadFromTheBytesThatCame() throws {
        let pipe = try TestPipe()
        pipe.write(Array("name;größe\nÄpfel;1\n".unicodeScalars.map { UInt8($0.value) }))
        pipe.end()
        var wrong = TextOptions()
        wrong.encoding = "UTF-16LE"
        pipe.source.waitUntilComplete()
        let garbled = try #require(pipe.source.reread(wrong))
        garbled.waitUntilComplete()
        var right = TextOptions()
        right.encoding = "latin1"
        let table = try #require(garbled.reread(right))
        #expect(table.waitUntilComplete().columns.map(\.name) == ["name", "größe"])
        #expect(table.lines(0..<1) == ["Äpfel|1"])
    }

    @Test func whatIsNoTableIsKeptUntilSomebodySaysHowToReadIt() throws {
        let pipe = try TestPipe()
        pipe.write("<html>\n<head>\n")
        let first = pipe.source
        let failed = first.waitUntilComplete()
        guard case .failed(let error) = failed.phase else { return #expect(Bool(false), "\(failed.phase)") }
        #expect(error.kind == .unsupportedFormat)
        #expect(try first.preview(TextOptions(isForced: true))?.columns.count == 1)
        let second = try #require(first.reread(TextOptions(isForced: true, headerRows: 0)))
        first.close()
        pipe.write("<body>\n")
        pipe.end()
        #expect(second.waitUntilComplete().rowCount == .exactly(3))
    }

    @Test func aFileIsNotSpooled() {
        let table = source("a,b\n1,2\n")
        table.waitUntilComplete()
        #expect(!table.isSpooled)
        #expect(table.reread(TextOptions()) == nil)
    }
}
