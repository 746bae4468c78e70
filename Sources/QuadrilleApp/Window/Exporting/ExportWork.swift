import QuadrilleRuntime
import Tabular
import TabularExport
import TabularOps
import Translation

/// The content that the user wants in a file, and the path of that file.
struct ExportRequest: Sendable {
    enum Content: Sendable {
        case table(ExportFormat, ExportPart, ExportStyle)
        /// The row and column are 0-based, in a `TableSnapshot.reading`; the length is in bytes.
        case value(row: Int, column: Int, length: Int, reading: Int)
        case picture(PictureWork)
    }

    var content: Content
    var path: String
    /// The shown file, which is never overwritten, or - for standard input; nil where there is none.
    var input: String?

    /// The name of the file, without its folder.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The reason why the export cannot begin; nil where there is none.
    var refusal: String?

    /// Returns true where enough of the table is known to begin.
    func isReady(for table: TableSnapshot) -> Bool {
        switch content {
        case .table(let format, let part, let style): part.isReady(format, style, in: table)
        case .value, .picture: true
        }
    }

    /// Returns the message about the written rows or bytes.
    func summary(_ count: Int) -> String {
        switch content {
        case .table:
            tr(one: "Exported {count} row to {path}", many: "Exported {count} rows to {path}", count, ["path": path])
        case .value:
            tr(
                one: "Exported a value of {count} byte to {path}", many: "Exported a value of {count} bytes to {path}",
                count, ["path": path])
        case .picture: tr("Exported a picture to {path}", ["path": path])
        }
    }
}

/// An export in the background. It counts rows, or the bytes of a value.
typealias ExportJob = BackgroundJob<Result<Int, ExportError>>

extension ExportRequest {
    /// The number of running exports in the whole program, which waits for them before it exits, so that none leaves half a
    /// file.
    static let underWay = Monitor(0)

    /// Starts to write rows of `source`, all of which are known, or a value.
    func begin(_ source: any RecordStreaming, onChange: @escaping @Sendable () -> Void) -> ExportJob {
        let total =
            switch content {
            case .table(_, let part, _): part.rowCount(of: source.snapshot.rowCount.known)
            case .value(_, _, let length, _): length
            case .picture: 0
            }
        return ExportJob(total: total, onChange: onChange) { (job) throws(ReadError) in
            Self.underWay.withLock { $0 += 1 }
            defer { Self.underWay.withLock { $0 -= 1 } }
            let control = ExportControl(progress: { job.report(done: $0) }, cancellation: job.cancellation)
            do throws(ExportError) {
                return .success(try write(source, control))
            } catch {
                return .failure(error)
            }
        }
    }

    private func write(_ source: any RecordStreaming, _ control: ExportControl) throws(ExportError) -> Int {
        switch content {
        case .table(let format, let part, let style):
            return try TableExport(source, format: format, part: part, style: style, control: control)
                .write(toFile: path, input: input)
        case .value(let row, let column, _, let reading):
            var export = ValueExport(source, row: row, column: column, reading: reading, control: control)
            export.writesBytes = true
            return try export.write(toFile: path, input: input)
        case .picture(let work):
            try work.write(source, toFile: path, input: input, control)
            return 1
        }
    }
}
