import Tabular

/// The bytes of a table as they were written, unpacked where they are packed.
package struct SourceContent: Sendable {
    package var store: any ByteStore
    /// The name of the table without the extension of its compression: the extension left is a hint at the delimiter.
    package var innerName: String
    /// The name of the packing, for messages: "gzip", "zip"; nil where it is not packed.
    package var packing: String?
    /// The path of the file that has just these bytes; nil where none has, or they can be read only once.
    package var path: String?

    package init(store: any ByteStore, innerName: String, packing: String? = nil) {
        (self.store, self.innerName, self.packing) = (store, innerName, packing)
    }

    /// The content of a source called `name` that `store` was opened for. Bytes that can be read only once are shared with
    /// later readers.
    package init(opening store: any ByteStore, name: String, path: String? = nil) {
        let spooled = store as? any SpooledBytes
        self.init(store: spooled.map(SharedStore.init) ?? store, innerName: name)
        self.path = spooled == nil ? path : nil
    }

    /// A Boolean value that indicates whether the bytes are shared, since they can be read only once.
    private var isShared: Bool { store is SharedStore }

    /// Returns the content of `bytes`, which were made from this content. It is shared where this one is.
    private func content(_ bytes: any SpooledBytes, innerName: String, packing: String) -> SourceContent {
        let whole = self.packing.map { "\(packing) in \($0)" } ?? packing
        return SourceContent(
            store: isShared ? SharedStore(bytes) : bytes, innerName: innerName, packing: whole)
    }

    /// Unpacks the streams of `compression` in this content. `name` appears in messages.
    package func unpacked(_ compression: Compression, name: String) throws(ReadError) -> SourceContent {
        content(
            try UnpackedStore(store, compression, PackedPart(compression), name: name),
            innerName: Compression.innerName(innerName), packing: compression.name)
    }

    /// Opens a file of the archive in this content. `name` appears in messages.
    package func member(
        _ member: ArchiveMember, of archive: Archive, name: String
    ) throws(ReadError) -> SourceContent {
        content(try archive.open(member, name: name), innerName: member.name, packing: archive.kind.rawValue)
    }
}
