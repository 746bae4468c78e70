import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Synchronization
import Tabular
import TabularOps
import Translation

/// Looks for what the find bar says in the table that a window shows. The table is read on other threads alone.
@MainActor
final class TableFinder {
    /// Made when it is opened for the first time: a window without it opens sooner.
    private(set) lazy var bar = makeBar()
    /// Called with the bar when it was made.
    var onMake: (FindBar) -> Void = { _ in }
    private var isMade = false
    /// Gives the grid that is shown.
    var grid: () -> GridView? = { nil }
    /// Called with a cell that was found; where its column is hidden it is left out.
    var onHit: (_ row: Int, _ column: Int?) -> Void = { _, _ in }
    /// Seconds that a person may type on before the search begins.
    private static let patience = 0.12

    private var search: FindSearch?
    /// True after the user stopped the search: the hits found until then stay visible.
    private var isStopped = false
    /// The message in place of a count.
    private var message: String?
    private var note = ""
    private var hit: FindHit?
    /// True where the bar says that the hit is in a part of the value that its cell does not show.
    private var isFoundBehind = false
    private var hitNumber = HitNumber()
    /// The cell from which the search for the first hit starts while the user types: the active cell when typing began, or
    /// the one that the user moved to since; and the active cell as the finder knows it.
    private var origin: CellPosition?
    private var standing: CellPosition?
    /// Another number for each search, and for each move: what comes of an earlier one is of no account.
    private var searchNumber = 0
    private var moveNumber = 0
    private var isMoving = false
    /// Moves that were asked for meanwhile.
    private var waiting: [FindSearch.Direction] = []
    private static let mostWaiting = 32
    private var rowCount = RowCount.atLeast(0)
    /// The order of the rows that are searched.
    private var order: Int?

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

    /// From now on hits are looked for from the active cell on.
    private func stand() {
        standing = grid()?.model.activeCell
        origin = standing
    }

    /// Closes the bar; what was found last stays the active cell.
    func close() {
        end()
        if isOpen { bar.close() }
        grid()?.update { $0.highlight = nil }
        grid()?.foundRows = []
    }

    /// The same from the table; whether there was something to be closed.
    func closeByKey() -> Bool {
        guard isOpen else { return false }
        close()
        return true
    }

    /// Another grid is shown: the same is looked for in it. What is in sight there stays.
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

    /// Searches no further. The next step to a hit searches anew.
    private func stop() {
        isStopped = true
        search?.cancel()
        moveNumber += 1
        (isMoving, waiting) = (false, [])
        show()
    }

    /// The table may have more rows, or show them in another order.
    func follow() {
        if let table = grid()?.model.table, isOpen, search != nil, table.order?.stamp != order {
            // Who sorts or filters looks at what comes of that, not for the next hit.
            stand()
            return begin(moves: false)
        }
        // Its cell may have come only now, or another one be active.
        if search != nil, let grid = grid(), grid.model.isFoundBehind != isFoundBehind { show() }
        guard !isStopped, let search, let table = grid()?.model.table,
            table.rowCount != rowCount || !search.progress.isComplete
        else { return }
        rowCount = table.rowCount
        search.sourceChanged()
    }

    /// Goes to the next hit, from the active cell.
    func move(_ direction: FindSearch.Direction) {
        if !isOpen {
            // Without a text there is nothing to step through.
            guard !bar.text.isEmpty else { return open() }
            stand()
            bar.show()
            begin(moves: false)
        }
        guard let grid = grid(), let cell = grid.model.activeCell else { return }
        if isStopped || bar.query.text != search?.plan.query.text {
            // What was typed just now is looked for first.
            stand()
            begin(moves: true)
        } else if bar.isInColumn, search?.plan.query.column != cell.column {
            // The column is that of the active cell as it is now.
            begin(moves: false)
        }
        origin = nil
        move(direction, from: cell, isIncluded: false)
    }

    private func changed() {
        searchNumber += 1
        let number = searchNumber
        MainHop.post(at: .now() + Self.patience) { [weak self] in
            guard let self, self.searchNumber == number, self.isOpen else { return }
            if self.origin == nil || self.standing != self.grid()?.model.activeCell { self.stand() }
            self.begin(moves: true)
        }
    }

    private func end() {
        searchNumber += 1
        moveNumber += 1
        isMoving = false
        waiting = []
        search?.cancel()
        (search, hit, hitNumber, message, note, isStopped) = (nil, nil, HitNumber(), nil, "", false)
    }

    /// Begins to search for what the bar says, and goes to the first hit where it `moves`.
    private func begin(moves: Bool) {
        end()
        // Who only looks at the same hits otherwise has heard how many there are.
        if moves { bar.forgetAnnouncement() }
        guard let grid = grid(), let source = grid.source.abilities.scan else { return }
        var query = bar.query
        let columns = grid.model.table.columns
        if bar.isInColumn { query.column = grid.model.activeCell?.column }
        bar.name(column: query.column.flatMap { columns.indices.contains($0) ? columns[$0].title(at: $0) : nil })
        do throws(PatternError) {
            try begin(query, in: source, of: grid)
            if moves, search != nil, let origin { move(.forward, from: origin, isIncluded: true) }
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
        (rowCount, order) = (grid.model.table.rowCount, grid.model.table.order?.stamp)
        show()
    }

    private func clear(_ grid: GridView) {
        grid.update { $0.highlight = nil }
        grid.foundRows = []
    }

    private func move(_ direction: FindSearch.Direction, from cell: CellPosition, isIncluded: Bool) {
        guard search != nil, let grid = grid() else { return }
        if isMoving && !isIncluded {
            if waiting.count < Self.mostWaiting { waiting.append(direction) }
            return
        }
        moveNumber += 1
        let number = moveNumber
        isMoving = true
        let start = FindSearch.Start(
            place: cell.row, column: cell.column, isIncluded: isIncluded, ranks: ranks(in: grid.model))
        find(direction, from: start) { [weak self] result in
            guard let self, self.moveNumber == number else { return }
            self.isMoving = false
            self.arrive(result)
            if !self.waiting.isEmpty { self.move(self.waiting.removeFirst()) }
        }
    }

    /// For each column its rank in a row as that is shown.
    private func ranks(in model: GridModel) -> [Int] {
        let shown = model.shownColumns
        var ranks = [Int](repeating: 0, count: model.columnCount)
        var next = 0
        for column in shown {
            ranks[column] = next
            next += 1
        }
        // Hidden columns come behind those that are seen.
        let isShown = Set(shown)
        for column in ranks.indices where !isShown.contains(column) {
            ranks[column] = next
            next += 1
        }
        return ranks
    }

    /// Looks for the next hit on another thread, and gives it to `take` here.
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

    /// Finds the number of the hit that is shown, and leaves everything else where it is.
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
            standing = grid.model.activeCell
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
        if note.isEmpty, isFoundBehind { note = tr("Behind the beginning of the value that its cell has.") }
        bar.say(words, note: note)
        if progress.isComplete || isStopped, !isMoving { bar.announce(words) }
        grid.foundRows = progress.places.ranges()
        if !isMoving, !isStopped, hitNumber.isDue(of: hit, progress), let hit { findNumber(of: hit) }
    }
}
