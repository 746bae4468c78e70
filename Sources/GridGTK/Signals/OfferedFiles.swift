import CGTK

/// Files that another program hands over: the paths of local ones, and the number of the others.
package struct OfferedFiles: Sendable, Hashable {
    package var paths: [String] = []
    /// The number of files without a path: they are on another computer and not mounted here.
    package var remoteCount = 0

    package init() {}

    /// Creates the files of a drop.
    init(in selection: OpaquePointer) {
        guard let uris = gtk_selection_data_get_uris(selection) else { return }
        defer { g_strfreev(uris) }
        var next = uris
        while let uri = next.pointee {
            if let file = g_file_new_for_uri(uri) {
                append(file)
                g_object_unref(UnsafeMutableRawPointer(file))
            }
            next += 1
        }
    }

    /// Appends a GFile. A file on a server that the desktop has connected has a path too, in a folder of the desktop's.
    mutating func append(_ file: OpaquePointer) {
        guard let path = g_file_get_path(file) else {
            remoteCount += 1
            return
        }
        paths.append(String(cString: path))
        g_free(path)
    }
}
