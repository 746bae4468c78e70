import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes
import TabularEncodings

/// A JSON text and its tables.
package final class JSONDocument: TableDocument {
    private let text: OpenText
    private let shape: Mutex<TextShape>
    private let handler = Mutex<(@Sendable () -> Void)?>(nil)
    private let options: JSONOptions
    private let tuning: JSONTuning

    /// Opens `content`, whose name in messages is `name`, and finds the tables by its beginning; waits for that. `cache` is the
    /// folder that stores their rows and columns for the next time.
    ///
    /// - Throws: Errors of reading; `.unsupportedFormat` where the text has no rows at the path in `options`.
    package convenience init(
        _ content: SourceContent, name: String, _ options: JSONOptions = JSONOptions(), cache: IndexCache? = nil
    ) throws(ReadError) {
        try self.init(content, name: name, options, JSONTuning(cache: cache))
    }

    init(
        _ content: SourceContent, name: String, _ options: JSONOptions, _ tuning: JSONTuning
    ) throws(ReadError) {
        (self.options, self.tuning) = (options, tuning)
        let raw = try JSONSample(of: content.store, at: 0, length: tuning.sample, isEnough: Self.tellsShape)
        let encoding = raw.bytes.withUnsafeBufferPointer { bytes in
            let wanted = options.encoding.flatMap { EncodingFinding(bytes, wanted: EncodingName($0)) }
            return wanted ?? EncodingFinding(bytes)
        }
        text = try OpenText(content, name: name, encoding: encoding)
        var sample = raw
        if text.start > 0 { sample = sample.dropping(text.start) }
        if text.encoding.encoding != nil {
            sample = try JSONSample(of: text.store, at: 0, length: tuning.sample, isEnough: Self.tellsShape)
        }
        let opening = TextOpening(text: text, sample: sample, innerName: content.innerName, tuning: tuning)
        shape = Mutex(try opening.shape(at: options.rowsAt))
    }

    /// A Boolean value that indicates whether a sample distinguishes one value from a value on each line.
    private static func tellsShape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.first { !$0.isBlank } != UInt8(ascii: "{") || bytes.contains(0x0A)
    }

    /// Returns true where `bytes`, the beginning of a document, are JSON.
    package static func recognizes(_ bytes: [UInt8], name: String, isWhole: Bool) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            let isNamed = TextRecognition.isNamed(name)
            // For most documents of other kinds the first byte is enough.
            let first = bytes.first { !$0.isBlank }
            let mayBe = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == 0x1E
            let isWide = bytes.prefix(4).contains { $0 == 0 || $0 >= 0xEF }
            guard isNamed || mayBe || isWide else { return false }
            let text = EncodingFinding(bytes).text(of: bytes)
            return text.withUnsafeBufferPointer { TextRecognition($0, name: name, isWhole: isWhole) != nil }
        }
    }

    // MARK: - TableDocument

    package var catalog: CatalogState {
        let tables = shape.withLock { $0.tables }
        var entries = tables.map { Catalog.Entry(name: $0.name, kind: .path) }
        if entries.count == 1 { entries = [Catalog.Entry(name: text.shortName)] }
        var catalog = Catalog(entries: entries)
        catalog.isContainer = entries.count > 1
        return .ready(catalog)
    }

    package func onChange(_ handler: (@Sendable () -> Void)?) { self.handler.withLock { $0 = handler } }

    package func table(_ id: TableID?) -> any TableSource {
        let shape = shape.withLock { $0 }
        let index = id?.index ?? 0
        let plan = shape.tables.indices.contains(index) ? shape.tables[index] : shape.tables[0]
        do throws(ReadError) {
            if case .arrays(let arrays) = plan.columns {
                let reader = try ArraysReader(text, arrays, shape, tuning)
                reader.start()
                return ArraysSource(reader)
            }
            let reader = try JSONReader(text, plan, shape, options, tuning)
            reader.start()
            return JSONSource(reader)
        } catch {
            return FailedSource(error, text.description(format: shape.format))
        }
    }

    package func findAllTables() throws(ReadError) {
        let found = shape.withLock { $0 }
        guard !found.isListed else { return }
        var list = ContainerList(at: text.start, isRelaxed: found.isRelaxed)
        let buffer = ReadBuffer(count: tuning.block)
        while !list.isDone {
            let count = try text.store.read(into: buffer.bytes, at: list.offset)
            list.scan(buffer.prefix(count))
            if count == 0, try text.store.wait(beyond: list.offset, deadline: .max).known <= list.offset { break }
        }
        let entries = list.entries
        shape.withLock { shape in
            shape.isListed = true
            shape.paths = entries.map(\.path)
            // Tables keep their numbers.
            let paths = Set(shape.tables.map(\.path))
            shape.tables += ArrayTables(entries).plans.filter { !paths.contains($0.path) }
            if shape.tables[0].path.steps.isEmpty { shape.tables[0].name = ArrayTables.topName }
        }
        handler.withLock { $0 }?()
    }

    package func close() {}
}

