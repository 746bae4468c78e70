import CGTK
import GridGTK
import Translation

/// The window with the program's name, version and license.
@MainActor
enum AboutWindow {
    /// Opens the window over `window`, which stays usable. GTK destroys it when it is closed.
    static func open(over window: Widget) {
        guard let about = gtk_about_dialog_new() else { return }
        let dialog: UnsafeMutablePointer<GtkAboutDialog> = cast(about)
        gtk_about_dialog_set_program_name(dialog, "Quadrille")
        gtk_about_dialog_set_version(dialog, Quadrille.version)
        gtk_about_dialog_set_comments(dialog, tr("Look at data files of any size, exactly as they are."))
        gtk_about_dialog_set_copyright(dialog, "© 2026 The Quadrille authors")
        gtk_about_dialog_set_license_type(dialog, GTK_LICENSE_MIT_X11)
        // The icon exists only where the program is installed.
        if StartIcons.shared.has(Quadrille.applicationID) {
            gtk_about_dialog_set_logo_icon_name(dialog, Quadrille.applicationID)
        }
        gtk_window_set_title(cast(about), tr("About Quadrille"))
        gtk_window_set_transient_for(cast(about), cast(window))
        gtk_window_set_destroy_with_parent(cast(about), 1)
        // The close button and Escape send this signal.
        connectIgnoringArgument(UnsafeMutableRawPointer(about), "response") { gtk_widget_destroy(about) }
        gtk_window_present(cast(about))
    }
}
