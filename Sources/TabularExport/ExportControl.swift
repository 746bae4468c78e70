/// The progress and the cancellation of an export. Both closures are called on its thread every few thousand bytes.
public struct ExportControl: Sendable {
    /// Receives the number of rows written so far; for a single value, the number of bytes.
    package var progress: @Sendable (Int) -> Void
    /// After it returns true, the export ends with the error `.cancelled`.
    package var isCancelled: @Sendable () -> Bool
    /// Receives the number of unreadable values that were written as empty ones, if there are any; called once, at the end.
    package var emptied: @Sendable (Int) -> Void = { _ in }

    public init(
        progress: @escaping @Sendable (Int) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.progress = progress
        self.isCancelled = isCancelled
    }
}
