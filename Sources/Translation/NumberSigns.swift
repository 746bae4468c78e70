import CTranslation
import Synchronization

/// The number format of the interface: for its counts and measures, never for the content of a file.
struct NumberSigns: Sendable, Hashable {
    /// Between groups of digits.
    var separator = ","
    /// Before decimals.
    var point = "."
    /// Digits of each group, from the last one on; the last size goes for all that follow, 0 for all digits that are left.
    var groups = [3]

    /// As the code is written, in English, until a language is started; and where the locale has no numbers of its own.
    static var inForce: NumberSigns { shared.withLock { $0 } }

    private static let shared = Mutex(NumberSigns())

    static func use(_ signs: NumberSigns) { shared.withLock { $0 = signs } }

    init(separator: String = ",", point: String = ".", groups: [Int] = [3]) {
        (self.separator, self.point, self.groups) = (separator, point, groups)
    }

    init(_ signs: quad_number_signs) {
        guard signs.is_own != 0 else {
            self.init()
            return
        }
        let sizes = Self.bytes(signs.grouping)
        // Beyond the greatest size nothing is grouped any more.
        let groups = sizes.map { $0 >= UInt8(Int8.max) ? 0 : Int($0) }
        let separator = Self.text(signs.separator)
        self.init(
            separator: separator, point: Self.text(signs.point),
            groups: separator.isEmpty || groups.isEmpty ? [0] : groups)
    }

    private static func bytes<Signs>(_ signs: Signs) -> [UInt8] {
        withUnsafeBytes(of: signs) { Array($0.prefix { $0 != 0 }) }
    }

    /// In a locale of bytes the one sign that is not ASCII is the space that holds a line together.
    private static func text<Signs>(_ signs: Signs) -> String {
        String(validating: bytes(signs), as: UTF8.self) ?? "\u{A0}"
    }
}
