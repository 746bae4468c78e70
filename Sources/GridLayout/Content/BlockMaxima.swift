/// The maxima of every 16 numbers, of every 16 · 16, and so on, so that a search for a large number skips whole blocks without
/// one. The numbers themselves are not stored; the caller of a search supplies them.
///
/// - Complexity: a fifteenth of the numbers in memory; a search takes O(log numbers) steps, at most 30 a level.
struct BlockMaxima: Sendable {
    private static let fanOut = 16
    /// From the finest level to the coarsest, which has at most `fanOut` blocks.
    private var levels: [[Double]] = []

    struct Builder {
        private var finest: [Double] = []
        private var count = 0

        init(count: Int) { finest.reserveCapacity(count / fanOut + 1) }

        mutating func append(_ number: Double) {
            if count % fanOut == 0 { finest.append(number) } else { raise(&finest[count / fanOut], to: number) }
            count += 1
        }

        func finish() -> BlockMaxima {
            var maxima = BlockMaxima()
            var level = finest
            while !level.isEmpty {
                maxima.levels.append(level)
                guard level.count > fanOut else { break }
                var next: [Double] = []
                next.reserveCapacity(level.count / fanOut + 1)
                for (index, number) in level.enumerated() {
                    if index % fanOut == 0 { next.append(number) } else { raise(&next[index / fanOut], to: number) }
                }
                level = next
            }
            return maxima
        }

        private func raise(_ largest: inout Double, to number: Double) { largest = max(largest, number) }
    }

    /// The last index in `range` at which `number` is at least `least`.
    func last(in range: Range<Int>, atLeast least: Double, number: (Int) -> Double) -> Int? {
        var end = range.upperBound
        while end > range.lowerBound {
            WorkCounter.countNodeVisit()
            let width = widthToSkip(least: least) { width in
                end % width == 0 && end - width >= range.lowerBound ? end / width - 1 : nil
            }
            if width == 1, number(end - 1) >= least { return end - 1 }
            end -= width
        }
        return nil
    }

    /// The first index in `range` at which `number` is at least `least`.
    func first(in range: Range<Int>, atLeast least: Double, number: (Int) -> Double) -> Int? {
        var start = range.lowerBound
        while start < range.upperBound {
            WorkCounter.countNodeVisit()
            let width = widthToSkip(least: least) { width in
                start % width == 0 && start + width <= range.upperBound ? start / width : nil
            }
            if width == 1, number(start) >= least { return start }
            start += width
        }
        return nil
    }

    /// Returns the width of the largest block without a number of at least `least`, where `block` returns the block index for a
    /// width; 1 where even the smallest block contains one.
    private func widthToSkip(least: Double, block: (Int) -> Int?) -> Int {
        var width = 1
        for level in levels {
            guard let index = block(width * Self.fanOut), level[index] < least else { break }
            width *= Self.fanOut
        }
        return width
    }
}
