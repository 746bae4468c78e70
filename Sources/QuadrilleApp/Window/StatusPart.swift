/// The parts of the status bar, from the one that gives way first where there is no room for all to the one that always stays.
enum StatusPart: Int, CaseIterable, Sendable, Hashable {
    /// The format and dialect of the file: its end is truncated first, then it is hidden. The menu has it too.
    case dialect
    case extent, note, zoom
    /// Stays, in fewer words where there are such.
    case figures
    case problems, progress
    /// Stays, and cuts its end.
    case place

    private var stays: Bool { self == .place || self == .figures }

    var cutsEnd: Bool { self == .dialect || self == .place }

    /// The least width of a truncated part, in logical pixels; nil for parts that are never truncated.
    private var least: Int? { cutsEnd ? 90 : nil }

    /// The parts that there is room for, with the width of each, of those that want so much; in logical pixels, with
    /// `spacing` between two of them. Of each part there are the widths of all that it can say, longest first.
    static func fitting(_ widths: [StatusPart: [Int]], into room: Int, spacing: Int) -> [StatusPart: Int] {
        var kept = widths.compactMapValues(\.first)
        var excess: Int { kept.values.reduce(0, +) + max(0, kept.count - 1) * spacing - room }
        for part in allCases {
            guard excess > 0, let width = kept[part], let forms = widths[part] else { continue }
            let rest = width - excess
            if let least = part.least, least < width {
                kept[part] = rest >= least ? rest : part.stays ? least : nil
            } else {
                kept[part] = forms.first { $0 <= rest } ?? (part.stays ? forms.last : nil)
            }
        }
        return kept
    }
}