/// The opening of a text: its shape by a sample, and the search for the rows that the user chose.
struct TextOpening {
    /// Bytes that are searched for arrays and objects.
    private static let listedBytes = 1 << 22
    /// Nanoseconds to wait for the end of arrays that may be columns, in a text that is still arriving.
    private static let quiet: UInt64 = 150_000_000

    let text: OpenText
    let sample: JSONSample
    /// The name without the extension of its packing.
    let innerName: String
    let tuning: JSONTuning

    /// The shape of the text, with the rows at `path` where one is given.
    func shape(at path: RowsPath?) throws(ReadError) -> TextShape {
        let recognition = sample.bytes.withUnsafeBufferPointer {
            TextRecognition($0, name: innerName, isWhole: sample.isWhole, isForced: true)
        }
        guard let recognition else { return TextShape(format: "JSON", tables: [], paths: []) }
        let entries = try entries(recognition)
        let arrays = try ColumnArrays(entries, in: text.store)
        var shape = sample.bytes.withUnsafeBufferPointer { bytes in
            var finder = ShapeFinder(bytes, at: text.start, recognition, entries)
            finder.arrays = arrays
            return finder.shape
        }
        guard let path, let first = shape.tables.first else { return shape }
        shape.isListed = true
        // The object of arrays that are columns has rows too.
        if case .arrays = first.columns {} else if path == first.path && shape.tables.count == 1 { return shape }
        if recognition.values != .one, path.steps.isEmpty { return shape }
        shape.tables = [try plan(at: path, among: entries, shape)]
        return shape
    }

    /// The arrays and objects at the beginning of the text; none where it has several values.
    private func entries(_ recognition: TextRecognition) throws(ReadError) -> [ContainerList.Entry] {
        guard recognition.values == .one, !recognition.isScalar else { return [] }
        var list = ContainerList(at: text.start, isRelaxed: recognition.isRelaxed)
        sample.bytes.withUnsafeBufferPointer { list.scan($0) }
        let isArray = sample.bytes[recognition.start] == UInt8(ascii: "[")
        let buffer = ReadBuffer(count: tuning.block)
        while !isArray && !list.isDone {
            // Columns must be found whole.
            let mayBeColumns = ColumnArrays.mayBegin(with: list.entries)
            guard list.offset < (mayBeColumns ? ColumnArrays.longest : Self.listedBytes) else { break }
            let count = try text.store.read(into: buffer.bytes, at: list.offset)
            list.scan(buffer.prefix(count))
            if count > 0 { continue }
            // In a text that is still arriving, or cannot be read further, the bytes so far must do.
            guard mayBeColumns else { break }
            let length = try? text.store.wait(beyond: list.offset, deadline: monotonicNow() + Self.quiet)
            guard let length, length.known > list.offset else { break }
        }
        return list.entries
    }

    /// The paths in the first of several values, which is searched for a path too.
    private func firstContainers(_ shape: TextShape) -> [RowsPath] {
        var list = ContainerList(at: text.start, isRelaxed: shape.isRelaxed)
        sample.bytes.withUnsafeBufferPointer { list.scan($0) }
        return list.entries.map(\.path)
    }

    private func plan(
        at path: RowsPath, among entries: [ContainerList.Entry], _ shape: TextShape
    ) throws(ReadError) -> TablePlan {
        if let known = entries.first(where: { $0.path == path }) { return TablePlan(known) }
        var finder = ContainerFinder(path, at: text.start, isRelaxed: shape.isRelaxed)
        let buffer = ReadBuffer(count: tuning.block)
        while finder.outcome == nil {
            let count = try text.store.read(into: buffer.bytes, at: finder.offset)
            if count > 0 {
                finder.scan(buffer.prefix(count))
            } else if try text.store.wait(beyond: finder.offset, deadline: .max).known <= finder.offset {
                break
            }
        }
        guard case .found(let container) = finder.finish() else {
            let paths = (shape.paths.isEmpty ? firstContainers(shape) : shape.paths).map(\.text)
            throw ReadError(
                JSONFailure.noRows(path.text, found: Array(paths.prefix(10)), others: max(0, paths.count - 10)),
                of: .source(text.name))
        }
        return TablePlan(
            name: path.name, path: path, form: container.form, start: container.start,
            columns: container.form == .members ? try membersColumns(at: container) : .records)
    }

    /// The columns of the members of an object, by the first of them.
    private func membersColumns(at container: RowContainer) throws(ReadError) -> TablePlan.Columns {
        let sample = try JSONSample(of: text.store, at: container.start - 1, length: tuning.sample)
        var list = ContainerList(at: 0)
        sample.bytes.withUnsafeBufferPointer { list.scan($0) }
        return list.entries.first?.columns ?? .pairs
    }
}
