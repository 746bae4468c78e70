import Glibc
import Tabular

/// A failure to open a source, or a change of one that is open, with the facts that its message gives.
///
/// If you add a case, add its text (`ByteFailure+Text.swift`).
package enum ByteFailure: Sendable, Hashable {
    // Opening.
    case notFound
    case isFolder
    case notPermitted
    case notOpened(number: Int32)
    // Changes.
    /// The source is shorter than it was; lengths in bytes.
    case cut(from: Int, to: Int)
    case overwritten
    case replaced
    case deleted
    case otherBytes

    /// The meaning of the error `number` of the system where a file is opened.
    init(opening number: Int32) {
        self =
            switch number {
            case ENOENT, ENOTDIR: .notFound
            case EACCES, EPERM: .notPermitted
            default: .notOpened(number: number)
            }
    }
}

extension ByteFailure: ReadFailure {
    package var kind: ReadError.Kind {
        switch self {
        case .notFound: .notFound
        case .isFolder: .isDirectory
        case .notPermitted: .noPermission
        case .notOpened: .readFailed
        case .cut, .overwritten, .replaced, .deleted, .otherBytes: .changed
        }
    }
}
