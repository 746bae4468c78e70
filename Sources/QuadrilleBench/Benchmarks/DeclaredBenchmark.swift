import BenchmarkKit
import CAllocationCounter
import Geometry
import GridLayout

extension Benchmark {
    static let declared = Benchmark(
        name: "declared", abstract: "one 4K frame of declared layouts: a sheet, cards, and 10^6 sections",
        run: { _ in
            [
                try DeclaredBenchmark("declared sheet 4K, 10^6 sections", DeclaredBenchmark.sheet).run()
                    .limited(to: .atMost(100)),
                try DeclaredBenchmark("declared cards 4K, 10^9 records", DeclaredBenchmark.cards).run(),
                try DeclaredBenchmark("declared flow 4K, 10^6 sections", DeclaredBenchmark.flow).run(),
            ]
        })
}

/// Lays frames of 3840 × 2160 out, scrolled by 7 px each.
private struct DeclaredBenchmark {
    private static let viewport = Size(width: 3840, height: 2160)
    private static let rounds = 600
    private let name: String
    private let layout: ComposedLayout

    init(_ name: String, _ layout: ComposedLayout) {
        self.name = name
        self.layout = layout
    }

    func run() throws -> Figure {
        var layout = layout
        _ = layout.prepare(viewport: Self.viewport)
        var watch = Stopwatch()
        var found: [LayoutAttributes] = []
        var allocations: UInt64 = 0
        for round in 0..<Self.rounds {
            let visible = Rect(origin: Point(x: 0, y: Double(3000 + round * 7)), size: Self.viewport)
            found.removeAll(keepingCapacity: true)
            let before = callocation_count()
            watch.measure { layout.attributes(in: visible, visible: visible, into: &found) }
            // The first frames find out how large the output grows.
            if round >= 100 { allocations += callocation_count() - before }
        }
        try WrongAnswer.check("allocations in a steady scroll", Int(allocations) / Self.rounds, is: 0)
        var figure = watch.figure(name, unit: "µs", nanoseconds: 1000)
        figure.work = [("elements", found.count)]
        return figure
    }

    static var sheet: ComposedLayout {
        let cells = LayoutPart.horizontal(.items, of: .item(width: .absolute(80), height: .absolute(28)))
        let rowHeader = BoundaryElement(.rowHeader, width: .absolute(56), height: .fractional(1))
            .extends(Insets(leading: 56)).pinned([.leading])
        let columnHeaders = BoundaryElement(.columnHeader, width: .absolute(80), height: .absolute(32))
            .offset(x: 56).repeated(.items, along: .horizontal).extends(Insets(top: 32)).pinned([.top])
        let corner = BoundaryElement(.corner, width: .absolute(56), height: .absolute(32))
            .pinned([.top, .leading]).z(4)
        return ComposedLayout(
            content: LayoutContent(sections: 1_000_000, items: 500),
            declaration: LayoutDeclaration(
                section: LayoutSection(of: cells, boundary: [rowHeader]), boundary: [columnHeaders, corner]))
    }

    static var cards: ComposedLayout {
        let card = LayoutPart.vertical(5, of: .item(width: .fractional(1), height: .absolute(24)))
            .width(.absolute(240)).insets(Insets(top: 8, leading: 12, bottom: 8, trailing: 12))
            .background(ElementKind("card"))
        return ComposedLayout(
            content: LayoutContent(sections: 1, items: 5_000_000_000),
            declaration: LayoutDeclaration(
                section: LayoutSection(
                    of: .horizontal(.fitting, of: card, spacing: 12),
                    insets: Insets(top: 12, leading: 12, bottom: 12, trailing: 12), spacing: 12)))
    }

    static var flow: ComposedLayout {
        let header = BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(32))
            .extends(Insets(top: 32)).pinned([.top])
        let items = LayoutPart.horizontal(.fitting, of: .item(width: .absolute(80), height: .absolute(28)), spacing: 4)
        return ComposedLayout(
            content: LayoutContent(SectionCounts((0..<1_000_000).map { $0 % 100 })),
            declaration: LayoutDeclaration(section: LayoutSection(of: items, spacing: 4, boundary: [header])))
    }
}
