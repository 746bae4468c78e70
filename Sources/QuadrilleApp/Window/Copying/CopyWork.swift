import GridUI
import QuadrilleRuntime
import Tabular
import TabularExport
import TabularOps
import Translation

/// The content that the user wants on the clipboard.
struct CopyRequest: Sendable {
    /// The only format to copy; nil for the text that spreadsheets exchange, with HTML in addition.
    var format: ExportFormat?
    var cells: TableSelection
    /// The `TableSnapshot.reading` of the cells: with another one, nothing is copied.
    var reading: Int?
    var style = ExportStyle(hasHeader: false)
    /// A Boolean value that indicates whether more rows may still join the selection.
    var isPartial = false

    /// The maximum size of a copy: every program that pastes holds it in memory, so more text needs an export to a file.
    var limit = 256 << 20
    /// The maximum number of cells to offer as HTML as well: other programs take minutes to read more.
    private static let htmlCells = 100_000

    /// The other formats of text for spreadsheets, in the order in which they are made.
    static let types = ["text/tab-separated-values", "text/html"]

    /// The reason why the cells cannot be copied, as far as it is known in advance; nil where there is none.
    var refusal: String? {
        if cells.isEmpty { return tr("Nothing was copied: all that is selected is hidden.") }
        if cells.columns == nil {
            return tr(
                """
                Nothing was copied: ranges of different columns make no table. Select the same columns in all of them, or \
                copy them one by one.
                """)
        }
        // Each cell has at least one byte.
        return cells.cellCount > limit ? Self.tooLarge : nil
    }

    static var tooLarge: String {
        tr("Nothing was copied: what is selected is more than 256 MiB of text. Export (Ctrl+E) writes it to a file.")
    }
}

/// The texts made for a request, by the formats that other programs request.
struct CopiedTexts: Sendable {
    /// The text for programs that paste plain text.
    var text: SharedText
    /// The other texts by the names of their formats.
    var named: [(type: String, text: SharedText)] = []
    /// The number of unreadable values; they are empty in all of these texts.
    var unreadableCount = 0
}

/// A copy in the background. It counts rows.
typealias CopyJob = BackgroundJob<Result<CopiedTexts, CopyFailure>>

enum CopyFailure: Error, Sendable {
    case tooLarge
    case failed(ExportError)
}

extension CopyRequest {
    /// Starts to read the cells: complete values as in the file.
    func begin(_ source: any RecordStreaming, onChange: @escaping @Sendable () -> Void) -> CopyJob {
        var request = self
        // Values are copied as shown, except for formats that other programs compute with. Unreadable values do not fail the
        // copy, since the user cannot select around them; a message reports their number.
        request.style.form = format == .json || format == .ndjson || format == .sql ? .value : .shown
        request.style.writesUnreadable = true
        return CopyJob(total: cells.rowCount, onChange: onChange) { [request] (job) throws(ReadError) in
            do throws(CopyFailure) { return .success(try request.texts(of: source, job)) } catch {
                return .failure(error)
            }
        }
    }

    private func texts(of source: any RecordStreaming, _ job: JobControl) throws(CopyFailure) -> CopiedTexts {
        if let format {
            let (text, unreadable) = try text(as: format, of: source, job)
            return CopiedTexts(text: text, named: [(Self.type(format), text)], unreadableCount: unreadable)
        }
        let (tsv, unreadable) = try text(as: .tsv, of: source, job)
        var copied = CopiedTexts(text: tsv, named: [(Self.types[0], tsv)], unreadableCount: unreadable)
        // A single value is pasted exactly as it is: quotes would not belong to it.
        if cells.cellCount == 1, !style.hasHeader, !style.escapesFormulas { copied.text = try value(of: source, job) }
        if cells.cellCount <= Self.htmlCells {
            copied.named.append((Self.types[1], try text(as: .html, of: source, job).text))
        }
        return copied
    }

    private func text(
        as format: ExportFormat, of source: any RecordStreaming, _ job: JobControl
    ) throws(CopyFailure) -> (text: SharedText, unreadableCount: Int) {
        let part = ExportPart(stretches: cells.bands.map(\.rows), columns: cells.columns ?? [], reading: reading)
        let emptied = Monitor(0)
        let text = try write(job) { (descriptor, control) throws(ExportError) in
            var control = control
            control.emptied = { count in emptied.withLock { $0 = count } }
            try TableExport(source, format: format, part: part, style: style, control: control).write(to: descriptor)
        }
        return (text, emptied.current)
    }

    private func value(of source: any RecordStreaming, _ job: JobControl) throws(CopyFailure) -> SharedText {
        guard let band = cells.bands.first, let column = band.columns.first else { throw .tooLarge }
        return try write(job) { (descriptor, control) throws(ExportError) in
            do throws(ExportError) {
                var export = ValueExport(
                    source, row: band.rows.lowerBound, column: column, reading: reading, control: control)
                export.form = style.form
                try export.write(to: descriptor)
            } catch {
                // A missing or unreadable value becomes an empty text.
                if error.kind != .noValue, error.kind != .unreadable { throw error }
            }
        }
    }

    private func write(
        _ job: JobControl, _ body: (Int32, ExportControl) throws(ExportError) -> Void
    ) throws(CopyFailure) -> SharedText {
        guard let file = MemoryFile() else { throw .failed(.noMemory) }
        let limit = limit
        let control = ExportControl(
            progress: { job.report(done: $0) }, cancellation: Cancellation { job.isCancelled || file.size > limit })
        do throws(ExportError) { try body(file.descriptor, control) } catch {
            if !job.isCancelled, file.size > limit { throw .tooLarge }
            throw .failed(error)
        }
        if file.size > limit { throw .tooLarge }
        do throws(ExportError) { return try SharedText(file) } catch { throw .failed(error) }
    }

    private static func type(_ format: ExportFormat) -> String {
        switch format {
        case .csv: "text/csv"
        case .tsv: "text/tab-separated-values"
        case .markdown: "text/markdown"
        case .json, .ndjson: "application/json"
        case .html: "text/html"
        case .sql: "application/sql"
        case .bytes: "application/octet-stream"
        }
    }
}
