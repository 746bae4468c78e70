import Tabular

/// A fault in a JSON text, with the facts that its message gives.
///
/// If you add a case, add its text (`JSONFault+Text.swift`).
enum JSONFault: ProblemDetail {
    /// A row that is not JSON from the byte `at` of the text on.
    case broken(SyntaxFault.Kind, at: Int)
    /// The text ends within a row.
    case cutOff
    /// The text ends before its array or object does.
    case unclosed
    /// Text around the rows that is not JSON from the byte `at` of the text on.
    case outside(SyntaxFault.Kind, at: Int)
    /// The text ends before the containers around the rows do.
    case unclosedAround
    /// Bytes follow the array or object.
    case surplus(at: Int)
    case duplicateKey(String)
    /// The name of a row, which an earlier row has too.
    case repeatedRowName(String)
    case loneSurrogate
    case nul
    /// The first use of a form that JSON does not have.
    case laxity(SyntaxNote.Kind)
    case tooDeep(levels: Int)
    case overlong(bytes: Int)
    case invalidBytes
    /// A comma between two rows is missing, at the byte `at`.
    case missingComma(at: Int)
}

extension Problem.Kind {
    /// The kinds of JSON in the order of their ordinals: add new ones at the end.
    package static let json: [Problem.Kind] = [
        .invalidJSON, .cutOff, .duplicateKey, .loneSurrogate, .nulInJSON, .notStrictJSON, .tooDeep, .overlongRow,
        .invalidBytes,
    ]
}
