import CSystem
import Glibc

/// One thread of a pool.
///
/// `isYielding` and `next` belong to the thread, everything else but the inbox to the pool's lock.
final class Worker: @unchecked Sendable {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The worker of the current thread; nil on other threads.
    static var current: Worker? {
        pthread_getspecific(key).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Nanoseconds of waiting before a worker counts as blocked. Shorter waits are part of the work: if another thread started
    /// at each of them, there would soon be one for each piece of work.
    static let patience: UInt64 = 5_000_000

    struct Thread {
        let pthread: pthread_t
        /// Its number in `/proc/self/task`.
        let number: Int32

        static func current() -> Thread { Thread(pthread: pthread_self(), number: quad_thread_number()) }
    }

    let pool: WorkerPool
    /// The item for the idle worker, which it waits for. The pool fills it under its own lock.
    let inbox = Monitor<WorkItem?>(nil)
    var isYielding: Bool
    /// The next item of its thread.
    var next: WorkItem?
    /// The kind of its work; nil while it is idle.
    var kind: WorkKind?
    /// A Boolean value that indicates whether it counts as working.
    var isCounted = false
    /// True after its thread used no processor time for a while without reporting a wait.
    var isStalled = false
    /// Nil before it runs, and after that.
    var thread: Thread?
    /// Nanoseconds of processor time at the last check.
    private var used: UInt64?

    init(of pool: WorkerPool, first: WorkItem) {
        self.pool = pool
        isYielding = first.kind.isYielding
        next = first
    }

    /// Does the work it was made for, then that of the pool, until there is none.
    func run() {
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        pool.register(self, .current())
        if isYielding { BackgroundThread.yieldToOthers() }
        while let kind = runNext() { next = pool.next(after: kind, for: self) }
        pthread_setspecific(Self.key, nil)
    }

    /// Does the next item and returns its kind. It releases the item: its references, such as an open file, would stay for as
    /// long as the thread is idle.
    private func runNext() -> WorkKind? {
        guard let item = next.take() else { return nil }
        item.run()
        return item.kind
    }

    /// Begins an item.
    func begin(_ kind: WorkKind) { (self.kind, isCounted, isStalled, used) = (kind, true, false, nil) }

    /// Checks the processor time; true after the second check of the same item that finds none used by a thread that waits in
    /// the kernel. A thread that waits for a processor is working.
    func hasRested() -> Bool {
        guard let thread else { return false }
        var clock = clockid_t()
        var time = timespec()
        guard pthread_getcpuclockid(thread.pthread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return false }
        let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        defer { used = now }
        guard let used else { return false }
        return now - used < 1_000_000 && !thread.isRunnable
    }
}

extension Worker.Thread {
    /// True where the thread runs, or would if a processor were free (proc_pid_stat(5), "state"); false where that is unknown.
    fileprivate var isRunnable: Bool {
        let file = open("/proc/self/task/\(number)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        // The number, the name in parentheses, a space, and the state.
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return false }
        return bytes[..<count].dropFirst(end + 2).first == UInt8(ascii: "R")
    }
}
