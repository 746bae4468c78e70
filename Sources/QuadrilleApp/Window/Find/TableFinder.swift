import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Synchronization
import Tabular
import TabularOps
import Translation

/// Searches the table of a window for the text in the find bar. Only other threads read the table.
@MainActor
final class TableFinder {
    /// Created when it is first opened: a window without it opens faster.
    private(set) lazy var bar = makeBar()
    /// Called with the bar when it is created.
    var onMake: (FindBar) -> Void = { _ in }
    private var isMade = false
    /// Returns the shown grid.
    var grid: () -> GridView? = { nil }
    /// Called with a found cell; nil for a hidden column.
    var onHit: (_ row: Int, _ column: Int?) -> Void = { _, _ in }
    /// The delay in seconds between the last keystroke and the search.
    private static let patience = 0.12

    private var search: FindSearch?
    /// True after the user stopped the search: the hits found until then stay visible.
    private var isStopped = false
    private var note = ""
    private var hit: FindHit?
    /// True where the bar says that the hit is in a part of the value that its cell does not show.
    private var isFoundBehind = false
    private var hitNumber = HitNumber()
    private var standpoint = Standpoint()
    /// Incremented for each search: results of earlier ones are ignored.
    private var searchNumber = 0
    private var moves = Moves()
    /// The table as the search saw it last.
    private var searched = (rowCount: RowCount.atLeast(0), order: nil as Version?, columnCount: 0)

    /// The cells by which a search knows where to start.
    private struct Standpoint {
        /// The start of the search for the first hit while the user types: the active cell when typing began, or the one that
        /// the user moved to since.
        var origin: CellPosition?
        /// The last active cell that the finder has seen.
        var active: CellPosition?
    }

    /// The moves from hit to hit, one after the other.
    private struct Moves {
        /// Incremented for each: results of earlier ones are ignored.
        private(set) var number = 0
        private(set) var isMoving = false
        /// Moves requested during another one.
        private var waiting: [FindSearch.Direction] = []
        private static let mostWaiting = 32

        mutating func begin() -> Int {
            number += 1
            isMoving = true
            return number
        }

        /// Keeps a move for later.
        mutating func postpone(_ direction: FindSearch.Direction) {
            if waiting.count < Self.mostWaiting { waiting.append(direction) }
        }

        /// Ends the current move; returns the one to begin next.
        mutating func end() -> FindSearch.Direction? {
            isMoving = false
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }

        /// Gives up all moves.
        mutating func cancel() {
            number += 1
            (isMoving, waiting) = (false, [])
        }
    }

    private func makeBar() -> FindBar {
        let bar = FindBar()
        isMade = true
        bar.onChange = { [weak self] in self?.changed() }
        bar.onMove = { [weak self] in self?.move($0) }
        onMake(bar)
        return bar
    }

    /// A Boolean value that indicates whether the bar is open.
    var isOpen: Bool { isMade && bar.isOpen }

    func open(_ text: String? = nil) {
        let wasOpen = isOpen
        if !wasOpen { stand() }
        bar.open(text)
        if !wasOpen || text != nil { begin(moves: true) }
    }

    /// Starts searches from the active cell from now on.
    private func stand() {
        standpoint.active = grid()?.model.activeCell
        standpoint.origin = standpoint.active
    }

    /// Closes the bar; the last hit stays the active cell.
    func close() {
        end()
        if isOpen { bar.close() }
        grid()?.update { $0.highlight = nil }
        grid()?.foundRows = []
    }

    /// The same from the table; returns false if the bar was not open.
    func closeByKey() -> Bool {
        guard isOpen else { return false }
        close()
        return true
    }

    /// Searches a replaced grid for the same text, without scrolling it.
    func gridReplaced() {
        end()
        stand()
        if isOpen { begin(moves: false) }
    }

    /// The search in progress; nil where none is.
    var goingTask: GoingTask? {
        guard !isStopped, let search, let table = grid()?.model.table else { return nil }
        let progress = search.progress
        guard !progress.isComplete, progress.error == nil else { return nil }
        let title = tr("Searching for “{text}”", ["text": search.plan.query.text])
        let total = table.rowCount.isExact ? table.sourceRowCount : 0
        return GoingTask(.searching, title, done: progress.rows, of: total) { [weak self] in self?.stop() }
    }

    /// Stops the search. The next step to a hit starts it again.
    private func stop() {
        isStopped = true
        search?.cancel()
        moves.cancel()
        show()
    }

