/// What the status bar says, from what gives way first where there is no room for all of it to what stays to the end.
enum StatusPart: Int, CaseIterable, Sendable, Hashable {
    /// How the file was read: its end is cut first, then it goes. The menu has it too.
    case dialect
    case extent, note, zoom, problems, progress
    /// These stay, and cut their ends.
    case place, figures

    private var stays: Bool { self == .place || self == .figures }

    /// What is left of the dialect at least, as long as it is there, in logical pixels.
    static let leastDialect = 90

    /// The parts that there is room for, with the width of each, of those that want so much; in logical pixels, with
    /// `spacing` between two of them.
    static func fitting(_ widths: [StatusPart: Int], into room: Int, spacing: Int) -> [StatusPart: Int] {
        var kept = widths
        var excess: Int { kept.values.reduce(0, +) + max(0, kept.count - 1) * spacing - room }
        for part in allCases where !part.stays {
            guard excess > 0, let width = kept[part] else { continue }
            let rest = width - excess
            kept[part] = part == .dialect && rest >= leastDialect ? rest : nil
        }
        return kept
    }
}
