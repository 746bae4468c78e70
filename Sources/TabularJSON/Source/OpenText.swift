import QuadrilleRuntime
import Tabular
import TabularBytes
import TabularEncodings

/// A text in UTF-8 that the tables of a document share. It is let go of with the last of them.
final class OpenText: Sendable {
    let store: any ByteStore
    /// The name in messages.
    let name: String
    let encoding: EncodingFinding
    /// Such as "gzip"; nil where nothing was packed.
    let packing: String?
    /// The first byte behind a byte order mark.
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

    /// A description without what its tables add.
    func description(format: String) -> TableDescription {
        var description = TableDescription(format: format, encoding: encoding.name, compression: packing)
        description.hasByteOrderMark = encoding.markLength > 0
        description.isEncodingGuessed = encoding.isGuess
        (description.hasKinds, description.hasLateColumns) = (true, true)
        return description
    }
}
