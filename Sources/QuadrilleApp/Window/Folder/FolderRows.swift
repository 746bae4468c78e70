import CGTK
import GridGTK
import GridUI
import Translation

/// The lines of a list of files: a mark for the shown one, the name, the size, the day.
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

    init() {
        add(width: 28, alignment: 0.5) { ($0.isShown ? "●" : "", false) }
        // A table is below its file, indented.
        add(width: 82, expands: true) { line in
            let title = line.file.title.visible
            return (line.file.table == nil ? title : "\u{2003}" + title, line.file.isQuiet)
        }
        add(width: 70, alignment: 1) { ($0.file.table == nil ? ByteCount.words($0.file.size) : "", true) }
        add(width: 86, alignment: 1) { ($0.file.table == nil ? Self.day($0.file.time) : "", true) }
        gtk_tree_view_set_activate_on_single_click(cast(view), 1)
        connectActivation(view) { [weak self] in self?.onChoice($0) }
        Spoken.name(view, tr("Files"))
    }

    /// The day of a time, formatted for the locale.
    private static func day(_ time: Int) -> String {
        guard let moment = g_date_time_new_from_unix_local(gint64(time)) else { return "" }
        defer { g_date_time_unref(moment) }
        guard let text = g_date_time_format(moment, "%x") else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Adds a column with a text of each line, optionally subdued.
    private func add(
        width: Int32, expands: Bool = false, alignment: Float = 0, _ text: @escaping (Line) -> (String, isQuiet: Bool)
    ) {
        guard let cell = BlankRows.textCell() else { return }
        gtk_cell_renderer_set_alignment(cell, alignment, 0.5)
        rows.append(cell, width: width, expands: expands) { [weak self] index in
            guard let self, let line = self.line(index) else { return Property.set(cast(cell), "visible", false) }
            Property.set(cast(cell), "visible", true)
            let (text, isQuiet) = text(line)
            guard isQuiet, !GridView.isHighContrast(self.view), let safe = g_markup_escape_text(text, -1) else {
                return Property.set(cast(cell), "text", text)
            }
            defer { g_free(safe) }
            Property.set(cast(cell), "markup", "<span alpha='75%'>\(String(cString: safe))</span>")
        }
    }
}
