import CCairo
import Glibc

/// Letters for a machine that has none.
///
/// Without any font Pango's measures are undefined, and a window may come out thousands of pixels tall. A small one, Latin
/// letters and digits, travels with the program and is used only then.
public enum FallbackFont {
    /// Makes sure that there is at least one font. Call it before anything measures text, GTK included; cheap when
    /// called again. False when there is none and the fallback could not be put in place either.
    @discardableResult
    public static func installIfNeeded() -> Bool { isThere }

    private static let isThere: Bool = {
        if let fonts = FcConfigGetFonts(nil, FcSetSystem), fonts.pointee.nfont > 0 { return true }
        return install()
    }()

    /// Fontconfig takes a path: one to a file without a name, which lives as long as the program has it open.
    private static func install() -> Bool {
        var name = Array("/tmp/quadrille-font-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return false }
        unlink(name)
        let bytes = PackageResources.fallback_ttf
        let isThere =
            write(descriptor, bytes, bytes.count) == bytes.count
            && FcConfigAppFontAddFile(nil, "/proc/self/fd/\(descriptor)") != 0
        if !isThere { close(descriptor) }
        return isThere
    }
}
