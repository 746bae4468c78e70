import QuadrilleRuntime
import Tabular

/// The state shared by the threads of a search. They retain it and not the search, so that releasing the search cancels them.
final class FindCore: Sendable {
    struct State: Sendable {
        /// The first row of each claimed part, and its number of hits, or -1 while that is unknown.
        var starts: [Int] = []
        var counts: [Int] = []
        /// The first row after the claimed parts.
        var nextRow = 0
        /// The hits before each part of the leading run of finished parts, and the hits of that run.
        var before: [Int] = []
        var found = 0
        /// True after `progress` received the counts in row order, which replace the hits found so far.
        var isCountedInOrder = false
        /// The last part, as it was searched: the source may extend it.
        var tail: RowPart?
        /// The rows of the tail in which a value was given up.
        var givenUpInTail: [Int] = []
        /// The number of threads that search, including the one that counts at the end.
        var workers = 0
        /// True while only the counting thread is left.
        var isCounting = false
        /// True where the source may have more rows than these threads know of.
        var isAskedAgain = false
        var progress = FindSearch.Progress()
        /// The rows that may have values of several pieces, and the row count and problem count of the source at that time.
        var odd: (rows: [Range<Int>], rowCount: RowCount, problems: Int)?
        var isCancelled = false
        /// The last rows that callers wait for; an entry is removed once all rows up to it have been searched.
        var awaitedRows: [Int] = []
    }

    let source: any RecordStreaming
    /// The source's byte access, which locating each hit needs.
    let bytes: (any ByteScanning)?
    let plan: FindPlan
    let order: RowOrder?
    let tuning: FindTuning
    let control: JobControl
    let state = Monitor(State())
    /// Hits of each row, for an order in which rows do not ascend.
    let rowHits: RowHits?
    private let onChange: @Sendable () -> Void

    init(
        _ source: any RecordStreaming, _ plan: FindPlan, _ order: RowOrder?, _ tuning: FindTuning,
        _ onChange: @escaping @Sendable () -> Void
    ) {
        (self.source, self.plan, self.order, self.tuning) = (source, plan, order, tuning)
        bytes = source.abilities.bytes
        self.onChange = onChange
        control = JobControl { _, _ in onChange() }
        rowHits = order.flatMap { $0.isAscending ? nil : RowHits(rowCount: $0.sourceRowCount) }
        if let order, !order.isAscending, rowHits == nil {
            state.withLock { $0.progress.error = .task(.noMemoryForHits(rows: order.sourceRowCount)) }
        }
    }

    var progress: FindSearch.Progress { state.withLock(wakes: false) { $0.progress } }

    func cancel() {
        control.cancel()
        state.withLock { $0.isCancelled = true }
    }

    func wait(deadline: UInt64 = .max) -> FindSearch.Progress {
        state.wait(until: { $0.progress.isComplete || $0.isCancelled }, deadline: deadline, then: { $0.progress })
    }

    // MARK: - Searching

    func start(_ threads: Int) {
        state.withLock { state in
            state.workers += 1
            state.progress.isComplete = false
        }
        tuning.background.pool.submit(.task, refused: .call({ [self] in end(.noThreadForTask) })) { [self] in work() }
        for number in 1..<max(1, threads) {
            tuning.background.pool.submit(.help, refused: .drop) { [self] in
                // The search may be finished by now: nothing waits for helpers.
                let isWanted = state.withLock(wakes: false) { state in
                    guard state.workers > 0, !state.isCounting else { return false }
                    state.workers += 1
                    return true
                }
                if isWanted { work(leavingProcessor: number == threads - 1) }
            }
        }
    }

    /// Resumes when the source has more rows than were searched.
    func resume() {
        let isWanted = state.withLock { state in
            state.isAskedAgain = state.workers > 0
            guard state.workers == 0 && !state.isCancelled && state.progress.error == nil else { return false }
            return claim(&state, looking: true) != .nothing
        }
        if isWanted { start(1) }
    }

    private enum Claim: Hashable {
        case part(RowPart, number: Int, mayBeOdd: Bool)
        /// The source may have more rows later.
        case wait(version: Version)
        case nothing
    }

