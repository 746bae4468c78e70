import Tabular
import TestStores
import Testing

@testable import TabularText

/// The row of a byte of a source whose bytes are not those of its text.
@Suite struct SourceByteTests {
    private func table(_ text: String, _ encoding: String, chunk: Int = 16) throws -> TextSource {
        var options = TextOptions(delimiter: ",", headerRows: 1)
        options.encoding = encoding
        var tuning = ReaderTuning()
        (tuning.interval, tuning.segment, tuning.textChunk) = (24, 24, chunk)
        let bytes = encoding == "UTF-8" ? Array(text.utf8) : encoded(text, encoding)
        let table = TextSource(name: "test.csv", options: options, tuning: tuning) { () throws(ReadError) in
            MemoryStore(bytes)
        }
        table.waitUntilComplete()
        return table
    }

    @Test(arguments: [
        "UTF-8", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "Windows-1252", "Shift-JIS", "ISO-2022-JP", "GB18030",
    ])
    func everyByteIsInTheRowThatItsCharacterIsIn(encoding: String) throws {
        let isLatin = encoding.hasPrefix("ISO-8859") || encoding.hasPrefix("Windows")
        let isJapanese = encoding.contains("JP") || encoding.contains("JIS")
        let letters = isLatin ? ["é", "ü", "a"] : isJapanese ? ["表", "計", "a"] : ["表", "é", "a"]
        let text =
            "name,town\n"
            + (0..<40).map { row in
                (0...row % 5).map { letters[($0 + row) % 3] }.joined() + ",\"x\n\(letters[row % 3])\"\n"
            }.joined()
        let source = try table(text, encoding)
        let plain = try table(text, "UTF-8")
        defer {
            source.close()
            plain.close()
        }
        var offset = 0
        var last = -1
        for scalar in text.unicodeScalars {
            let place = try source.sourceByte(ofText: offset)
            let row = try source.row(ofSourceByte: place)
            let expected = try plain.row(ofSourceByte: offset)
            #expect(row == expected, "byte \(place), character \(offset)")
            // Bytes between two characters belong to the first of them.
            for byte in max(0, last)..<place { #expect(try source.row(ofSourceByte: byte) != nil) }
            last = place
            offset += String(scalar).utf8.count
        }
        let end = try source.sourceByte(ofText: offset)
        #expect(try source.row(ofSourceByte: end) == nil)
        #expect(try source.row(ofSourceByte: end + 1000) == nil)
        #expect(try source.row(ofSourceByte: -1) == nil)
    }
}
