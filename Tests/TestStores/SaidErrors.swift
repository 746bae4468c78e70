import Tabular

extension ReadError {
    /// The error as one sentence, to compare with words that a test writes out.
    package var said: ReadError { ReadError(kind: kind, source: source, message: message, position: position) }
}
