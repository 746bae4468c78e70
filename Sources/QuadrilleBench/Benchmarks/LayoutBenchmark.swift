import BenchmarkKit
import CAllocationCounter
import Geometry
import GridLayout

extension Benchmark {
    static let layout = Benchmark(
        name: "layout", abstract: "one 4K frame of a sheet with all four edges frozen, at 10^3 to 10^12 rows",
        run: { _ in try LayoutBenchmark().run() })
}

/// Lays frames of 3840 × 2160 out, scrolled by 7 px each, over sheets that differ in nothing but their rows.
private struct LayoutBenchmark {
    private static let viewport = Size(width: 3840, height: 2160)
    private static let rounds = 600
    private static let sizes = [(3, "10^3"), (6, "10^6"), (12, "10^12")]

    func run() throws -> [Figure] {
        let sheets = Self.sizes.map { Self.sheet(rows: Self.power(of: $0.0)) }
        var allocations = 0
        var watches = Array(repeating: Stopwatch(), count: sheets.count)
        var found: [LayoutAttributes] = []
        var elements = 0
        // One frame of each size in turn: what else the machine does falls on all alike.
        for round in 0..<Self.rounds {
            let visible = Self.visible(round)
            for (index, sheet) in sheets.enumerated() {
                found.removeAll(keepingCapacity: true)
                let allocated = watches[index].measure { Self.lay(sheet, visible, &found) }
                // The first frames make the output as large as it gets.
                if round >= 20 { allocations += allocated }
                if index == 0 { elements = found.count }
                try WrongAnswer.check("elements at \(Self.sizes[index].1) rows", found.count, is: elements)
            }
        }
        var figures = zip(Self.sizes, watches).map { size, watch in
            watch.figure("layout 4K, \(size.1) rows", unit: "µs", nanoseconds: 1000).limited(to: .atMost(50))
        }
        for index in figures.indices { figures[index].work = [("elements", elements)] }
        try WrongAnswer.check("allocations of a steady scroll", allocations, is: 0)
        // By medians, not frame by frame: one frame of 100 µs is at the mercy of a single interrupt.
        let ratio = watches[2].cpu.median / watches[0].cpu.median
        figures.append(
            Figure("layout 4K, 10^12 rows : 10^3 rows", unit: "×", clock: .cpu, Samples([ratio]))
                .limited(to: .atMost(1.1)))
        figures += try reference(sheets[0], fast: watches[0].cpu.median)
        figures += try merged()
        return figures
    }

    /// The same frames where a million runs of rows are merged, in ten columns.
    private func merged() throws -> [Figure] {
        let rowCount = 1_000_000
        let runs = stride(from: 0, to: rowCount, by: 10).map { $0..<$0 + 2 + $0 / 10 % 8 }
        let columns = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0 * 9, runs) })
        var making = Stopwatch()
        let merges = making.measure { Merges(runs: columns, rowCount: rowCount, columnCount: 500) }
        try WrongAnswer.check("merged cells", merges.count, is: 10 * runs.count)
        var sheet = Self.sheet(rows: rowCount)
        sheet.merges = merges
        _ = sheet.prepare(viewport: Self.viewport)
        var watch = Stopwatch()
        var found: [LayoutAttributes] = []
        for round in 0..<100 {
            let visible = Self.visible(round)
            found.removeAll(keepingCapacity: true)
            let allocated = watch.measure { Self.lay(sheet, visible, &found) }
            if round >= 20 { try WrongAnswer.check("allocations with merged cells", allocated, is: 0) }
        }
        var frame = watch.figure("layout 4K, 10^6 merged cells", unit: "µs", nanoseconds: 1000)
        frame.work = [("elements", found.count)]
        return [frame, making.figure("merging 10^6 runs", unit: "ms", nanoseconds: 1_000_000)]
    }

    /// The same frame by computing every cell there is and keeping those in sight.
    private func reference(_ sheet: StickySheet, fast: Double) throws -> [Figure] {
        var watch = Stopwatch()
        var found: [LayoutAttributes] = []
        for round in 0..<15 {
            let visible = Self.visible(round)
            let cells = watch.measure { Self.everyCell(of: sheet, visible: visible).filter(visible.intersects) }
            found.removeAll(keepingCapacity: true)
            sheet.attributes(in: visible, visible: visible, into: &found)
            let fast = found.count { $0.element.category == .cell }
            try WrongAnswer.check("cells in sight", fast, is: cells.count)
        }
        let ratio = Samples([watch.cpu.median / fast])
        return [
            watch.figure("every cell computed, then filtered, 10^3 rows", unit: "µs", nanoseconds: 1000),
            Figure("every cell computed : layout", unit: "×", clock: .cpu, ratio),
        ]
    }

    private static func everyCell(of sheet: StickySheet, visible: Rect) -> [Rect] {
        func places(
            _ tracks: TrackSizes, header: Double, frozen: FrozenEnds, _ low: Double, _ high: Double
        ) -> [(Double, Double)] {
            (0..<tracks.count).map { index in
                var start = header + tracks.offset(of: index)
                if index < frozen.leading {
                    start += low
                } else if index >= tracks.count - frozen.trailing {
                    start += high - (header + tracks.extent)
                }
                return (start, tracks.size(of: index))
            }
        }
        let header = sheet.headerInsets
        let rows = places(
            sheet.rows, header: header.top, frozen: sheet.frozenRowsInForce, visible.minY, visible.maxY)
        let columns = places(
            sheet.columns, header: header.leading, frozen: sheet.frozenColumnsInForce, visible.minX, visible.maxX)
        return rows.flatMap { row in
            columns.map { Rect(x: $0.0, y: row.0, width: $0.1, height: row.1) }
        }
    }

    /// Lays a frame out and gives its allocations.
    private static func lay(_ sheet: StickySheet, _ visible: Rect, _ found: inout [LayoutAttributes]) -> Int {
        let before = callocation_count()
        sheet.attributes(in: visible, visible: visible, into: &found)
        return Int(callocation_count() - before)
    }

    private static func visible(_ round: Int) -> Rect {
        Rect(origin: Point(x: Double(900 + round % 200 * 7), y: Double(3000 + round * 7)), size: viewport)
    }

    private static func power(of exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    /// Some rows and columns have a size of their own, two of each are frozen at each end.
    private static func sheet(rows count: Int) -> StickySheet {
        var rows = TrackSizes(count: count, defaultSize: 28)
        for index in stride(from: 1, to: 900, by: 9) { rows.setSize(Double(20 + index % 7), for: index) }
        var columns = TrackSizes(count: 500, defaultSize: 80)
        columns.setSizes((0..<100).map { Double(60 + $0 % 40) }, from: 20)
        var sheet = StickySheet(rows: rows, columns: columns)
        sheet.frozenRows = 2
        sheet.frozenColumns = 2
        sheet.frozenTrailingRows = 2
        sheet.frozenTrailingColumns = 2
        _ = sheet.prepare(viewport: viewport)
        return sheet
    }
}