    /// Updates the search when the table has more rows, or shows them in another order.
    func follow() {
        if isOpen, search != nil, mustRestart {
            // A user who sorts or filters wants to see its effect, not the next hit.
            stand()
            return begin(moves: false)
        }
        // The cell of the hit may have arrived only now, or another cell may be active.
        if search != nil, let grid = grid(), grid.model.isFoundBehind != isFoundBehind { show() }
        guard !isStopped, let search, let table = grid()?.model.table,
            table.rowCount != searched.rowCount || !search.progress.isComplete
        else { return }
        searched.rowCount = table.rowCount
        search.sourceChanged()
    }

    /// True where the rows are in another order, or a later row of a table that is searched by its values has added a column.
    private var mustRestart: Bool {
        guard let grid = grid() else { return false }
        let table = grid.model.table
        return table.order?.version != searched.order
            || table.columns.count > searched.columnCount && grid.source.abilities.bytes == nil
    }

    /// Goes to the next hit, from the active cell.
    func move(_ direction: FindSearch.Direction) {
        if !isOpen {
            // Without a text there are no hits to step through.
            guard !bar.text.isEmpty else { return open() }
            stand()
            bar.show()
            begin(moves: false)
        }
        guard let grid = grid(), let cell = grid.model.activeCell else { return }
        if isStopped || bar.query.text != search?.plan.query.text {
            // A text that was typed just now is searched for first.
            stand()
            begin(moves: true)
        } else if bar.isInColumn, search?.plan.query.column != cell.column {
            // The search uses the column of the current active cell.
            begin(moves: false)
        }
        standpoint.origin = nil
        move(direction, from: cell, isIncluded: false)
    }

    private func changed() {
        searchNumber += 1
        let number = searchNumber
        MainHop.post(at: .now() + Self.patience) { [weak self] in
            guard let self, self.searchNumber == number, self.isOpen else { return }
            if self.standpoint.origin == nil || self.standpoint.active != self.grid()?.model.activeCell { self.stand() }
            self.begin(moves: true)
        }
    }

    private func end() {
        searchNumber += 1
        moves.cancel()
        search?.cancel()
        (search, hit, hitNumber, note, isStopped) = (nil, nil, HitNumber(), "", false)
    }

    /// Starts a search for the text in the bar, and goes to the first hit if `moves` is true.
    private func begin(moves: Bool) {
        end()
        // When only the view of the same hits changes, their number has already been announced.
        if moves { bar.forgetAnnouncement() }
        guard let grid = grid(), let source = grid.source.abilities.scan else { return }
        var query = bar.query
        let columns = grid.model.table.columns
        if bar.isInColumn { query.column = grid.model.activeCell?.column }
        bar.name(column: query.column.flatMap { columns.indices.contains($0) ? columns[$0].title(at: $0) : nil })
        do throws(PatternError) {
            try begin(query, in: source, of: grid)
            if moves, search != nil, let origin = standpoint.origin { move(.forward, from: origin, isIncluded: true) }
        } catch {
            clear(grid)
            bar.say("", note: error.description, isError: true)
        }
    }

    private func begin(
        _ query: FindQuery, in source: any RecordStreaming, of grid: GridView
    ) throws(PatternError) {
        let plan = try FindPlan(query)
        guard !query.isEmpty else {
            clear(grid)
            return bar.say("")
        }
        grid.update { ($0.highlight, $0.foundCell) = (CellHighlight(plan), nil) }
        let hop = CoalescedHop { [weak self] in self?.show() }
        search = FindSearch(source: source, plan: plan, order: grid.rowOrder) { hop.post() }
        let table = grid.model.table
        searched = (table.rowCount, table.order?.version, table.columns.count)
        show()
    }

    private func clear(_ grid: GridView) {
        grid.update { $0.highlight = nil }
        grid.foundRows = []
    }

    private func move(_ direction: FindSearch.Direction, from cell: CellPosition, isIncluded: Bool) {
        guard search != nil, let grid = grid() else { return }
        if moves.isMoving && !isIncluded { return moves.postpone(direction) }
        let number = moves.begin()
        let start = FindSearch.Start(
            place: cell.row, column: cell.column, isIncluded: isIncluded, ranks: ranks(in: grid.model))
        find(direction, from: start) { [weak self] result in
            guard let self, self.moves.number == number else { return }
            let next = self.moves.end()
            self.arrive(result)
            if let next { self.move(next) }
        }
    }

