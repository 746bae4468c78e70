import QuadrilleRuntime
import Tabular
import TabularBytes

/// The location of a document: a file, or standard input.
public struct TablePlace: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case file(path: String)
        case standardInput
    }

    /// The reason why a text is not the location of a document.
    public enum Fault: Error, Hashable {
        /// A file URL of the computer with that name.
        case otherHost(String)
        /// A file URL that represents no path.
        case malformed
    }

    private let kind: Kind
    /// The name that the user entered; nil for standard input.
    let givenName: String?

    /// The file at `path`. `name` is `path` where it is not given.
    public static func file(_ path: String, name: String? = nil) -> TablePlace {
        TablePlace(kind: .file(path: path), givenName: name ?? path)
    }

    public static var standardInput: TablePlace { TablePlace(kind: .standardInput, givenName: nil) }

    /// Parses the location that the user wrote: a path, a file URL (RFC 8089), as desktops and browsers copy them, or "-" for
    /// standard input.
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

    /// The bytes of the path in a file URL, which need not be UTF-8; nil for other texts.
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

    /// The path of a file; nil for standard input.
    var filePath: String? { if case .file(let path) = kind { path } else { nil } }

    /// A Boolean value that indicates whether the document can be opened again: data from a pipe cannot.
    public var canReopen: Bool { kind != .standardInput }

    /// The last part of the name.
    public var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

    /// Opens the bytes. `isLive` indicates whether to follow later changes of the file.
    func open(isLive: Bool) throws(ReadError) -> any ByteStore {
        switch kind {
        case .file(let path): try openStore(path: path, name: name, isLive: isLive)
        // The descriptor stays the caller's.
        case .standardInput: try openStore(FileDescriptor(copying: 0), name: name)
        }
    }
}
