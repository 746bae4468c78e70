import ArgumentParser
import TableFormats

/// A FILE on the command line: anything that `TablePlace.written(_:)` accepts.
enum FileArgument {
    /// The path of the file; "-" for standard input.
    ///
    /// - Throws: A sentence for the user where `argument` is a URL that names no file of this computer.
    static func path(_ argument: String) throws -> String {
        do throws(TablePlace.Fault) {
            return try TablePlace.written(argument).path
        } catch .otherHost(let host) {
            throw ValidationError(
                "'\(argument)' is a file of the computer '\(host)'. Open a file of this computer: file:///… or a path.")
        } catch .malformed {
            throw ValidationError(
                "'\(argument)' is not a file URL: after each % come two hexadecimal digits, other than 00. Write a path."
            )
        }
    }
}
