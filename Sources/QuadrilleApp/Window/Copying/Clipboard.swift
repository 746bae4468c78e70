import CGTK

/// The last copied content, for as long as the program owns the clipboard. Other programs get the format that they request
/// from memory: nothing is read or generated at that time.
@MainActor
final class ClipboardContent {
    private let texts: CopiedTexts

    private init(_ texts: CopiedTexts) { self.texts = texts }

    /// Puts texts on the clipboard. A clipboard manager, if there is one, preserves them when the program ends.
    static func set(_ texts: CopiedTexts, of display: OpaquePointer?) {
        guard let clipboard = gtk_clipboard_get_for_display(display, gdk_atom_intern("CLIPBOARD", 0)) else { return }
        withTargets(texts) { targets, count in
            let owner = Unmanaged.passRetained(ClipboardContent(texts)).toOpaque()
            let isOurs = gtk_clipboard_set_with_data(
                clipboard, targets, count,
                { _, selection, info, data in
                    guard let selection, let data else { return }
                    // GTK calls on the main thread.
                    MainActor.assumeIsolated {
                        Unmanaged<ClipboardContent>.fromOpaque(data).takeUnretainedValue().give(info, to: selection)
                    }
                },
                { _, data in
                    if let data { Unmanaged<ClipboardContent>.fromOpaque(data).release() }
                }, owner)
            guard isOurs != 0 else { return Unmanaged<ClipboardContent>.fromOpaque(owner).release() }
            gtk_clipboard_set_can_store(clipboard, nil, 0)
        }
    }

    /// The formats in which texts are offered: plain text, which is number 0, and those with a name.
    static func withTargets(_ texts: CopiedTexts, _ body: (UnsafePointer<GtkTargetEntry>, guint) -> Void) {
        guard let list = gtk_target_list_new(nil, 0) else { return }
        defer { gtk_target_list_unref(list) }
        gtk_target_list_add_text_targets(list, 0)
        for (number, named) in texts.named.enumerated() {
            gtk_target_list_add(list, gdk_atom_intern(named.type, 0), 0, guint(number + 1))
        }
        var count: Int32 = 0
        guard let table = gtk_target_table_new_from_list(list, &count) else { return }
        body(table, guint(count))
        gtk_target_table_free(table, count)
    }

    private func give(_ info: guint, to selection: OpaquePointer) { Self.give(texts, info, to: selection) }

    static func give(_ texts: CopiedTexts, _ info: guint, to selection: OpaquePointer) {
        if info == 0 {
            texts.text.withBytes { bytes in
                _ = gtk_selection_data_set_text(
                    selection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? emptyText,
                    Int32(clamping: bytes.count))
            }
            return
        }
        guard texts.named.indices.contains(Int(info) - 1) else { return }
        let (type, text) = texts.named[Int(info) - 1]
        text.withBytes { bytes in
            gtk_selection_data_set(
                selection, gdk_atom_intern(type, 0), 8, bytes.baseAddress?.assumingMemoryBound(to: guchar.self),
                Int32(clamping: bytes.count))
        }
    }

    private static let emptyText: UnsafePointer<CChar> = UnsafePointer(g_strdup(""))
}
