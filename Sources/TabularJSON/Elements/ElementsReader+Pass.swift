import QuadrilleRuntime
import Tabular

extension ElementsReader {
    /// Reads the rows that the other table has now, and shows its state.
    func advance(_ pass: inout ElementsPass) throws(ReadError) {
        let snapshot = base.snapshot
        let isOver = state.withLock(wakes: false) { $0.isClosed || $0.snapshot.phase.isFailed }
        guard !isOver, snapshot.version != pass.version else { return }
        pass.version = snapshot.version
        if let failure = snapshot.failure, snapshot.interruption == nil { throw failure }
        guard snapshot.phase != .opening, let column = try column(in: snapshot, &pass) else { return show(snapshot) }
        let isMoved = isMoved(snapshot, &pass)
        if isMoved, pass.fields == nil { pass.restart() }
        guard try sample(column, snapshot, &pass) else { return show(snapshot) }
        if snapshot.rowCount.known >= pass.findings.rowCount { try audit(column, snapshot, &pass) }
        if isMoved { try auditAgain(column, snapshot, &pass) }
        if !isClosed { settle(snapshot, pass) }
    }

    /// The number of the column with the arrays; nil where it may still appear.
    private func column(in snapshot: TableSnapshot, _ pass: inout ElementsPass) throws(ReadError) -> Int? {
        // Later columns may have the same name.
        if let column = pass.column { return column }
        try checkAbilities()
        guard let column = snapshot.columns.index(written: name) else {
            if snapshot.mayGainColumns { return nil }
            throw ReadError(JSONFailure.noColumn(name), of: .table)
        }
        state.withLock(wakes: false) { $0.known.column = column }
        pass.column = column
        return column
    }

    /// Returns true where row numbers have changed since they were read: in broken texts, rows are found again.
    private func isMoved(_ snapshot: TableSnapshot, _ pass: inout ElementsPass) -> Bool {
        if snapshot.rowCount.known < pass.findings.rowCount { return true }
        guard snapshot.phase == .complete, !pass.wasComplete else { return false }
        pass.wasComplete = true
        return pass.isEarly && !snapshot.problems.counts.isEmpty
    }

    // MARK: - Columns

    /// Finds the columns of the first elements, once; false where there are too few rows yet to do it.
    private func sample(
        _ column: Int, _ snapshot: TableSnapshot, _ pass: inout ElementsPass
    ) throws(ReadError) -> Bool {
        let known = snapshot.rowCount.known
        while pass.fields == nil, !isClosed {
            let start = pass.findings.rowCount
            guard start < known else { return !isFinding(snapshot) }
            if isFinding(snapshot), known - start < tuning.sampleRows {
                let end = pass.sampleEnd ?? monotonicNow() + tuning.sampleWait
                pass.sampleEnd = end
                if monotonicNow() < end {
                    pass.version = nil
                    state.withLock(wakes: false) { $0.lanes.growth }?.signal(at: end)
                    return false
                }
            }
            if isFinding(snapshot), !pass.wasComplete { pass.isEarly = true }
            let rows = start..<min(known, start + tuning.sampleRows)
            let sink = try read(rows, of: column, into: ElementSample(byteLimit: tuning.sampleBytes))
            if sink.consumer.count == 0 {
                // The last row may still grow.
                if rows.upperBound == known {
                    pass.findings.rowCount = max(start, known - 1)
                    return !isFinding(snapshot)
                }
                pass.findings.rowCount = rows.upperBound
                continue
            }
            let (tree, tallies) = sink.consumer.columns
            pass.fields = FieldReader(tree, isDiscovering: true, keepsOthers: false)
            pass.findings.tallies = Array(repeating: KindTally(), count: tree.columnCount)
            state.publish { state in
                state.known.tree = tree
                state.snapshot.columns = ElementColumns.columns(tree, tallies)
                state.snapshot.phase = .indexing
            }
        }
        return true
    }

    private func isFinding(_ snapshot: TableSnapshot) -> Bool {
        snapshot.phase == .opening || snapshot.phase == .indexing
    }

    // MARK: - Rows and types

    /// Reads the rows after those already read, and the last of these again.
    private func audit(_ column: Int, _ snapshot: TableSnapshot, _ pass: inout ElementsPass) throws(ReadError) {
        guard pass.fields != nil else { return }
        let known = snapshot.rowCount.known
        let before = pass.findings
        if var last = pass.beforeLast {
            while last.tallies.count < before.tallies.count { last.tallies.append(KindTally()) }
            (pass.findings, pass.beforeLast) = (last, nil)
            try audit(last.rowCount..<before.rowCount, of: column, &pass)
            if pass.findings.count != before.count || pass.findings.byteCount != before.byteCount {
                replaceElements(from: last.count, pass.findings, nil)
            }
            pass.beforeLast = last
        }
        guard pass.findings.rowCount < known, !isClosed else { return }
        if isFinding(snapshot), !pass.wasComplete { pass.isEarly = true }
        try audit(pass.findings.rowCount..<known - 1, of: column, &pass)
        pass.beforeLast = pass.findings
        try audit(known - 1..<known, of: column, &pass)
    }

    /// Reads `rows`, the next ones.
    private func audit(_ rows: Range<Int>, of column: Int, _ pass: inout ElementsPass) throws(ReadError) {
        var index = state.withLock(wakes: false) { $0.known.index }
        try audit(rows, of: column, &pass, &index)
        let known = index
        state.withLock(wakes: false) { $0.known.index = known }
    }

