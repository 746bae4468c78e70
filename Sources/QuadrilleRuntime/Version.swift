import Synchronization

/// The version of a value that changes: two states with the same version are the same state.
///
///     owner      version 3   advance()   version 4
///     reader     has seen version 3      3 < 4: reads again
@frozen public struct Version: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
    private static let count = Atomic(0)

    @usableFromInline var number: Int

    /// Creates the version after as many changes.
    @inlinable public init(_ changes: Int = 0) { number = changes }

    @inlinable public init(integerLiteral changes: Int) { number = changes }

    /// Creates a version that no other call in the process has returned, for states that several owners make. The versions of
    /// one owner ascend.
    package static func unique() -> Version { Version(count.add(1, ordering: .relaxed).newValue) }

    @inlinable public static func < (earlier: Version, later: Version) -> Bool { earlier.number < later.number }

    /// The version after one more change.
    @inlinable public var next: Version { Version(number + 1) }

    @inlinable public mutating func advance() { number += 1 }

    /// The version of a value that consists of two: it ascends when either changes.
    @inlinable public func joined(with other: Version) -> Version { Version(number + other.number) }
}
