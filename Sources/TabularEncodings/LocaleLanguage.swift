import Glibc

/// The language of the user's locale, which decides between readings of a file that would be equally likely without it.
enum LocaleLanguage {
    /// The code of ISO 639-1; nil in the locales of no language.
    static let current: String? = code(
        of: ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { (name: String) in getenv(name).map { String(cString: $0) } })

    /// The language of the first name that is not empty.
    static func code(of names: [String]) -> String? {
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        let language = name.prefix { $0.isLetter }
        return language.count == 2 ? language.lowercased() : nil
    }
}
