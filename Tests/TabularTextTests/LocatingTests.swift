import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

@Test(arguments: 0..<150)
func everyValueIsFoundWhereItIsWrittenDown(seed: Int) throws {
    let (rules, hostile) = hostileDialect(seed: seed + 90_000)
    // Its terminator is detected.
    if rules.isSeparated { return }
    let text = hostile.first == 10 ? Array(hostile.dropFirst()) : hostile
    let records = tableRecords(text, rules)
    var dialect = Dialect(
        delimiter: String(decoding: rules.delimiter, as: UTF8.self), quote: rules.quote, escape: rules.escape,
        headerRows: seed % 3)
    dialect.comment = rules.comment.isEmpty ? nil : String(decoding: rules.comment, as: UTF8.self)
    dialect.mergesSpaces = rules.mergesSpaces
    var options = TextOptions(reading: dialect)
    (options.isForced, options.encoding) = (true, "UTF-8")
    let table = smallTable(text, options, seed: seed)
    let headers = min(seed % 3, records.count)
    var alone = rules
    alone.comment = []
    for (number, record) in records.enumerated().dropFirst(headers) {
        var start = record.start
        if rules.mergesSpaces { start += rules.delimiterLength(in: text, at: start) }
        for (column, field) in record.fields.enumerated() {
            let place = try #require(try table.place(ofRow: number - headers, column: column))
            #expect(place.record == number + 1)
            #expect(place.bytes.lowerBound == start, "\(rules) \(text) \(number) \(column)")
            let raw = try table.sourceBytes(place.bytes)
            #expect(raw == Array(text[place.bytes]))
            #expect(referenceParse(raw, alone).map(\.fields) == (raw.isEmpty ? [] : [[field]]), "\(rules) \(text)")
            let line = try table.line(of: place, unless: .never)
            #expect(line == lines(in: text[..<start]) + 1)
            let length = rules.delimiterLength(in: text, at: place.bytes.upperBound)
            let isLast = column == record.fields.count - 1
            let rest = text[(place.bytes.upperBound + (isLast && rules.mergesSpaces ? length : 0))...]
            if isLast {
                #expect(rest.isEmpty || rest.first == 10 || rest.first == 13)
            } else {
                #expect(length > 0)
            }
            start = place.bytes.upperBound + length
        }
        #expect(try table.place(ofRow: number - headers, column: record.fields.count) == nil)
    }
    #expect(try table.place(ofRow: records.count - headers, column: 0) == nil)
}

private func lines(in text: ArraySlice<UInt8>) -> Int {
    let lf = text.indices.filter { text[$0] == 10 && !($0 > 0 && text[$0 - 1] == 13) }
    return lf.count + text.filter { $0 == 13 }.count
}

@Test func linesAreTheSameInWhateverOrderTheyAreAskedFor() throws {
    var random = SeededGenerator(state: 8)
    let text: [UInt8] = (0..<5_000).map { _ in [10, 13, 65, 66][Int.random(in: 0..<4, using: &random)] }
    let store = MemoryStore(text, piece: 33)
    let places = LinePlaces(interval: 100)
    for _ in 0..<400 {
        let offset = Int.random(in: 0...text.count, using: &random)
        #expect(try places.line(at: offset, in: store, unless: .never) == lines(in: text[..<offset]) + 1)
    }
}

@Test func whoGoesOnToAnotherValueNeedNotWaitForTheLinesBeforeThisOne() throws {
    let places = LinePlaces(interval: 100)
    let store = MemoryStore([UInt8](repeating: 10, count: 1_000))
    let checks = Monitor(0)
    let third = Cancellation {
        checks.withLock { checks in
            checks += 1
            return checks == 3
        }
    }
    #expect(try places.line(at: 1_000, in: store, unless: third) == nil)
    // What was counted is not counted again.
    #expect(try places.line(at: 299, in: store, unless: Cancellation { true }) == 300)
}

@Test func bytesOfAConvertedSourceAreThoseOfTheSource() throws {
    let text = "name,town\nÅnna,Köln\n\"Øle\",Ærø\n"
    let bytes = Array(text.unicodeScalars.map { UInt8($0.value) })
    var options = TextOptions(delimiter: ",", headerRows: 1)
    options.encoding = "ISO-8859-1"
    let table = source(MemoryStore(bytes), options: options)
    let place = try #require(try table.place(ofRow: 1, column: 1))
    #expect(place.bytes == 26..<29)
    #expect(place.record == 3)
    #expect(try table.sourceBytes(place.bytes) == [0xC6, 0x72, 0xF8])
    #expect(try table.line(of: place, unless: .never) == 3)
}
