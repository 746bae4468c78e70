import Tabular

/// The values of an expanded table to deliver for each record, and the columns of the base to read for them.
///
///     wanted   payload.a  id  payload        base   payload  id  payload
///     steps    (payload) payload.a  id  payload
struct ExpandedRequest {
    fileprivate enum Step {
        /// The next value of the base: to be delivered, and to be read by a lane.
        case base(isWanted: Bool, lane: Int?)
        case member(lane: Int, place: Int)
        /// No such column.
        case none
    }

    fileprivate var steps: [Step] = []
    fileprivate let expander: RowExpander
    fileprivate let form: JSONField.TextForm
    fileprivate let hasKinds: Bool
    /// The request to the base.
    private(set) var base: RecordRequest

    /// Nil where the base alone has all wanted values.
    init?(_ request: RecordRequest, _ columns: ExpandedColumns, _ set: ExpansionSet, hasKinds: Bool) {
        guard columns.hasMembers else { return nil }
        var wanted = columns.origins.map { Optional($0) }
        if case .some(let numbers) = request.columns {
            let moved = columns.prefix..<columns.origins.count
            guard numbers.contains(where: moved.contains) else { return nil }
            wanted = numbers.map(columns.origin)
        }
        (form, self.hasKinds, base) = (JSONField.TextForm(of: request), hasKinds, request)
        expander = RowExpander(set, wanted.compactMap { $0 }, form: form)
        var read: [Int] = []
        var readRoots: Set<Int> = []
        func lane(of column: Int) -> Int? {
            readRoots.insert(column).inserted ? expander.lane(ofBase: column) : nil
        }
        for origin in wanted {
            switch origin {
            case .base(let column):
                read.append(column)
                steps.append(.base(isWanted: true, lane: lane(of: column)))
            case .member(let expansion, _):
                let root = set.expansions[expansion].root
                if !readRoots.contains(root) {
                    read.append(root)
                    steps.append(.base(isWanted: false, lane: lane(of: root)))
                }
                if let origin, let position = expander.position(of: origin) {
                    steps.append(.member(lane: position.lane, place: position.place))
                }
            case nil: steps.append(.none)
            }
        }
        if case .some = request.columns { base.columns = .some(read) }
    }

    /// Streams the records of the expanded table to `sink`. `stream` streams those of the base.
    func give<Sink: RecordSink>(
        to sink: inout Sink, _ stream: (inout ExpandingSink<Sink>) throws(ReadError) -> Void
    ) throws(ReadError) {
        try withUnsafeMutablePointer(to: &sink) { (sink) throws(ReadError) in
            var expanding = ExpandingSink(self, into: sink)
            do throws(ReadError) {
                try stream(&expanding)
            } catch {
                expanding.giveRest()
                throw error
            }
            expanding.giveRest()
        }
    }
}

/// A sink for records of the base that delivers those of an expanded table.
struct ExpandingSink<Sink: RecordSink>: RecordSink {
    private let sink: UnsafeMutablePointer<Sink>
    // Separate from the type of the sink, which generic code would have to look up at each value.
    private var composer: RecordComposer
    /// True after the sink has ended the stream: the rest of a batch is dropped.
    private var isOver = false

    fileprivate init(_ request: ExpandedRequest, into sink: UnsafeMutablePointer<Sink>) {
        (self.sink, composer) = (sink, RecordComposer(request))
    }

    var isFinished: Bool { isOver || sink.pointee.isFinished }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isOver else { return }
        composer.append(bytes)
        giveDue()
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if !isOver { composer.endValue(state, kind) }
    }

    mutating func endRecord() {
        guard !isOver else { return }
        composer.endRecord()
        giveDue()
    }

    mutating func take(_ batch: RecordBatch) {
        var index = 0
        while index < batch.pieces.count && !isOver {
            index = composer.take(batch, from: index)
            giveDue()
        }
    }

    private mutating func giveDue() {
        guard composer.isDue else { return }
        composer.give(to: &sink.pointee)
        isOver = sink.pointee.isFinished
    }

    mutating func gathered(_ records: Int) { sink.pointee.gathered(records) }

    /// Delivers the gathered records.
    fileprivate mutating func giveRest() {
        composer.removeOpenRecord()
        composer.give(to: &sink.pointee)
    }
}

/// A composer of records of an expanded table from values of the base.
private struct RecordComposer {
    private let steps: [ExpandedRequest.Step]
    private let hasKinds: Bool
    private var expander: RowExpander
    private var batch: FieldBatch
    /// The next step.
    private var next = 0
    private var isValueOpen = false
    /// True where the gathered records are to be delivered.
    private(set) var isDue = false

    init(_ request: ExpandedRequest) {
        (steps, hasKinds, expander) = (request.steps, request.hasKinds, request.expander)
        let width = steps.reduce(0) { count, step in
            if case .base(isWanted: false, _) = step { return count }
            return count + 1
        }
        batch = FieldBatch(width: width, form: request.form)
    }

    /// Processes pieces from `index` on until records are due; returns the index of the next piece.
    mutating func take(_ batch: RecordBatch, from index: Int) -> Int {
        var index = index
        while index < batch.pieces.count && !isDue {
            let piece = batch.pieces[index]
            if piece.count > 0 { append(batch.bytes(of: piece)) }
            if piece.endsValue { endValue(batch.state(at: index), batch.kind(at: index)) }
            if piece.endsRecord { endRecord() }
            index += 1
        }
        return index
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        beginValue()
        guard next < steps.count, case .base(let isWanted, let lane) = steps[next] else { return }
        if let lane { expander.append(bytes, to: lane) }
        guard isWanted else { return }
        batch.append(bytes)
        if batch.isLong { isDue = true }
    }

    mutating func endValue(_ state: CellState, _ kind: CellKind) {
        beginValue()
        isValueOpen = false
        guard next < steps.count, case .base(let isWanted, let lane) = steps[next] else { return }
        if isWanted { batch.endValue(state, kind) }
        if let lane { expander.read(lane, state) }
        next += 1
        appendMembers()
    }

    private mutating func beginValue() {
        guard !isValueOpen else { return }
        isValueOpen = true
        if next == 0 { appendMembers() }
        if next < steps.count, case .base(_, let lane?) = steps[next] { expander.beginValue(in: lane) }
    }

    /// Appends the values before the next one of the base.
    private mutating func appendMembers() {
        while next < steps.count {
            switch steps[next] {
            case .base: return
            case .none: batch.appendMissing()
            case .member(let lane, let place):
                let hasKinds = hasKinds
                batch.appendValue(of: expander) { expander, bytes in
                    var info = expander.append((lane, place), to: &bytes)
                    if !hasKinds { info.kind = .text }
                    return info
                }
            }
            next += 1
        }
    }

    mutating func endRecord() {
        if next == 0 { appendMembers() }
        while next < steps.count { endValue(.missing, .text) }
        batch.endRecord()
        (next, isValueOpen) = (0, false)
        if batch.isFull { isDue = true }
    }

    mutating func removeOpenRecord() { batch.removeOpenRecord() }

    /// Delivers all gathered records.
    mutating func give(to sink: inout some RecordSink) {
        batch.giveOpen(to: &sink)
        isDue = false
    }
}
