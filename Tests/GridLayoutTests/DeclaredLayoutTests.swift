import Geometry
import GridLayout
import SeededRandom
import Testing

/// Layouts that are built and can be declared are the same either way.
@Suite struct DeclaredLayoutTests {
    private func composed(
        _ declaration: LayoutDeclaration, _ content: LayoutContent, viewport: Size
    ) -> ComposedLayout {
        var layout = ComposedLayout(content: content, declaration: declaration)
        _ = layout.prepare(viewport: viewport)
        return layout
    }

    private func frame(_ layout: some CollectionLayout, _ visible: Rect) -> [LayoutAttributes] {
        var found: [LayoutAttributes] = []
        layout.attributes(in: visible, visible: visible, into: &found)
        return found
    }

    /// Whole attributes, in their order. `places` leaves out what an element says of scrolling, where built headers keep
    /// their label in sight and declared ones do not.
    private func agree(
        _ declared: ComposedLayout, _ built: some CollectionLayout, _ visible: Rect, places: Bool = false
    ) -> Bool {
        var (mine, theirs) = (frame(declared, visible), frame(built, visible))
        if places {
            for index in mine.indices { (mine[index].scrollAxes, mine[index].region) = (.both, nil) }
            for index in theirs.indices { (theirs[index].scrollAxes, theirs[index].region) = (.both, nil) }
        }
        return declared.contentSize == built.contentSize && declared.pinnedInsets == built.pinnedInsets
            && mine == theirs
    }

    /// A place over the content, as far as that can be scrolled.
    private func visible(_ layout: some CollectionLayout, _ viewport: Size, _ random: inout SplitMix64) -> Rect {
        var visible = Rect(origin: .zero, size: viewport)
        visible.x = Double(random.int(0...Int(max(0, layout.contentSize.width - viewport.width)))) / 1.1
        visible.y = Double(random.int(0...Int(max(0, layout.contentSize.height - viewport.height)))) / 1.1
        return visible
    }

