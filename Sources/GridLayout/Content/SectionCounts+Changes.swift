extension SectionCounts {
    /// Returns the counts after sections were inserted, removed or moved. An inserted section gets `full` items, as does a
    /// section beyond the counts that moves before one with a count.
    ///
    /// If that would be far more counts than now, those from the change on are dropped instead.
    ///
    /// - Complexity: O(sections); O(1) where all counts stay equal, and where they end before the change.
    func changed(by change: DataChange, full: Int) -> SectionCounts {
        guard change.first < sectionCount, !change.isEmpty else { return self }
        switch change {
        case .insert(let new):
            if isUniform, full == largest { return SectionCounts(sections: sectionCount + new.count, each: full) }
            return replacing(new.lowerBound..<sectionCount, upTo: sectionCount + new.count) { counts in
                Array(repeating: full, count: new.count) + counts
            }
        case .remove(let gone):
            let gone = gone.clamped(to: 0..<sectionCount)
            if isUniform { return SectionCounts(sections: sectionCount - gone.count, each: largest) }
            return replacing(gone, upTo: sectionCount) { _ in [] }
        case .move:
            guard let exchanged = change.exchanged else { return self }
            let end = exchanged.second.upperBound
            if isUniform, end <= sectionCount || full == largest {
                return SectionCounts(sections: max(sectionCount, end), each: largest)
            }
            return replacing(exchanged.first.lowerBound..<min(end, sectionCount), upTo: max(end, sectionCount)) {
                counts in
                let all = counts + Array(repeating: full, count: max(0, end - sectionCount))
                return Array(all[exchanged.first.count...] + all[..<exchanged.first.count])
            }
        case .reload:
            return self
        }
    }

    /// Returns the counts after items were inserted into, or removed from, every section: a section gains or loses those within
    /// its count. A section of `full` items or more gets all inserted items. Moved items do not change the counts.
    ///
    /// - Complexity: O(sections); O(1) where all counts are equal.
    func changed(byItems change: DataChange, full: Int) -> SectionCounts {
        func changed(_ count: Int) -> Int {
            switch change {
            case .insert(let new): count > new.lowerBound || count >= full ? count + new.count : count
            case .remove(let gone): count - gone.clamped(to: 0..<max(count, 0)).count
            case .move, .reload: count
            }
        }
        guard change.changesCounts else { return self }
        if isUniform { return SectionCounts(sections: sectionCount, each: changed(largest)) }
        return SectionCounts((0..<sectionCount).map { changed(self[$0]) })
    }

    /// Returns the counts with those in `range` replaced by the result of `replacement`, `length` at most.
    private func replacing(
        _ range: Range<Int>, upTo length: Int, with replacement: ([Int]) -> [Int]
    ) -> SectionCounts {
        func counts(_ range: Range<Int>) -> [Int] { range.map { self[$0] } }
        // Uniform counts have no array now.
        guard length <= 2 * (isUniform ? 0 : sectionCount) + 1_048_576 else {
            return isUniform
                ? SectionCounts(sections: range.lowerBound, each: largest)
                : SectionCounts(counts(0..<range.lowerBound))
        }
        return SectionCounts(
            counts(0..<range.lowerBound) + replacement(counts(range)) + counts(range.upperBound..<sectionCount))
    }
}

extension DataChange {
    fileprivate var changesCounts: Bool {
        switch self {
        case .insert, .remove: !isEmpty
        case .move, .reload: false
        }
    }
}
