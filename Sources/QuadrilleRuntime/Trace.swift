import Dispatch
import Glibc
import Synchronization

/// A file of spans that trace viewers open (chrome://tracing, Perfetto), to see where time is spent.
///
///     QUADRILLE_TRACE=/tmp/trace.json quadrille orders.csv
///
/// It holds an array in the JSON of the Trace Event Format, an event a line. Unwritten events are bounded; when the disk is too
/// slow, events are dropped, and the last line has their number. It is written twice a second while there are events, and at
/// the end. Without the variable there is no file, and nothing is measured.
package final class Trace: Sendable {
    private struct State: Sendable {
        var text: [UInt8] = []
        var isWriteDue = false
        var dropped = 0
        /// -1 once it can no longer be written.
        var file: Int32
        var isFirst = true
        var named: Set<Int> = []
    }

    /// The file that the environment names.
    package static let current: Trace? = {
        guard let path = getenv("QUADRILLE_TRACE").map({ String(cString: $0) }), !path.isEmpty else { return nil }
        guard let trace = Trace(path: path) else {
            let reason = String(cString: strerror(errno))
            complain("\(path): \(reason). Nothing is traced.")
            return nil
        }
        atexit { Trace.current?.finish() }
        return trace
    }()

    /// The most bytes that wait to be written.
    private static let limit = 1 << 20
    private static let interval = DispatchTimeInterval.milliseconds(500)

    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "trace", qos: .utility)
    private let process = Int(getpid())

    /// Begins a new file at `path`; nil, with `errno`, when that is not possible.
    package init?(path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { return nil }
        state = Mutex(State(file: file))
    }

    /// Adds a span from `start` to `end`, nanoseconds of the monotonic clock, on the calling thread. `arguments` are numbers
    /// that belong to it.
    package func add(
        _ name: StaticString, from start: UInt64, to end: UInt64, _ arguments: KeyValuePairs<StaticString, Int> = [:]
    ) {
        let thread = Self.thread
        append(ofThread: thread) { text in
            text.append(name: name, phase: "X", time: start, process: process, thread: thread)
            text.append(",\"dur\":")
            text.append(microseconds: end &- start)
            text.append(arguments)
        }
    }

    /// Adds the value of a counter from now on.
    package func count(_ name: StaticString, _ value: Int) {
        let thread = Self.thread
        append(ofThread: thread) { text in
            text.append(name: name, phase: "C", time: monotonicNow(), process: process, thread: thread)
            text.append(["value": value])
        }
    }

    /// Writes the waiting events, and ends the file: no more is added.
    package func finish() {
        // Makes room for the number of dropped events.
        queue.sync { write() }
        let dropped = state.withLock { $0.dropped }
        if dropped > 0 { count("events left out", dropped) }
        queue.sync { write() }
        state.withLock { state in
            guard state.file >= 0 else { return }
            var end = Array((state.isFirst ? "[]\n" : "\n]\n").utf8)
            _ = Glibc.write(state.file, &end, end.count)
            close(state.file)
            state.file = -1
        }
    }

    private func append(ofThread thread: Int, _ body: (inout EventText) -> Void) {
        let isDue = state.withLock { state in
            guard state.file >= 0 else { return false }
            guard state.text.count < Self.limit else {
                state.dropped += 1
                return false
            }
            var text = EventText(bytes: state.text)
            state.text = []
            text.begin(isFirst: state.isFirst)
            state.isFirst = false
            if state.named.insert(thread).inserted {
                text.append(nameOf: thread, process: process)
                text.begin(isFirst: false)
            }
            body(&text)
            text.append("}")
            state.text = text.bytes
            defer { state.isWriteDue = true }
            return !state.isWriteDue
        }
        // Once, and only when there are events: a program at rest is not woken.
        if isDue { queue.asyncAfter(deadline: .now() + Self.interval) { [self] in write() } }
    }

    private func write() {
        let (text, file) = state.withLock { state in
            defer { state.text.removeAll(keepingCapacity: false) }
            state.isWriteDue = false
            return (state.text, state.file)
        }
        guard file >= 0 else { return }
        var done = 0
        while done < text.count {
            let count = text.withUnsafeBytes { bytes in
                Glibc.write(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                Self.complain("it cannot be written: \(String(cString: strerror(errno))). Tracing ended.")
                state.withLock { $0.file = -1 }
                close(file)
                return
            }
            done += count
        }
    }

    private static func complain(_ message: String) {
        let line = Array("quadrille: QUADRILLE_TRACE: \(message)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }

    /// The kernel's number of the calling thread. Swift imports no call for it, but proc(5) names it: "123/task/124".
    private static var thread: Int {
        var name = [CChar](repeating: 0, count: 64)
        let count = max(0, readlink("/proc/thread-self", &name, name.count))
        var number = 0
        for byte in name.prefix(count) {
            number = byte == 0x2F ? 0 : byte >= 0x30 && byte <= 0x39 ? number * 10 + Int(byte - 0x30) : 0
        }
        return number
    }
}

extension Trace {
    /// Runs `body`, and traces its duration where tracing is on.
    package static func measure<R, Failure: Error>(
        _ name: StaticString, _ body: () throws(Failure) -> R
    ) throws(Failure) -> R {
        guard let trace = current else { return try body() }
        let start = monotonicNow()
        defer { trace.add(name, from: start, to: monotonicNow()) }
        return try body()
    }
}

/// The text of events.
private struct EventText {
    var bytes: [UInt8]

    mutating func begin(isFirst: Bool) { append(isFirst ? "[\n" : ",\n") }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(name: StaticString, phase: StaticString, time: UInt64, process: Int, thread: Int) {
        append("{\"name\":\"")
        append(name)
        append("\",\"ph\":\"")
        append(phase)
        append("\",\"pid\":")
        append(process)
        append(",\"tid\":")
        append(thread)
        append(",\"ts\":")
        append(microseconds: time)
    }

    mutating func append(nameOf thread: Int, process: Int) {
        append(name: "thread_name", phase: "M", time: 0, process: process, thread: thread)
        append(",\"args\":{\"name\":\"")
        append(thread == process ? "main" : "background")
        append("\"}}")
    }

    mutating func append(_ arguments: KeyValuePairs<StaticString, Int>) {
        guard !arguments.isEmpty else { return }
        append(",\"args\":{")
        for (index, argument) in arguments.enumerated() {
            append(index == 0 ? "\"" : ",\"")
            append(argument.key)
            append("\":")
            append(argument.value)
        }
        append("}")
    }

    mutating func append(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// Nanoseconds as microseconds with three decimals.
    mutating func append(microseconds time: UInt64) {
        bytes.append(contentsOf: String(time / 1000).utf8)
        append(".")
        let rest = time % 1000
        for digit in [rest / 100, rest / 10 % 10, rest % 10] { bytes.append(0x30 + UInt8(digit)) }
    }
}