    @Test func theDeclaredSpreadsheetIsTheStickySheet() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let (rows, columns) = (random.int(1...40), random.int(1...14))
            let cell = Size(width: random.pick([100, 61.25]), height: random.pick([40, 17.5]))
            let declared = Declarations.spreadsheet(
                columns: random.oneIn(2) ? .items : .exactly(columns), cell: cell, gutter: 150, header: 40)
            let viewport = Size(width: Double(random.int(150...900)), height: Double(random.int(40...700)))
            let layout = composed(declared, LayoutContent(sections: rows, items: columns), viewport: viewport)
            var sheet = StickySheet(
                rows: TrackSizes(count: rows, defaultSize: cell.height),
                columns: TrackSizes(count: columns, defaultSize: cell.width),
                parameters: SheetParameters(headerHeight: 40, gutterWidth: 150, separatorThickness: 0))
            _ = sheet.prepare(viewport: viewport)
            var visible = Rect(origin: .zero, size: viewport)
            // Beyond its end, the sheet's headers leave the content, which declared ones never do.
            visible.x = Double(random.int(0...Int(max(0, sheet.contentSize.width - viewport.width)))) / 1.1
            visible.y = Double(random.int(0...Int(max(0, sheet.contentSize.height - viewport.height)))) / 1.1
            var (found, wanted): ([LayoutAttributes], [LayoutAttributes]) = ([], [])
            layout.attributes(in: visible, visible: visible, into: &found)
            sheet.attributes(in: visible, visible: visible, into: &wanted)
            #expect(found == wanted, "seed \(seed)")
            #expect(layout.contentSize == sheet.contentSize, "seed \(seed)")
            #expect(layout.pinnedInsets == sheet.pinnedInsets, "seed \(seed)")
        }
    }

    @Test func theDeclaredMarkSheetIsTheMarkSheet() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let content =
                random.oneIn(3)
                ? LayoutContent(SectionCounts((0..<random.int(1...20)).map { _ in random.int(0...11) }))
                : LayoutContent(sections: random.int(0...30), items: random.int(1...11))
            let viewport = Size(width: Double(random.int(400...5_600)) / 4, height: Double(random.int(40...700)))
            let lengths = MarkSheetParameters(
                rowHeaderWidth: random.pick([100, 60.5]), separatorThickness: random.pick([1, 0.5]),
                minimumColumnWidth: random.pick([60, 1, 83]))
            let isPinned = random.oneIn(2)
            let declared = composed(
                Declarations.markSheet(lengths, isPinned: isPinned), content, viewport: viewport)
            var built = MarkSheet(content: content, parameters: lengths, pinsHeaders: isPinned)
            _ = built.prepare(viewport: viewport)
            let visible = visible(built, viewport, &random)
            // Without a column there is nothing that could share the width.
            if content.counts.largest > 0 { #expect(agree(declared, built, visible), "seed \(seed)") }
        }
    }

    @Test func theDeclaredTimelineIsTheTimeline() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let counts = random.counts(most: random.oneIn(4) ? 400 : 12)
            let weights = counts.flatMap { count in
                (0..<count).map { _ in random.oneIn(6) ? random.pick([0, -1, .nan]) : Double(random.int(1...40)) / 8 }
            }
            let content =
                random.oneIn(4)
                ? LayoutContent(SectionCounts(counts)) : LayoutContent(SectionCounts(counts), weights: weights)
            let lengths = TimelineParameters(
                headerWidth: random.pick([80, 33.25]), divider: random.pick([Size(width: 2, height: 2), .zero]),
                visibleRows: random.pick([7, 3, 40]), minimumRowHeight: random.pick([16, 1]))
            let viewport = Size(width: Double(random.int(400...3_000)) / 4, height: Double(random.int(40...2_800)) / 4)
            let isPinned = random.oneIn(2)
            var declared = ComposedLayout(
                content: content, declaration: Declarations.timeline(lengths, isPinned: isPinned))
            var built = Timeline(content: content, parameters: lengths, pinsHeaders: isPinned)
            declared.devicePixel = random.pick([1, 0.5])
            built.devicePixel = declared.devicePixel
            _ = declared.prepare(viewport: viewport)
            _ = built.prepare(viewport: viewport)
            let visible = visible(built, viewport, &random)
            #expect(agree(declared, built, visible), "seed \(seed)")
            for item in frame(built, visible) {
                #expect(declared.attributes(for: item.element, visible: visible) == item, "seed \(seed)")
            }
        }
    }

    @Test func aTrillionDeclaredRowsShareTheHeightExactly() {
        let content = LayoutContent(sections: 1_000_000_000_000, items: 3)
        let viewport = Size(width: 480, height: 600)
        let lengths = TimelineParameters()
        let declared = composed(Declarations.timeline(lengths, isPinned: true), content, viewport: viewport)
        var built = Timeline(content: content, parameters: lengths, pinsHeaders: true)
        _ = built.prepare(viewport: viewport)
        let visible = Rect(origin: Point(x: 0, y: 70_000_000_000_000), size: viewport)
        #expect(agree(declared, built, visible))
    }

    @Test func declaredSectionColumnsAreSectionColumns() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let content = LayoutContent(SectionCounts(random.counts(most: 20)))
            let lengths = SectionColumnsParameters(itemSpacing: random.pick([10, 0, 2.5]))
            let isPinned = random.oneIn(2)
            let viewport = Size(width: 400, height: Double(random.int(60...600)))
            let declared = composed(
                Declarations.sectionColumns(lengths, isPinned: isPinned), content, viewport: viewport)
            var built = SectionColumns(content: content, parameters: lengths, pinsHeaders: isPinned)
            _ = built.prepare(viewport: viewport)
            let visible = visible(built, viewport, &random)
            // Without sections there is nothing that could be as high as the built layout says it is.
            if content.sectionCount > 0 { #expect(agree(declared, built, visible, places: true), "seed \(seed)") }
        }
    }

    @Test func theDeclaredFlowIsTheFlow() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let content = LayoutContent(SectionCounts(random.counts(most: 20)))
            let lengths = FlowParameters(itemSpacing: random.pick([10, 0, 2.5]), lineSpacing: random.pick([10, 1]))
            let isPinned = random.oneIn(2)
            let viewport = Size(width: Double(random.int(180...900)), height: 400)
            let declared = composed(Declarations.flow(lengths, isPinned: isPinned), content, viewport: viewport)
            var built = Flow(content: content, parameters: lengths, pinsHeaders: isPinned)
            _ = built.prepare(viewport: viewport)
            let visible = visible(built, viewport, &random)
            #expect(agree(declared, built, visible), "seed \(seed)")
        }
    }

    @Test func pointlessSharesAndWeightsAreOrdinary() {
        let lengths: [Length] = [
            .share(of: -3, spacing: -1, atLeast: .nan), .share(of: .fitting), .share(of: .exactly(.max), spacing: 3),
            .share(of: .items, spacing: .infinity, atLeast: .infinity), .estimated(.nan), .estimated(-.infinity),
        ]
        let contents = [LayoutContent(), LayoutContent(sections: 2), LayoutContent(sections: 3, items: 4)]
        for (length, content) in lengths.flatMap({ length in contents.map { (length, $0) } }) {
            for viewport in [Size.zero, Size(width: 1, height: 1), Size(width: 400, height: 300)] {
                var parts: [LayoutPart] = [
                    .item(width: .fractional(1), height: length), .weighted(height: length, divider: .infinity),
                ]
                if case .share = length {
                    parts += [.horizontal(3, of: .item(width: length, height: .absolute(9)))]
                } else {
                    parts.removeLast()
                }
                for part in parts {
                    let layout = composed(
                        LayoutDeclaration(section: LayoutSection(of: part)), content, viewport: viewport)
                    let elements = frame(layout, Rect(origin: .zero, size: viewport))
                    #expect(elements.count <= 12 && layout.contentSize.height >= 0, "\(part)")
                }
            }
        }
    }

    @Test func weightedItemsAreAWholePart() async {
        await #expect(processExitsWith: .failure) {
            let part = LayoutPart.vertical(2, of: .weighted(height: .absolute(5)))
            var layout = ComposedLayout(declaration: LayoutDeclaration(section: LayoutSection(of: part)))
            _ = layout.prepare(viewport: .zero)
        }
        await #expect(processExitsWith: .failure) {
            let section = LayoutSection(of: .weighted(height: .absolute(5)))
            var layout = ComposedLayout(declaration: LayoutDeclaration(axis: .horizontal, section: section))
            _ = layout.prepare(viewport: .zero)
        }
    }
}
