import CTranslation
import Glibc

/// The language of the interface.
package enum Language {
    /// Takes language and numbers from the environment: LANGUAGE, LC_ALL, LC_MESSAGES, LC_NUMERIC, LANG.
    ///
    /// For a program with windows, once, before it has threads and before GTK is started, which is to leave the locale alone
    /// then. Without it all is English. What C reads and prints as numbers keeps its point.
    package static func start() {
        NumberSigns.use(NumberSigns(quad_language_start(folder)))
    }

    /// The folder of the translations: beside a program that was just built, else `../share/locale`, the packages' place.
    private static var folder: String {
        let program = realpath("/proc/self/exe", nil)
        defer { free(program) }
        let path = program.map { String(cString: $0) } ?? ""
        let place = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        let beside = place + "/quadrille_CTranslation.resources/locale"
        return access(beside, R_OK) == 0 ? beside : place + "/../share/locale"
    }
}
