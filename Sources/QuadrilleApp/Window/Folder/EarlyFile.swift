import CGTK
import TableFormats
import Tabular

/// The first file of a command line, opened in the background while GTK opens the display: its rows are there for the first
/// frame.
struct EarlyFile {
    private let document: FileDocument
    private let table: String?

    /// Begins to open the file; nil without one, and for standard input.
    init?(_ request: OpenRequest) {
        guard let path = request.paths.first, path != "-" else { return nil }
        // GTK's application passes on absolute paths without `..`, and no options.
        let place = TablePlace.path(request.isAlone ? path : Self.canonical(path))
        table = request.isAlone ? request.table : nil
        document = TableFormats.ofProgram.open(
            place, request.isAlone ? request.options : FormatOptions(), isLive: true, table: table)
        document.prepareTable().want([Self.firstCells])
    }

    /// The path as a `GFile` has it. A pipe in another notation would be opened twice, and its beginning be lost.
    private static func canonical(_ path: String) -> String {
        guard let text = g_canonicalize_filename(path, nil) else { return path }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The cells of a window, for formats that read none when they open a table.
    private static let firstCells = CellRange(rows: 0..<64, columns: 0..<32)

    /// The document of a place, if it is the file's and would be opened with the same options. Else the file is closed.
    func document(at place: TablePlace, _ options: FormatOptions, table: String?) -> FileDocument? {
        guard document.place == place, document.options == options, self.table == table else {
            document.close()
            return nil
        }
        return document
    }
}
