import GridLayout
import GridUI
import Translation

extension GridModel {
    /// Merges cells for the command line, the only code that does. Returns a message for each merge that is refused; the
    /// others are made.
    mutating func mergeAsked(_ spans: [CellSpan]) -> [String] { merge(spans).compactMap(\.note) }
}

extension MergeRefusal {
    /// The message for the user about the refusal; nil where the merge would change nothing.
    var note: String? { Self.note(on: span, reason) }

    static func note(on span: CellSpan, _ reason: Reason) -> String? {
        let option = "--merge \(MergeArgument.text(span))"
        switch reason {
        case .empty, .singleCell: return nil
        case .outsideTable: return tr("{option} reaches beyond the table. It is left out.", ["option": option])
        case .overlaps(let other):
            return tr(
                "{option} lies over {cells}, which is merged already. It is left out.",
                ["option": option, "cells": MergeArgument.text(other)])
        }
    }
}
