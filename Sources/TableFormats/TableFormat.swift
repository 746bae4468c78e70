import QuadrilleRuntime
import Tabular
import TabularBytes

/// The beginning of a document, to recognize its format by.
public struct FileBeginning: Sendable {
    /// At most 64 KiB, unpacked.
    public let bytes: [UInt8]
    /// The name without the extension of its compression.
    public let name: String
    /// A Boolean value that indicates whether `bytes` are the whole document.
    public let isWhole: Bool

    public init(bytes: [UInt8], name: String, isWhole: Bool) {
        (self.bytes, self.name, self.isWhole) = (bytes, name, isWhole)
    }
}

/// The bytes of a document, unpacked where they were packed. All members may be called on any thread but the one that draws.
public final class FileBytes: Sendable {
    package let content: SourceContent
    /// The name in messages.
    public let name: String

    init(_ content: SourceContent, name: String) { (self.content, self.name) = (content, name) }

    /// The length in bytes; waits until all of the document has arrived. Nil where it was closed meanwhile.
    public func length() throws(ReadError) -> Int? { try PackedInput.wholeLength(of: content.store) }

    /// Reads bytes from `offset` on into `buffer` until it is full or the document ends, and returns their number.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let read = try content.store.readFully(into: rest, at: offset + count)
            count += read
            if read > 0 { continue }
            let length = try content.store.wait(beyond: offset + count, deadline: .max)
            if length.known <= offset + count { break }
        }
        return count
    }

    /// Ends reading, and with it all waiting.
    public func close() { content.store.cancel() }
}

/// A format of documents that contain tables.
public struct TableFormat: Sendable {
    /// Files that are mostly of one format.
    public struct FileKind: Sendable, Hashable {
        /// File name extensions, without the dot.
        public var endings: [String]
        /// The MIME type of the shared database, such as `text/csv`.
        public var mimeType: String
        /// A Boolean value that indicates whether most files of the type contain no table, as with `text/plain`: the program is
        /// not registered for it with desktops.
        public var isGeneric: Bool

        public init(_ endings: String..., mimeType: String, isGeneric: Bool = false) {
            (self.endings, self.mimeType, self.isGeneric) = (endings, mimeType, isGeneric)
        }
    }

    /// The name on the command line: `--as text`.
    public let name: String
    public let kinds: [FileKind]
    /// The form in which the user chooses how to read a document; nil where there is nothing to choose.
    public let optionsForm: OptionsForm?
    /// Returns the form for one table, whose choices may be those found in it; nil where it is the same for all.
    private let formOf: (@Sendable (any TableSource) -> OptionsForm?)?
    /// Returns true where the document is surely of this format.
    public let recognizes: @Sendable (FileBeginning) -> Bool
    /// Opens a document. Called on a background thread, which may wait.
    public let open: @Sendable (FileBytes, FormatOptions) throws(ReadError) -> any TableDocument

    public init(
        name: String, kinds: [FileKind], optionsForm: OptionsForm? = nil,
        formOf: (@Sendable (any TableSource) -> OptionsForm?)? = nil,
        recognizes: @escaping @Sendable (FileBeginning) -> Bool,
        open: @escaping @Sendable (FileBytes, FormatOptions) throws(ReadError) -> any TableDocument
    ) {
        (self.name, self.kinds, self.optionsForm, self.formOf) = (name, kinds, optionsForm, formOf)
        (self.recognizes, self.open) = (recognizes, open)
    }
}

extension TableFormat {
    /// The form for `source`.
    func form(of source: any TableSource) -> OptionsForm? { formOf?(source) ?? optionsForm }
}

/// A document of one table.
public final class SingleTableDocument: TableDocument {
    private let source: any TableSource
    private let name: String

    public init(_ source: any TableSource, name: String) { (self.source, self.name) = (source, name) }

    public var catalog: CatalogState { .ready(Catalog(entries: [Catalog.Entry(name: name)])) }
    public func onChange(_ handler: (@Sendable () -> Void)?) {}
    public func table(_ id: TableID?) -> any TableSource { source }
    public func close() {}
}
