/// The caller's view of an export, and its way to cancel it. Both are called on the export's thread every few thousand bytes.
public struct ExportControl: Sendable {
    /// Gets the number of rows written so far; of a single value, the number of bytes.
    package var progress: @Sendable (Int) -> Void
    /// Once it gives true, the export ends with the error `.cancelled`.
    package var isCancelled: @Sendable () -> Bool
    /// Gets the number of unreadable values that were written as empty ones, where there are any; called once, in the end.
    package var emptied: @Sendable (Int) -> Void = { _ in }

    public init(
        progress: @escaping @Sendable (Int) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.progress = progress
        self.isCancelled = isCancelled
    }
}
