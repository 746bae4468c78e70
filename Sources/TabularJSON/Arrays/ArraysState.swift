import QuadrilleRuntime
import Tabular
import TabularBytes

/// The values that the threads of an `ArraysReader` share.
struct ArraysState: ReadingState {
    var snapshot: TableSnapshot
    /// One for each column.
    var indexes: [RecordIndex]
    var wants = WantList()
    var handler: (@Sendable () -> Void)?
    var lanes: (tiles: TileServer?, growth: WorkLane?) = (nil, nil)
    var isClosed = false
}
