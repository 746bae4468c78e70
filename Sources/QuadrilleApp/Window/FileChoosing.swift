import CGTK
import GridGTK
import Translation

/// The desktop's own dialog for choosing files.
@MainActor
enum FileChooser {
    /// Makes a dialog begin in the folder of a file.
    static func setFolder(of chooser: OpaquePointer, beside file: String?) {
        guard let file, let slash = file.lastIndex(of: "/") else { return }
        gtk_file_chooser_set_current_folder(chooser, slash == file.startIndex ? "/" : String(file[..<slash]))
    }

    /// Runs the dialog, in the folder of `beside` at first; returns an empty array when the user cancels. Runs a main loop of
    /// its own, so drawing goes on.
    static func run(over window: Widget, beside file: String?) -> [String] {
        guard
            let native = gtk_file_chooser_native_new(
                tr("Open a Table"), cast(window), GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Open"), tr("_Cancel"))
        else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(native)) }
        let chooser = native
        gtk_file_chooser_set_select_multiple(chooser, 1)
        setFolder(of: chooser, beside: file)
        let formats = TableFileName.usualEndings.joined(separator: ", ")
        for (name, patterns) in [
            (tr("Tables ({formats} …), also compressed", ["formats": formats]), TableFileName.patterns),
            (tr("All files"), ["*"]),
        ] {
            let filter = gtk_file_filter_new()
            gtk_file_filter_set_name(filter, name)
            for pattern in patterns { gtk_file_filter_add_pattern(filter, pattern) }
            gtk_file_chooser_add_filter(chooser, filter)
        }
        guard gtk_native_dialog_run(cast(native)) == GTK_RESPONSE_ACCEPT.rawValue else { return [] }
        let names = gtk_file_chooser_get_filenames(chooser)
        defer { g_slist_free(names) }
        var paths: [String] = []
        var name = names
        while let current = name {
            if let data = current.pointee.data {
                paths.append(String(cString: data.assumingMemoryBound(to: CChar.self)))
                g_free(data)
            }
            name = current.pointee.next
        }
        return paths
    }
}

extension Document {
    /// The shown file; in a tab without one, that of another tab, or else the file opened last.
    var fileToBeginBeside: String? {
        file ?? shell.documents.lazy.compactMap(\.file).last ?? RecentFiles.shared.files.first?.file.path
    }
}

/// Files that are dropped on a window.
@MainActor
enum FileDrop {
    /// Calls `handler` with files that are dropped on `widget`.
    static func accept(on widget: Widget, _ handler: @escaping (OfferedFiles) -> Void) {
        gtk_drag_dest_set(widget, GTK_DEST_DEFAULT_ALL, nil, 0, GDK_ACTION_COPY)
        gtk_drag_dest_add_uri_targets(widget)
        connectDrop(widget, handler)
    }
}

extension OfferedFiles {
    /// The notice about files that cannot be read here, with the remedy; nil where there are none.
    @MainActor var notice: String? {
        guard remoteCount > 0 else { return nil }
        return tr(
            one: "{count} file is not on this computer and was not opened. Save it in a folder here, then open it.",
            many:
                "{count} files are not on this computer and were not opened. Save them in a folder here, then open them.",
            remoteCount)
    }
}
