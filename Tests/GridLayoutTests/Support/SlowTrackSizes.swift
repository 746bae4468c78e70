import GridLayout

/// Track sizes as anybody would write them: an array, added up anew at every question.
struct SlowTrackSizes {
    /// Nil where the track has the default size.
    var own: [Double?]
    var defaultSize: Double

    var sizes: [Double] { own.map { $0 ?? defaultSize } }

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
}

extension TrackSizes {
    init(_ slow: SlowTrackSizes) {
        self.init(count: slow.own.count, defaultSize: slow.defaultSize)
        for (index, size) in slow.own.enumerated() {
            if let size { setSize(size, for: index) }
        }
    }
}
