import ArgumentParser
import Glibc
import QuadrilleRuntime

/// Ends a command as scripts expect it: a line on standard error and exit status 1.
struct Failure {
    static func report(_ message: String) -> ExitCode {
        Output.writeError(message)
        return ExitCode(1)
    }

    /// Ends a command that draws before GTK or Pango does, where they would find no threads.
    static func checkThreads() throws {
        guard !ThreadAllowance.has(ThreadAllowance.ofDrawing) else { return }
        throw report(
            "not started, because the system allows no more threads. Close programs, or raise the limit of processes "
                + "(ulimit -u), then start it again.")
    }
}

/// The program's two outputs, unbuffered.
enum Output {
    /// Writes a message, on one line even where a file name contains line ends.
    static func writeError(_ message: String) { _ = write("quadrille: \(message.visible)\n", to: STDERR_FILENO) }

    /// Writes `text`, which may have several lines, to standard error.
    static func writeMessage(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

    /// Writes `text` to standard output.
    static func write(_ text: String) throws {
        if write(text, to: STDOUT_FILENO) { return }
        let number = errno
        // The reader of the pipe has closed it and needs no message.
        if number == EPIPE { throw ExitCode(1) }
        let reason = String(cString: strerror(number))
        throw Failure.report("standard output: cannot be written: \(reason). Choose another place for the output.")
    }

    /// Writes all of `text`; false when the reader has gone or the disk is full (`errno` says which).
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count >= 0 {
                    done += count
                } else if errno == EAGAIN {
                    // A pipe that another program set to non-blocking.
                    var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waited, 1, -1)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
