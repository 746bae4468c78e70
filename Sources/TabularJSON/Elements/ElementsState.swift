import QuadrilleRuntime
import Tabular

/// The values that the threads of an `ElementsReader` share.
struct ElementsState: ReadingState {
    var snapshot: TableSnapshot
    var known: KnownElements
    var wants = WantList()
    var handler: (@Sendable () -> Void)?
    var lanes: (tiles: TileServer?, growth: WorkLane?) = (nil, nil)
    var isClosed = false
}

/// The elements known so far, and how to find them.
struct KnownElements: Sendable {
    /// The number of the column with the arrays.
    var column = 0
    /// The columns of the elements; nil before the first ones.
    var tree: ColumnTree?
    var index: ElementIndex
    var count = 0
    /// The rows with these elements.
    var rowCount = 0
    /// Advances where the numbers of elements change.
    var version = Version()
}

/// Sizes of the work on elements; tests make them small.
struct ElementsTuning: Sendable {
    /// Rows and bytes of elements that give the columns first.
    var sampleRows = 1_000
    var sampleBytes = 1 << 20
    /// Nanoseconds that a sample waits for rows still to be found.
    var sampleWait: UInt64 = 500_000_000
    /// Rows and elements between two checkpoints, at first.
    var spacing = 128
    /// The most checkpoints.
    var checkpoints = 1 << 16
    /// Rows that a walk passes through rather than starting elsewhere.
    var patience = 1_024
    /// Nanoseconds between two publications, at least.
    var publication: UInt64 = 33_000_000
    var background = Background()
}
