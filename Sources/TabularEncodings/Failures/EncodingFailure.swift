import Tabular

/// A failure to convert a text to UTF-8, or a change of one, with the facts that its message gives.
///
/// If you add a case, add its text (`EncodingFailure+Text.swift`).
package enum EncodingFailure: Sendable, Hashable {
    /// Text in an encoding that is not followed has grown.
    case grown(encoding: String)
    case overwritten
}

extension EncodingFailure: ReadFailure {
    package var kind: ReadError.Kind { .changed }
}
