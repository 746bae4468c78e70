import Tabular
import TestStores
import Testing

@testable import TabularEncodings
@testable import TabularText

/// `text` in an encoding of EBCDIC, its line ends as the byte `end`.
private func ebcdic(_ text: String, _ name: String, end: UInt8) throws -> [UInt8] {
    let (iconv, encoding) = (try #require(Iconv(from: name)), (0..<256).map { UInt8($0) })
    var bytes: [UInt8: UInt8] = [:]
    for byte in encoding {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { output in
            iconv.reset()
            let step = [byte].withUnsafeBufferPointer { iconv.convert($0, into: output) }
            if step.produced == 1 { bytes[output[0]] = byte }
        }
    }
    return try text.utf8.map { $0 == 0x0A ? end : try #require(bytes[$0]) }
}

@Test(arguments: ["cp037", "ibm1047", "cp1140", "ibm273", "cp500"], [UInt8(0x15), 0x25])
func newLineOfEBCDICEndsARecord(name: String, end: UInt8) throws {
    let bytes = try ebcdic("id,name\n1,Ann\n2,Bob\n", name, end: end)
    var options = TextOptions()
    options.encoding = name
    let table = source(MemoryStore(bytes, piece: 5), options: options)
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.rowCount == .exactly(2))
    #expect(snapshot.columns.map(\.name) == ["id", "name"])
    #expect(table.lines(0..<2) == ["1|Ann", "2|Bob"] || table.lines(0..<2) == ["1,Ann", "2,Bob"])
}

/// In an encoding of ASCII the character U+0085 is one of the text.
@Test func nextLineOfLatin1StaysInItsValue() throws {
    var options = TextOptions()
    (options.encoding, options.headerRows) = ("latin1", 0)
    let snapshot = source(MemoryStore(Array("a,b".utf8) + [0x85] + Array("c,d\n".utf8)), options: options)
        .waitUntilComplete()
    #expect(snapshot.rowCount == .exactly(1))
}
