import Dispatch
import GridGTK
import GridUI
import Synchronization
import Tabular
import TabularOps

/// Looks for what the find bar says in the table that a window shows. The table is read on other threads alone.
@MainActor
final class TableFinder {
    let bar = FindBar()
    /// Gives the grid that is shown.
    var grid: () -> GridView? = { nil }
    /// Called with a cell that was found; where its column is hidden it is left out.
    var onHit: (_ row: Int, _ column: Int?) -> Void = { _, _ in }
    /// Seconds that a person may type on before the search begins.
    private static let patience = 0.12

    private var search: FindSearch?
    /// What was said in place of a count.
    private var message: String?
    private var note = ""
    private var hit: FindHit?
    /// Where the first hit is looked for from.
    private var origin: CellPosition?
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

    init() {
        bar.onChange = { [weak self] in self?.changed() }
        bar.onMove = { [weak self] in self?.move($0) }
    }

    func open(_ text: String? = nil) {
        let wasOpen = bar.isOpen
        if !wasOpen { origin = grid()?.model.activeCell }
        bar.open(text)
        if !wasOpen || text != nil { begin() }
    }

    /// Closes the bar; what was found last stays the active cell.
    func close() {
        end()
        bar.close()
        grid()?.update { $0.highlight = nil }
        grid()?.foundRows = []
    }

    /// Another grid is shown: the same is looked for in it.
    func gridReplaced() {
        end()
        origin = nil
        if bar.isOpen { begin() }
    }

    /// The table may have more rows, or show them in another order.
    func follow() {
        if let table = grid()?.model.table, bar.isOpen, search != nil, table.order?.stamp != order { return begin() }
        guard let search, let table = grid()?.model.table, table.rowCount != rowCount || !search.progress.isComplete
        else { return }
        rowCount = table.rowCount
        search.sourceChanged()
    }

    /// Goes to the next hit, from the active cell.
    func move(_ direction: FindSearch.Direction) {
        if !bar.isOpen { return open() }
        guard let grid = grid(), let cell = grid.model.activeCell else { return }
        origin = nil
        // What was typed just now is looked for first.
        if bar.query.text != search?.plan.query.text { begin() }
        move(direction, from: cell, isIncluded: false)
    }

    private func changed() {
        searchNumber += 1
        let number = searchNumber
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            MainActor.assumeIsolated {
                if let self, self.searchNumber == number, self.bar.isOpen { self.begin() }
            }
        }
    }

    private func end() {
        searchNumber += 1
        moveNumber += 1
        isMoving = false
        waiting = []
        search?.cancel()
        (search, hit, message, note) = (nil, nil, nil, "")
    }

    private func begin() {
        end()
        guard let grid = grid(), let source = grid.source as? any RecordStreaming else { return }
        var query = bar.query
        if bar.isInColumn { query.column = grid.model.activeCell?.column }
        do throws(PatternError) {
            try begin(query, in: source, of: grid)
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
        grid.update { $0.highlight = CellHighlight(plan) }
        let hop = CoalescedHop { [weak self] in self?.show() }
        search = FindSearch(source: source, plan: plan, order: grid.rowOrder) { hop.post() }
        (rowCount, order) = (grid.model.table.rowCount, grid.model.table.order?.stamp)
        show()
        if let origin = origin ?? grid.model.activeCell { move(.forward, from: origin, isIncluded: true) }
    }

    private func clear(_ grid: GridView) {
        grid.update { $0.highlight = nil }
        grid.foundRows = []
    }

    private func move(_ direction: FindSearch.Direction, from cell: CellPosition, isIncluded: Bool) {
        guard let search, let grid = grid() else { return }
        if isMoving && !isIncluded {
            if waiting.count < Self.mostWaiting { waiting.append(direction) }
            return
        }
        let shown = grid.model.shownColumns
        var ranks = [Int](repeating: 0, count: grid.model.columnCount)
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
        let start = FindSearch.Start(place: cell.row, column: cell.column, isIncluded: isIncluded, ranks: ranks)
        moveNumber += 1
        let number = moveNumber
        isMoving = true
        BackgroundThread.start { [weak self] in
            let result: Result<FindHit?, ReadError>
            do throws(ReadError) { result = .success(try search.hit(direction, from: start)) } catch {
                result = .failure(error)
            }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self, self.moveNumber == number else { return }
                    self.isMoving = false
                    self.arrive(result)
                    if !self.waiting.isEmpty { self.move(self.waiting.removeFirst()) }
                }
            }
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
            note = found.hasWrapped ? "Past the end of the table, and on from its other end." : ""
            if isHidden, found.column < grid.model.columnCount {
                let title = grid.model.table.columns[found.column].title(at: found.column)
                note = "In the hidden column '\(title.visible)', row \(StatusText.grouped(found.row + 1))."
            }
            onHit(found.place, isHidden ? nil : found.column)
        }
        show()
    }

    /// How far the search has come.
    private func show() {
        guard let search, let grid = grid() else { return }
        let progress = search.progress
        let total = StatusText.grouped(progress.count)
        var words = progress.isComplete ? "\(total) \(progress.count == 1 ? "hit" : "hits")" : "\(total) so far…"
        if progress.isComplete && progress.count == 0 { words = "No hits" }
        if let number = hit?.number, number <= progress.count || !progress.isComplete {
            words = "\(StatusText.grouped(number)) of \(total)\(progress.isComplete ? "" : "…")"
        }
        var note = note
        if let error = progress.error { note = error.description }
        if progress.undecided > 0, let row = progress.firstUndecided {
            note =
                "\(StatusText.grouped(progress.undecided)) values take the pattern too long, the first in row "
                + "\(StatusText.grouped(row + 1)): they may be hits too."
        }
        bar.say(words, note: note)
        grid.foundRows = progress.places.ranges()
        // The place of a hit that was not known when it was found.
        if progress.isComplete, let hit, hit.number == nil, !isMoving {
            move(.forward, from: CellPosition(row: hit.place, column: hit.column), isIncluded: true)
        }
    }
}
