import Tabular
import Translation

extension ShownBlob {
    /// The words after the digits.
    static func facts(kind: String?, count: Int) -> String {
        (kind.map { " · \($0)" } ?? "") + " · " + tr(one: "{count} byte", many: "{count} bytes", count)
    }

    /// A number of bytes as people read it, in powers of 1000 and rounded down.
    static func size(_ count: Int) -> String {
        if count < 1000 { return tr(one: "{count} byte", many: "{count} bytes", count) }
        return count < 1_000_000 ? "\(count / 1000) kB" : "\(count / 1_000_000) MB"
    }
}