    private func work(leavingProcessor: Bool = false) {
        let search = PartSearch(source, plan, control, tuning)
        var idle = 0
        while true {
            switch state.withLock(wakes: false, { claim(&$0, takesTail: idle > 10) }) {
            case .part(let part, let number, let mayBeOdd):
                idle = 0
                do throws(ReadError) {
                    // The hits of the first parts, which may be all parts, are listed, so their rows are exact.
                    let found = try hits(of: part, search, mayBeOdd: mayBeOdd, listing: number < tuning.exactParts)
                    put(found, of: part, number)
                } catch {
                    return end(error)
                }
            case .wait(let version):
                // The tail of a slow source is searched early, so that its hits show.
                idle += 1
                let deadline = monotonicNow() + 50_000_000
                _ = source.wait(
                    until: { $0.version != version },
                    unless: Cancellation { [control] in control.isCancelled || monotonicNow() > deadline })
            case .nothing: return end(nil)
            }
            if leavingProcessor { tuning.background.scrolling.leaveProcessor(unless: control.cancellation) }
        }
    }

    /// Returns the next part to search, and registers it unless `looking`.
    private func claim(_ state: inout State, looking: Bool = false, takesTail: Bool = false) -> Claim {
        if state.isCancelled || state.progress.error != nil { return .nothing }
        let snapshot = source.snapshot
        let isSettled = snapshot.phase != .opening && snapshot.phase != .indexing
        var row = state.nextRow
        if let tail = state.tail, isSettled || takesTail {
            let now = PartSearch.part(of: source, fromRow: tail.rows.lowerBound, tuning)
            if now == tail || now == nil { return isSettled ? .nothing : .wait(version: snapshot.version) }
            // Only a finished tail may be replaced: a late result of the shorter part would replace that of the longer one.
            guard state.counts.last != -1 else { return .wait(version: snapshot.version) }
            row = tail.rows.lowerBound
            if !looking { takeBack(&state) }
        } else if state.tail != nil {
            return .wait(version: snapshot.version)
        }
        guard let part = PartSearch.part(of: source, fromRow: row, tuning), isSettled || takesTail || !part.isLast
        else { return isSettled ? .nothing : .wait(version: snapshot.version) }
        if looking { return .part(part, number: 0, mayBeOdd: true) }
        state.starts.append(part.rows.lowerBound)
        state.counts.append(-1)
        state.nextRow = part.rows.upperBound
        state.tail = part.isLast ? part : nil
        return .part(part, number: state.starts.count - 1, mayBeOdd: mayBeOdd(part.rows, snapshot, &state))
    }

    /// Discards the results of the tail.
    private func takeBack(_ state: inout State) {
        let count = state.counts.removeLast()
        state.starts.removeLast()
        if let tail = state.tail { rowHits?.forget(tail.rows) }
        state.nextRow = state.tail?.rows.lowerBound ?? state.nextRow
        state.tail = nil
        state.progress.forget(state.givenUpInTail)
        state.givenUpInTail = []
        if state.before.count > state.counts.count {
            state.before.removeLast()
            state.found -= count
            if !state.isCountedInOrder { state.progress.count = state.found }
            state.progress.rows = state.nextRow
        }
    }

    /// Returns true where a value in `rows` may continue after its closing quote.
    func mayBeOdd(_ rows: Range<Int>, _ snapshot: TableSnapshot, _ state: inout State) -> Bool {
        // Rows that arrive later have not been checked.
        guard snapshot.phase == .complete else { return true }
        let problems = snapshot.problems
        if let odd = state.odd, odd.rowCount == snapshot.rowCount && odd.problems == problems.count {
            return odd.rows.contains { $0.overlaps(rows) }
        }
        let header = snapshot.description.headerRows ?? 0
        let odd = problems.places.records(of: .strayQuote).map {
            $0.lowerBound - 1 - header..<$0.upperBound - 1 - header
        }
        state.odd = (odd, snapshot.rowCount, problems.count)
        return odd.contains { $0.overlaps(rows) }
    }

