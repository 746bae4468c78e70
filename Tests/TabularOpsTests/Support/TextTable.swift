import SeededRandom
import Tabular
import TabularBytes

@testable import TabularText

/// Bytes in memory as a file is read.
private final class ByteList: ByteStore {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var length: StoreLength { StoreLength(known: bytes.count, isComplete: true) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let end = min(bytes.count, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

/// A table of CSV with a header or none, read in blocks of `block` bytes, of which all is known.
func textTable(_ text: [UInt8], headerRows: Int = 0, block: Int = 1 << 18, interval: Int = 1 << 18) -> TextSource {
    var options = TextOptions(reading: Dialect(headerRows: headerRows))
    (options.isForced, options.encoding) = (true, "UTF-8")
    var tuning = ReaderTuning()
    (tuning.passBlock, tuning.interval, tuning.segment) = (block, interval, interval)
    let store = ByteList(text)
    let source = TextSource(name: "t.csv", options: options, tuning: tuning) { () throws(ReadError) in store }
    source.waitUntilComplete()
    return source
}

/// CSV of rows that are alike for the most part, with quotes, ragged rows and odd bytes here and there.
func someText(_ random: inout SplitMix64, rows: Int) -> [UInt8] {
    let columns = random.int(1...6)
    let rare = random.pick([3, 30, 1000])
    let values = [
        "", "a", "12", "-3.50", "\"x,y\"", "\"say \"\"no\"\"\"", "é漢", "\"two\nlines\"", "a\"b", "long longer longest",
    ]
    var text = ""
    for _ in 0..<rows {
        let width = random.oneIn(rare) ? random.int(1...8) : columns
        let row = (0..<width).map { _ in random.oneIn(rare) ? random.pick(values) : random.pick(["1", "22", "b", "c"]) }
        text += row.joined(separator: ",") + (random.oneIn(rare) ? "\r\n" : "\n")
    }
    return Array(text.utf8)
}
