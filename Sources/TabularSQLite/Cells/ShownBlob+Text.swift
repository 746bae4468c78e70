import Tabular
import Translation

extension ShownBlob {
    /// The words after the digits.
    static func facts(kind: String?, count: Int) -> String {
        (kind.map { " · \($0)" } ?? "") + " · " + tr(one: "{count} byte", many: "{count} bytes", count)
    }
}
