import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct StickySheetLawTests {
    /// Ten thousand sheets, in blocks that run side by side.
    @Test(arguments: 0..<20)
    func anySheetAgreesWithItsPlainFormulas(block: Int) {
        var nineRegions = 0
        var crossings = 0
        var aggregates = 0
        for seed in UInt64(block) * 500..<UInt64(block + 1) * 500 {
            var random = SplitMix64(seed: seed)
            let slow = slowSheet(&random)
            let fast = sheet(slow)
            guard fast.frozenRowsInForce == slow.frozen(.vertical),
                fast.frozenColumnsInForce == slow.frozen(.horizontal), fast.contentSize == slow.contentSize,
                fast.reducedFreezes == slow.reduced
            else {
                Issue.record("seed \(seed): freezes or sizes differ")
                return
            }
            if fast.pinnedInsets.isOnAllEdges { nineRegions += 1 }
            let visible = visibleBounds(slow, &random)
            let expected = slow.elements(visible: visible)
            if expected.contains(where: { $0.element.kind == .aggregate }) { aggregates += 1 }
            crossings += expected.count { $0.region.map { $0.horizontal != $0.horizontalEnd } ?? false }
            guard framesAgree(fast, expected, visible, &random), lookupsAgree(fast, expected, visible, &random),
                hitsAgree(fast, expected, visible, &random), placesAgree(fast, expected, visible, &random)
            else {
                Issue.record("seed \(seed), viewport \(visible)")
                return
            }
        }
        // The law says little about sheets that the generator never makes.
        #expect(nineRegions > 25)
        #expect(crossings > 25)
        #expect(aggregates > 100)
    }

    private func framesAgree(
        _ fast: StickySheet, _ expected: [LayoutAttributes], _ visible: Rect, _ random: inout SplitMix64
    ) -> Bool {
        let around = Rect(
            x: visible.x + Double(random.int(-100...100)), y: visible.y + Double(random.int(-100...100)),
            width: Double(random.int(0...300)) / 4, height: Double(random.int(0...300)) / 4)
        // The edges of a region are those of frames, up to rounding at an odd offset.
        let bands: [Region.Band] = [.leading, .scrolling, .trailing]
        let region = Region(horizontal: random.pick(bands), vertical: random.pick(bands))
            .frame(in: visible, pinned: fast.pinnedInsets)
        let everything = Rect(x: -1_000, y: -1_000, width: 9_000, height: 9_000)
        for rect in [visible, around, region, everything] {
            var found: [LayoutAttributes] = []
            fast.attributes(in: rect, visible: visible, into: &found)
            let wanted = expected.filter { $0.frame.intersects(rect) }
            if found != wanted {
                let index =
                    zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, wanted.count)
                print("rect \(rect): \(found.count) found, \(wanted.count) wanted, first difference at \(index):")
                print(found.dropFirst(index).first.map { "\($0)" } ?? "none")
                print(wanted.dropFirst(index).first.map { "\($0)" } ?? "none")
                return false
            }
        }
        return true
    }

    private func lookupsAgree(
        _ fast: StickySheet, _ expected: [LayoutAttributes], _ visible: Rect, _ random: inout SplitMix64
    ) -> Bool {
        let known = Set(expected.map(\.element))
        for attributes in expected where fast.attributes(for: attributes.element, visible: visible) != attributes {
            print("\(attributes) is \(String(describing: fast.attributes(for: attributes.element, visible: visible)))")
            return false
        }
        let kinds: [ElementKind] = [
            .cell, .rowHeader, .columnHeader, .corner, .separator, .columnSeparator, .freezeShadow,
            .groupHeader, .aggregate, ElementKind("other"),
        ]
        for _ in 0..<20 {
            let element = Element(
                category: random.pick([.cell, .supplementary, .decoration]), kind: random.pick(kinds),
                section: random.pick([-1, .min, .max, random.int(0...60)]),
                item: random.pick([-1, .max, random.int(0...20)]))
            if !known.contains(element), fast.attributes(for: element, visible: visible) != nil {
                print("\(element) is unknown")
                return false
            }
        }
        return true
    }

    private func hitsAgree(
        _ fast: StickySheet, _ expected: [LayoutAttributes], _ visible: Rect, _ random: inout SplitMix64
    ) -> Bool {
        for _ in 0..<5 {
            let point = point(near: visible, &random)
            let top = expected.last { attributes in
                attributes.element.category != .decoration && attributes.frame.contains(point)
                    && attributes.region?.frame(in: visible, pinned: fast.pinnedInsets).contains(point) ?? true
            }
            if fast.hitTest(point, visible: visible) != top {
                print(
                    "hit at \(point): \(String(describing: fast.hitTest(point, visible: visible))), not \(String(describing: top))"
                )
                return false
            }
        }
        return true
    }

    /// Rows and columns by place are those of the cell that is hit there, and lie in the ranges that show.
    private func placesAgree(
        _ fast: StickySheet, _ expected: [LayoutAttributes], _ visible: Rect, _ random: inout SplitMix64
    ) -> Bool {
        let shown = fast.visibleTracks(in: visible)
        for attributes in expected where attributes.element.category == .cell {
            guard fast.merges.span(containing: attributes.element) == nil else { continue }
            let clip = attributes.region?.frame(in: visible, pinned: fast.pinnedInsets) ?? visible
            guard attributes.frame.intersects(clip) else { continue }
            let (row, column) = (attributes.element.section, attributes.element.item)
            guard [shown.frozenRows, shown.rows, shown.frozenTrailingRows].contains(where: { $0.contains(row) }),
                [shown.frozenColumns, shown.columns, shown.frozenTrailingColumns].contains(where: {
                    $0.contains(column)
                })
            else {
                print("cell \(row), \(column) shows, but is not among \(shown)")
                return false
            }
        }
        let point = point(near: visible, &random)
        // At the viewport's end at an odd offset, whether a point is inside is a matter of rounding.
        guard abs(point.x - visible.maxX) > 1e-9, abs(point.y - visible.maxY) > 1e-9 else { return true }
        guard let hit = fast.hitTest(point, visible: visible), hit.element.category == .cell else { return true }
        let (row, column) = (
            fast.row(containing: point.y, visible: visible), fast.column(containing: point.x, visible: visible)
        )
        var agrees = row == hit.element.section && column == hit.element.item
        if let span = fast.merges.span(containing: hit.element) {
            // Past the content's ends, a merged cell spans what lies between the bands, where no track is.
            agrees = row.map { span.rows.contains($0) } ?? true && column.map { span.columns.contains($0) } ?? true
        }
        if !agrees { print("\(hit) is hit at \(point), in row \(row ?? -1), column \(column ?? -1)") }
        return agrees
    }

    private func point(near visible: Rect, _ random: inout SplitMix64) -> Point {
        Point(
            x: visible.x + Double(random.int(-10...Int(visible.width) + 10)),
            y: visible.y + Double(random.int(-10...Int(visible.height) + 10)))
    }

    // MARK: Random sheets

    private func slowSheet(_ random: inout SplitMix64) -> SlowSheet {
        // One in three scrolls on both axes and has room for what is frozen on them; the others are as they come.
        let isRoomy = random.oneIn(3)
        var sheet = SlowSheet(
            rows: tracks(&random, count: isRoomy ? random.int(9...12) : random.int(0...12)),
            columns: tracks(&random, count: isRoomy ? random.int(8...9) : random.int(0...9)))
        sheet.parameters = SheetParameters(
            headerHeight: random.pick([0, 12, 20.5]), gutterWidth: random.pick([0, 15, 20.25]),
            separatorThickness: random.pick([0, 1, 1, 8]), shadowLength: random.pick([0, 6, 6, 50]),
            groupHeaderHeight: random.pick([0, 9, 10.5]))
        // Some of the tracks are thinner than these.
        sheet.devicePixel = random.pick([0, 1, 1, 6, 15, 20.125])
        sheet.merges = merges(&random, rows: sheet.rows.own.count, columns: sheet.columns.own.count)
        let counts = (0..<random.int(0...sheet.rows.own.count + 1)).map { _ in random.int(0...12) }
        sheet.itemCounts = random.oneIn(3) ? counts : nil
        sheet.groups = random.oneIn(3) ? groups(&random, columns: sheet.columns.own.count) : []
        sheet.frozenRows = ends(&random, least: isRoomy ? 1 : 0)
        sheet.frozenColumns = ends(&random, least: isRoomy ? 1 : 0)
        let percent = isRoomy ? 75...98 : 40...110
        sheet.viewport = Size(
            width: viewport(sheet.contentSize.width, percent, &random),
            height: viewport(sheet.contentSize.height, percent, &random))
        return sheet
    }

    /// Mostly a part of the content, sometimes very little or just as much.
    private func viewport(_ content: Double, _ percent: ClosedRange<Int>, _ random: inout SplitMix64) -> Double {
        switch random.int(0...19) {
        case 0: 0
        case 1: Double(random.int(1...60))
        case 2: content
        default: (content * Double(random.int(percent)) / 100).rounded()
        }
    }

    private func tracks(_ random: inout SplitMix64, count: Int) -> SlowTrackSizes {
        let density = random.int(1...4)
        var tracks = SlowTrackSizes(
            own: (0..<count).map { _ in random.oneIn(density) ? random.pick([0, 0, 5, 12.5, 15, 60]) : nil },
            defaultSize: random.pick([10, 10, 20, 20.25, 0]))
        if random.oneIn(4) { for index in random.range(in: count) { tracks.tracks[index].isHidden = true } }
        return tracks
    }

    /// Some spans, none of which overlap, in half of the sheets.
    private func merges(_ random: inout SplitMix64, rows: Int, columns: Int) -> [CellSpan] {
        guard random.oneIn(2) else { return [] }
        var spans: [CellSpan] = []
        for _ in 0..<random.int(1...6) {
            let span = CellSpan(rows: random.range(in: rows), columns: random.range(in: columns))
            if span.rows.count * span.columns.count > 1, !spans.contains(where: span.overlaps) { spans.append(span) }
        }
        return spans
    }

    /// One level or two of groups that follow each other, some with columns between them that are in none.
    private func groups(_ random: inout SplitMix64, columns: Int) -> [[Range<Int>]] {
        (0..<random.int(1...2)).map { _ in
            let edges = Set((0..<6).map { _ in random.int(0...columns) }).sorted()
            return zip(edges, edges.dropFirst()).map { $0..<$1 }.filter { _ in !random.oneIn(4) }
        }
    }

    private func ends(_ random: inout SplitMix64, least: Int) -> FrozenEnds {
        FrozenEnds(leading: random.int(least...2), trailing: random.int(least...2))
    }

    /// A viewport somewhere over the content: mostly in it, sometimes past its ends, sometimes at an odd offset.
    private func visibleBounds(_ slow: SlowSheet, _ random: inout SplitMix64) -> Rect {
        func offset(_ axis: Axis) -> Double {
            let reach = Int(max(0, slow.contentSize[axis] - slow.viewport[axis]))
            let whole = Double(random.oneIn(10) ? random.int(-40...reach + 40) : random.int(0...reach))
            // An eleventh is no binary fraction, so what is pinned there is rounded.
            return whole + random.pick([0, 0, 0.25, 1 / 11.0])
        }
        return Rect(origin: Point(x: offset(.horizontal), y: offset(.vertical)), size: slow.viewport)
    }

    private func sheet(_ slow: SlowSheet) -> StickySheet {
        var sheet = StickySheet(
            rows: TrackSizes(slow.rows), columns: TrackSizes(slow.columns), parameters: slow.parameters)
        sheet.devicePixel = slow.devicePixel
        sheet.frozenRows = slow.frozenRows.leading
        sheet.frozenTrailingRows = slow.frozenRows.trailing
        sheet.frozenColumns = slow.frozenColumns.leading
        sheet.frozenTrailingColumns = slow.frozenColumns.trailing
        sheet.merges = Merges(slow.merges, rowCount: slow.rows.own.count, columnCount: slow.columns.own.count)
        sheet.itemCounts = slow.itemCounts.map(SectionCounts.init)
        sheet.columnGroups = ColumnGroups(slow.groups, columnCount: slow.columns.own.count)
        _ = sheet.prepare(viewport: slow.viewport)
        return sheet
    }
}

extension Merges {
    fileprivate func span(containing cell: Element) -> CellSpan? {
        span(containing: cell.section, column: cell.item)
    }
}

extension Insets {
    fileprivate var isOnAllEdges: Bool { min(top, leading, bottom, trailing) > 0 }
}
