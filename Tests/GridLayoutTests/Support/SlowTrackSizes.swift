import GridLayout
import SeededRandom

/// Track sizes as anybody would write them: an array, added up anew at every question.
struct SlowTrackSizes {
    struct SlowTrack {
        /// Nil where the track has the default size.
        var own: Double?
        var isHidden = false
    }

    var tracks: [SlowTrack]
    var defaultSize: Double

    init(own: [Double?], defaultSize: Double) {
        tracks = own.map { SlowTrack(own: $0) }
        self.defaultSize = defaultSize
    }

    var own: [Double?] { tracks.map(\.own) }

    var sizes: [Double] { tracks.map { $0.isHidden ? 0 : $0.own ?? defaultSize } }

    func offset(of index: Int) -> Double { sizes[..<index].reduce(0, +) }

    func index(containing offset: Double) -> Int? {
        var start = 0.0
        for (index, size) in sizes.enumerated() {
            if offset >= start, offset < start + size { return index }
            start += size
        }
        return nil
    }

    func indices(from low: Double, to high: Double) -> [Int] {
        var start = 0.0
        var found: [Int] = []
        for (index, size) in sizes.enumerated() {
            if size > 0, low < high, start < high, low < start + size { found.append(index) }
            start += size
        }
        return found
    }

    mutating func move(_ range: Range<Int>, to destination: Int) {
        let moved = Array(tracks[range])
        let place = destination <= range.lowerBound ? destination : max(range.lowerBound, destination - range.count)
        tracks.removeSubrange(range)
        tracks.insert(contentsOf: moved, at: place)
    }
}

extension TrackSizes {
    init(_ slow: SlowTrackSizes) {
        self.init(count: slow.tracks.count, defaultSize: slow.defaultSize)
        for (index, track) in slow.tracks.enumerated() {
            if let size = track.own { setSize(size, for: index) }
            if track.isHidden { hide(index..<index + 1) }
        }
    }
}

/// One random edit of track sizes and of their twin, and what it was.
func edit(_ fast: inout TrackSizes, _ slow: inout SlowTrackSizes, _ random: inout SplitMix64) -> String {
    let count = slow.tracks.count
    let range = random.range(in: count)
    let size = Double(random.int(0...4)) * 7.015625
    switch random.int(0...11) {
    case 0:
        fast.setSize(size, for: range)
        for index in range { slow.tracks[index].own = size }
        return "set \(range) to \(size)"
    case 1:
        guard count > 0 else { return "nothing" }
        let index = random.int(0...count - 1)
        fast.setSize(size, for: index)
        slow.tracks[index].own = size
        return "set \(index) to \(size)"
    case 2:
        fast.reset(range)
        for index in range { slow.tracks[index].own = nil }
        return "reset \(range)"
    case 3:
        let added = random.int(0...5)
        let index = random.int(0...count)
        fast.insert(count: added, at: index)
        slow.tracks.insert(contentsOf: Array(repeating: .init(), count: added), at: index)
        return "insert \(added) at \(index)"
    case 4:
        let few = range.lowerBound..<min(range.upperBound, range.lowerBound + 6)
        fast.remove(few)
        slow.tracks.removeSubrange(few)
        return "remove \(few)"
    case 5:
        let sizes = range.map { _ in Double(random.int(0...3) * 5) }
        fast.setSizes(sizes, from: range.lowerBound)
        for (index, size) in zip(range, sizes) { slow.tracks[index].own = size }
        return "set \(range) to \(sizes)"
    case 6:
        let newCount = max(0, count + random.int(-3...8))
        fast.count = newCount
        slow.tracks = Array(slow.tracks.prefix(newCount)) + Array(repeating: .init(), count: max(0, newCount - count))
        return "count \(newCount)"
    case 7:
        fast.defaultSize = size
        slow.defaultSize = size
        return "default \(size)"
    case 8, 9:
        fast.hide(range)
        for index in range { slow.tracks[index].isHidden = true }
        return "hide \(range)"
    case 10:
        fast.show(range)
        for index in range { slow.tracks[index].isHidden = false }
        return "show \(range)"
    default:
        let destination = random.int(0...count)
        fast.move(range, to: destination)
        slow.move(range, to: destination)
        return "move \(range) to \(destination)"
    }
}
