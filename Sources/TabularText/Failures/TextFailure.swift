import Tabular
import TabularBytes

/// A failure to read a source as a table of text, or a change of one, with the facts for its message.
///
/// If you add a case, add its text (`TextFailure+Text.swift`).
package enum TextFailure: Sendable, Hashable {
    // Opening.
    /// Data of a recognized kind that is no text table, and the name of the packing it was found in.
    case foreign(ForeignFormat, packing: String?)
    /// A file that is named like a database and looks random.
    case encryptedDatabase
    case unknownEncoding(String)
    // Reading. Rows count from 1.
    case closed
    case endsBefore(row: Int)
    /// The source ends at a byte, and extended to `end` when its records were found.
    case endsAt(byte: Int, before: Int)
    // Changes.
    /// There is more now than the short beginning that the source was opened by.
    case begun
}

extension TextFailure: ReadFailure {
    package var kind: ReadError.Kind {
        switch self {
        case .foreign, .encryptedDatabase, .unknownEncoding: .unsupportedFormat
        case .closed: .readFailed
        case .endsBefore, .endsAt, .begun: .changed
        }
    }
}

extension ForeignFormat {
    /// The error for a source of the name `source`, in which it was found packed by `packing`.
    package func error(for source: String, in packing: String? = nil) -> ReadError {
        ReadError(TextFailure.foreign(self, packing: packing), of: .source(source))
    }
}

extension SourceContent {
    /// The error where this content, which begins with `sample`, is surely no table of text by the bytes that files of its kind
    /// begin with, or by the lack of them in a database; nil for others. `name` appears in messages.
    func foreignError(_ sample: UnsafeBufferPointer<UInt8>, for name: String) -> ReadError? {
        if let foreign = ForeignFormat(signatureOf: sample) { return foreign.error(for: name, in: packing) }
        guard EncryptedDatabase.mayBe(sample, length: store.length, name: innerName) else { return nil }
        return ReadError(TextFailure.encryptedDatabase, of: .source(name))
    }
}
