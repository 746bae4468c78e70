import QuadrilleRuntime
import Tabular

/// Does pieces of work, numbered from 0, on so many threads, of which the caller's is one, and gives the results to `take`
/// in their order, on the caller's. Ends early when the job is cancelled.
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
        WorkerPool.shared.submit(.help, refused: .drop) {
            while !control.isCancelled, let number = work.waitForNext() {
                run(number)
                if helper == 1 { ScrollActivity.leaveProcessor { !control.isCancelled } }
            }
        }
    }
    for number in 0..<count {
        var result = work.take()
        while result == nil {
            if control.isCancelled { return }
            // This thread works too, and waits only for what others have begun.
            if let next = work.next() { run(next) } else { result = work.waitToTake() }
            if result == nil { result = work.take() }
        }
        if control.isCancelled { return }
        if let result { try take(number, try result.get()) }
    }
}
