import QuadrilleRuntime
import Synchronization
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
    /// The name in messages, with the folders that the user wrote.
    public let name: String

    init(_ content: SourceContent, name: String) { (self.content, self.name) = (content, name) }

    /// The last part of the name, for a document of one table.
    public var tableName: String { name.split(separator: "/").last.map(String.init) ?? name }

    /// The length in bytes; waits until all of the document has arrived. Nil where it was closed meanwhile.
    ///
    /// - Throws: Errors of reading, where the document is damaged anywhere.
    public func length() throws(ReadError) -> Int? { try PackedInput.wholeLength(of: content.store) }

    /// Reads bytes from `offset` on into `buffer`, and returns their number: fewer than it has room for where the document ends
    /// or is closed, and before bytes that cannot be read, at which the next call throws.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            do throws(ReadError) {
                let read = try content.store.read(into: rest, at: offset + count)
                count += read
                if read > 0 { continue }
                let length = try content.store.wait(beyond: offset + count, deadline: .max)
                if length.known <= offset + count { break }
            } catch {
                if count > 0 { break }
                throw error
            }
        }
        return count
    }

    /// All bytes, up to those that cannot be read, and the error there; nil where there is none. Waits until all of the document
    /// has arrived.
    public func whole() -> (bytes: [UInt8], error: ReadError?) {
        var bytes: [UInt8] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceLength, alignment: 1)
        defer { room.deallocate() }
        do throws(ReadError) {
            while true {
                let count = try read(into: room, at: bytes.count)
                if count == 0 { return (bytes, nil) }
                bytes.append(contentsOf: room[..<count])
            }
        } catch {
            return (bytes, error)
        }
    }

    private static let pieceLength = 1 << 16

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
    /// Returns true where the document is surely of this format. Not called where the user has forced the format.
    public let recognizes: @Sendable (FileBeginning) -> Bool
    /// Opens a document, which may be any where the user has forced the format. Called on a background thread, which may wait.
    public let open: @Sendable (FileBytes, FormatOptions) throws(ReadError) -> any TableDocument

    /// Creates a format. `formOf` returns the form for one table, where its choices depend on the table, or nil for `optionsForm`.
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

/// A document of one table, whose source is created before it: all calls of `table` return that one, whose owner closes it.
public final class SingleTableDocument: TableDocument {
    private let source: any TableSource
    private let name: String
    private let isRequested = Atomic(false)

    public init(_ source: any TableSource, name: String) { (self.source, self.name) = (source, name) }

    public var catalog: CatalogState { .ready(Catalog(entries: [Catalog.Entry(name: name)])) }
    public func onChange(_ handler: (@Sendable () -> Void)?) {}

    public func table(_ id: TableID?) -> any TableSource {
        isRequested.store(true, ordering: .sequentiallyConsistent)
        return source
    }

    /// Closes the source where it was never requested, so that nobody else can.
    public func close() { if !isRequested.load(ordering: .sequentiallyConsistent) { source.close() } }
}
