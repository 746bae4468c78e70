import QuadrilleRuntime
import Tabular

/// The results found so far of inspecting one value.
public struct ValueInspection: Sendable {
    /// The row, 0-based.
    public var row: Int
    public var column: Int
    public var page: ValuePage
    /// The source location of the value; nil for a source that has none.
    public var place: ValuePlace?
    /// The line of the source at which the value begins; nil until the lines before it are counted.
    public var line: Int?
    /// The source's own bytes of the value, at most one page, from the offset of `page`.
    public var sourceBytes: [UInt8]
    /// The value that determines the column's type; nil while unknown, or if it explains nothing.
    public var reason: TypeReason?
    public var failure: ReadError?

    init(row: Int, column: Int, page: ValuePage) {
        (self.row, self.column, self.page) = (row, column, page)
        sourceBytes = page.bytes
    }
}

/// The value that determines a column's type, and its location.
public struct TypeReason: Sendable, Hashable {
    public var witness: TypeWitness
    /// The record number, counted from 1, as in `ValuePlace`.
    public var record: Int?
    /// Nil until the lines before it are counted.
    public var line: Int?
}

/// Inspects the value requested last, in the background. First it reads the value, then it finds the location and the line,
/// which may require the whole file before it, and finally the value that determines the column's type.
public final class ValueInspector: Sendable {
    /// A page of a value.
    private struct Request: Sendable {
        var row: Int
        var column: Int
        var offset: Int
    }

    private let found = Monitor<ValueInspection?>(nil)
    private let work: LatestWork<Request>
    /// The searches for the values that determine column types, at their current progress.
    private typealias Searches = [TypeSearch.Question: TypeSearch]
    private static let keptSearches = 64

    /// Inspects values of `source`, which stays open. It calls `onChange` on another thread after every new result.
    public init(of source: any RecordStreaming, onChange: @escaping @Sendable () -> Void) {
        let searches = Monitor(Searches())
        work = LatestWork { [found] request, cancellation in
            func tell(_ inspection: ValueInspection) {
                found.withLock { $0 = inspection }
                onChange()
            }
            guard var inspection = Self.inspect(request, in: source, cancellation, tell) else { return }
            do throws(ReadError) {
                try Self.explainType(in: source, searches, cancellation, &inspection, tell)
            } catch {
                inspection.failure = error
                if !cancellation.isRequested { tell(inspection) }
            }
        }
    }

    /// The results for the value requested last; until there are any, those for the previous value.
    public var current: ValueInspection? { found.current }

    /// Requests the page at the byte `offset` of the value at `row` and `column` (0-based).
    public func inspect(row: Int, column: Int, from offset: Int = 0) {
        work.ask(Request(row: row, column: column, offset: offset))
    }

    /// Ends the thread.
    public func close() { work.close() }

    private static func inspect(
        _ request: Request, in source: any RecordStreaming, _ cancellation: Cancellation,
        _ tell: (ValueInspection) -> Void
    ) -> ValueInspection? {
        let (row, column) = (request.row, request.column)
        // Until it is read.
        let unread = ValuePage(bytes: [], offset: request.offset, total: 0, state: .unreadable)
        var inspection = ValueInspection(row: row, column: column, page: unread)
        do throws(ReadError) {
            guard let page = try page(of: request, in: source, cancellation) else { return nil }
            inspection = ValueInspection(row: row, column: column, page: page)
            tell(inspection)
            guard let source = source.abilities.locate, !cancellation.isRequested else { return nil }
            guard let place = try source.place(ofRow: row, column: column) else { return nil }
            let start = min(place.bytes.lowerBound + request.offset, place.bytes.upperBound)
            inspection.place = place
            inspection.sourceBytes = try source.sourceBytes(
                start..<min(start + ValuePage.length, place.bytes.upperBound))
            if cancellation.isRequested { return nil }
            tell(inspection)
            inspection.line = try source.line(of: place, unless: cancellation)
        } catch {
            inspection.failure = error
        }
        if cancellation.isRequested { return nil }
        tell(inspection)
        return inspection.failure == nil ? inspection : nil
    }

    /// Finds the value that determines the column's type, once all values that may change it are read.
    private static func explainType(
        in source: any RecordStreaming, _ searches: Monitor<Searches>, _ cancellation: Cancellation,
        _ inspection: inout ValueInspection, _ tell: (ValueInspection) -> Void
    ) throws(ReadError) {
        let page = inspection.page
        guard let explaining = source.abilities.explain, let locating = source.abilities.locate, page.state == .value,
            page.total > 0, let table = source.wait(until: { $0.phase == .complete }, unless: cancellation),
            table.phase == .complete,
            table.columns.indices.contains(inspection.column)
        else { return }
        let type = table.columns[inspection.column].type
        // Only a whole value has a type.
        let value = page.bytes.count == page.total ? page.bytes : []
        guard var search = explaining.typeSearch(ofColumn: inspection.column, type: type, like: value) else { return }
        search = searches.current[search.question] ?? search
        while !search.isOver && !cancellation.isRequested {
            try explaining.advance(&search)
            searches.withLock { kept in
                if kept.count >= keptSearches { kept = [:] }
                kept[search.question] = search
            }
        }
        guard let witness = search.witness, !cancellation.isRequested else { return }
        inspection.reason = TypeReason(witness: witness)
        let place = try locating.place(ofRow: witness.row, column: inspection.column)
        inspection.reason?.record = place?.record
        if cancellation.isRequested { return }
        tell(inspection)
        guard let place, let line = try locating.line(of: place, unless: cancellation), !cancellation.isRequested else {
            return
        }
        inspection.reason?.line = line
        tell(inspection)
    }

    private static func page(
        of request: Request, in source: any RecordStreaming, _ cancellation: Cancellation
    ) throws(ReadError) -> ValuePage? {
        try ValuePage.read(
            source, row: request.row, column: request.column, from: request.offset, unless: cancellation)
    }
}
