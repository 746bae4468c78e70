import BenchmarkKit
import Geometry
import GridLayout

extension Benchmark {
    static let layout = Benchmark(
        name: "layout", abstract: "one 4K frame of a sheet with frozen rows and columns, at 10^3 to 10^12 rows",
        run: { _ in try LayoutBenchmark().run() })
}

/// Lays frames of 3840 × 2160 out, scrolled by 7 px each, over sheets that differ in nothing but their rows.
private struct LayoutBenchmark {
    private static let viewport = Size(width: 3840, height: 2160)
    private static let rounds = 600
    private static let sizes = [(3, "10^3"), (6, "10^6"), (12, "10^12")]

    func run() throws -> [Figure] {
        let sheets = Self.sizes.map { Self.sheet(rows: Self.power(of: $0.0)) }
        var watches = Array(repeating: Stopwatch(), count: sheets.count)
        var found: [LayoutAttributes] = []
        var elements = 0
        // One frame of each size in turn: what else the machine does falls on all alike.
        for round in 0..<Self.rounds {
            let visible = Self.visible(round)
            for (index, sheet) in sheets.enumerated() {
                found.removeAll(keepingCapacity: true)
                watches[index].measure { sheet.attributes(in: visible, visible: visible, into: &found) }
                if index == 0 { elements = found.count }
                try WrongAnswer.check("elements at \(Self.sizes[index].1) rows", found.count, is: elements)
            }
        }
        var figures = zip(Self.sizes, watches).map { size, watch in
            watch.figure("layout 4K, \(size.1) rows", unit: "µs", nanoseconds: 1000).limited(to: .atMost(200))
        }
        for index in figures.indices { figures[index].work = [("elements", elements)] }
        // By medians, not frame by frame: one frame of 100 µs is at the mercy of a single interrupt.
        let ratio = watches[2].cpu.median / watches[0].cpu.median
        figures.append(
            Figure("layout 4K, 10^12 rows : 10^3 rows", unit: "×", clock: .cpu, Samples([ratio]))
                .limited(to: .atMost(1.2)))
        figures += try reference(sheets[0], fast: watches[0].cpu.median)
        return figures
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
        func places(_ tracks: TrackSizes, header: Double, frozen: Int, offset: Double) -> [(Double, Double)] {
            (0..<tracks.count).map { index in
                let start = header + tracks.offset(of: index) + (index < frozen ? offset : 0)
                return (start, tracks.size(of: index))
            }
        }
        let rows = places(
            sheet.rows, header: sheet.parameters.headerHeight, frozen: sheet.frozenRows, offset: visible.y)
        let columns = places(
            sheet.columns, header: sheet.parameters.gutterWidth, frozen: sheet.frozenColumns, offset: visible.x)
        return rows.flatMap { row in
            columns.map { Rect(x: $0.0, y: row.0, width: $0.1, height: row.1) }
        }
    }

    private static func visible(_ round: Int) -> Rect {
        Rect(origin: Point(x: Double(900 + round % 200 * 7), y: Double(3000 + round * 7)), size: viewport)
    }

    private static func power(of exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    /// Some rows and columns have a size of their own, two of each are frozen.
    private static func sheet(rows count: Int) -> StickySheet {
        var rows = TrackSizes(count: count, defaultSize: 28)
        for index in stride(from: 1, to: 900, by: 9) { rows.setSize(Double(20 + index % 7), for: index) }
        var columns = TrackSizes(count: 500, defaultSize: 80)
        columns.setSizes((0..<100).map { Double(60 + $0 % 40) }, from: 20)
        var sheet = StickySheet(rows: rows, columns: columns)
        sheet.frozenRows = 2
        sheet.frozenColumns = 2
        _ = sheet.prepare(viewport: viewport)
        return sheet
    }
}
