// Proves what no test can in its own process, where Swift's runtime already serves the main queue: that a program whose
// main thread runs GLib's loop runs the main queue and the main actor all the same. Ends with status 0 when it does.
import CGTK
import CGridShim
import Dispatch
import Glibc

/// What has run so far. Ends the program when all has.
@MainActor enum Seen {
    static var all: Set<String> = []

    static func note(_ what: String) {
        all.insert(what)
        if all.count == 3 { exit(0) }
    }
}

guard quad_main_queue_attach() != 0, quad_main_queue_attach() != 0 else { exit(2) }
DispatchQueue.main.async { MainActor.assumeIsolated { Seen.note("a block of the main queue") } }
Task { @MainActor in Seen.note("a task of the main actor") }
// Once the loop is about to fall asleep it has to be woken from another thread.
let asleep = DispatchSemaphore(value: 0)
g_main_context_set_poll_func(nil) { descriptors, count, timeout in
    if timeout != 0 { asleep.signal() }
    return g_poll(descriptors, count, timeout)
}
DispatchQueue.global().async {
    asleep.wait()
    DispatchQueue.main.async { MainActor.assumeIsolated { Seen.note("a block from another thread") } }
}
let tooLate: GSourceFunc = { _ in exit(1) }
g_timeout_add(10_000, tooLate, nil)
g_main_loop_run(g_main_loop_new(nil, 0))
