import QuadrilleRuntime

/// The progress and the cancellation of an export, which its thread reports and checks every few thousand bytes.
public struct ExportControl: Sendable {
    /// Receives the number of rows written so far; for a single value, the number of bytes.
    package var progress: @Sendable (Int) -> Void
    /// After it, the export ends with the error `.cancelled`.
    package var cancellation: Cancellation
    /// Receives the number of unreadable values that were written as empty ones, if there are any; called once, at the end.
    package var emptied: @Sendable (Int) -> Void = { _ in }

    public init(
        progress: @escaping @Sendable (Int) -> Void = { _ in },
        cancellation: Cancellation = .never
    ) {
        self.progress = progress
        self.cancellation = cancellation
    }
}
