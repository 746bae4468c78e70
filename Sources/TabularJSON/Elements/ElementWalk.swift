/// A consumer of elements of arrays.
protocol ElementConsumer {
    /// A Boolean value that indicates whether no more elements are wanted.
    var isFinished: Bool { get }

    mutating func take(_ element: ArrayElement)
}

/// A walk through arrays that passes some of their elements, by their numbers in all arrays, to a consumer.
struct ElementWalk<Rows: RandomAccessCollection, Consumer: ElementConsumer>: ArrayConsumer
where Rows.Element == Int, Rows.Index == Int {
    /// Ascending.
    private let rows: Rows
    private let end: Int
    private let index: ElementIndex
    /// The number of rows without a wanted element after which a walk stops.
    private let patience: Int
    private let consumer: UnsafeMutablePointer<Consumer>
    /// The index in `rows` of the next wanted element.
    private(set) var next: Int
    /// The number of the next element.
    private var element: Int
    /// True where the next wanted element is too far away.
    private var isAway = false

    /// Begins with the array of `checkpoint`, and wants the elements at `places` of `rows`.
    init(
        _ rows: Rows, _ places: Range<Int>, in found: KnownElements, patience: Int,
        _ consumer: UnsafeMutablePointer<Consumer>
    ) {
        (self.rows, self.patience, self.consumer) = (rows, patience, consumer)
        (next, end, index) = (places.lowerBound, places.upperBound, found.index)
        element = places.isEmpty ? 0 : found.index.checkpoint(before: rows[places.lowerBound]).element
    }

    var isFinished: Bool { next >= end || isAway || consumer.pointee.isFinished }

    mutating func take(_ elements: inout ArrayElements, ofRow row: Int) {
        while !isFinished {
            let wanted = rows[next]
            element += elements.skip(wanted - element)
            guard element == wanted, let found = elements.next(ofRow: row) else { break }
            element += 1
            next += 1
            consumer.pointee.take(found)
        }
        guard next < end, rows[next] > element else { return }
        isAway = index.checkpoint(before: rows[next]).row > row + patience
    }
}
