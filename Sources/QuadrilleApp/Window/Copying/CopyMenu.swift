import CGTK
import GridGTK
import TabularExport
import Translation

/// The formats in which the selection can be copied, by the names of their actions.
@MainActor
enum CopyMenu {
    static let formats: [(title: String, format: ExportFormat)] = [
        ("_CSV", .csv), ("_TSV", .tsv), ("_Markdown", .markdown), ("_JSON", .json), ("_HTML", .html),
        ("_SQL INSERT", .sql),
    ]
    static let withHeaders = "copy-headers"
    static let escaping = "copy-escaped"

    static func action(_ format: ExportFormat) -> String { "copy-as-" + format.rawValue }

    /// The menu, which all windows share.
    static let model: UnsafeMutablePointer<GMenuModel>? = {
        guard let menu = g_menu_new(), let names = g_menu_new(), let switches = g_menu_new() else { return nil }
        for (title, format) in formats { g_menu_append(names, title, "win." + action(format)) }
        g_menu_append(switches, tr("With _Headers"), "win." + withHeaders)
        g_menu_append(switches, tr("_Escape Formulas"), "win." + escaping)
        for section in [names, switches] {
            g_menu_append_section(menu, nil, cast(section))
            g_object_unref(UnsafeMutableRawPointer(section))
        }
        return cast(menu)
    }()
}
