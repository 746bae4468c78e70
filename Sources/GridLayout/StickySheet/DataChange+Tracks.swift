// What becomes of neighbouring tracks, such as those of a merged cell or of a group of columns, when tracks are
// inserted, removed or moved on their axis.
extension DataChange {
    /// The tracks that were `tracks`, which are not empty, as they are numbered afterwards; nil where none is left.
    ///
    /// What is inserted between two of them belongs to them, what is inserted at their edge does not. A move that takes
    /// them apart leaves those that still stand together with the first one.
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

    /// The tracks that a move exchanges; nil where nothing moves.
    var exchanged: ExchangedTracks? {
        guard case .move(let range, let destination) = self, !isEmpty else { return nil }
        return destination < range.lowerBound
            ? ExchangedTracks(first: destination..<range.lowerBound, second: range)
            : ExchangedTracks(first: range, second: range.upperBound..<destination)
    }

    /// The tracks before which the change begins, and a move ends. What lies across one of them changes, although it
    /// begins outside of what the change names.
    var edges: [Int] { [first] + (exchanged.map { [$0.second.upperBound] } ?? []) }

    /// The first index that is not what it was.
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

/// Two neighbouring stretches of tracks, which a move puts in each other's place.
struct ExchangedTracks {
    var first: Range<Int>
    var second: Range<Int>

    private var all: Range<Int> { first.lowerBound..<second.upperBound }

    /// Returns those of `tracks` that stay next to the first of them after the move, by their new indices.
    func image(of tracks: Range<Int>) -> Range<Int> {
        if !tracks.overlaps(all) || (tracks.lowerBound <= all.lowerBound && tracks.upperBound >= all.upperBound) {
            return tracks
        }
        var image: Range<Int>?
        let stretches = [.min..<all.lowerBound, first, second, all.upperBound ..< .max]
        for part in stretches.lazy.map(tracks.clamped) where !part.isEmpty {
            let moved = place(of: part.lowerBound)..<place(of: part.upperBound - 1) + 1
            // The first track is in the first part. Another one follows it, or none.
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
