import Tabular

/// A table that cannot be read at all.
final class FailedSource: TableSource {
    let snapshot: TableSnapshot

    init(_ error: ReadError, _ description: TableDescription) {
        snapshot = TableSnapshot(description: description, phase: .failed(error))
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}
