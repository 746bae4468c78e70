import CGTK
import Glibc
import GridGTK

/// The preferences, and what follows from them in all windows.
@MainActor
final class PreferencesInForce {
    static let shared = PreferencesInForce()

    /// Seconds that a small file takes to be written at the most.
    private static let writingTime = 2.0

    private(set) var preferences = Preferences()
    /// The message about reading them, for the next window that has room for it; nil where there is none.
    var notice: String?
    private let file = PreferencesFile.ofUser
    private var documents: [() -> Document?] = []
    private let fonts = gtk_css_provider_new()
    /// The class of grids in the style sheet.
    nonisolated static let gridClass = "quadrille-grid"

    private init() {}

    /// Reads them, and brings into force what concerns all the program. Call it once GTK is there, before a window is.
    func start() {
        if let file { (preferences, notice) = file.read() }
        if let fonts, let screen = gdk_screen_get_default() {
            gtk_style_context_add_provider_for_screen(
                screen, OpaquePointer(fonts), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        apply(since: Preferences())
    }

    /// Informs a document of changes for as long as it lives.
    func follow(_ document: Document) { documents.append { [weak document] in document } }

    /// Brings others into force, in all windows at once, and writes them down.
    func set(_ new: Preferences) {
        let old = preferences
        guard new != old else { return }
        preferences = new
        apply(since: old)
        documents.removeAll { $0()?.isAlive != true }
        for document in documents { document()?.prefer(new, since: old) }
        file?.write(new, since: old)
    }

    /// Changes some of them.
    func change(_ change: (inout Preferences) -> Void) {
        var new = preferences
        change(&new)
        set(new)
    }

    private func apply(since old: Preferences) {
        guard let settings = gtk_settings_get_default() else { return }
        if preferences.theme == .system { followDesktop() }
        if preferences.theme != old.theme { applyTheme(settings) }
        if preferences.staysReady != old.staysReady { applyReadiness() }
        if preferences.reducesMotion != old.reducesMotion {
            if preferences.reducesMotion {
                Property.set(cast(settings), "gtk-enable-animations", false)
            } else {
                gtk_settings_reset_property(settings, "gtk-enable-animations")
            }
        }
        if preferences.font != old.font {
            gtk_css_provider_load_from_data(fonts, preferences.font.map(Self.styleSheet) ?? "", -1, nil)
        }
    }

    /// Reads them again, where a person may have changed the file since there was a window. Call it before there is one.
    func reread() {
        // What was changed in the last window may be on its way there.
        PreferencesFile.settle(within: Self.writingTime)
        let old = preferences
        if let file { (preferences, notice) = file.read() }
        apply(since: old)
    }

    /// A program that no other start reaches, by the session's bus, would wait for nothing; and whoever started one in a
    /// terminal waits for its end.
    private func applyReadiness() {
        guard isatty(STDIN_FILENO) == 0, let application = g_application_get_default(),
            g_application_get_flags(application).rawValue & G_APPLICATION_NON_UNIQUE.rawValue == 0
        else { return }
        g_application_set_inactivity_timeout(application, guint(preferences.staysReady.minutes * 60_000))
    }

    /// Makes windows dark when the desktop prefers dark ones. A theme named by the environment takes precedence.
    private func followDesktop() {
        guard getenv("GTK_THEME").map({ $0.pointee == 0 }) ?? true else { return }
        DesktopColors.shared.follow { [unowned self] in
            guard preferences.theme == .system, let settings = gtk_settings_get_default() else { return }
            applyTheme(settings)
        }
    }

    private func applyTheme(_ settings: UnsafeMutablePointer<GtkSettings>) {
        let isDark: Bool? =
            switch preferences.theme {
            case .system: DesktopColors.shared.areDark ? true : nil
            case .light: false
            case .dark: true
            }
        if let isDark {
            Property.set(cast(settings), "gtk-application-prefer-dark-theme", isDark)
        } else {
            gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme")
        }
        gtk_settings_reset_property(settings, "gtk-theme-name")
        // A desktop that is dark may say so by a theme of its own.
        let name = Property.text(cast(settings), "gtk-theme-name")
        if preferences.theme == .light, name.hasSuffix("-dark") {
            Property.set(cast(settings), "gtk-theme-name", String(name.dropLast(5)))
        }
    }

    /// Returns the style sheet that gives grids the font that Pango describes as `font`.
    private static func styleSheet(_ font: String) -> String {
        let description = pango_font_description_from_string(font)
        defer { pango_font_description_free(description) }
        let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
        let family = pango_font_description_get_family(description).map { String(cString: $0) } ?? ""
        // A name is a string of CSS: what would end it is no part of a font's name.
        let name = family.filter { !"\"\\\n".contains($0) }
        return ".\(gridClass) { " + (name.isEmpty ? "" : "font-family: \"\(name)\"; ")
            + (size > 0 ? "font-size: \(min(max(size, 4), 96))pt; " : "") + "}"
    }
}

// What follows in a document.
extension Document {
    /// Brings preferences into force in a grid that is shown from now on. What is remembered of its file, or was asked for,
    /// comes later and counts more.
    func followPreferences(_ grid: GridView, isSame: Bool) {
        let preferences = PreferencesInForce.shared.preferences
        gtk_style_context_add_class(gtk_widget_get_style_context(grid.widget), PreferencesInForce.gridClass)
        grid.update { model in
            model.wheelRows = Double(preferences.wheelRows)
            model.setGroupsDigits(preferences.groupsDigits)
            // One that is read anew stands as it stood.
            guard !isSame else { return }
            if preferences.stripeRows { model.stripesRows = true }
            if preferences.compactRows { model.setCompact(true) }
        }
        sayOfPreferences()
    }

    /// Says what there is to be said of how the preferences were read, once.
    func sayOfPreferences() {
        guard let notice = PreferencesInForce.shared.notice else { return }
        PreferencesInForce.shared.notice = nil
        infoBar.show(notice, isNew: true)
    }

    /// Brings what a person changed of the preferences into force here.
    func prefer(_ new: Preferences, since old: Preferences) {
        if new.follows != old.follows { setFollows(new.follows) }
        guard let grid else { return }
        // No change of the view, which could be undone; widths follow from it.
        if new.groupsDigits != old.groupsDigits { grid.animate { $0.setGroupsDigits(new.groupsDigits) } }
        grid.byHand {
            grid.update { model in
                model.wheelRows = Double(new.wheelRows)
                if new.stripeRows != old.stripeRows { model.stripesRows = new.stripeRows }
                if new.compactRows != old.compactRows { model.setCompact(new.compactRows) }
            }
        }
    }
}
