import QuadrilleRuntime
import Tabular
import TabularBytes
import TabularEncodings

/// A text in UTF-8 that the tables of a document share, and released with the last of them.
final class OpenText: Sendable {
    /// Nanoseconds to wait at a time: closing is noticed after so long.
    private static let patience: UInt64 = 500_000_000

    let store: any ByteStore
    /// The name in messages.
    let name: String
    let encoding: EncodingFinding
    /// Such as "gzip"; nil where nothing was packed.
    let packing: String?
    /// The first byte after a byte order mark.
    let start: Int

    init(_ content: SourceContent, name: String, encoding: EncodingFinding) throws(ReadError) {
        (self.name, self.encoding, packing) = (name, encoding, content.packing)
        if let wanted = encoding.encoding {
            start = 0
            store =
                wanted.isStateless
                ? TranscodedStore(content.store, wanted, from: encoding.markLength, name: name)
                : try SpooledTextStore(content.store, wanted, from: encoding.markLength, name: name)
        } else {
            (store, start) = (content.store, encoding.markLength)
        }
    }

    deinit { store.cancel() }

    /// The name without folders.
    var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

    /// Waits for the end of packed bytes, also of those behind all rows: what is checked there belongs to the rows too. Ends
    /// early after the cancellation.
    ///
    /// - Throws: The error of a cut or damaged end.
    func waitForPackedEnd(unless cancellation: Cancellation) throws(ReadError) {
        guard packing != nil else { return }
        var length = store.length
        while !length.isComplete, !cancellation.isRequested {
            length = try store.wait(beyond: length.known, deadline: monotonicNow() + Self.patience)
        }
    }

    /// The line ends in `range`, or in a part of it after the cancellation.
    func lineEnds(in range: Range<Int>, block: Int, unless cancellation: Cancellation) throws(ReadError) -> Int {
        let buffer = ReadBuffer(count: block)
        var (offset, lines, wasCarriageReturn) = (range.lowerBound, 0, false)
        while offset < range.upperBound, !cancellation.isRequested {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(range.upperBound - offset))
            let count = try store.read(into: room, at: offset)
            if count == 0 { break }
            lines += buffer.prefix(count).lineEnds(after: &wasCarriageReturn)
            offset += count
        }
        return lines
    }

    /// The location of a value that is at `range` of the text.
    func place(of range: Range<Int>, inRecord record: Int) throws(ReadError) -> ValuePlace {
        let bytes = try store.sourceOffset(of: range.lowerBound)..<store.sourceOffset(of: range.upperBound)
        return ValuePlace(record: record, bytes: bytes, textOffset: range.lowerBound)
    }

    /// The bytes of the source in `range`; fewer where it ends before.
    func sourceBytes(_ range: Range<Int>) throws(ReadError) -> [UInt8] {
        let buffer = ReadBuffer(count: range.count)
        return Array(buffer.prefix(try store.source.readFully(into: buffer.bytes, at: range.lowerBound)))
    }

    /// A description without the additions of its tables.
    func description(format: String) -> TableDescription {
        var description = TableDescription(
            format: format, JSONDetails(encoding: EncodingDetails(encoding)), compression: packing)
        (description.hasKinds, description.hasLateColumns) = (true, true)
        return description
    }
}
