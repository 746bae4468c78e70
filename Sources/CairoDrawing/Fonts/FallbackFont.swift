import CCairo
import Glibc

/// A font for a machine that has none.
///
/// Without any font Pango's metrics are undefined, and a window may come out thousands of pixels tall. The program contains a
/// small font of Latin letters and digits, which it uses only then.
public enum FallbackFont {
    /// Installs the fallback if there is no font. Call it before anything measures text, GTK included; further calls are
    /// cheap. Returns false where there is no font and the fallback could not be installed.
    @discardableResult
    public static func installIfNeeded() -> Bool { isThere }

    private static let isThere: Bool = {
        if let fonts = FcConfigGetFonts(nil, FcSetSystem), fonts.pointee.nfont > 0 { return true }
        return install()
    }()

    /// Fontconfig requires a path: it gets one to an unnamed file, which exists as long as the program has it open.
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