    /// Reads `rows`, the next ones, with the checkpoints in `index`. `isShown` indicates that findings are shown from time to
    /// time.
    private func audit(
        _ rows: Range<Int>, of column: Int, _ pass: inout ElementsPass, _ index: inout ElementIndex,
        isShown: Bool = true
    ) throws(ReadError) {
        guard !rows.isEmpty, !isClosed, let fields = pass.fields else { return }
        let audit = ElementAudit(self, pass.findings, fields, index, isShown: isShown)
        let sink = try read(rows, of: column, into: audit)
        guard !isClosed else { return }
        guard sink.row >= rows.upperBound else { throw shorter(than: sink.row + 1) }
        pass.findings = sink.consumer.findings
        pass.findings.rowCount = rows.upperBound
        pass.fields = sink.consumer.fields
        index = sink.consumer.index
    }

    /// Reads all rows again. Unchanged findings stay shown.
    private func auditAgain(
        _ column: Int, _ snapshot: TableSnapshot, _ pass: inout ElementsPass
    ) throws(ReadError) {
        var again = pass
        again.restart()
        var index = ElementIndex(spacing: tuning.spacing, limit: tuning.checkpoints)
        let last = max(0, snapshot.rowCount.known - 1)
        try audit(0..<last, of: column, &again, &index, isShown: false)
        again.beforeLast = again.findings
        try audit(last..<snapshot.rowCount.known, of: column, &again, &index, isShown: false)
        guard !isClosed else { return }
        let before = pass.findings
        pass = again
        let isSame = again.findings.count == before.count && again.findings.byteCount == before.byteCount
        let known = index
        if isSame, state.withLock(wakes: false, { $0.known.index.checkpoints == known.checkpoints }) { return }
        replaceElements(from: 0, again.findings, known)
    }

    /// Discards the cells of elements that may have changed, according to the new findings.
    private func replaceElements(from element: Int, _ findings: ElementsPass.Findings, _ index: ElementIndex?) {
        state.publish { state in
            state.known.version.advance()
            if let index { state.known.index = index }
            (state.known.count, state.known.rowCount) = (findings.count, findings.rowCount)
            state.snapshot.rowCount = .atLeast(findings.count)
            if !state.snapshot.phase.isFailed { state.snapshot.phase = .indexing }
            for key in Array(state.snapshot.cells.keys) {
                state.snapshot.cells[key] = state.snapshot.cells[key]?.rows(before: element)
            }
            // Reading may have failed meanwhile.
            state.wants.replace(with: state.wants.ranges)
        }
    }

    // MARK: - Showing

    /// Shows the findings so far, in the middle of a pass.
    func show(_ findings: ElementsPass.Findings, _ tree: ColumnTree, _ index: ElementIndex) {
        let snapshot = base.snapshot
        state.publish { state in
            state.known.index = index
            state.show(findings, tree, of: snapshot)
            state.snapshot.phase = .indexing
            let count = max(findings.count, state.snapshot.rowCount.known)
            state.snapshot.rowCount = .atLeast(count)
        }
    }

    /// Shows the state of the other table where no elements are known.
    private func show(_ snapshot: TableSnapshot) {
        state.publish { state in
            state.snapshot.description = .elements(of: snapshot.description)
            state.snapshot.change = snapshot.change
            state.snapshot.phase = snapshot.phase == .opening ? .opening : .indexing
        }
    }

    /// Shows all findings in the rows of `snapshot`.
    private func settle(_ snapshot: TableSnapshot, _ pass: ElementsPass) {
        let (findings, tree, isEarly) = (pass.findings, pass.fields?.tree, pass.isEarly)
        state.publish { state in
            if let tree { state.show(findings, tree, of: snapshot) }
            state.snapshot.description = .elements(of: snapshot.description)
            state.snapshot.change = snapshot.change
            switch snapshot.phase {
            case .opening, .indexing: state.snapshot.phase = .indexing
            case .auditing: state.snapshot.phase = isEarly ? .indexing : .auditing
            case .complete: state.snapshot.phase = .complete
            case .failed(let error): state.snapshot.phase = .failed(error)
            }
            let isKnown = state.snapshot.phase != .indexing && !state.snapshot.phase.isFailed
            state.snapshot.rowCount = isKnown ? .exactly(findings.count) : .atLeast(findings.count)
            if isKnown { state.snapshot.expectedRowCount = nil }
        }
    }
}

extension ElementsState {
    /// Shows the columns and the number of rows.
    fileprivate mutating func show(_ findings: ElementsPass.Findings, _ tree: ColumnTree, of base: TableSnapshot) {
        known.tree = tree
        (known.count, known.rowCount) = (findings.count, findings.rowCount)
        snapshot.columns = ElementColumns.columns(tree, findings.tallies)
        snapshot.bytesPerRow = findings.count > 0 ? findings.byteCount / findings.count : nil
        let rows = max(1, base.rowCount.known)
        let share = min(1, Double(findings.rowCount) / Double(rows))
        snapshot.description.progressMeasure = base.description.progressMeasure
        snapshot.progress = (Int(share * Double(base.progress.total)), base.progress.total)
        snapshot.expectedRowCount =
            base.rowCount.isExact && share > 0 ? max(findings.count, Int(Double(findings.count) / share)) : nil
    }
}
