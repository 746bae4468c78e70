import GridLayout
import GridUI

extension GridModel {
    /// Merges cells as the command line asks for it: the one place where that is done. Gives what to say of each merge
    /// that cannot be; the others are made.
    mutating func mergeAsked(_ spans: [CellSpan]) -> [String] { merge(spans).compactMap(\.note) }
}

extension MergeRefusal {
    /// What to say of it; nothing of a merge that would change nothing.
    var note: String? { Self.note(on: span, reason) }

    static func note(on span: CellSpan, _ reason: Reason) -> String? {
        let start = "--merge \(MergeArgument.text(span))"
        switch reason {
        case .empty, .singleCell: return nil
        case .outsideTable: return "\(start) reaches beyond the table. It is left out."
        case .overlaps(let other):
            return "\(start) lies over \(MergeArgument.text(other)), which is merged already. It is left out."
        }
    }
}
