import Glibc
import Synchronization
import Tabular
import TabularText

@testable import TabularExport

/// The formats that are written value by value.
let valueFormats = ExportFormat.allCases.filter { $0 != .bytes }

/// A folder that goes with the test.
final class Folder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/quadrille-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, let name = mkdtemp(start) else { return "/nonexistent" }
            return String(cString: name)
        }
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ bytes: [UInt8], _ name: String) -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        return file
    }

    func read(_ name: String) -> [UInt8]? { contents("\(path)/\(name)") }
}

func contents(_ file: String) -> [UInt8]? {
    let descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    return count == bytes.count ? bytes : nil
}

/// What `bytes`, read as a text table, is written as.
func exported(
    _ bytes: [UInt8], _ format: ExportFormat, rows: String? = nil, options: TextOptions = TextOptions(),
    style: ExportStyle = ExportStyle()
) throws -> [UInt8] {
    let folder = Folder()
    let input = folder.write(bytes, "in.csv")
    let selection = try rows.map { text throws(ExportError) in try RowSelection(text) } ?? .all
    let export = TableExport(
        TextSource(path: input, options: options), format: format, part: ExportPart(rows: selection), style: style)
    try export.write(toFile: "\(folder.path)/out", input: input)
    return folder.read("out") ?? []
}

func exported(
    _ text: String, _ format: ExportFormat, rows: String? = nil, style: ExportStyle = ExportStyle()
) throws -> String {
    String(decoding: try exported(Array(text.utf8), format, rows: rows, style: style), as: UTF8.self)
}

/// A table whose records need not be as long as it says: each has `fieldCount` fields `x`, whatever its columns.
final class UnevenSource: RecordStreaming {
    let snapshot: TableSnapshot
    let fieldCount: Int
    private let given = Atomic(0)

    init(columns: Int, rows: Int, fieldCount: Int) {
        snapshot = TableSnapshot(
            description: TableDescription(format: "uneven"),
            columns: (0..<columns).map { Column(name: "c\($0)", type: .text) }, rowCount: .exactly(rows),
            phase: .complete)
        self.fieldCount = fieldCount
    }

    /// How many fields were given in all.
    var givenCount: Int { given.load(ordering: .relaxed) }

    func want(_ ranges: [CellRange]) {}

    func onChange(_ handler: (@Sendable () -> Void)?) {}

    func close() {}

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        stream(snapshot.columns.count, into: &sink)
    }

    /// The first record is as long as it should be.
    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        for row in rows { stream(row == 0 ? snapshot.columns.count : fieldCount, into: &sink) }
    }

    private func stream(_ count: Int, into sink: inout some RecordSink) {
        for _ in 0..<count {
            if sink.isFinished { return }
            [UInt8(ascii: "x")].withUnsafeBufferPointer { sink.append($0) }
            sink.endValue(.value)
            given.add(1, ordering: .relaxed)
        }
        sink.endRecord()
    }
}

/// The text of the error that `body` throws.
func performing(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}
