import Glibc

/// A value behind a lock, with waiting until it satisfies a condition.
///
/// Like `Synchronization.Mutex`, but with a condition variable: a thread that reads a pipe or waits for a snapshot sleeps until
/// another changes the value. Never wait on it on a thread that draws.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: `value` is touched only between lock and unlock. Mutex and
    // condition live on the heap because pthread's may not move.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Passes the value to `body`, exclusively. Waiting threads check it again afterwards when `wakes` is true.
    package func withLock<R, E: Error>(wakes: Bool = true, _ body: (inout Value) throws(E) -> R) throws(E) -> R {
        pthread_mutex_lock(mutex)
        defer {
            if wakes { pthread_cond_broadcast(condition) }
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// A copy of the value.
    package var current: Value { withLock(wakes: false) { $0 } }

    /// Waits until `isReady`, or until `deadline` on the monotonic clock (nanoseconds), then passes the value to `body`.
    ///
    /// On a worker of a pool a longer wait lets another worker start in its place, unless the wait `isPartOfWork`.
    package func wait<R>(
        isPartOfWork: Bool = false, until isReady: (Value) -> Bool, deadline: UInt64 = .max,
        then body: (inout Value) -> R
    ) -> R {
        pthread_mutex_lock(mutex)
        guard !isPartOfWork, !isReady(value), let worker = Worker.current else {
            defer { pthread_mutex_unlock(mutex) }
            sleep(until: isReady, deadline: deadline)
            return body(&value)
        }
        let patience = monotonicNow() + Worker.patience
        sleep(until: isReady, deadline: min(deadline, patience))
        guard deadline > patience, !isReady(value) else {
            defer { pthread_mutex_unlock(mutex) }
            return body(&value)
        }
        // Without the lock: the pool may call code that changes the value.
        pthread_mutex_unlock(mutex)
        worker.pool.block(worker)
        defer { worker.pool.unblock(worker) }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        sleep(until: isReady, deadline: deadline)
        return body(&value)
    }

    /// Wakes all waiting threads, which check the value again. For callers that hold the lock.
    func wake() { pthread_cond_broadcast(condition) }

    /// Waits with the lock held.
    private func sleep(until isReady: (Value) -> Bool, deadline: UInt64) {
        while !isReady(value) {
            if deadline == .max {
                pthread_cond_wait(condition, mutex)
            } else {
                var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
                if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { break }
            }
        }
    }
}
