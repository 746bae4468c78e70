import QuadrilleRuntime

/// Rows of a source in an order of their own: sorted, or those that a filter kept. No row is repeated.
///
///     row   day        order 2 0         place   row
///      0    Mon                            0      2
///      1    Tue                            1      0
///      2    Sun
///
/// A row takes 4 bytes, or 8 for a source of more than 2³² rows: in memory up to 8 MiB, beyond that in a temporary file without
/// a name. So its members may read that file: never call them on the main thread, except for `count`, `sourceRowCount` and
/// `isAscending`.
public struct RowOrder: Sendable {
    private enum Numbers: Sendable {
        case narrow(RowNumbers<UInt32>)
        case wide(RowNumbers<UInt64>)
    }

    /// The limits for memory and files; tests make the numbers small.
    package struct Tuning: Sendable {
        /// Bytes of numbers that stay in memory: those of two million rows. More are in a file, so that a sorted table takes
        /// little more memory than an unsorted one.
        package var memory = 1 << 23
        package var chunkBytes = 1 << 20
        /// Sources of more rows take 8 bytes a row.
        package var narrowRows = 1 << 32
        /// The source of the memory.
        package var source = LargeMemory.system

        package init() {}
    }

    /// The number of its rows.
    public let count: Int
    /// The number of the source's rows when it was made: it orders these, and no later rows.
    public let sourceRowCount: Int
    /// A Boolean value that indicates whether the rows are in the source's order, as a filter leaves them.
    public let isAscending: Bool
    private let numbers: Numbers

    private init(_ numbers: Numbers, count: Int, sourceRowCount: Int, isAscending: Bool) {
        (self.numbers, self.count, self.sourceRowCount, self.isAscending) = (
            numbers, count, sourceRowCount, isAscending
        )
    }

    /// The order `rows`, which are rows of the source without repetition, without a copy. It stays in memory.
    ///
    /// - Complexity: O(rows), to see whether they ascend.
    public init(rows: [UInt32], sourceRowCount: Int) {
        precondition(rows.count <= sourceRowCount, "an order of \(rows.count) of \(sourceRowCount) rows")
        var isAscending = true
        for index in rows.indices.dropFirst() where rows[index - 1] >= rows[index] {
            isAscending = false
            break
        }
        self.init(
            .narrow(RowNumbers(rows)), count: rows.count, sourceRowCount: sourceRowCount, isAscending: isAscending)
    }

    /// The rows of the source at `places` (0-based), in their order.
    ///
    /// - Complexity: O(places).
    public func rows(at places: Range<Int>) throws(ReadError) -> [Int] {
        var rows: [Int] = []
        rows.reserveCapacity(places.count)
        switch numbers {
        case .narrow(let numbers): try numbers.forEachPiece(places) { for row in $0 { rows.append(Int(row)) } }
        case .wide(let numbers): try numbers.forEachPiece(places) { for row in $0 { rows.append(Int(row)) } }
        }
        return rows
    }

    /// The row of the source at a place. O(1).
    public func row(at place: Int) throws(ReadError) -> Int {
        switch numbers {
        case .narrow(let numbers): try numbers.number(at: place)
        case .wide(let numbers): try numbers.number(at: place)
        }
    }

    /// Returns the index in the order of the source's `row`; nil where it is none of its rows.
    ///
    /// - Complexity: O(log rows) of rows that ascend, else O(rows).
    public func place(of row: Int) throws(ReadError) -> Int? { try places(of: [row])[0] }

    /// Returns the index in the order of each of some rows of the source; nil for rows that it does not have. It scans the
    /// order once, and checks the cancellation from time to time; after it the result has no meaning.
    ///
    /// - Complexity: O(wanted · log rows) of rows that ascend, else O(rows).
    public func places(of wanted: [Int], unless cancellation: Cancellation = .never) throws(ReadError) -> [Int?] {
        guard !wanted.isEmpty else { return [] }
        if isAscending {
            var places: [Int?] = []
            for row in wanted {
                let place = try firstPlace(atOrBehind: row)
                let found = place < count ? try self.row(at: place) : nil
                places.append(found == row ? place : nil)
            }
            return places
        }
        // A bit rules out nearly all unwanted rows.
        var mask = [Bool](repeating: false, count: 1 << 16)
        var indices: [Int: [Int]] = [:]
        for (index, row) in wanted.enumerated() {
            mask[row & 0xFFFF] = true
            indices[row, default: []].append(index)
        }
        var places = [Int?](repeating: nil, count: wanted.count)
        var left = indices.count
        try forEachPiece(unless: cancellation) { (first, rows) in
            for (index, row) in rows.enumerated() where mask[row & 0xFFFF] {
                guard let found = indices[row] else { continue }
                for place in found { places[place] = first + index }
                left -= 1
            }
            return left > 0
        }
        return places
    }

