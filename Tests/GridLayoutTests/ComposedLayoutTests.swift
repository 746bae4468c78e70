import Geometry
import GridLayout
import Testing

@Suite struct ComposedLayoutTests {
    private let bounds = Rect(x: 0, y: 0, width: 800, height: 600)

    private func composed(
        _ declaration: LayoutDeclaration, _ content: LayoutContent, viewport: Size = Size(width: 800, height: 600)
    ) -> ComposedLayout {
        var layout = ComposedLayout(content: content, declaration: declaration)
        _ = layout.prepare(viewport: viewport)
        return layout
    }

    private var spreadsheet: LayoutDeclaration {
        Declarations.spreadsheet(columns: 12, cell: Size(width: 100, height: 40), gutter: 150, header: 40)
    }

    @Test func theFramesOfTheDesignAreWhereItSays() {
        let layout = composed(spreadsheet, LayoutContent(sections: 30, items: 12))
        let visible = bounds.offset(by: Point(x: 250, y: 100))
        func frame(_ element: Element) -> Rect? { layout.attributes(for: element, visible: visible)?.frame }
        #expect(frame(.supplementary(.rowHeader, section: 5)) == Rect(x: 250, y: 240, width: 150, height: 40))
        #expect(frame(.supplementary(.columnHeader, item: 3)) == Rect(x: 450, y: 100, width: 100, height: 40))
        #expect(frame(.supplementary(.corner)) == Rect(x: 250, y: 100, width: 150, height: 40))
        #expect(frame(.cell(section: 5, item: 3)) == Rect(x: 450, y: 240, width: 100, height: 40))
        #expect(layout.contentSize == Size(width: 1_350, height: 1_240))
        #expect(layout.pinnedInsets == Insets(top: 40, leading: 150))
    }

