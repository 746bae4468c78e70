import Geometry

/// The measured lengths of items with estimated lengths, and the starts of the layout's lines that follow from them.
///
/// - Complexity: stores only measured lengths; a lookup is O(log measured).
struct MeasuredLines: Sendable {
    /// All items of all sections: those with a size of their own are measured. Its offsets mean nothing.
    private(set) var items: TrackSizes
    /// All lines of the sections with estimated parts, each including the spacing after it.
    private(set) var lines: TrackSizes
    /// The number of lines before each section.
    private let firstLines: SectionSums

    init(
        _ plan: (content: LayoutContent, declaration: LayoutDeclaration, shape: ComposedLayout.Shape), items: TrackSizes
    ) {
        let (content, declaration, shape) = plan
        func lineCount(_ section: Int, _ count: Int) -> Int {
            let kind = shape.sections[declaration.kind(of: section)]
            return kind.isEstimated ? kind.partCount(items: count) : 0
        }
        // Counts up to 2^53 are exact as floating-point numbers.
        let uniformFrom = declaration.uniformFrom(content.counts)
        firstLines = SectionSums(
            content.counts, uniformFrom: uniformFrom,
            step: EvenStep(span: Double(lineCount(uniformFrom, content.counts.largest)))
        ) { Double(lineCount($0, content.counts[$0])) }
        self.items = items
        let estimate = shape.sections.first(where: \.isEstimated)
        lines = TrackSizes(
            count: Int(firstLines.before(content.sectionCount)), defaultSize: estimate?.linePitch ?? 0)
    }

    func firstLine(of section: Int) -> Int { Int(firstLines.before(section)) }

    /// The distance from the start of the first line to that of line `index`, without fixed parts between them.
    func offset(of index: Int) -> Double { lines.offset(of: index) }

    func extent(ofItem number: Int) -> Double? { items.ownSize(of: number) }

    mutating func setItem(_ number: Int, _ extent: Double) { items.setSize(extent, for: number) }

    mutating func setLine(_ index: Int, _ extent: Double) { lines.setSize(extent, for: index) }
}

extension TrackSizes {
    /// The own size of track `index`, or nil where it has the default one.
    func ownSize(of index: Int) -> Double? {
        let size = runs.run(containing: index, defaultSize: -1)?.size ?? -1
        return size < 0 ? nil : size
    }

    /// Calls `body` with each range of tracks that have sizes of their own.
    func forEachOwnRange(_ body: (Range<Int>) -> Void) {
        runs.forEachRun(in: 0..<runs.totals.tracks, reversed: false, defaultSize: -1) { run in
            if run.size >= 0 { body(run.first..<run.end) }
        }
    }
}
