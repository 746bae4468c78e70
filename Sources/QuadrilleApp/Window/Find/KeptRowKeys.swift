import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular

/// The keys of the rows that the user looks at: the active, the first visible and the selected ones. They are read while the
/// table can be read, since a source that was changed cannot tell them any more.
@MainActor
final class KeptRowKeys {
    private struct Request: Sendable {
        let keys: any RowKeying
        let rows: [Int]
        let table: ObjectIdentifier
    }

    private struct Found: Sendable {
        var table: ObjectIdentifier
        var keys: [Int: RowIdentity]
    }

    /// The pause after which keys are read: not for each row that scrolls by.
    private static let rest = 0.2

    private let found: Monitor<Found?>
    private let work: LatestWork<Request>
    /// The table and the rows requested last.
    private var asked: (table: ObjectIdentifier, rows: [Int])?
    private var isDue = false

    init() {
        let found = Monitor<Found?>(nil)
        self.found = found
        work = LatestWork { request, cancellation in
            guard let keys = try? request.keys.keys(ofRows: request.rows), !cancellation.isRequested else { return }
            let known = zip(request.rows, keys).compactMap { row, key in key.map { (row, $0) } }
            found.withLock {
                $0 = Found(table: request.table, keys: Dictionary(known, uniquingKeysWith: { first, _ in first }))
            }
        }
    }

    /// Reads the keys of the rows that the user looks at in a moment, where the table has keys.
    func follow(_ grid: GridView) {
        guard !isDue, grid.source.abilities.keys != nil else { return }
        isDue = true
        MainHop.post(at: .now() + Self.rest) { [weak self, weak grid] in
            self?.isDue = false
            if let grid { self?.read(grid) }
        }
    }

    private func read(_ grid: GridView) {
        guard let keys = grid.source.abilities.keys else { return }
        let now = (table: ObjectIdentifier(grid.source), rows: Self.rows(of: grid.model))
        if let asked, asked == now { return }
        asked = now
        work.ask(Request(keys: keys, rows: now.rows, table: now.table))
    }

    /// The rows of the table that the position and the selection begin and end with, as far as they are in memory.
    private static func rows(of model: GridModel) -> [Int] {
        let selected = model.table.order == nil ? model.selection.settled().ranges.prefix(4).map(\.rows) : []
        let ends = selected.filter { $0.upperBound != .max }.flatMap { [$0.lowerBound, $0.upperBound - 1] }
        let places = [model.activeCell, model.firstCellInSight()].compactMap {
            $0.flatMap { model.sourceRow(at: $0.row) }
        }
        return Set(ends + places).sorted()
    }

    /// The keys that were read last, by rows of the table of `grid`.
    func keys(in grid: GridView) -> [Int: RowIdentity] {
        guard let found = found.current, found.table == ObjectIdentifier(grid.source) else { return [:] }
        return found.keys
    }
}

/// The rows of a table before a reload, found in the reloaded one by their keys.
@MainActor
final class ReloadedRows {
    private enum State {
        case due([Int: RowIdentity])
        case inProgress
        /// The new rows by the former ones; a row that no longer exists is missing.
        case found([Int: Int])
    }

    private var state: State

    init(_ keys: [Int: RowIdentity]) { state = keys.isEmpty ? .found([:]) : .due(keys) }

    /// Returns true where the rows are found. If not, finds them in the table of `grid`, which is open, in the background, and
    /// then calls `whenFound`.
    func areFound(in grid: GridView, whenFound: @escaping @MainActor () -> Void) -> Bool {
        switch state {
        case .found: return true
        case .inProgress: return false
        case .due(let keys):
            guard let finding = grid.source.abilities.keys else {
                state = .found([:])
                return true
            }
            state = .inProgress
            let former = Array(keys)
            let answer = { @Sendable [weak self] (rows: [Int?]) in
                MainHop.post {
                    let moved = zip(former, rows).compactMap { old, row in row.map { (old.key, $0) } }
                    self?.state = .found(Dictionary(moved, uniquingKeysWith: { first, _ in first }))
                    whenFound()
                }
            }
            WorkerPool.shared.submit(.interaction, refused: .call({ answer([]) })) {
                answer((try? finding.rows(withKeys: former.map(\.value))) ?? [])
            }
            return false
        }
    }

    /// Settings with the position in the new table.
    func moved(_ settings: ViewSettings) -> ViewSettings {
        var settings = settings
        settings.standing = settings.standing.map(moved)
        return settings
    }

    func moved(_ standing: GridStanding) -> GridStanding {
        guard case .found(let rows) = state, !rows.isEmpty else { return standing }
        var standing = standing
        standing.follow(rows)
        return standing
    }
}
