import QuadrilleRuntime
import Tabular

extension TextReader {
    /// Samples records spread over the source, so that the columns' types are settled long before the audit completes: one read
    /// at each of up to `tuning.typeSamples.count` checkpoints. A source that is audited at once needs none.
    ///
    /// - Returns: The types that are possible for each column; none where nothing was sampled.
    func sampleTypes(_ table: OpenTable) throws(ReadError) -> [TypeSet] {
        let (index, types) = state.withLock(wakes: false) { ($0.index, $0.typing.types) }
        guard table.store.length.known > tuning.auditPart else { return [] }
        var known = AuditFindings(fieldCount: types.count, types: types)
        var typing = AuditTyping()
        typing.nullWords = options.types.effectiveNullWords
        let count = min(tuning.typeSamples.count, index.checkpoints.count)
        let buffer = ReadBuffer(count: tuning.typeSamples.length)
        for number in 0..<count {
            if isClosed { return [] }
            let checkpoint = index.checkpoints[number * index.checkpoints.count / count]
            let block = buffer.prefix(try table.store.read(into: buffer.bytes, at: checkpoint.byte))
            var sink = AuditSink(
                behind: known, records: checkpoint.record, headerRecords: table.headerRecords, typing: typing,
                noticesProblems: false)
            var parser = table.parser()
            sink.beginChunk(block, at: checkpoint.byte)
            // A value that the block cuts off does not end, and thus does not count.
            _ = parser.parse(block, at: checkpoint.byte, into: &sink)
            sink.endChunk()
            known.types = sink.findings.types
        }
        publish { state in
            state.typing.types = known.types
            state.resolveTypes()
        }
        return known.types
    }
}

extension TextReader {
    /// Makes the counters of types for an audit of a table.
    func auditTyping(of table: OpenTable) -> AuditTyping {
        var typing = AuditTyping()
        typing.nullWords = options.types.effectiveNullWords
        let (choices, columns) = state.withLock(wakes: false) { ($0.typing.choices, $0.snapshot.columns) }
        typing.tallied = Set(choices.resolved(in: columns).keys)
        return typing
    }
}

/// The knowledge of a reader about the types of its columns.
struct TypeState: Sendable {
    var choices: TypeChoices
    var context: TypeContext
    /// The readings that remain after the values so far, one set for every column.
    var types: [TypeSet] = []
    /// Null words in each, up to the last that has one.
    var nulls: [Int] = []
    /// Of the columns whose type the user chose.
    var tallies: [Int: TypeTally] = [:]

    init(_ choices: TypeChoices, localOrder: DateOrder?) {
        self.choices = choices
        context = TypeContext(
            numbers: choices.numbers, nullWords: choices.effectiveNullWords, localOrder: localOrder)
    }
}

extension ReaderState {
    /// Gives the columns the forms that follow from the known values; new columns get no name.
    mutating func resolveTypes() {
        let noGroups = (snapshot.columns.first?.groups ?? []).map { _ in "" }
        while snapshot.columns.count < typing.types.count {
            snapshot.columns.append(Column(name: "", type: .empty, groups: noGroups))
        }
        let choices = typing.choices.resolved(in: snapshot.columns)
        let resolution = TypeResolution(typing.types, typing.tallies, choices: choices, typing.context)
        var fit = ColumnFit()
        for index in typing.types.indices {
            let form = resolution.form(of: index)
            if snapshot.columns[index].form != form { snapshot.columns[index].form = form }
            let tally = choices[index] == nil ? nil : typing.tallies[index]
            if let tally { fit.misfits[index] = tally.misfits(of: form) }
            let nulls = tally?.nullCount ?? (index < typing.nulls.count ? typing.nulls[index] : 0)
            if nulls > 0 && form.type.isTyped { fit.nulls[index] = nulls }
        }
        snapshot.fit = fit
    }
}