    /// Returns the hits in a part that belong to the order.
    func hits(
        of part: RowPart, _ search: PartSearch, mayBeOdd: Bool, listing: Bool = false
    ) throws(ReadError) -> PartHits {
        guard let order else { return try search.search(part, listing: listing, mayBeOdd: mayBeOdd) }
        let rows = part.rows.clamped(to: 0..<order.sourceRowCount)
        guard order.isAscending else {
            return try search.search(part, listing: true, mayBeOdd: mayBeOdd)
        }
        let places = try order.firstPlace(atOrBehind: rows.lowerBound)..<order.firstPlace(atOrBehind: rows.upperBound)
        // A part without rows of the order is not read.
        if places.isEmpty { return PartHits(of: part.rows, isListing: true) }
        var hits = try search.search(part, listing: true, mayBeOdd: mayBeOdd)
        hits.keep(rows: try order.rows(at: places), from: places.lowerBound)
        return hits
    }

    private func put(_ hits: PartHits, of part: RowPart, _ number: Int) {
        rowHits?.add(hits)
        // In an order whose rows do not ascend, the row indices of hits, and the given-up values that belong to the order, are
        // known only at the end.
        let marks = rowHits == nil ? hits.markedPlaces : []
        // Storing a part does not wake waiters unless one of them awaits these rows.
        let isAwaited = state.withLock(wakes: false) { state in
            guard number < state.counts.count else { return false }
            state.counts[number] = hits.count
            if rowHits == nil {
                state.progress.note(hits.givenUp)
                if part.isLast { state.givenUpInTail = hits.givenUp }
            }
            for place in marks { state.progress.places.insert(1, at: place) }
            while state.before.count < state.counts.count, state.counts[state.before.count] >= 0 {
                state.before.append(state.found)
                let done = state.before.count
                state.found += state.counts[done - 1]
                if !state.isCountedInOrder { state.progress.count = state.found }
                state.progress.rows = done < state.starts.count ? state.starts[done] : state.nextRow
            }
            let awaited = state.awaitedRows.count
            state.awaitedRows.removeAll { $0 < state.progress.rows }
            return state.awaitedRows.count < awaited
        }
        if isAwaited { state.withLock { _ in } }
        control.report(done: 0)
    }

    private func end(_ error: ReadError?) {
        let isLast = state.withLock { state in
            if let error { state.progress.error = state.progress.error ?? error }
            // The last thread stays while it counts, so that nothing is written to what it reads.
            if state.workers > 1 { state.workers -= 1 } else { state.isCounting = true }
            return state.isCounting
        }
        guard isLast else { return }
        var failure: ReadError?
        if !control.isCancelled { do throws(ReadError) { try countInOrder() } catch { failure = error } }
        let goesOn = state.withLock { state in
            if let failure { state.progress.error = failure }
            state.workers -= 1
            state.isCounting = false
            defer { state.isAskedAgain = false }
            if state.isAskedAgain && claim(&state, looking: true) != .nothing { return true }
            state.progress.isComplete = !state.isCancelled
            return false
        }
        if goesOn { start(1) } else if !control.isCancelled { onChange() }
    }

    /// Counts the hits of each range of an order whose rows do not ascend.
    private func countInOrder() throws(ReadError) {
        guard let order, let rowHits else { return }
        let found = try rowHits.count(in: order, unless: control.cancellation)
        state.withLock { state in
            state.isCountedInOrder = true
            (state.progress.count, state.progress.places) = (found.hits, found.places)
            (state.progress.undecided, state.progress.firstUndecided) = (0, nil)
            state.progress.note(found.givenUp)
        }
    }
}

extension FindSearch.Progress {
    /// Adds the rows of given-up values.
    mutating func note(_ givenUp: [Int]) {
        undecided += givenUp.count
        if let row = givenUp.min() { firstUndecided = min(row, firstUndecided ?? row) }
    }

    /// Removes the values added last.
    mutating func forget(_ givenUp: [Int]) {
        undecided -= givenUp.count
        if undecided == 0 { firstUndecided = nil }
    }
}
