import Geometry
import GridLayout

extension GridStanding {
    /// A Boolean value that indicates whether every number lies within its bounds.
    ///
    /// - Complexity: O(columns + hidden and resized rows + merged cells).
    package var isValid: Bool {
        columns.allSatisfy { $0.key.isValid && $0.value.isValid } && order?.allSatisfy(\.isValid) != false
            && hiddenRows.count <= GridModel.keptStretches && hiddenRows.allSatisfy(KeptNumber.isRange)
            && rowHeights.count <= GridModel.keptStretches
            && rowHeights.allSatisfy { KeptNumber.isIndex($0.key) && KeptNumber.isLength($0.value) }
            && merges.allSatisfy(\.isValid) && mergedColumns.allSatisfy(KeptNumber.isIndex)
            && KeptNumber.isIndex(firstRow ?? 0) && KeptNumber.isCoordinate(rowOffset) && offset.isValid
            && KeptNumber.isIndex(activeRow) && activeColumn?.isValid != false
    }
}

extension GridStanding.ColumnKey {
    package var isValid: Bool { KeptNumber.isIndex(number) }
}

extension GridStanding.ColumnState {
    fileprivate var isValid: Bool {
        KeptNumber.isLength(width ?? 0) && KeptNumber.isLength(wanted ?? 0) && KeptNumber.isIndex(longest ?? 0)
    }
}

extension CellSpan {
    package var isValid: Bool { KeptNumber.isRange(rows) && KeptNumber.isRange(columns) }
}

extension Point {
    package var isValid: Bool { KeptNumber.isCoordinate(x) && KeptNumber.isCoordinate(y) }
}
