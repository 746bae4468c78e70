import QuadrilleRuntime
import Tabular

/// The results found so far of inspecting one value.
public struct ValueInspection: Sendable {
    /// 0-based.
    public var row: Int
    public var column: Int
    public var page: ValuePage
    /// The source location of the value; nil for a source that has none.
    public var place: ValuePlace?
    /// On which line of the source it begins; nil until the lines before it are counted.
    public var line: Int?
    /// The source's own bytes of it, at most a page of them, from the offset of `page`.
    public var sourceBytes: [UInt8]
    /// By which value the column has its type, where that is found and worth saying.
    public var reason: TypeReason?
    public var failure: ReadError?

    init(row: Int, column: Int, page: ValuePage) {
        (self.row, self.column, self.page) = (row, column, page)
        sourceBytes = page.bytes
    }
}

/// The value by which a column has its type, and where it stands.
public struct TypeReason: Sendable, Hashable {
    public var witness: TypeWitness
    /// Counted from 1, as in `ValuePlace`.
    public var record: Int?
    /// Nil until the lines before it are counted.
    public var line: Int?
}

/// Looks closer at the value that was asked for last, in the background: first the value itself, then where it stands,
/// on which line, for which all of the file before it may have to be read, and last by which value the column has its type.
public final class ValueInspector: Sendable {
    /// A page of a value.
    private struct Request: Sendable {
        var row: Int
        var column: Int
        var offset: Int
    }

    private let found = Monitor<ValueInspection?>(nil)
    private let work: LatestWork<Request>
    /// Searches for what gives columns their types, as far as they have come.
    private typealias Searches = [TypeSearch.Question: TypeSearch]
    private static let keptSearches = 64

    /// Looks at values of `source`, which stays open. `onChange` is called on another thread whenever more was found.
    public init(of source: any RecordStreaming, onChange: @escaping @Sendable () -> Void) {
        let searches = Monitor(Searches())
        work = LatestWork { [found] request, isOver in
            func tell(_ inspection: ValueInspection) {
                found.withLock { $0 = inspection }
                onChange()
            }
            guard var inspection = Self.inspect(request, in: source, isOver, tell) else { return }
            do throws(ReadError) {
                try Self.explainType(in: source, searches, isOver, &inspection, tell)
            } catch {
                inspection.failure = error
                if !isOver() { tell(inspection) }
            }
        }
    }

    /// The results for the value requested last; until there are any, those for the value before it.
    public var current: ValueInspection? { found.current }

    /// Asks for the page at the byte `offset` of the value at `row` and `column` (0-based).
    public func inspect(row: Int, column: Int, from offset: Int = 0) {
        work.ask(Request(row: row, column: column, offset: offset))
    }

    /// Ends the thread.
    public func close() { work.close() }

    private static func inspect(
        _ request: Request, in source: any RecordStreaming, _ isOver: @Sendable () -> Bool,
        _ tell: (ValueInspection) -> Void
    ) -> ValueInspection? {
        let (row, column) = (request.row, request.column)
        let empty = ValuePage(bytes: [], offset: request.offset, total: 0, state: .missing)
        var inspection = ValueInspection(row: row, column: column, page: empty)
        do throws(ReadError) {
            guard let page = try page(of: request, in: source, isOver) else { return nil }
            inspection = ValueInspection(row: row, column: column, page: page)
            tell(inspection)
            guard let source = source.abilities.locate, !isOver() else { return nil }
            guard let place = try source.place(ofRow: row, column: column) else { return nil }
            let start = min(place.bytes.lowerBound + request.offset, place.bytes.upperBound)
            inspection.place = place
            inspection.sourceBytes = try source.sourceBytes(
                start..<min(start + ValuePage.length, place.bytes.upperBound))
            if isOver() { return nil }
            tell(inspection)
            inspection.line = try source.line(of: place, unless: isOver)
        } catch {
            inspection.failure = error
        }
        if isOver() { return nil }
        tell(inspection)
        return inspection.failure == nil ? inspection : nil
    }

    /// Finds by which value the column has its type, once all values were seen by which it may come to have another.
    private static func explainType(
        in source: any RecordStreaming, _ searches: Monitor<Searches>, _ isOver: @Sendable () -> Bool,
        _ inspection: inout ValueInspection, _ tell: (ValueInspection) -> Void
    ) throws(ReadError) {
        let page = inspection.page
        guard let explaining = source.abilities.explain, let locating = source.abilities.locate, page.state == .value,
            page.total > 0, let table = source.wait(until: { $0.phase == .complete }, orUntil: isOver),
            table.phase == .complete,
            table.columns.indices.contains(inspection.column)
        else { return }
        let type = table.columns[inspection.column].type
        // Only a whole value has a type of its own.
        let value = page.bytes.count == page.total ? page.bytes : []
        guard var search = explaining.typeSearch(ofColumn: inspection.column, type: type, like: value) else { return }
        search = searches.current[search.question] ?? search
        while !search.isOver && !isOver() {
            try explaining.advance(&search)
            searches.withLock { kept in
                if kept.count >= keptSearches { kept = [:] }
                kept[search.question] = search
            }
        }
        guard let witness = search.witness, !isOver() else { return }
        inspection.reason = TypeReason(witness: witness)
        let place = try locating.place(ofRow: witness.row, column: inspection.column)
        inspection.reason?.record = place?.record
        if isOver() { return }
        tell(inspection)
        guard let place, let line = try locating.line(of: place, unless: isOver), !isOver() else { return }
        inspection.reason?.line = line
        tell(inspection)
    }

    private static func page(
        of request: Request, in source: any RecordStreaming, _ isOver: @Sendable () -> Bool
    ) throws(ReadError) -> ValuePage? {
        let result: Result<ValuePage?, ReadError> = withoutActuallyEscaping(isOver) { isOver in
            do throws(ReadError) {
                return .success(
                    try ValuePage.read(
                        source, row: request.row, column: request.column, from: request.offset, unless: isOver))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
