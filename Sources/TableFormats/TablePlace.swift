import QuadrilleRuntime
import Tabular
import TabularBytes

/// The place of a document: a file, or standard input.
public struct TablePlace: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case file(path: String)
        case standardInput
    }

    /// The reason for which a text is no place of a document.
    public enum Fault: Error, Hashable {
        /// A file URL of the computer with that name.
        case otherHost(String)
        /// A file URL that stands for no path.
        case malformed
    }

    private let kind: Kind
    /// The name that the user gave it; nil for standard input.
    let givenName: String?

    /// The file at `path`. `name` is `path` where it is not given.
    public static func file(_ path: String, name: String? = nil) -> TablePlace {
        TablePlace(kind: .file(path: path), givenName: name ?? path)
    }

    public static var standardInput: TablePlace { TablePlace(kind: .standardInput, givenName: nil) }

    /// The place that the user wrote: a path, a file URL (RFC 8089), as desktops and browsers copy them, or "-" for standard
    /// input.
    ///
    ///     t.csv                          t.csv
    ///     file:///home/ann/a%20b.csv     /home/ann/a b.csv
    ///     file://localhost/t.csv         /t.csv
    ///     file://server/t.csv            refused: a file of another computer
    ///     ./file:odd.csv                 ./file:odd.csv
    public static func written(_ text: String) throws(Fault) -> TablePlace {
        if text == "-" { return .standardInput }
        return .file(try pathBytes(written: text.utf8).map { String(decoding: $0, as: UTF8.self) } ?? text)
    }

    /// The bytes of the path that a file URL stands for, which need be no UTF-8; nil for other texts.
    public static func pathBytes(written text: some Collection<UInt8>) throws(Fault) -> [UInt8]? {
        switch FileURL(text) {
        case nil: nil
        case .path(let bytes): bytes
        case .otherHost(let host): throw .otherHost(host)
        case .malformed: throw .malformed
        }
    }

    /// The path of a file; "-" for standard input.
    public var path: String { if case .file(let path) = kind { path } else { "-" } }

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
