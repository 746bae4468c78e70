import CGTK
import GridGTK
import Translation

/// The formats that a dialog offers to save in, as its list of file filters: the usual list on desktops, and the only list of
/// the dialog that reports changes, so that the name follows at once.
@MainActor
final class FormatFilters<Format> {
    typealias Entry = (format: Format, title: String)

    private let chooser: OpaquePointer
    private let formats: [Format]
    private var filters: [OpaquePointer] = []
    private var isHeard = false

    /// Adds the formats to a dialog, after a first filter that selects the format by the file's name. Choosing another replaces
    /// the written name with `renamed`; the dialog of a desktop portal reports choices only at its end, and preserves the name.
    init(of chooser: OpaquePointer, _ entries: [Entry], renamed: @escaping (String, Format) -> String) {
        self.chooser = chooser
        formats = entries.map(\.format)
        for title in [tr("By file name")] + entries.map(\.title) {
            guard let filter = gtk_file_filter_new() else { continue }
            gtk_file_filter_set_name(filter, title)
            // Existing files are visible with every filter.
            gtk_file_filter_add_pattern(filter, "*")
            gtk_file_chooser_add_filter(chooser, filter)
            filters.append(filter)
        }
        if let first = filters.first { gtk_file_chooser_set_filter(chooser, first) }
        // A native chooser by GTK shows a GTK dialog; only that dialog reports a choice.
        connectIgnoringArgument(UnsafeMutableRawPointer(chooser), "notify::visible") { [weak self] in
            guard let self, !isHeard, let dialog = Self.dialog(behind: chooser) else { return }
            isHeard = true
            connectIgnoringArgument(dialog, "notify::filter") { [weak self] in
                guard let self, let chosen, let name = gtk_file_chooser_get_current_name(chooser) else { return }
                gtk_file_chooser_set_current_name(chooser, renamed(String(cString: name), chosen))
                g_free(name)
            }
        }
    }

    private static func dialog(behind native: OpaquePointer) -> UnsafeMutableRawPointer? {
        let parent = gtk_native_dialog_get_transient_for(cast(native))
        let windows = gtk_window_list_toplevels()
        defer { g_list_free(windows) }
        var next = windows
        while let entry = next {
            next = entry.pointee.next
            guard let data = entry.pointee.data else { continue }
            let isChooser = g_type_check_instance_is_a(
                data.assumingMemoryBound(to: GTypeInstance.self), gtk_file_chooser_dialog_get_type())
            let window = data.assumingMemoryBound(to: GtkWindow.self)
            if isChooser != 0, gtk_window_get_transient_for(window) == parent { return data }
        }
        return nil
    }

    /// Nil where the file's name determines the format.
    var chosen: Format? {
        guard let filter = gtk_file_chooser_get_filter(chooser), let index = filters.firstIndex(of: filter), index > 0
        else {
            return nil
        }
        return formats[index - 1]
    }
}
