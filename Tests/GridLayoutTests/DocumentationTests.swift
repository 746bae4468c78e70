import Geometry
import GridLayout
import Testing

/// The code of the articles in `GridLayout.docc`, line for line; `GuideTests` compares it with them.
@Suite struct DocumentationTests {
    private let viewport = Size(width: 500, height: 600)

    private func frame(_ layout: inout some CollectionLayout) -> [LayoutAttributes] {
        _ = layout.prepare(viewport: viewport)
        let visible = Rect(origin: .zero, size: viewport)
        var found: [LayoutAttributes] = []
        layout.attributes(in: visible, visible: visible, into: &found)
        return found
    }

    private func agree(
        _ declaration: LayoutDeclaration, _ content: LayoutContent, _ built: some CollectionLayout
    ) -> Bool {
        var declared = ComposedLayout(content: content, declaration: declaration)
        var built = built
        return frame(&declared) == frame(&built) && declared.contentSize == built.contentSize
    }

    @Test func theSampleMarkSheet() {
        let width = Length.share(of: .items, atLeast: 60)
        let markSheet = LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(.items, of: .item(width: width, height: .absolute(50))).width(.fractional(1)),
                boundary: [
                    BoundaryElement(.rowHeader, width: .absolute(100), height: .fractional(1))
                        .extends(Insets(leading: 100))
                ]
            )
            .decorated(Decoration(.separator, along: .top, thickness: 1, z: 2))
            .minimumParts(1),
            boundary: [
                BoundaryElement(.columnHeader, width: width, height: .absolute(40))
                    .offset(x: 100).repeated(.items, along: .horizontal).extends(Insets(top: 40))
            ])
        let content = LayoutContent(sections: 20, items: 4)
        #expect(agree(markSheet, content, MarkSheet(content: content)))
    }

    @Test func theSampleSpreadsheet() {
        let spreadsheet = LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(.items, of: .item(width: .absolute(100), height: .absolute(40))),
                boundary: [
                    BoundaryElement(.rowHeader, width: .absolute(150), height: .fractional(1))
                        .extends(Insets(leading: 150)).pinned([.leading])
                ]),
            boundary: [
                BoundaryElement(.columnHeader, width: .absolute(100), height: .absolute(40))
                    .offset(x: 150).repeated(.items, along: .horizontal)
                    .extends(Insets(top: 40)).pinned([.top]),
                BoundaryElement(.corner, width: .absolute(150), height: .absolute(40))
                    .pinned([.top, .leading]).z(4),
            ])
        let sheet = StickySheet(
            rows: TrackSizes(count: 30, defaultSize: 40), columns: TrackSizes(count: 12, defaultSize: 100),
            parameters: SheetParameters(headerHeight: 40, gutterWidth: 150, separatorThickness: 0))
        #expect(agree(spreadsheet, LayoutContent(sections: 30, items: 12), sheet))
    }

    @Test func theSampleTimeline() {
        let timeline = LayoutDeclaration(
            section: LayoutSection(
                of: .weighted(height: .share(of: 7, spacing: 2, atLeast: 16), divider: 2),
                boundary: [
                    BoundaryElement(.sectionHeader, width: .absolute(80), height: .fractional(1))
                        .extends(Insets(leading: 80))
                ]),
            sectionSpacing: 2)
        let content = LayoutContent(SectionCounts([3, 2, 0, 1]), weights: [4, 2, 2, 1, 7, 5])
        #expect(agree(timeline, content, Timeline(content: content)))
    }

    @Test func theSampleSectionColumns() {
        let sectionColumns = LayoutDeclaration(
            axis: .horizontal,
            section: LayoutSection(
                of: .vertical(.fitting, of: .item(width: .absolute(50), height: .absolute(50)), spacing: 10),
                spacing: 10,
                boundary: [
                    BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(60))
                        .extends(Insets(top: 60))
                ]
            ).minimumParts(1),
            sectionSpacing: 20)
        let content = LayoutContent(SectionCounts([8, 9, 10]))
        #expect(agree(sectionColumns, content, SectionColumns(content: content)))
    }

    @Test func theSampleCards() {
        let field = LayoutPart.item(width: .fractional(1), height: .absolute(24))
        let card = LayoutPart.vertical(5, of: field)
            .width(.absolute(200))
            .insets(Insets(top: 8, leading: 12, bottom: 8, trailing: 12))
            .background(ElementKind("card"))
        let cards = LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(.fitting, of: card, spacing: 12),
                insets: Insets(top: 12, leading: 12, bottom: 12, trailing: 12), spacing: 12))
        let records = 7
        var layout = ComposedLayout(
            content: LayoutContent(sections: 1, items: records * 5), declaration: cards)
        let found = frame(&layout)
        #expect(found.count { $0.element.category == .decoration } == 7)
        #expect(found.last?.frame == Rect(x: 24, y: 20, width: 176, height: 24))
    }

    @Test func theSampleList() {
        let visible = Rect(origin: .zero, size: viewport)
        func height(of element: Element) -> Double { element.item % 2 == 0 ? 60 : 20 }
        let row = LayoutPart.item(width: .fractional(1), height: .estimated(28))
        var list = ComposedLayout(
            content: LayoutContent(sections: 1, items: 1_000_000),
            declaration: LayoutDeclaration(section: LayoutSection(of: row)))
        _ = list.prepare(viewport: viewport)
        // Between two frames:
        let cells = list.unmeasured(in: visible)
        let moved = list.setMeasured(cells.map { ($0, height(of: $0)) }, visible: visible)
        _ = list.prepare(viewport: viewport)
        #expect(moved == 0)
        #expect(list.contentSize.height == 28_000_000 + 11 * 32 - 11 * 8)
    }
}
