import Glibc

/// A call of the system that failed.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of the error, as in `errno`.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    package var description: String { systemMessage(number) }
}

/// The system's words for an error number, such as "Input/output error".
package func systemMessage(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
