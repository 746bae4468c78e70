import Tabular

@testable import TabularText

/// The entry that libFuzzer calls with one input after the other: two bytes that choose how the rest is read.
///
/// Whatever the bytes, the fast engines read what the obvious parser reads, in any chunks; and a source that is opened on
/// them with everything left to be found, the encoding too, comes to an end and shows as many rows as it counted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard bytes.count > 2 else { return 0 }
    let text = Array(bytes[2...])
    let chunk = Int(bytes[0] & 63) + 1
    checkEngines(text, rules(bytes[1]), chunk: chunk)
    if bytes[0] & 0x80 != 0 { checkOpening(text, chunk: chunk) }
    return 0
}

/// A dialect for each number.
private func rules(_ number: UInt8) -> ReferenceRules {
    var rules = ReferenceRules()
    rules.delimiter = [[0x2C], [0x09], Array("||".utf8), Array("aab".utf8)][Int(number & 3)]
    rules.quote = [0x22, nil, 0x27, 0x22][Int(number >> 2 & 3)]
    rules.escape = number & 0x10 == 0 ? nil : 0x5C
    rules.comment = [[], [], Array("#".utf8), Array("--".utf8)][Int(number >> 5 & 3)]
    return rules
}

private func checkEngines(_ text: [UInt8], _ rules: ReferenceRules, chunk: Int) {
    let found = parsed(text, chunk: chunk, rules.special)
    let expected = referenceParse(text, rules)
    precondition(found.records == expected.map(\.fields), "records differ: \(rules), chunk \(chunk)")
    precondition(found.starts == expected.map(\.start), "starts differ: \(rules), chunk \(chunk)")
    let scanned = scanned(text, chunk: chunk, rules.special)
    precondition(scanned.agrees && scanned.records == expected.count, "scans differ: \(rules), chunk \(chunk)")
}

private func checkOpening(_ text: [UInt8], chunk: Int) {
    let store = MemoryStore(text, piece: chunk)
    let tuning = ReaderTuning(passBlock: 64, tileBlock: 32, segment: 200, auditPart: 100, interval: 50, textChunk: 48)
    let source = TextSource(name: "fuzz.csv", options: TextOptions(isForced: true), tuning: tuning) {
        () throws(ReadError) in store
    }
    let snapshot = source.waitUntilComplete()
    if case .failed = snapshot.phase { return source.close() }
    let (rows, columns) = (snapshot.rowCount.known, snapshot.columns.count)
    if rows > 0 && columns > 0 {
        let range = CellRange(rows: max(0, rows - 3)..<rows, columns: 0..<min(3, columns))
        source.want([range])
        source.wait { snapshot in range.rows.allSatisfy { snapshot.cells.block(row: $0, column: 0) != nil } }
    }
    source.close()
}
