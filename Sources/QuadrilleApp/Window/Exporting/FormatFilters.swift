import CGTK
import GridGTK
import Translation

/// The formats that a dialog offers to save in, as its list of kinds of files: that is where desktops have them, and of all
/// the dialog's lists the one whose changes can be heard of, so that the name follows at once.
@MainActor
final class FormatFilters<Format> {
    typealias Entry = (format: Format, title: String)

    private let chooser: OpaquePointer
    private let formats: [Format]
    private var filters: [OpaquePointer] = []
    private var isHeard = false

    /// Adds them to a dialog, behind a first one that leaves it to the file's name. When another is chosen the name that is
    /// written there becomes `renamed`; a dialog of a desktop's portal tells of no choice before its end, and keeps the name.
    init(of chooser: OpaquePointer, _ entries: [Entry], renamed: @escaping (String, Format) -> String) {
        self.chooser = chooser
        formats = entries.map(\.format)
        for title in [tr("By file name")] + entries.map(\.title) {
            guard let filter = gtk_file_filter_new() else { continue }
            gtk_file_filter_set_name(filter, title)
            // What is there already is seen whatever is chosen.
            gtk_file_filter_add_pattern(filter, "*")
            gtk_file_chooser_add_filter(chooser, filter)
            filters.append(filter)
        }
        if let first = filters.first { gtk_file_chooser_set_filter(chooser, first) }
        // What is made by GTK has a dialog of GTK's behind it, once it is seen; nothing else says that a choice was made.
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

    /// Nil where the file's name is to say it.
    var chosen: Format? {
        guard let filter = gtk_file_chooser_get_filter(chooser), let index = filters.firstIndex(of: filter), index > 0
        else {
            return nil
        }
        return formats[index - 1]
    }
}
