import QuadrilleRuntime
import Tabular
import TabularBytes
import Translation

/// The place of a document: a file, or standard input.
public struct TablePlace: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case file(path: String)
        case standardInput
    }

    private let kind: Kind
    /// The name in messages, as the user gave it.
    public let name: String

    /// The file at `path`. `name` is `path` where it is not given.
    public static func file(_ path: String, name: String? = nil) -> TablePlace {
        TablePlace(kind: .file(path: path), name: name ?? path)
    }

    public static var standardInput: TablePlace { TablePlace(kind: .standardInput, name: tr("standard input")) }

    /// A Boolean value that indicates whether the document can be opened again: what came through a pipe is gone.
    public var canReopen: Bool { kind != .standardInput }

    /// The last part of the name.
    public var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

    /// Opens the bytes. `isLive` says whether later changes of the file are of interest.
    func open(isLive: Bool) throws(ReadError) -> any ByteStore {
        switch kind {
        case .file(let path): try openStore(path: path, name: name, isLive: isLive)
        // The descriptor stays the caller's.
        case .standardInput: try openStore(FileDescriptor(copying: 0), name: name)
        }
    }
}
