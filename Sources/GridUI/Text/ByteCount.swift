import Translation

/// Numbers of bytes as people read them.
public enum ByteCount {
    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    /// "999 bytes", "4.1 kB", "524 MB": in powers of 1000 as in file managers, rounded down so that no size is overstated.
    public static func words(_ count: Int) -> String {
        guard count >= 1000 else { return tr(one: "{count} byte", many: "{count} bytes", count) }
        var (tenths, unit) = (count / 100, 0)
        while tenths >= 10_000, unit + 1 < units.count {
            tenths /= 1000
            unit += 1
        }
        // Below ten, one decimal.
        let number = tenths < 100 && tenths % 10 > 0 ? "\(tenths / 10).\(tenths % 10)".withLocalPoint : "\(tenths / 10)"
        return "\(number) \(units[unit])"
    }
}
