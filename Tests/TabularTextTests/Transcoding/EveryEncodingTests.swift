import Glibc
import QuadrilleRuntime
import Testing

@testable import TabularEncodings
@testable import TabularText

/// The names that iconv lists.
private func listedNames() -> [String] {
    guard let pipe = popen("iconv -l", "r") else { return [] }
    defer { pclose(pipe) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = fread(&buffer, 1, buffer.count, pipe)
        if count == 0 { break }
        text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(whereSeparator: { " ,/\n".contains($0) }).map(String.init)
}

/// Whatever a table is made of says what iconv says of a whole text, so that no encoding which keeps a state is taken for
/// one that keeps none.
@Test func everyEncodingThatIconvListsIsReadAsIconvReadsIt() throws {
    var random = SeededGenerator(state: 17)
    var seen: Set<String> = []
    var tableCount = 0
    let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
    let output = ReadBuffer(count: 4096)
    for name in listedNames() {
        let known = EncodingName(name)
        // Some of the listed modules are not installed everywhere.
        guard !known.isUTF8, !known.needsByteOrder, seen.insert(known.key).inserted, known.isKnown else { continue }
        let encoding = try #require(TextEncoding(known), "\(name)")
        guard case .tables(let tables) = encoding.method else { continue }
        tableCount += 1
        let iconv = try #require(Iconv(from: tables.name))
        var whole: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let step = bytes[index...].withUnsafeBufferPointer { iconv.convert($0, into: output.bytes) }
            whole += output.prefix(step.produced)
            index += step.consumed
            guard index < bytes.count else { break }
            whole.append(0xFF)
            index += 1
        }
        // In EBCDIC lines end with NEL, in the text that is made of it with LF.
        let letter = [0xC1].withUnsafeBufferPointer { iconv.convert($0, into: output.bytes) }
        if letter.produced == 1, output.prefix(1)[0] == UInt8(ascii: "A") { whole = replacingNEL(whole) }
        let decoder = TextDecoder(encoding)
        let step = bytes.withUnsafeBufferPointer { decoder.decode($0, isLast: true, into: output.bytes) }
        #expect(Array(output.prefix(step.produced)) == whole, "\(name)")
    }
    #expect(tableCount > 50)
}

private func replacingNEL(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text {
        if byte == 0x85 && result.last == 0xC2 {
            result[result.count - 1] = 0x0A
        } else {
            result.append(byte)
        }
    }
    return result
}
