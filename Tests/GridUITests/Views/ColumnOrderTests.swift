import GridUI
import SeededRandom
import Testing

@Suite struct ColumnOrderTests {
    /// The obvious way: a list of columns.
    private struct Slow {
        var columns: [Int] = []
        var all = 0
        var rowHeader: Int?

        mutating func grow(to count: Int) {
            columns.append(contentsOf: all..<count)
            all = count
        }

        mutating func setRowHeader(_ column: Int?) {
            guard column != rowHeader else { return }
            columns.removeAll { $0 == column }
            if let back = rowHeader { columns.insert(back, at: columns.firstIndex { $0 > back } ?? columns.count) }
            rowHeader = column
        }

        mutating func move(_ range: Range<Int>, to destination: Int) {
            guard !(range.lowerBound...range.upperBound).contains(destination) else { return }
            let taken = Array(columns[range])
            columns.removeSubrange(range)
            columns.insert(
                contentsOf: taken, at: destination < range.lowerBound ? destination : destination - range.count)
        }
    }

    @Test func anyChangesLeaveTheColumnsWhereAListOfThemHasThem() {
        for seed in 0..<200 {
            var random = SplitMix64(seed: UInt64(seed))
            var order = ColumnOrder()
            var slow = Slow()
            for _ in 0..<30 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    let count = slow.all + Int.random(in: 0..<4, using: &random)
                    order.grow(to: count)
                    slow.grow(to: count)
                case 1:
                    let column =
                        slow.all > 0 && Bool.random(using: &random)
                        ? Int.random(in: 0..<slow.all, using: &random) : nil
                    order.setRowHeader(column)
                    slow.setRowHeader(column)
                default:
                    guard slow.columns.count > 1 else { continue }
                    let low = Int.random(in: 0..<slow.columns.count, using: &random)
                    let high = Int.random(in: low + 1...slow.columns.count, using: &random)
                    let destination = Int.random(in: 0...slow.columns.count, using: &random)
                    order.move(low..<high, to: destination)
                    slow.move(low..<high, to: destination)
                }
                #expect((0..<order.count).map(order.column) == slow.columns)
                #expect((0..<slow.all).map(order.place) == (0..<slow.all).map { slow.columns.firstIndex(of: $0) })
            }
        }
    }

    @Test func placesOutsideAreRefused() {
        var order = ColumnOrder(columnCount: 3)
        order.move(2..<9, to: 0)
        order.move(0..<1, to: 17)
        order.setRowHeader(12)
        #expect(order == ColumnOrder(columnCount: 3))
        #expect(order.place(of: -1) == nil && order.place(of: 3) == nil)
    }
}
