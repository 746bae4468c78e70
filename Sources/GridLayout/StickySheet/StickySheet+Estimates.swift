import Geometry

/// Heights that were measured for rows that follow each other.
public struct MeasuredRows: Sendable, Hashable {
    public var first: Int
    /// Logical pixels, one for each row from `first` on.
    public var heights: [Double]

    public init(first: Int, heights: [Double]) {
        self.first = first
        self.heights = heights
    }
}

// Rows whose heights follow from what they show, such as wrapped text: the default height is the estimate of each until
// it was measured, and a measured one has a height of its own. Before a frame, in this order:
//
//     let rows = sheet.unmeasuredRows(in: visible)          // what is in sight and not yet known
//     let moved = sheet.setMeasured(heights, visible: visible)
//     offset.y += moved                                     // the first row in sight stays where it is on the screen
//
// Rows that were estimated too high bring others into sight, so a frame may want to ask more than once.
extension StickySheet {
    /// The rows that show in `visible` (content space) and whose heights are but estimates, from top to bottom: frozen
    /// leading ones, those that scroll, frozen trailing ones. Empty unless `rowHeightsAreEstimated`.
    ///
    /// - Complexity: O(log overrides + ranges); nothing is allocated where there is none.
    public func unmeasuredRows(in visible: Rect) -> [Range<Int>] {
        guard rowHeightsAreEstimated else { return [] }
        let shown = visibleTracks(in: visible)
        var found: [Range<Int>] = []
        for band in [shown.frozenRows, shown.rows, shown.frozenTrailingRows] {
            rows.forEachUnsized(in: band) { range in
                if let last = found.last, last.upperBound == range.lowerBound {
                    found[found.count - 1] = last.lowerBound..<range.upperBound
                } else {
                    found.append(range)
                }
            }
        }
        return found
    }

    /// Gives rows the heights that were measured for them, all at once. Rows that do not exist are passed over; hidden
    /// ones stay hidden.
    ///
    /// - Returns: By how much the vertical content offset must grow so that the first row in sight among those that scroll
    ///   keeps its distance to the frozen rows. The sum is to be clamped, as every offset.
    /// - Complexity: O(rows measured · log overrides).
    public mutating func setMeasured(_ measured: [MeasuredRows], visible: Rect) -> Double {
        keepingFirstRow(visible) { rows in
            for batch in measured where batch.first < rows.count {
                let known = (batch.first..<batch.first + batch.heights.count).clamped(to: 0..<rows.count)
                guard !known.isEmpty else { continue }
                let skipped = known.lowerBound - batch.first
                rows.setSizes(Array(batch.heights[skipped..<skipped + known.count]), from: known.lowerBound)
            }
        }
    }

    /// Makes the height of every row an estimate again, as when a column in which text wraps has another width: measured heights
    /// are forgotten, and those set by hand with them. What is hidden stays hidden.
    ///
    /// - Returns: By how much the vertical content offset must grow, as for `setMeasured`.
    /// - Complexity: O((1 + hidden stretches) · log overrides).
    public mutating func forgetMeasuredRows(visible: Rect) -> Double {
        keepingFirstRow(visible) { $0.reset(0..<$0.count) }
    }

    /// Makes the heights of the rows in `stretches` estimates again. What is hidden stays hidden.
    ///
    /// - Returns: By how much the vertical content offset must grow, as for `setMeasured`.
    /// - Complexity: O((stretches + hidden ones in them) · log overrides).
    public mutating func forgetMeasuredRows(_ stretches: [Range<Int>], visible: Rect) -> Double {
        keepingFirstRow(visible) { rows in
            for stretch in stretches { rows.reset(stretch) }
        }
    }

    private mutating func keepingFirstRow(_ visible: Rect, _ change: (inout TrackSizes) -> Void) -> Double {
        let anchor = vertical.scrollingIndices(visible: visible.interval(.vertical)).first
        let old = vertical
        change(&rows)
        guard let anchor else { return 0 }
        // Each difference is one of lengths in steps of 1/64 and so exact, which places on the screen need not be.
        return vertical.tracks.offset(of: anchor) - old.tracks.offset(of: anchor)
            - (vertical.pinnedLeading - old.pinnedLeading)
    }
}
