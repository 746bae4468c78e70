import CGTK
import GridGTK

/// A theme in GTK's resources, in one variant.
struct BuiltInTheme: Hashable, Sendable {
    /// The path of GTK's own themes among its resources.
    static let root = "/org/gtk/libgtk/theme"

    let name: String
    /// Such as `dark`; nil for the default one.
    let variant: String?

    /// Creates the theme of a name, such as `Adwaita`; nil where GTK has none of that name and variant, though files may.
    init?(_ name: String, variant: String?) {
        (self.name, self.variant) = (name, variant)
        guard !name.isEmpty, !name.contains("/"), variant?.contains("/") != true,
            g_resources_get_info(resource, G_RESOURCE_LOOKUP_FLAGS_NONE, nil, nil, nil) != 0
        else { return nil }
    }

    /// The active theme, found as GTK 3 finds it: `GTK_THEME` prevails over the settings.
    @MainActor
    static var inForce: BuiltInTheme? {
        if let text = getenv("GTK_THEME").map({ String(cString: $0) }), !text.isEmpty {
            guard let colon = text.lastIndex(of: ":") else { return BuiltInTheme(text, variant: nil) }
            return BuiltInTheme(String(text[..<colon]), variant: String(text[text.index(after: colon)...]))
        }
        guard let settings = gtk_settings_get_default() else { return nil }
        let isDark = Property.flag(cast(settings), "gtk-application-prefer-dark-theme")
        return BuiltInTheme(Property.text(cast(settings), "gtk-theme-name"), variant: isDark ? "dark" : nil)
    }

    /// The file name of its style sheet, in the theme's folder.
    var file: String { "gtk" + (variant.map { "-" + $0 } ?? "") + ".css" }

    private var resource: String { "\(Self.root)/\(name)/\(file)" }

    /// Its style sheet, also from another file where the first one only imports it; nil where it cannot be read.
    var sheet: String? {
        guard let text = Self.text(at: resource) else { return nil }
        let parts = text.split(separator: "\"")
        guard parts.count == 3, parts[0].hasPrefix("@import url("), parts[1].hasPrefix("resource://") else {
            return text
        }
        let path = parts[1].dropFirst("resource://".count)
        // The sheet names files beside it, which would not be found from elsewhere.
        guard path.hasPrefix("\(Self.root)/\(name)/") else { return nil }
        return Self.text(at: String(path))
    }

    private static func text(at path: String) -> String? {
        guard let bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, nil) else { return nil }
        defer { g_bytes_unref(bytes) }
        var size = 0
        guard let start = g_bytes_get_data(bytes, &size) else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: size), as: UTF8.self)
    }
}