    /// The first index in the order whose row is `row` or a later one; `count` when there is none. The rows must ascend. O(log
    /// rows).
    public func firstPlace(atOrBehind row: Int) throws(ReadError) -> Int {
        precondition(isAscending, "the rows do not ascend")
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try self.row(at: middle) < row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The same rows in the source's order. It is itself where they ascend; else it is made in one pass over the order for
    /// every 2³¹ rows of the source, with a bit in memory for each of those.
    public func ascending(unless cancellation: Cancellation = .never) throws(ReadError) -> RowOrder {
        if isAscending { return self }
        var builder = Builder(sourceRowCount: sourceRowCount)
        let window = 1 << 31
        for start in stride(from: 0, to: sourceRowCount, by: window) {
            let rows = start..<min(start + window, sourceRowCount)
            try LargeMemory.system.require(rows.count / 8)
            var bits = [UInt64](repeating: 0, count: (rows.count + 63) / 64)
            try forEachPiece(unless: cancellation) { (_, piece) in
                for row in piece where rows.contains(row) {
                    bits[(row - start) >> 6] |= 1 << UInt64((row - start) & 63)
                }
                return true
            }
            for (index, word) in bits.enumerated() where word != 0 {
                var word = word
                while word != 0 {
                    try builder.append(start + index << 6 + word.trailingZeroBitCount)
                    word &= word - 1
                }
            }
        }
        return try builder.finish()
    }

    /// Passes all rows to `body`, some thousand at a time, with the index of the first of them, while that
    /// returns true.
    private func forEachPiece(
        unless cancellation: Cancellation, _ body: (_ first: Int, _ rows: [Int]) -> Bool
    ) throws(ReadError) {
        let step = 1 << 14
        for start in stride(from: 0, to: count, by: step) {
            if cancellation.isRequested { return }
            guard body(start, try rows(at: start..<min(start + step, count))) else { return }
        }
    }
}

extension RowOrder {
    /// A builder that collects the rows of an order in sequence.
    public struct Builder: Sendable {
        private var sourceRowCount: Int
        private var narrow: RowNumberCollector<UInt32>
        private var wide: RowNumberCollector<UInt64>
        private let isWide: Bool
        private var isAscending = true
        private var last = -1

        /// Begins an order of rows of a source that has `sourceRowCount` of them. `name` is the source's, for messages; without
        /// it they refer to the table.
        public init(sourceRowCount: Int, name: String? = nil) {
            self.init(sourceRowCount: sourceRowCount, tuning: Tuning()) { () throws(ReadError) in
                try SpillFile(for: name.map(ReadError.Subject.source) ?? .table, content: .rowOrder)
            }
        }

        package init(
            sourceRowCount: Int, tuning: Tuning,
            makeFile: @escaping @Sendable () throws(ReadError) -> SpillFile
        ) {
            self.sourceRowCount = sourceRowCount
            isWide = sourceRowCount > tuning.narrowRows
            narrow = RowNumberCollector(tuning: tuning, makeFile: makeFile)
            wide = RowNumberCollector(tuning: tuning, makeFile: makeFile)
        }

        /// The most rows of a source whose rows are not counted yet.
        package static let mostUncounted = Tuning().narrowRows

        /// Sets the number of rows of a source whose rows are counted now. The rows so far must ascend.
        package mutating func setSourceRowCount(_ count: Int) {
            precondition(isAscending && last < count, "row \(last) of a source of \(count)")
            precondition(!isWide && sourceRowCount == Self.mostUncounted && count <= sourceRowCount, "\(count) rows")
            sourceRowCount = count
        }

        /// The number of rows so far.
        public var count: Int { isWide ? wide.count : narrow.count }

        /// Appends a row (0-based) of the source that was not appended before.
        ///
        /// - Throws: Where a temporary file cannot be made, or is full.
        public mutating func append(_ row: Int) throws(ReadError) {
            precondition(row >= 0 && row < sourceRowCount, "row \(row) of a source of \(sourceRowCount)")
            if row <= last { isAscending = false }
            last = row
            if isWide { try wide.append(row) } else { try narrow.append(row) }
        }

        public mutating func append(contentsOf rows: Range<Int>) throws(ReadError) {
            for row in rows { try append(row) }
        }

        /// Appends rows in sequence.
        public mutating func append(contentsOf rows: [Int]) throws(ReadError) {
            guard let first = rows.first else { return }
            var (least, greatest, last, ascends) = (first, first, first, first > self.last)
            for row in rows.dropFirst() {
                (least, greatest) = (min(least, row), max(greatest, row))
                ascends = ascends && row > last
                last = row
            }
            precondition(
                least >= 0 && greatest < sourceRowCount, "rows \(least)…\(greatest) of a source of \(sourceRowCount)")
            if !ascends { isAscending = false }
            self.last = last
            if isWide { try wide.append(contentsOf: rows) } else { try narrow.append(contentsOf: rows) }
        }

        /// The order of all appended rows. No row may be appended afterwards.
        public mutating func finish() throws(ReadError) -> RowOrder {
            let numbers: Numbers = isWide ? .wide(try wide.finish()) : .narrow(try narrow.finish())
            return RowOrder(numbers, count: count, sourceRowCount: sourceRowCount, isAscending: isAscending)
        }
    }
}
