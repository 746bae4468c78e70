import GridLayout
import Tabular

// Text that wraps in the cells of the sheet. Numbers, which align by their digits, stay on one line, as do merged cells,
// whose rows would have to share their heights.
extension GridModel {
    /// A Boolean value that indicates whether text that is wider than its column continues in further lines.
    public var wrapsText: Bool { wrapping.isOn }

    /// Wraps text, or shows one line of it. Rows keep heights that the user set.
    ///
    /// - Complexity: O(rows that became taller · log overrides).
    public mutating func setWrapsText(_ wraps: Bool) {
        guard wraps != wrapping.isOn else { return }
        wrapping.isOn = wraps
        forgetRowHeights()
    }

    /// Restores the default height of rows that wrapped text made taller: the height does not apply any more, or must be
    /// measured again.
    mutating func forgetRowHeights() {
        let given = wrapping.heights
        wrapping.forgetAll()
        guard !given.isEmpty else { return }
        keepingInSight { model in
            for stretch in model.stretches(of: given) { model.sheet.rows.reset(stretch) }
        }
    }

    /// The rows that still have the measured heights `given`, as ranges of consecutive rows.
    ///
    /// - Complexity: O(rows · log), for at most `WrappedRows.heightLimit` rows and a screen full.
    func stretches(of given: [Int: Double]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for row in given.keys.sorted() where row < rowCount && sheet.rows.fullSize(of: row) == given[row] {
            if let last = found.last, last.upperBound == row {
                found[found.count - 1] = last.lowerBound..<row + 1
            } else {
                found.append(row..<row + 1)
            }
        }
        return found
    }

    /// Returns true where the values of a column wrap.
    func wraps(column: Int) -> Bool { wrapping.isOn && !table.columns[column].type.isNumeric }
}
