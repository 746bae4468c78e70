import QuadrilleRuntime
import Tabular

/// A sink that finds the members of objects, and counts the kinds of their values.
struct SurveySink: RecordSink {
    /// Rows between two checks for cancellation.
    private static let rowsBetweenLooks = 64

    private(set) var survey: Survey
    private(set) var rowCount = 0
    /// The counts before the last row of the table.
    private(set) var settled: [[KindTally]]?
    private(set) var isFinished = false
    private var expander: RowExpander
    private var bytesLeft: Int
    private let cancellation: Cancellation
    /// The lane of the next value.
    private var next = 0
    private var isValueOpen = false

    /// Ends after `bytes` of text, or after the cancellation.
    init(_ survey: Survey, bytes: Int, unless cancellation: Cancellation) {
        (self.survey, bytesLeft, self.cancellation) = (survey, bytes, cancellation)
        expander = RowExpander(survey.set)
        (roots, lanes) = (expander.roots, expander.rootLanes)
    }

    /// The columns of the base to read.
    let roots: [Int]
    /// The lanes that read them.
    private var lanes: [Int]

    mutating func take(_ batch: RecordBatch) {
        for index in batch.pieces.indices where !isFinished {
            let piece = batch.pieces[index]
            if piece.count > 0 { append(batch.bytes(of: piece)) }
            if piece.endsValue { endValue(batch.state(at: index)) }
            if piece.endsRecord { endRecord() }
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        beginValue()
        guard !isFinished, next < lanes.count else { return }
        expander.append(bytes, to: lanes[next])
        bytesLeft -= bytes.count
    }

    private mutating func beginValue() {
        guard !isValueOpen else { return }
        isValueOpen = true
        if next < lanes.count { expander.beginValue(in: lanes[next]) }
    }

    mutating func endValue(_ state: CellState) {
        beginValue()
        isValueOpen = false
        guard !isFinished, next < lanes.count else { return }
        expander.read(lanes[next], state)
        next += 1
        // Each turn adds the members of one level.
        while discover() {
            for lane in lanes[..<next] { expander.read(lane, .value) }
        }
    }

    /// Adds columns for members without one.
    private mutating func discover() -> Bool {
        var isNew = false
        for lane in expander.lanes.indices where expander.lanes[lane].hasUnknown {
            let expansion = expander.expansion(of: lane)
            let count = survey.set.expansions[expansion].tree.columnCount
            let text = expander.lanes[lane].text
            text.withUnsafeBufferPointer { survey.set.discover($0, in: expansion) }
            if survey.set.expansions[expansion].tree.columnCount > count { isNew = true }
        }
        guard isNew else { return false }
        var wider = RowExpander(survey.set)
        wider.takeValues(of: expander)
        (expander, lanes) = (wider, wider.rootLanes)
        return true
    }

    mutating func endRecord() {
        guard !isFinished else { return }
        while next < lanes.count { endValue(.missing) }
        (next, isValueOpen) = (0, false)
        if survey.rows.lowerBound + rowCount == survey.lastRow { settled = survey.set.tallies }
        for lane in expander.lanes.indices { survey.set.count(expander.lanes[lane], in: expander.expansion(of: lane)) }
        rowCount += 1
        isFinished = bytesLeft <= 0 || rowCount % Self.rowsBetweenLooks == 0 && cancellation.isRequested
    }
}
