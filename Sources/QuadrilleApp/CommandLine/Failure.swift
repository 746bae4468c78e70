import ArgumentParser
import Glibc

/// Ends a command as scripts expect it: a line on standard error and exit status 1.
struct Failure {
    static func report(_ message: String) -> ExitCode {
        Output.writeError("quadrille: \(message)\n")
        return ExitCode(1)
    }
}

/// The program's two outputs, unbuffered.
enum Output {
    static func writeError(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Writes all of `text`; false when the reader has gone or the disk is full (`errno` says which).
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }
}