    /// The rank of each column in a row as shown.
    private func ranks(in model: GridModel) -> [Int] {
        let shown = model.shownColumns
        var ranks = [Int](repeating: 0, count: model.columnCount)
        var next = 0
        for column in shown {
            ranks[column] = next
            next += 1
        }
        // Hidden columns come after the visible ones.
        let isShown = Set(shown)
        for column in ranks.indices where !isShown.contains(column) {
            ranks[column] = next
            next += 1
        }
        return ranks
    }

    /// Searches for the next hit on another thread, and calls `take` with it on the main thread.
    private func find(
        _ direction: FindSearch.Direction, from start: FindSearch.Start,
        then take: @escaping @MainActor (Result<FindHit?, ReadError>) -> Void
    ) {
        guard let search else { return }
        let answer = { @Sendable (result: Result<FindHit?, ReadError>) in
            MainHop.post { take(result) }
        }
        WorkerPool.shared.submit(.interaction, refused: .call({ answer(.failure(.noThreadForTask)) })) {
            do throws(ReadError) { answer(.success(try search.hit(direction, from: start))) } catch {
                answer(.failure(error))
            }
        }
    }

    /// Finds the number of the shown hit without moving.
    private func findNumber(of hit: FindHit) {
        guard let grid = grid(), let search else { return }
        let start = FindSearch.Start(
            place: hit.place, column: hit.column, isIncluded: true, ranks: ranks(in: grid.model))
        find(.forward, from: start) { [weak self] result in
            guard let self, self.search === search, self.hit == hit, case .success(let found?) = result,
                found.place == hit.place, found.column == hit.column
            else { return }
            self.hit?.number = found.number
            self.show()
        }
    }

    private func arrive(_ result: Result<FindHit?, ReadError>) {
        guard let grid = grid() else { return }
        switch result {
        case .failure(let error): note = error.description
        case .success(nil): hit = nil
        case .success(let found?):
            hit = found
            let isHidden = !grid.model.shownColumns.contains(found.column)
            note = found.hasWrapped ? tr("The search went on from the other end of the table.") : ""
            if isHidden, found.column < grid.model.columnCount {
                let title = grid.model.table.columns[found.column].title(at: found.column)
                note = tr(
                    "In the hidden column '{column}', row {row}.",
                    [
                        "column": title.visible,
                        "row": StatusText.grouped(grid.model.table.rowLabel(ofSourceRow: found.row)),
                    ])
            }
            onHit(found.place, isHidden ? nil : found.column)
            standpoint.active = grid.model.activeCell
            grid.update { $0.foundCell = CellPosition(row: found.place, column: found.column) }
        }
        show()
    }

    /// Shows the progress of the search.
    private func show() {
        guard let search, let grid = grid() else { return }
        let progress = search.progress
        let total = StatusText.grouped(progress.count)
        var words =
            progress.isComplete
            ? tr(one: "{count} hit", many: "{count} hits", progress.count)
            : tr(one: "{count} so far…", many: "{count} so far…", progress.count)
        if progress.isComplete && progress.count == 0 { words = tr("No hits") }
        if let number = hit?.number, number <= progress.count || !progress.isComplete {
            words = tr("{number} of {total}", ["number": StatusText.grouped(number), "total": total])
            if !progress.isComplete { words += "…" }
        }
        if isStopped {
            words = tr(one: "{count} hit, then stopped", many: "{count} hits, then stopped", progress.count)
        }
        var note = note
        if let error = progress.error { note = error.description }
        if progress.undecided > 0, let row = progress.firstUndecided {
            note = tr(
                one: "{count} value takes the pattern too long, in row {row}: it may be a hit too.",
                many: "{count} values take the pattern too long, the first in row {row}: they may be hits too.",
                progress.undecided, ["row": StatusText.grouped(grid.model.table.rowLabel(ofSourceRow: row))])
        }
        isFoundBehind = grid.model.isFoundBehind
        if note.isEmpty, progress.isComplete { note = grid.model.table.problems.unsearchedRow ?? "" }
        if note.isEmpty, isFoundBehind { note = tr("Behind the beginning of the value that its cell has.") }
        bar.say(words, note: note)
        if progress.isComplete || isStopped, !moves.isMoving { bar.announce(words) }
        grid.foundRows = progress.places.ranges()
        if !moves.isMoving, !isStopped, hitNumber.isDue(of: hit, progress), let hit { findNumber(of: hit) }
    }
}
