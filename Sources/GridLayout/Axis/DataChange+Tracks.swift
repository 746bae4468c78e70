// The effect of insertion, removal and moves of tracks on adjacent tracks that belong together, such as those of a merged cell
// or of a group of columns.
extension DataChange {
    /// Returns the new indices of `tracks`, which must not be empty; nil where none is left.
    ///
    /// Tracks inserted between two of them are added to them, tracks inserted at their edge are not. After a move that
    /// separates them, only those still adjacent to the first one remain.
    func image(of tracks: Range<Int>) -> Range<Int>? {
        switch self {
        case .insert(let new):
            let low = tracks.lowerBound + (tracks.lowerBound >= new.lowerBound ? new.count : 0)
            return low..<tracks.upperBound + (tracks.upperBound > new.lowerBound ? new.count : 0)
        case .remove(let gone):
            func place(_ edge: Int) -> Int { edge - max(0, min(edge, gone.upperBound) - gone.lowerBound) }
            let (low, high) = (place(tracks.lowerBound), place(tracks.upperBound))
            return low < high ? low..<high : nil
        case .move:
            return exchanged?.image(of: tracks) ?? tracks
        case .reload:
            return tracks
        }
    }

    /// The ranges of tracks that a move exchanges; nil where nothing moves.
    var exchanged: ExchangedTracks? {
        guard case .move(let range, let destination) = self, !isEmpty else { return nil }
        return destination < range.lowerBound
            ? ExchangedTracks(first: destination..<range.lowerBound, second: range)
            : ExchangedTracks(first: range, second: range.upperBound..<destination)
    }

    /// The track indices where the change begins, and where a move ends. Tracks that belong together across one of them change,
    /// although they begin outside the changed range.
    var edges: [Int] { [first] + (exchanged.map { [$0.second.upperBound] } ?? []) }

    /// The first index that may have changed.
    var first: Int {
        switch self {
        case .insert(let range), .remove(let range), .reload(let range): range.lowerBound
        case .move(let range, let destination): min(range.lowerBound, destination)
        }
    }

    /// A Boolean value that indicates whether it changes nothing.
    var isEmpty: Bool {
        switch self {
        case .insert(let range), .remove(let range), .reload(let range): range.isEmpty
        case .move(let range, let destination):
            range.isEmpty || (range.lowerBound...range.upperBound).contains(destination)
        }
    }
}

/// Two adjacent ranges of tracks that a move exchanges.
struct ExchangedTracks {
    var first: Range<Int>
    var second: Range<Int>

    private var all: Range<Int> { first.lowerBound..<second.upperBound }

    /// Returns those of `tracks` that stay adjacent to the first of them after the move, by their new indices.
    func image(of tracks: Range<Int>) -> Range<Int> {
        if !tracks.overlaps(all) || (tracks.lowerBound <= all.lowerBound && tracks.upperBound >= all.upperBound) {
            return tracks
        }
        var image: Range<Int>?
        let stretches = [.min..<all.lowerBound, first, second, all.upperBound ..< .max]
        for part in stretches.lazy.map(tracks.clamped) where !part.isEmpty {
            let moved = place(of: part.lowerBound)..<place(of: part.upperBound - 1) + 1
            // The first track is in the first part. The other part follows it, or does not.
            if let known = image {
                if known.upperBound == moved.lowerBound { image = known.lowerBound..<moved.upperBound }
            } else {
                image = moved
            }
        }
        return image ?? tracks
    }

    private func place(of track: Int) -> Int {
        if first.contains(track) { return track + second.count }
        return second.contains(track) ? track - first.count : track
    }
}
