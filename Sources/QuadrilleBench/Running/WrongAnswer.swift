/// Ends a benchmark whose answer is not what it must be: nothing that it measured counts.
struct WrongAnswer: Error {
    let reason: String

    /// Throws when two numbers that must agree do not.
    static func check<T: Equatable>(_ what: String, _ found: T, is expected: T) throws {
        if found != expected { throw WrongAnswer(reason: "\(what) is \(found) and must be \(expected)") }
    }
}
