import Drawing
import Geometry
import GridGTK
import GridLayout
import GridUI
import Testing

// The code of the guide "From UICollectionView to GridLayout".

@Suite struct GuideSnippets {
    /// In one scope, as who copies it has it.
    @Test func aLayoutIsDeclaredAskedChangedAndPrefetched() {
        let inbox = LayoutDeclaration(
            section: LayoutSection(
                of: .item(width: .fractional(1), height: .absolute(44)),
                boundary: [
                    BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(28))
                        .extends(Insets(top: 28)).pinned([.top])
                ]))
        var layout = ComposedLayout(content: LayoutContent(SectionCounts([3, 1, 40])), declaration: inbox)

        _ = layout.prepare(viewport: Size(width: 320, height: 480))
        let visible = Rect(x: 0, y: 100, width: 320, height: 480)
        var frame: [LayoutAttributes] = []
        layout.attributes(in: visible, visible: visible, into: &frame)

        let header = layout.attributes(for: .supplementary(.sectionHeader, section: 0), visible: visible)
        let touched = layout.hitTest(Point(x: 10, y: 140), visible: visible)

        #expect(layout.contentSize == Size(width: 320, height: 3 * 28 + 44 * 44))
        #expect(frame.contains { $0.element == .cell(section: 2, item: 0) })
        #expect(header?.frame == Rect(x: 0, y: 100, width: 320, height: 28))
        #expect(touched?.element == .cell(section: 0, item: 2))

        var sheet = StickySheet(
            rows: TrackSizes(count: 1000, defaultSize: 28), columns: TrackSizes(count: 12, defaultSize: 120))
        _ = sheet.prepare(viewport: visible.size)

        let anchor = sheet.anchor(.cell(section: 10, item: 1), visible: visible)
        sheet.insertRows(3, at: 2)
        let stale = sheet.prepare(viewport: visible.size)
        let offset = sheet.offset(restoring: anchor?.moved(by: .insert(2..<5)), visible: visible)

        #expect(stale == .data(.insert(2..<5)))
        #expect(offset == Point(x: 0, y: 100 + 3 * 28), "what is looked at stays in its place")

        var prefetcher = Prefetcher()
        var blocks: [TrackBlock] = []
        sheet.prefetchTracks(visible: visible, direction: ScrollDirection(Point(x: 0, y: 1200)), into: &blocks)
        let change = prefetcher.update(wanted: blocks)
        // Begin to read change.started, and give up change.cancelled.

        #expect(change.started == blocks && change.cancelled.isEmpty)
        #expect(blocks.first.map { $0.rows.lowerBound > 18 } == true, "below what is in sight")
    }
}

// Compiled alone: what is shown needs a display.

@MainActor
func highlightColumn(_ column: Int, in view: GridView) {
    let standard = view.painters[.cell]
    view.painters[.cell] = Painter { run, context, list in
        for cell in run where context.cell(of: cell.element)?.column == column {
            list.fill(context.frame(cell), Color(hex: 0xFFF3C4))
        }
        standard?.paint(run, context, &list)
    }
}

@MainActor
func addGallery(to view: GridView) {
    view.views.add(
        ViewDefinition(name: "gallery", title: "Gallery") { input in
            Flow(content: input.content, parameters: FlowParameters(itemSize: Size(width: 200, height: 28)))
        })
    view.show(ViewChoice("gallery"))
}
