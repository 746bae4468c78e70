/// The parts of the status bar.
enum StatusPart: Int, CaseIterable, Sendable, Hashable {
    /// The format and dialect of the file, a button that the user needs where the file was read wrongly.
    case dialect
    case extent, note, zoom
    /// Stays, in a shorter form where there is one.
    case figures
    case problems, progress
    /// Stays, with its end truncated.
    case place

    /// A step to make room: from a whole part to a shorter one, or to none.
    private enum Step {
        case shorten(StatusPart)
        case hide(StatusPart)
    }

    /// The steps, from the one that is made first where the parts do not all fit.
    private static let steps: [Step] = [
        .shorten(.dialect), .hide(.extent), .shorten(.note), .hide(.note), .hide(.zoom), .shorten(.place),
        .hide(.dialect), .shorten(.figures), .hide(.problems), .hide(.progress),
    ]

    /// True for a part that is truncated at its end.
    var cutsEnd: Bool { self == .dialect || self == .note || self == .place }

    /// The least width of a truncated part, in logical pixels.
    private static let least = 90

    /// Returns the parts that fit into `room`, with the width of each, in logical pixels, with `spacing` between two of them.
    /// `widths` has the widths of all forms of each part, longest first.
    static func fitting(_ widths: [StatusPart: [Int]], into room: Int, spacing: Int) -> [StatusPart: Int] {
        var kept = widths.compactMapValues(\.first)
        var excess: Int { kept.values.reduce(0, +) + max(0, kept.count - 1) * spacing - room }
        for step in steps where excess > 0 {
            switch step {
            case .hide(let part): kept[part] = nil
            case .shorten(let part):
                guard let width = kept[part], let forms = widths[part], let last = forms.last else { continue }
                let rest = width - excess
                kept[part] = part.cutsEnd ? min(width, max(rest, least)) : forms.first { $0 <= rest } ?? last
            }
        }
        // A hidden part may leave more than was needed.
        for part in [StatusPart.place, .note, .dialect] where excess < 0 {
            guard let width = kept[part], let whole = widths[part]?.first else { continue }
            kept[part] = min(whole, width - excess)
        }
        return kept
    }
}
