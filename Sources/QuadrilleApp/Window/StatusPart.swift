/// The parts of the status bar, from the one that is hidden first where they do not all fit to the one that always stays.
enum StatusPart: Int, CaseIterable, Sendable, Hashable {
    /// The format and dialect of the file: its end is truncated first, then it is hidden. The menu has it too.
    case dialect
    case extent, note, zoom
    /// Stays, in a shorter form where there is one.
    case figures
    case problems, progress
    /// Stays, with its end truncated.
    case place

    private var stays: Bool { self == .place || self == .figures }

    var cutsEnd: Bool { self == .dialect || self == .place }

    /// The least width of a truncated part, in logical pixels; nil for parts that are never truncated.
    private var least: Int? { cutsEnd ? 90 : nil }

    /// Returns the parts that fit into `room`, with the width of each, in logical pixels, with `spacing` between two of them.
    /// `widths` has the widths of all forms of each part, longest first.
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
