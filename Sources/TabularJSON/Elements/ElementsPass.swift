import QuadrilleRuntime
import Tabular

/// The progress of the pass over all arrays.
struct ElementsPass: Sendable {
    /// The findings in the rows up to one of them.
    struct Findings: Sendable, Hashable {
        /// Rows of the other table.
        var rowCount = 0
        var count = 0
        /// Bytes of the elements.
        var byteCount = 0
        /// One for each column.
        var tallies: [KindTally] = []
    }

    /// The number of the column with the arrays, once it is known.
    var column: Int?
    var findings = Findings()
    /// The findings before the last row, which may still grow.
    var beforeLast: Findings?
    /// Nil before the first elements.
    var fields: FieldReader?
    /// The version of the other table at the last turn.
    var version: Version?
    /// The deadline of a sample.
    var sampleEnd: UInt64?
    /// True where rows were read whose numbers may change before all are found.
    var isEarly = false
    var wasComplete = false

    /// Discards all but the columns.
    mutating func restart() { (findings, beforeLast, isEarly) = (Findings(), nil, false) }
}

/// A sample of the first elements.
struct ElementSample: ArrayConsumer {
    private let byteLimit: Int
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// Accepts elements until they have `byteLimit` bytes.
    init(byteLimit: Int) { self.byteLimit = byteLimit }

    var isFinished: Bool { bytes.count >= byteLimit }

    var count: Int { ends.count }

    mutating func take(_ elements: inout ArrayElements, ofRow row: Int) {
        while !isFinished, let element = elements.next(ofRow: row) {
            bytes.append(contentsOf: element.text)
            ends.append(bytes.count)
        }
    }

    /// The columns of the elements, and the kinds of their values.
    var columns: (tree: ColumnTree, tallies: [KindTally]) {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            let records = ends.map { end in
                defer { start = end }
                return UnsafeBufferPointer(rebasing: bytes[start..<end])
            }
            return ColumnTree.sampled(records, ColumnLayout(.elements))
        }
    }
}

/// A consumer that counts elements and the kinds of their values, and finds columns.
struct ElementAudit: ArrayConsumer {
    /// Elements between two checks of the clock.
    private static let step = 256

    private let reader: ElementsReader
    /// True where the findings are shown from time to time.
    private let isShown: Bool
    private(set) var findings: ElementsPass.Findings
    private(set) var fields: FieldReader
    private(set) var index: ElementIndex
    private var clock: PublicationClock
    private var isOver = false

    init(
        _ reader: ElementsReader, _ findings: ElementsPass.Findings, _ fields: FieldReader, _ index: ElementIndex,
        isShown: Bool
    ) {
        self.isShown = isShown
        (self.reader, self.findings, self.fields, self.index) = (reader, findings, fields, index)
        clock = PublicationClock(interval: reader.tuning.publication)
    }

    var isFinished: Bool { isOver || reader.isClosed }

    mutating func take(_ elements: inout ArrayElements, ofRow row: Int) {
        index.append(ElementCheckpoint(row: row, element: findings.count))
        while let element = elements.next(ofRow: row) {
            _ = fields.read(element.text, readable: element.readable)
            while findings.tallies.count < fields.count { findings.tallies.append(KindTally()) }
            fields.count(in: &findings.tallies, of: element.text)
            findings.count += 1
            findings.byteCount += element.text.count
            guard findings.count % Self.step == 0 else { continue }
            if reader.isClosed {
                isOver = true
                return
            }
            guard clock.isDue() else { continue }
            findings.rowCount = row + 1
            if isShown { reader.show(findings, fields.tree, index) }
            reader.tuning.background.scrolling.leaveProcessor(unless: Cancellation { [reader] in reader.isClosed })
        }
    }
}