    @Test func partsOfACardAreItemsInTheirOrder() {
        let card = LayoutPart.horizontal(
            [
                .item(width: .absolute(80), height: .fractional(1)),
                .vertical(2, of: .item(width: .fractional(1), height: .absolute(30)), spacing: 10)
                    .width(.absolute(120)),
            ], spacing: 5
        ).height(.absolute(100))
        let layout = composed(
            LayoutDeclaration(section: LayoutSection(of: card, insets: Insets(top: 8, leading: 6), spacing: 20)),
            LayoutContent(sections: 1, items: 5))
        let frames = (0..<5).map { layout.attributes(for: .cell(section: 0, item: $0), visible: bounds)?.frame }
        #expect(
            frames == [
                Rect(x: 6, y: 8, width: 80, height: 100), Rect(x: 91, y: 8, width: 120, height: 30),
                Rect(x: 91, y: 48, width: 120, height: 30), Rect(x: 6, y: 128, width: 80, height: 100),
                Rect(x: 91, y: 128, width: 120, height: 30),
            ])
        #expect(layout.contentSize == Size(width: 211, height: 228))
    }

    @Test func aCardIsARecordOnABackground() {
        let kind = ElementKind("card")
        // 12 + 3 · 240 + 2 · 12 + 12 is 768: three cards side by side, each 5 · 24 + 16 high.
        let layout = composed(Declarations.cards(fields: 5, width: 240), LayoutContent(sections: 1, items: 5 * 5))
        #expect(layout.contentSize == Size(width: 800, height: 12 + 136 + 12 + 136 + 12))
        var found: [LayoutAttributes] = []
        layout.attributes(in: bounds, visible: bounds, into: &found)
        #expect(found.prefix(5).map(\.element.item) == [20, 15, 10, 5, 0])
        #expect(found.prefix(5).allSatisfy { $0.element.kind == kind && $0.element.category == .decoration })
        #expect(found.count == 5 + 25)
        func frame(_ element: Element) -> Rect? { layout.attributes(for: element, visible: bounds)?.frame }
        func card(_ item: Int) -> Rect? { frame(Element(category: .decoration, kind: kind, section: 0, item: item)) }
        #expect(card(5) == Rect(x: 264, y: 12, width: 240, height: 136))
        #expect(card(15) == Rect(x: 12, y: 160, width: 240, height: 136))
        #expect(frame(.cell(section: 0, item: 5)) == Rect(x: 276, y: 20, width: 216, height: 24))
        #expect(frame(.cell(section: 0, item: 9)) == Rect(x: 276, y: 116, width: 216, height: 24))
        #expect([1, 4, 25, -5].allSatisfy { card($0) == nil })
    }

    @Test func anItemGrowsByItsInsets() {
        let part = LayoutPart.item(width: .fractional(0.5), height: .absolute(20))
            .background(ElementKind("inner")).insets(Insets(top: 1, leading: 2, bottom: 3, trailing: 6))
            .background(ElementKind("outer"))
        let layout = composed(LayoutDeclaration(section: LayoutSection(of: part)), LayoutContent(sections: 1, items: 1))
        func frame(_ element: Element) -> Rect? { layout.attributes(for: element, visible: bounds)?.frame }
        #expect(frame(.cell(section: 0, item: 0)) == Rect(x: 2, y: 1, width: 396, height: 20))
        #expect(frame(.decoration(ElementKind("inner"), number: 0)) == Rect(x: 2, y: 1, width: 396, height: 20))
        #expect(frame(.decoration(ElementKind("outer"), number: 0)) == Rect(x: 0, y: 0, width: 404, height: 24))
    }

    @Test func aKindDecoratesAPartOrOneInItButOnce() async {
        await #expect(processExitsWith: .failure) {
            let item = LayoutPart.item(width: .absolute(10), height: .absolute(10)).background(ElementKind("card"))
            var layout = ComposedLayout(
                declaration: LayoutDeclaration(
                    section: LayoutSection(of: LayoutPart.vertical(2, of: item).background(ElementKind("card")))))
            _ = layout.prepare(viewport: .zero)
        }
        await #expect(processExitsWith: .failure) {
            let item = LayoutPart.item(width: .absolute(10), height: .absolute(10)).background(ElementKind("card"))
            var layout = ComposedLayout(
                declaration: LayoutDeclaration(section: LayoutSection(of: item).background(ElementKind("card"))))
            _ = layout.prepare(viewport: .zero)
        }
    }

    @Test func sectionsOfAFewKindsFollowOneAnother() {
        func rows(_ height: Double) -> LayoutSection {
            LayoutSection(of: .item(width: .absolute(100), height: .absolute(height)))
        }
        let declared = LayoutDeclaration(sections: [rows(300), rows(20)], kinds: [0, 1], sectionSpacing: 10)
        let layout = composed(declared, LayoutContent(sections: 1_000_000_000, items: 2))
        func y(_ section: Int) -> Double? {
            layout.attributes(for: .cell(section: section, item: 1), visible: bounds)?.frame.y
        }
        #expect((y(0), y(1), y(2)) == (300, 630, 680))
        #expect(y(999_999_999) == 50_000_000_530)
        #expect(layout.contentSize == Size(width: 100, height: 600 + 999_999_999 * 50))
        let kinds = (0..<300_000).map { $0 % 3 == 0 ? UInt8(0) : 1 }
        let many = composed(
            LayoutDeclaration(sections: [rows(300), rows(20)], kinds: kinds),
            LayoutContent(sections: 300_000, items: 1))
        #expect(many.contentSize.height == 34_000_000)
        var found: [LayoutAttributes] = []
        let visible = bounds.offset(by: Point(x: 0, y: 30_600_000))
        let visits = WorkCounter.nodeVisits { many.attributes(in: visible, visible: visible, into: &found) }
        #expect(found.map(\.element.section) == (270_000...270_003).reversed())
        #expect(visits < 60)
    }

    @Test func linesOfDifferentKindsAreNotOneAnother() {
        func row(_ height: Double, leading: Double = 0) -> LayoutSection {
            let cell = LayoutPart.item(width: .absolute(100), height: .absolute(height))
            return LayoutSection(of: .horizontal(3, of: cell), insets: Insets(leading: leading))
        }
        let declared = LayoutDeclaration(
            sections: [row(30), row(20), row(20, leading: 5)], kinds: [0, 1, 2, 2, 1, 0])
        let layout = composed(declared, LayoutContent(SectionCounts([3, 3, 3, 2, 3, 3])))
        var found: [LayoutAttributes] = []
        layout.attributes(in: bounds, visible: bounds, into: &found)
        #expect(found.count == 17)
        for cell in found { #expect(layout.attributes(for: cell.element, visible: bounds) == cell) }
    }

    @Test func aKindOfSectionThatIsNotDeclaredStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let section = LayoutSection(of: .item(width: .absolute(100), height: .absolute(20)))
            var layout = ComposedLayout(declaration: LayoutDeclaration(sections: [section], kinds: [0, 1]))
            _ = layout.prepare(viewport: .zero)
        }
    }

    @Test func aPinnedElementNeverLeavesItsContainer() {
        let section = LayoutSection(
            of: .item(width: .absolute(100), height: .absolute(50)),
            boundary: [
                BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(30))
                    .extends(Insets(top: 30)).pinned([.top])
            ])
        let title = BoundaryElement(ElementKind("title"), width: .fractional(1), height: .absolute(20))
            .extends(Insets(top: 20)).pinned([.top])
        let layout = composed(
            LayoutDeclaration(section: section, boundary: [title]), LayoutContent(sections: 3, items: 2))
        // Sections are 130 high, from 20 on; headers stay under the title.
        for (y, header, top) in [(0.0, 20.0, 0.0), (50, 70, 50), (105, 120, 105), (200, 120, 200), (500, 120, 390)] {
            let visible = bounds.offset(by: Point(x: 0, y: y))
            let found = layout.attributes(for: .supplementary(.sectionHeader), visible: visible)
            #expect(found?.frame.y == header, "at \(y)")
            let titled = layout.attributes(for: .supplementary(ElementKind("title")), visible: visible)
            #expect(titled?.frame.y == top, "at \(y)")
        }
        #expect(layout.pinnedInsets == Insets(top: 50))
    }

    @Test func thingsDeclaredInPointlessSizesAreOrdinary() {
        let item = LayoutPart.item(width: .fractional(.nan), height: .absolute(-3))
        let parts: [LayoutPart] = [
            item, .horizontal([]), .vertical(.fitting, of: item), .horizontal(-4, of: item),
            .horizontal(.items, of: item),
            .vertical([.horizontal([]), .item(width: .fractional(2), height: .fractional(.infinity))]),
        ]
        for part in parts {
            for size in [Size.zero, Size(width: 1, height: 1), bounds.size] {
                let layout = composed(
                    LayoutDeclaration(section: LayoutSection(of: part)), LayoutContent(sections: 3, items: 2),
                    viewport: size)
                let visible = Rect(origin: .zero, size: size)
                var found: [LayoutAttributes] = []
                layout.attributes(in: bounds, visible: visible, into: &found)
                #expect(found.isEmpty, "\(part)")
                #expect(layout.contentSize.width >= 0 && layout.contentSize.height >= 0)
            }
        }
    }

    @Test func aKindBelongsToSectionsOrToTheLayout() async {
        await #expect(processExitsWith: .failure) {
            let header = BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(30))
            let part = LayoutPart.item(width: .absolute(10), height: .absolute(10))
            var layout = ComposedLayout(
                declaration: LayoutDeclaration(
                    section: LayoutSection(of: part, boundary: [header]), boundary: [header]))
            _ = layout.prepare(viewport: .zero)
        }
    }

    @Test func whatChangesSaysWhatItMakesStale() {
        var layout = ComposedLayout(content: LayoutContent(sections: 30, items: 12), declaration: spreadsheet)
        #expect(layout.prepare(viewport: bounds.size) == .all)
        #expect(layout.prepare(viewport: Size(width: 9, height: 9)) == .nothing)
        #expect(layout.invalidation(from: bounds, to: bounds.offset(by: Point(x: 1, y: 0))) == .pinned)
        layout.content = LayoutContent(sections: 31, items: 12)
        #expect(layout.prepare(viewport: bounds.size) == .data(.insert(30..<31)))
        layout.declaration.sectionSpacing = 1
        #expect(layout.prepare(viewport: bounds.size) == .all)
        layout.declaration = Declarations.markSheet(MarkSheetParameters(), isPinned: false)
        _ = layout.prepare(viewport: bounds.size)
        #expect(layout.prepare(viewport: Size(width: 900, height: 9)) == .sizes(fromSection: 0, fromItem: 0))
        #expect(layout.invalidation(from: bounds, to: bounds.offset(by: Point(x: 1, y: 1))) == .nothing)
    }

    @Test func aFrameCostsWhatItShowsOfAnyNumberOfItems() {
        func frame(_ layout: ComposedLayout, _ visible: Rect) -> (count: Int, visits: Int) {
            var found: [LayoutAttributes] = []
            let visits = WorkCounter.nodeVisits { layout.attributes(in: visible, visible: visible, into: &found) }
            return (found.count, visits)
        }
        let flow = Declarations.flow(FlowParameters(), isPinned: true)
        let far = bounds.offset(by: Point(x: 0, y: 60_000_000))
        let many = frame(composed(flow, LayoutContent(SectionCounts((0..<1_000_000).map { $0 % 3 }))), far)
        #expect(many.count > 0 && many.count < 40)
        #expect(many.visits < 150)
        let one = frame(composed(flow, LayoutContent(sections: 1, items: 1_000_000_000)), far)
        #expect(one.count == 21)
        let cards = composed(
            Declarations.cards(fields: 4, width: 200), LayoutContent(sections: 1, items: 4_000_000_000))
        let end = frame(cards, bounds.offset(by: Point(x: 0, y: cards.contentSize.height - 600)))
        #expect(end.count == (1 + 4 * 3) * 5)
        #expect(end.visits < 200)
        let row = composed(spreadsheet, LayoutContent(sections: 1_000_000_000_000, items: 12))
        #expect(row.contentSize.height == 40_000_000_000_040)
        #expect(frame(row, bounds.offset(by: Point(x: 0, y: 39_000_000_000_000))).count == 7 * 15 + 7 + 15 + 1)
        // It would not end if it looked at the sections one by one.
        let strip = Rect(x: -10, y: 0, width: 10, height: 1e14)
        #expect(frame(row, strip).count == 0)
        #expect(frame(composed(flow, LayoutContent()), bounds).count == 0)
        #expect(frame(composed(spreadsheet, LayoutContent()), bounds).count == 8)
    }
}
