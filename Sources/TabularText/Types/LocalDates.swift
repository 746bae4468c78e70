import Glibc
import Tabular

/// The order that people of a locale write dates in.
enum LocalDates {
    /// The date order of the locale that the environment names.
    static let order: DateOrder? = {
        for name in ["LC_ALL", "LC_TIME", "LANG"] {
            guard let value = getenv(name), value.pointee != 0 else { continue }
            return order(ofLocale: String(cString: value))
        }
        return nil
    }()

    /// The date order of a locale by its name, such as `en_GB.UTF-8`; nil for one without a country, such as C, and for Canada, where
    /// two orders are usual (Unicode CLDR, short dates).
    static func order(ofLocale name: String) -> DateOrder? {
        let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
        let language = parts.first.map { $0.lowercased() } ?? ""
        let land = parts.dropFirst().first.map(String.init) ?? ""
        switch land {
        case "US", "PH", "PR", "GU", "VI", "AS": return .monthFirst
        case "CA": return nil
        default: break
        }
        if ["ja", "zh", "ko", "hu", "lt", "sv", "mn"].contains(language) { return .yearFirst }
        return land.isEmpty && (language.count != 2 || language == "en") ? nil : .dayFirst
    }
}
