/// The weights of items, section after section, as running sums that restart in each section.
///
/// A weight that is negative, NaN or infinite counts as 0 and is marked; so does one that would make the sum of its section
/// exceed the largest `Double`.
struct Weights: Sendable, Equatable {
    /// The weight of each item plus those before it in its section. Running sums through all sections would lose the weights of
    /// late sections to the rounding of large totals.
    let sums: [Double]
    /// One bit an item; empty where no item is marked.
    private var marks: [UInt64] = []
    private(set) var markedCount = 0
    private let maxima: BlockMaxima

    /// Creates weights from `weights`, one for each item of `counts`. O(items).
    init(_ weights: [Double], counts: SectionCounts) {
        precondition(weights.count == counts.total, "\(weights.count) weights for \(counts.total) items")
        var sums: [Double] = []
        sums.reserveCapacity(counts.total)
        var marked: [Int] = []
        var maxima = BlockMaxima.Builder(count: counts.total)
        for section in 0..<counts.sectionCount {
            var sum = 0.0
            for number in sums.count..<sums.count + counts[section] {
                let weight = weights[number]
                let before = sum
                if weight >= 0, sum + weight < .infinity { sum += weight } else { marked.append(number) }
                sums.append(sum)
                maxima.append(sum - before)
            }
        }
        self.sums = sums
        self.maxima = maxima.finish()
        if !marked.isEmpty {
            marks = [UInt64](repeating: 0, count: (sums.count + 63) / 64)
            for number in marked { marks[number / 64] |= 1 << UInt64(number % 64) }
            markedCount = marked.count
        }
    }

    func isMarked(_ number: Int) -> Bool {
        !marks.isEmpty && marks[number / 64] & (1 << UInt64(number % 64)) != 0
    }

    /// Returns the last of the items `range`, all in the section that begins at `first`, with a weight of at least `least`.
    func last(in range: Range<Int>, of first: Int, atLeast least: Double) -> Int? {
        maxima.last(in: range, atLeast: least) { sums[$0] - ($0 == first ? 0 : sums[$0 - 1]) }
    }

    /// Returns the first of them.
    func first(in range: Range<Int>, of first: Int, atLeast least: Double) -> Int? {
        maxima.first(in: range, atLeast: least) { sums[$0] - ($0 == first ? 0 : sums[$0 - 1]) }
    }

    static func == (a: Weights, b: Weights) -> Bool { a.sums == b.sums && a.marks == b.marks }
}
