// Tracks that are thinner than a device pixel are indistinguishable. All adjacent ones between two thicker tracks, or ends of a
// band, show as one: a bundle. So an axis never shows more tracks than there are device pixels.
extension SheetAxis {
    /// The tracks that show as one with the track `index`: its bundle, from the first visible track to the last, or that track
    /// alone. O(log overrides).
    func bundle(around index: Int) -> Range<Int> {
        let size = tracks.size(of: index)
        guard size > 0, size < devicePixel else { return index..<index + 1 }
        let all = indices(of: band(of: index))
        let low = tracks.last(atOrBefore: index, atLeast: devicePixel).map { $0 + 1 } ?? 0
        let high = tracks.first(atOrAfter: index, atLeast: devicePixel) ?? tracks.count
        let first = tracks.shown(atOrAfter: max(low, all.lowerBound)) ?? index
        let last = tracks.shown(atOrBefore: min(high, all.upperBound) - 1) ?? index
        return first..<last + 1
    }

    /// Returns true if tracks of `range` show, but none is thick enough alone. O(log overrides), O(1) without bundles.
    func bundles(_ range: Range<Int>) -> Bool {
        guard hasBundles, let first = tracks.shown(atOrAfter: range.lowerBound), range.contains(first) else {
            return false
        }
        return tracks.first(atOrAfter: first, atLeast: devicePixel).map { !range.contains($0) } ?? true
    }

    /// A Boolean value that indicates whether there may be bundles. O(1).
    var hasBundles: Bool { tracks.hasShown(below: devicePixel) }

    /// The first track of the bundle that contains the track before `index`, since that bundle may change with the track
    /// `index`; `index` itself without such a bundle.
    func firstShowing(with index: Int) -> Int {
        guard hasBundles, let before = tracks.shown(atOrBefore: index - 1) else { return index }
        let bundle = bundle(around: before)
        return bundle.count > 1 ? bundle.lowerBound : index
    }

    /// The bundle or the single track that shows under the existing index `index`; nil for the other tracks of a bundle.
    func placed(_ index: Int, visible: Interval) -> PlacedTrack? {
        let bundle = bundle(around: index)
        return bundle.lowerBound == index ? placed(bundle, visible: visible) : nil
    }

    private func placed(_ bundle: Range<Int>, visible: Interval) -> PlacedTrack {
        var track = tracks.track(at: bundle.lowerBound)
        if bundle.count > 1 { track.size = tracks.offset(of: bundle.upperBound) - track.offset }
        var placed = placed(track, in: band(of: track.index), visible: visible)
        placed.isBundle = bundle.count > 1
        return placed
    }

    /// Calls `body` with the bundles and single tracks of the tracks `indices`, which must be of one band, last to first.
    ///
    /// - Complexity: O(log overrides + tracks), with bundles O((1 + tracks and bundles) · log overrides).
    func forEachReversed(
        in indices: Range<Int>, of band: Region.Band, visible: Interval, _ body: (PlacedTrack) -> Void
    ) {
        guard hasBundles else {
            tracks.forEachReversed(in: indices) { body(placed($0, in: band, visible: visible)) }
            return
        }
        var next = tracks.shown(atOrBefore: indices.upperBound - 1)
        while let index = next, index >= indices.lowerBound {
            let bundle = bundle(around: index)
            body(placed(bundle, visible: visible))
            next = tracks.shown(atOrBefore: bundle.lowerBound - 1)
        }
    }
}
