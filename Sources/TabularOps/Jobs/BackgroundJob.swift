import QuadrilleRuntime
import Tabular

/// Work on a whole table that ends with one value: in the background, with progress in rows, cancellable.
public typealias BackgroundJob<Value: Sendable> = Job<Value, ReadError>

extension Job where Failure == ReadError {
    /// Starts the work `body` on a table of `total` rows, as any job.
    package convenience init(
        total: Int, in pool: WorkerPool = .shared, onChange: @escaping @Sendable () -> Void,
        body: @escaping @Sendable (JobControl) throws(ReadError) -> Value
    ) {
        self.init(total: total, in: pool, refused: { .noThreadForTask }, onChange: onChange, body: body)
    }
}
