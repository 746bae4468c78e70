import Tabular

/// What a closer look at one value has found so far.
public struct ValueInspection: Sendable {
    /// 0-based.
    public var row: Int
    public var column: Int
    public var page: ValuePage
    /// Where it is written down, in a source that can say so.
    public var place: ValuePlace?
    /// On which line of the source it begins; nil until the lines before it are counted.
    public var line: Int?
    /// The source's own bytes of it, at most a page of them, from the offset of `page`.
    public var sourceBytes: [UInt8]
    public var failure: ReadError?

    init(row: Int, column: Int, page: ValuePage) {
        (self.row, self.column, self.page) = (row, column, page)
        sourceBytes = page.bytes
    }
}

/// Looks closer at the value that was asked for last, in the background: first the value itself, then where it stands,
/// and last on which line, for which all of the file before it may have to be read.
public final class ValueInspector: Sendable {
    /// A page of a value.
    private struct Request: Sendable {
        var row: Int
        var column: Int
        var offset: Int
    }

    private let found = Monitor<ValueInspection?>(nil)
    private let work: LatestWork<Request>

    /// Looks at values of `source`, which stays open. `onChange` is called on another thread whenever more was found.
    public init(of source: any RecordStreaming, onChange: @escaping @Sendable () -> Void) {
        work = LatestWork { [found] request, isOver in
            Self.inspect(request, in: source, isOver) { inspection in
                found.withLock { $0 = inspection }
                onChange()
            }
        }
    }

    /// What was found of the value that was asked for last, or, as long as nothing was, of the one before.
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
    ) {
        let (row, column) = (request.row, request.column)
        let empty = ValuePage(bytes: [], offset: request.offset, total: 0, state: .missing)
        var inspection = ValueInspection(row: row, column: column, page: empty)
        do throws(ReadError) {
            guard let page = try page(of: request, in: source, isOver) else { return }
            inspection = ValueInspection(row: row, column: column, page: page)
            tell(inspection)
            guard let source = source as? any ValueLocating, !isOver() else { return }
            guard let place = try source.place(ofRow: row, column: column) else { return }
            let start = min(place.bytes.lowerBound + request.offset, place.bytes.upperBound)
            inspection.place = place
            inspection.sourceBytes = try source.sourceBytes(
                start..<min(start + ValuePage.length, place.bytes.upperBound))
            if isOver() { return }
            tell(inspection)
            inspection.line = try source.line(of: place, unless: isOver)
        } catch {
            inspection.failure = error
        }
        if !isOver() { tell(inspection) }
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
