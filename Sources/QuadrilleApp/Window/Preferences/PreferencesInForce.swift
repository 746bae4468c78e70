import CGTK
import Glibc
import GridGTK

/// The preferences, and their effects in all windows.
@MainActor
final class PreferencesInForce {
    static let shared = PreferencesInForce()

    /// The longest time that writing a small file takes, in seconds.
    private static let writingTime = 2.0

    private(set) var preferences = Preferences()
    /// The message about reading the preferences, for the next window that can show it; nil where there is none.
    var notice: String?
    private let file = PreferencesFile.ofUser
    private var documents: [() -> Document?] = []
    private let fonts = gtk_css_provider_new()
    /// The class of grids in the style sheet.
    nonisolated static let gridClass = "quadrille-grid"

    private init() {}

    /// Reads the preferences, and applies those of the whole program. Call it after GTK starts and before the first window.
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

    /// Applies new preferences to all windows at once, and saves them.
    func set(_ new: Preferences) {
        let old = preferences
        guard new != old else { return }
        preferences = new
        apply(since: old)
        documents.removeAll { $0()?.isAlive != true }
        for document in documents { document()?.prefer(new, since: old) }
        file?.write(new, since: old)
    }

    /// Changes some of the preferences.
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

    /// Reads the preferences again: the user may have edited the file while no window was open. Call it before one opens.
    func reread() {
        // A change from the last window may still be on its way to the file.
        PreferencesFile.settle(within: Self.writingTime)
        let old = preferences
        if let file { (preferences, notice) = file.read() }
        apply(since: old)
    }

    /// Sets the time for which the program stays ready, except where no other start can reach it over the session bus, or where
    /// a terminal waits for it to exit.
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
        // A dark desktop may use a dark theme to say so.
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
        // The name goes into a CSS string: characters that would end the string are not part of font names.
        let name = family.filter { !"\"\\\n".contains($0) }
        return ".\(gridClass) { " + (name.isEmpty ? "" : "font-family: \"\(name)\"; ")
            + (size > 0 ? "font-size: \(min(max(size, 4), 96))pt; " : "") + "}"
    }
}

// The effects in a document.
extension Document {
    /// Applies preferences to a grid that is about to be shown. The remembered view of its file, or a requested one, is applied
    /// later and takes precedence.
    func followPreferences(_ grid: GridView, isSame: Bool) {
        let preferences = PreferencesInForce.shared.preferences
        gtk_style_context_add_class(gtk_widget_get_style_context(grid.widget), PreferencesInForce.gridClass)
        grid.update { model in
            model.scrolling.wheelRows = Double(preferences.wheelRows)
            model.setGroupsDigits(preferences.groupsDigits)
            // A reloaded grid keeps its view state.
            guard !isSame else { return }
            if preferences.stripeRows { model.stripesRows = true }
            if preferences.compactRows { model.setCompact(true) }
        }
        sayOfPreferences()
    }

    /// Shows the message about reading the preferences, once.
    func sayOfPreferences() {
        guard let notice = PreferencesInForce.shared.notice else { return }
        PreferencesInForce.shared.notice = nil
        infoBar.show(notice, isNew: true)
    }

    /// Applies the preferences that the user changed to this document.
    func prefer(_ new: Preferences, since old: Preferences) {
        if new.follows != old.follows { setFollows(new.follows) }
        guard let grid else { return }
        // Not a change of the view that could be undone; the widths of columns follow from it.
        if new.groupsDigits != old.groupsDigits { grid.animate { $0.setGroupsDigits(new.groupsDigits) } }
        grid.byHand {
            grid.update { model in
                model.scrolling.wheelRows = Double(new.wheelRows)
                if new.stripeRows != old.stripeRows { model.stripesRows = new.stripeRows }
                if new.compactRows != old.compactRows { model.setCompact(new.compactRows) }
            }
        }
    }
}
