import CGTK
import GridGTK
import GridUI
import Tabular
import Translation

/// The lines of a list of files: a mark for the shown one, the name, and beside a short name the size and the day, or the rows
/// and the kind of a table.
@MainActor
final class FolderRows {
    struct Line {
        var file: FolderFile
        var isShown: Bool
    }

    var view: Widget { rows.view }
    /// Returns the content of a line; nil where there is none.
    var line: (Int) -> Line? = { _ in nil }
    var onChoice: (Int) -> Void = { _ in }
    let rows = BlankRows()

    private static let markWidth: Int32 = 28
    /// The space at each side of a name for each level.
    private static let levelWidth: Int32 = 12
    /// The space that themes add between columns, at most.
    private static let separators: Int32 = 12

    init() {
        if let mark = cell(alignment: 0.5, { ($0.isShown ? "●" : "", false) }) {
            rows.append(mark.renderer, width: Self.markWidth, mark.show)
        }
        let cells = [
            // Its beginning and its end tell a name from similar ones.
            cell(cut: PANGO_ELLIPSIZE_MIDDLE, level: Self.level) { (Self.name(in: $0), $0.file.isQuiet) },
            cell(alignment: 1) { [weak self] in (self?.details(of: $0)?.size ?? "", true) },
            cell(alignment: 1) { [weak self] in (self?.details(of: $0)?.day ?? "", true) },
        ]
        rows.append(cells.compactMap { $0 }, width: 232, expands: true)
        gtk_tree_view_set_activate_on_single_click(cast(view), 1)
        connectActivation(view) { [weak self] in self?.onChoice($0) }
        Spoken.name(view, tr("Files"))
    }

    /// The level of a line, from 0: a table is below its file, and one of the system below their heading.
    private static func level(_ line: Line) -> Int32 {
        if line.file.areSystemTablesShown != nil { return 1 }
        return line.file.entry.map { $0.isOfSystem ? 2 : 1 } ?? 0
    }

    private static func name(in line: Line) -> String {
        if let areShown = line.file.areSystemTablesShown {
            return (areShown ? "▾ " : "▸ ") + tr("System", in: "tables of a database")
        }
        let title = line.file.title.visible
        guard let entry = line.file.entry, entry.isHidden, !entry.isOfSystem else { return title }
        return tr("{table} (hidden)", ["table": title])
    }

    /// The size and the day of a file, or the rows, where they are known, and the kind of a table; nil where the name needs their
    /// room.
    private func details(of line: Line) -> (size: String, day: String)? {
        guard line.file.areSystemTablesShown == nil else { return nil }
        let details =
            line.file.entry.map { ($0.rowCount.map(TableWords.rows) ?? "", Self.word(for: $0.kind)) }
            ?? (ByteCount.words(line.file.size), Self.day(line.file.time))
        let others = Self.markWidth + Self.separators + 2 * Self.levelWidth * Self.level(line)
        let needed = [Self.name(in: line), details.0, details.1].reduce(others) {
            $0 + ($1.isEmpty ? 0 : TextWidth.widest(of: [$1], in: view) + 2 * BlankRows.padding)
        }
        return needed <= gtk_widget_get_allocated_width(view) ? details : nil
    }

    private static func word(for kind: Catalog.Entry.Kind) -> String {
        switch kind {
        case .table: tr("table", in: "kind of table")
        case .view: tr("view", in: "kind of table")
        case .sheet: tr("sheet", in: "kind of table")
        case .file: tr("file", in: "kind of table")
        case .path: tr("values", in: "kind of table")
        }
    }

    /// The day of a time, formatted for the locale.
    private static func day(_ time: Int) -> String {
        guard let moment = g_date_time_new_from_unix_local(gint64(time)) else { return "" }
        defer { g_date_time_unref(moment) }
        guard let text = g_date_time_format(moment, "%x") else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// A cell with a text of each line, optionally subdued. An empty text takes no room.
    private func cell(
        alignment: Float = 0, cut: PangoEllipsizeMode = PANGO_ELLIPSIZE_END,
        level: @escaping (Line) -> Int32 = { _ in 0 },
        _ text: @escaping (Line) -> (String, isQuiet: Bool)
    ) -> BlankRows.Cell? {
        guard let cell = BlankRows.textCell(cut: cut) else { return nil }
        gtk_cell_renderer_set_alignment(cell, alignment, 0.5)
        return (
            cell,
            { [weak self] index in
                guard let self, let line = self.line(index) else { return Property.set(cast(cell), "visible", false) }
                let (text, isQuiet) = text(line)
                gtk_cell_renderer_set_padding(
                    cell, BlankRows.padding + Self.levelWidth * level(line), BlankRows.padding)
                Property.set(cast(cell), "visible", !text.isEmpty)
                guard isQuiet, !GridView.isHighContrast(self.view), let safe = g_markup_escape_text(text, -1) else {
                    return Property.set(cast(cell), "text", text)
                }
                defer { g_free(safe) }
                Property.set(cast(cell), "markup", "<span alpha='75%'>\(String(cString: safe))</span>")
            }
        )
    }
}
