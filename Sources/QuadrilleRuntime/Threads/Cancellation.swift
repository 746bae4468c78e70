/// A sign for long work to stop, which the work checks from time to time.
public struct Cancellation: Sendable {
    /// The sign of work that nothing stops.
    public static let never = Cancellation { false }

    @usableFromInline let check: @Sendable () -> Bool

    /// Creates a sign from `check`, which the work calls on its threads. Once `check` has returned true, it keeps doing so.
    @inlinable
    public init(_ check: @escaping @Sendable () -> Bool) { self.check = check }

    /// True once the result of the work no longer matters.
    @inlinable public var isRequested: Bool { check() }
}
