import Geometry

/// The measured heights of consecutive rows.
public struct MeasuredRows: Sendable, Hashable {
    public var first: Int
    /// The heights in logical pixels, one for each row from `first` on.
    public var heights: [Double]

    public init(first: Int, heights: [Double]) {
        self.first = first
        self.heights = heights
    }
}

// Rows whose heights depend on their content, such as wrapped text: the default height is the estimate for each until it is
// measured, and a measured row has a height of its own. Before a frame, in this order:
//
//     let rows = sheet.unmeasuredRows(in: visible)          // visible and not yet measured
//     let moved = sheet.setMeasured(heights, visible: visible)
//     offset.y += moved                                     // the first visible row does not move on the screen
//
// Rows that were estimated too high make others visible, so a frame may need several rounds.
extension StickySheet {
    /// The rows that are visible in `visible` (content space) and whose heights are only estimates, from top to bottom: frozen
    /// leading ones, scrolling ones, frozen trailing ones. Empty unless `rowHeightsAreEstimated`.
    ///
    /// - Complexity: O(log overrides + ranges); allocates nothing where there is none.
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

    /// Sets measured heights of rows, all at once. Rows that do not exist are ignored; hidden ones stay hidden.
    ///
    /// - Returns: The amount to add to the vertical content offset so that the first visible scrolling row keeps its distance
    ///   to the frozen rows. Clamp the sum, as for every offset.
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

    /// Resets the height of every row to an estimate, as after a change of the width of a column with wrapped text: measured
    /// heights are discarded, and so are those set by the user. Hidden rows stay hidden.
    ///
    /// - Returns: The amount to add to the vertical content offset, as for `setMeasured`.
    /// - Complexity: O((1 + hidden ranges) · log overrides).
    public mutating func forgetMeasuredRows(visible: Rect) -> Double {
        keepingFirstRow(visible) { $0.reset(0..<$0.count) }
    }

    /// Resets the heights of the rows in `stretches` to estimates. Hidden rows stay hidden.
    ///
    /// - Returns: The amount to add to the vertical content offset, as for `setMeasured`.
    /// - Complexity: O((stretches + hidden ranges in them) · log overrides).
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
        // Differences of lengths in steps of 1/64 are exact, while those of positions on the screen may not be.
        return vertical.tracks.offset(of: anchor) - old.tracks.offset(of: anchor)
            - (vertical.pinnedLeading - old.pinnedLeading)
    }
}
