import Tabular

/// A failure of unpacking, with the facts that its message gives. Offsets are in the compressed data.
///
/// If you add a case, add its text (`UnpackFailure+Text.swift`).
package enum UnpackFailure: Sendable, Hashable {
    case damaged(Compression, at: Int)
    case cut(Compression, at: Int)
    /// It needs more memory than allowed.
    case needsMemory(Compression, at: Int)
    case wrongChecksum(at: Int)
    /// A file of an archive has become larger than any table that packs so well.
    case suspiciousSize(Int)
    /// It has unpacked to so many bytes in a temporary folder, `ratio` times the packed ones.
    case suspiciousRatio(Int, at: Int, bytes: Int, folder: String)
    /// The compressed file has grown after it was unpacked.
    case grown
}

extension UnpackFailure {
    /// Returns true where unpacking failed because bytes are wrong, of which some may have been unpacked before.
    static func isOfWrongBytes(_ error: ReadError) -> Bool {
        switch error.reason as? UnpackFailure {
        case .damaged, .wrongChecksum: true
        case .cut, .needsMemory, .suspiciousSize, .suspiciousRatio, .grown, nil: false
        }
    }
}

extension UnpackFailure: ReadFailure {
    package var kind: ReadError.Kind {
        switch self {
        case .damaged, .cut, .needsMemory, .wrongChecksum, .suspiciousSize, .suspiciousRatio: .damaged
        case .grown: .changed
        }
    }
}
