import QuadrilleRuntime
import Tabular

/// Runs work items, numbered from 0, on `threads` threads including the caller's, and passes the results in order to `take` on
/// the caller's thread. Returns early when the job is cancelled.
func inOrder<Value: Sendable>(
    count: Int, threads: Int, control: JobControl, _ body: @escaping @Sendable (Int) throws(ReadError) -> Value,
    then take: (Int, Value) throws(ReadError) -> Void
) throws(ReadError) {
    let work = OrderedWork<Result<Value, ReadError>>(count: count, ahead: threads * 2)
    defer { work.cancel() }
    @Sendable func run(_ number: Int) {
        do throws(ReadError) {
            work.put(.success(try body(number)), of: number)
        } catch {
            work.put(.failure(error), of: number)
        }
    }
    for helper in 1..<max(1, min(threads, count)) {
        control.background.pool.submit(.help, refused: .drop) {
            while !control.isCancelled, let number = work.waitForNext() {
                run(number)
                if helper == 1 { control.background.scrolling.leaveProcessor(unless: control.cancellation) }
            }
        }
    }
    for number in 0..<count {
        var result = work.take()
        while result == nil {
            if control.isCancelled { return }
            // This thread works too, and waits only for items that others have begun.
            if let next = work.next() { run(next) } else { result = work.waitToTake() }
            if result == nil { result = work.take() }
        }
        if control.isCancelled { return }
        if let result { try take(number, try result.get()) }
    }
}
