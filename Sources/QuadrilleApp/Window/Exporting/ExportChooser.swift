import CGTK
import Glibc
import GridGTK
import GridUI
import TableFormats
import Tabular
import TabularExport
import Translation

/// Asks for the content and the path of an export in the desktop's own dialog. Each runs its own main loop, so drawing goes on.
@MainActor
enum ExportChooser {
    private static var formats: [FormatFilters<ExportFormat>.Entry] {
        [
            (.csv, "CSV"), (.tsv, "TSV"), (.json, tr("JSON, a list of objects")),
            (.ndjson, tr("NDJSON, an object a line")), (.markdown, "Markdown"), (.html, "HTML"),
            (.sql, tr("SQL, INSERT statements")), (.bytes, tr("The file's own bytes, unchanged")),
        ]
    }

    /// Asks the user which part of `model` to write where; nil when the user cancels. `input` is the shown file, `entry` the
    /// shown table where the file has several.
    static func table(
        over window: Widget, _ model: GridModel, input: String?, entry: Catalog.Entry?
    ) -> ExportRequest? {
        guard let chooser = make(tr("Export"), over: window, beside: input) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(chooser)) }
        gtk_file_chooser_set_current_name(chooser, ExportName.proposed(for: input))
        let filters = FormatFilters(of: chooser, formats) { ExportName.renamed($0, for: $1) }
        var rows = [("all", allRows(of: model))]
        if let sight = model.rowsInSight {
            rows.append(("sight", inSight(sight, of: model)))
        }
        // Ranges of different columns do not form a table.
        let selected = model.selection.isEmpty ? nil : model.tableSelection
        if let selected, let columns = selected.columns {
            rows.append(("selected", selection(selected, columns.count)))
        }
        add("rows", tr("Rows:"), rows, to: chooser)
        let shown = model.shownColumns
        add(
            "columns", tr("Columns:"),
            [
                (
                    "all",
                    tr(
                        one: "All {count}, in the file's order", many: "All {count}, in the file's order",
                        model.columnCount)
                ),
                (
                    "shown",
                    tr(
                        one: "The {count} that is shown, as it stands",
                        many: "The {count} that are shown, as they stand",
                        shown.count)
                ),
            ], to: chooser)
        add("names", tr("Header:"), [("with", tr("Column names")), ("without", tr("None", in: "header"))], to: chooser)
        let delimiter = otherDelimiter(of: model)
        if let delimiter {
            let own = TableFormats.name(ofDelimiter: String(UnicodeScalar(delimiter)))
            let choices = [("own", own), ("comma", TableFormats.name(ofDelimiter: ","))]
            add("delimiter", tr("CSV with:"), choices, to: chooser)
        }
        addCheck("pad", tr("Pad short rows"), to: chooser)
        addCheck("typed", tr("Typed JSON"), to: chooser)
        guard let given = run(chooser) else { return nil }
        let chosen = filters.chosen
        let path = ExportName.path(given, for: chosen)
        let format = chosen ?? ExportFormat(fileName: path) ?? .csv
        var part = ExportPart(reading: model.table.reading)
        if choice("rows", of: chooser) == "sight", let sight = model.rowsInSight { part.rows = RowSelection(sight) }
        if choice("columns", of: chooser) == "shown" { part.columns = shown }
        // A selection also determines the columns.
        if choice("rows", of: chooser) == "selected", let selected, let columns = selected.columns {
            part = ExportPart(
                stretches: selected.bands.map(\.rows), columns: columns, reading: model.table.reading)
        }
        let hasHeader = choice("names", of: chooser) != "without"
        var style = ExportStyle(hasHeader: hasHeader, tableName: ExportStyle.tableName(for: input, table: entry))
        if let delimiter, choice("delimiter", of: chooser) == "own" { style.delimiter = delimiter }
        style.isPadded = choice("pad", of: chooser) == "true"
        style.isTyped = choice("typed", of: chooser) == "true"
        var request = ExportRequest(content: .table(format, part, style), path: path, input: input)
        // The dialog has confirmed overwriting only for the other name.
        if path != given && access(path, F_OK) == 0 {
            request.refusal = tr(
                "{file} is there already, and was not asked about. Nothing was written. Export again, by that name.",
                ["file": request.name])
        }
        return request
    }

    /// Asks the user where to write the value of a cell; nil when the user cancels.
    static func value(over window: Widget, of cell: CellPosition, _ model: GridModel, input: String?) -> ExportRequest?
    {
        guard let chooser = make(tr("Save Value"), over: window, beside: input) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(chooser)) }
        let title = model.table.columns[cell.column].title(at: cell.column)
        let label = model.table.rowLabel(at: cell.row) ?? cell.row + 1
        let ending = ExportName.ending(ofValueIn: cell, model.table)
        let name = "\(title) \(label).\(ending)".map { $0 == "/" || $0.isNewline ? "-" : $0 }
        gtk_file_chooser_set_current_name(chooser, String(name.suffix(80)))
        guard let path = run(chooser) else { return nil }
        let block = model.table.cells.block(row: cell.row, column: cell.column)
        let length = block?.length(row: cell.row, column: cell.column) ?? 0
        let reading = model.table.reading
        let content = ExportRequest.Content.value(row: cell.row, column: cell.column, length: length, reading: reading)
        return ExportRequest(content: content, path: path, input: input)
    }

    /// Returns the delimiter of the file as an ASCII byte; nil where it is a comma or a tab, or not possible in CSV.
    private static func otherDelimiter(of model: GridModel) -> UInt8? {
        // A run of spaces cannot express an empty value.
        guard let delimiter = TableFormats.delimiter(of: model.table.description)?.utf8 else { return nil }
        guard delimiter.count == 1,
            let byte = delimiter.first, byte < 0x80, ![",", "\t", "\"", "\n", "\r"].contains(UnicodeScalar(byte))
        else { return nil }
        return byte
    }

    static func allRows(of model: GridModel) -> String {
        StatusText.isFiltered(model.table)
            ? tr(
                one: "The {count} row that the filters show", many: "All {count} rows that the filters show",
                model.rowCount)
            : tr(one: "All {count} row", many: "All {count} rows", model.rowCount)
    }

    /// "Selected: 3 rows × 2 columns".
    static func selection(_ cells: TableSelection, _ columns: Int) -> String {
        tr("Selected: {extent}", ["extent": StatusText.extent(of: cells, columns)])
    }

    /// "In sight: 1 to 30", or "In sight: 30 rows" where their row numbers in the file differ from their positions.
    static func inSight(_ rows: Range<Int>, of model: GridModel) -> String {
        guard model.table.order == nil else {
            return tr(one: "In sight: {count} row", many: "In sight: {count} rows", rows.count)
        }
        let (first, last) = (rows.lowerBound, max(rows.lowerBound, rows.upperBound - 1))
        return tr(
            "In sight: {first} to {last}",
            [
                "first": StatusText.grouped(model.table.rowLabel(ofSourceRow: first)),
                "last": StatusText.grouped(model.table.rowLabel(ofSourceRow: last)),
            ])
    }

    static func make(_ title: String, over window: Widget, beside input: String?) -> OpaquePointer? {
        let native = gtk_file_chooser_native_new(
            title, cast(window), GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"), tr("_Cancel"))
        guard let native else { return nil }
        gtk_file_chooser_set_do_overwrite_confirmation(native, 1)
        FileChooser.setFolder(of: native, beside: input)
        return native
    }

    static func run(_ chooser: OpaquePointer) -> String? {
        guard gtk_native_dialog_run(cast(chooser)) == GTK_RESPONSE_ACCEPT.rawValue,
            let name = gtk_file_chooser_get_filename(chooser)
        else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }

    static func add(
        _ identifier: String, _ label: String, _ options: [(name: String, title: String)], to chooser: OpaquePointer
    ) {
        var names = options.map { UnsafePointer<CChar>(strdup($0.name)) } + [nil]
        var titles = options.map { UnsafePointer<CChar>(strdup($0.title)) } + [nil]
        gtk_file_chooser_add_choice(chooser, identifier, label, &names, &titles)
        gtk_file_chooser_set_choice(chooser, identifier, options[0].name)
        for text in names + titles { free(UnsafeMutablePointer(mutating: text)) }
    }

    /// Adds an unchecked check box.
    static func addCheck(_ identifier: String, _ label: String, to chooser: OpaquePointer) {
        gtk_file_chooser_add_choice(chooser, identifier, label, nil, nil)
        gtk_file_chooser_set_choice(chooser, identifier, "false")
    }

    static func choice(_ identifier: String, of chooser: OpaquePointer) -> String {
        gtk_file_chooser_get_choice(chooser, identifier).map { String(cString: $0) } ?? ""
    }
}
