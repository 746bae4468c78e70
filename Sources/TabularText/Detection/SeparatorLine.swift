/// The first line that some spreadsheets write and read: `sep=;`, which sets the delimiter and is no record.
struct SeparatorLine {
    let delimiter: String
    /// Bytes of the line and its end.
    let length: Int

    init?(_ sample: UnsafeBufferPointer<UInt8>) {
        var first: (line: UnsafeBufferPointer<UInt8>, isEnded: Bool)?
        let head = UnsafeBufferPointer(rebasing: sample.prefix(40))
        head.forEachLine { line, isEnded in if first == nil { first = (line, isEnded) } }
        guard let first, first.isEnded else { return nil }
        var text = String(decoding: first.line, as: UTF8.self)[...]
        if text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        guard text.prefix(4).lowercased() == "sep=", text.count == 5 else { return nil }
        delimiter = String(text.dropFirst(4))
        guard ShortBytes(delimiter) != nil else { return nil }
        let end = first.line.count
        let isPair = end + 1 < sample.count && sample[end] == 0x0D && sample[end + 1] == 0x0A
        length = end + (isPair ? 2 : 1)
    }
}
