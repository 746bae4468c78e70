import Geometry
import GridLayout
import SeededRandom
import Testing

/// Whatever changes, an element whose attributes differ afterwards is one that the invalidation says is stale.
@Suite struct StickySheetInvalidationLawTests {
    @Test(arguments: 0..<8)
    func noFrameChangesUnlessItIsSaidToBeStale(block: Int) {
        var kinds: Set<String> = []
        for seed in UInt64(block) * 150..<UInt64(block + 1) * 150 {
            var random = SplitMix64(seed: seed)
            var sheet = sheet(&random)
            var viewport = Size(width: Double(random.int(150...300)), height: Double(random.int(150...300)))
            _ = sheet.prepare(viewport: viewport)
            for _ in 0..<4 {
                let visible = Rect(origin: Point(x: Double(random.int(0...80)), y: 30.25), size: viewport)
                let before = elements(sheet, visible)
                let groups = sheet.columnGroups
                var trace: [String] = []
                for _ in 0..<random.pick([0, 1, 1, 1, 2, 3]) { trace.append(change(&sheet, &random)) }
                let isResized = random.oneIn(5)
                if isResized { viewport.height += Double(random.int(-20...20)) }
                let stale = sheet.prepare(viewport: viewport)
                let after = elements(sheet, Rect(origin: visible.origin, size: viewport))
                kinds.insert(stale.kind)
                let missed = Set(before.keys).union(after.keys).first {
                    let (old, new) = (before[$0], after[$0])
                    return old != new && !stale.covers($0, old)
                        && !stale.coversGroup($0, groups) && !stale.coversGroup($0, sheet.columnGroups)
                        && !(isResized && stale != .nothing && $0.isPinned(old))
                }
                if let missed {
                    Issue.record(
                        """
                        seed \(seed), after \(trace): \(stale) leaves \(missed) out,
                        which was \(String(describing: before[missed])), is \(String(describing: after[missed]))
                        """)
                    return
                }
            }
        }
        // All would be covered by an answer of `all`, always.
        #expect(kinds.isSuperset(of: ["nothing", "pinned", "sizes", "insert", "remove", "move", "reload", "all"]))
    }

    private func elements(_ sheet: StickySheet, _ visible: Rect) -> [Element: LayoutAttributes] {
        var found: [LayoutAttributes] = []
        let everything = Rect(x: -1_000, y: -1_000, width: 9_000, height: 9_000)
        sheet.attributes(in: everything, visible: visible, into: &found)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.element, $0) })
    }

    private func sheet(_ random: inout SplitMix64) -> StickySheet {
        func tracks(count: Int) -> TrackSizes {
            var tracks = TrackSizes(count: count, defaultSize: 20)
            for index in 0..<count where random.oneIn(3) { tracks.setSize(random.pick([0, 10, 30, 45.5]), for: index) }
            if random.oneIn(3) { tracks.hide(random.range(in: count)) }
            return tracks
        }
        var sheet = StickySheet(
            rows: tracks(count: random.int(8...16)), columns: tracks(count: random.int(6...12)),
            parameters: SheetParameters(
                headerHeight: random.pick([0, 12]), gutterWidth: random.pick([0, 15]),
                shadowLength: random.pick([0, 6])))
        // Half of the sizes are less than that.
        if random.oneIn(3) { sheet.devicePixel = 20.5 }
        if random.oneIn(2) {
            sheet.frozenRows = random.int(0...2)
            sheet.frozenTrailingRows = random.int(0...2)
            sheet.frozenColumns = random.int(0...2)
            sheet.frozenTrailingColumns = random.int(0...2)
        }
        let (rows, columns) = (sheet.rows.count, sheet.columns.count)
        if random.oneIn(2) {
            sheet.merges = Merges(
                StickySheetDataLawTests.spans(&random, rows: rows, columns: columns), rowCount: rows,
                columnCount: columns)
        }
        if random.oneIn(3) {
            let groups = StickySheetDataLawTests.groups(&random, columns: columns)
            sheet.columnGroups = ColumnGroups([groups], columnCount: columns)
        }
        if random.oneIn(3) { sheet.itemCounts = SectionCounts((0..<rows - 3).map { _ in random.int(0...columns) }) }
        return sheet
    }

    /// One random change, and what it was.
    private func change(_ sheet: inout StickySheet, _ random: inout SplitMix64) -> String {
        let isRow = random.oneIn(2)
        let count = isRow ? sheet.rows.count : sheet.columns.count
        var range = random.range(in: count)
        range = range.lowerBound..<min(range.upperBound, range.lowerBound + 3)
        let tracks: WritableKeyPath<StickySheet, TrackSizes> = isRow ? \.rows : \.columns
        switch random.int(0...10) {
        case 0, 1:
            let place = random.int(0...count)
            if isRow { sheet.insertRows(2, at: place) } else { sheet.insertColumns(2, at: place) }
            return "insert 2 at \(place)"
        case 2, 3:
            if isRow { sheet.removeRows(range) } else { sheet.removeColumns(range) }
            return "remove \(range)"
        case 4, 5:
            let place = random.int(0...count)
            if isRow { sheet.moveRows(range, to: place) } else { sheet.moveColumns(range, to: place) }
            return "move \(range) to \(place)"
        case 6:
            if isRow { sheet.reloadRows(range) } else { sheet.reloadColumns(range) }
            return "reload \(range)"
        case 7:
            sheet[keyPath: tracks].hide(range)
            return "hide \(range)"
        case 8:
            sheet[keyPath: tracks].show(range)
            return "show \(range)"
        case 9:
            sheet[keyPath: tracks].count = max(0, count + random.int(-2...3))
            return "count"
        default:
            sheet[keyPath: tracks].setSize(random.pick([0, 20, 33]), for: range)
            return "size \(range)"
        }
    }
}

extension Invalidation {
    fileprivate var kind: String {
        switch self {
        case .nothing: "nothing"
        case .pinned: "pinned"
        case .sizes: "sizes"
        case .data(.insert): "insert"
        case .data(.remove): "remove"
        case .data(.move): "move"
        case .data(.reload): "reload"
        case .all: "all"
        }
    }

    /// Whether `element` is the header of a group of which any column may be another than it was.
    fileprivate func coversGroup(_ element: Element, _ groups: ColumnGroups) -> Bool {
        guard case .sizes(_, let first) = self, element.kind == .groupHeader,
            element.item < groups.levels[element.section].count
        else { return false }
        return groups.levels[element.section][element.item].upperBound > first
    }

    /// Whether it says that `element` may be another than it was, in a viewport of the same size.
    fileprivate func covers(_ element: Element, _ old: LayoutAttributes?) -> Bool {
        let place = element.place
        switch self {
        case .nothing: return false
        case .pinned: return element.isPinned(old)
        case .sizes(let section, let item):
            // A separator lies along all that it crosses.
            if element.category == .decoration { return true }
            return place.row.map { $0 >= section } ?? false || place.column.map { $0 >= item } ?? false
        case .data(.reload): return false
        case .data(.insert(let range)), .data(.remove(let range)):
            return place.row.map { $0 >= range.lowerBound } ?? (element.category == .decoration)
        case .data(.move(let range, let destination)):
            let span = min(range.lowerBound, destination)..<max(range.upperBound, destination)
            return place.row.map { span.contains($0) } ?? (element.category == .decoration)
        case .all: return true
        }
    }
}

extension Element {
    /// Whether its frame follows the viewport, which larger cases than `pinned` include.
    fileprivate func isPinned(_ old: LayoutAttributes?) -> Bool {
        category == .decoration || old.map { $0.scrollAxes != .both } ?? false
    }

    /// The row and the column that an element of a sheet belongs to.
    fileprivate var place: (row: Int?, column: Int?) {
        switch kind {
        case .cell, .aggregate: (section, item)
        case .rowHeader: (section, nil)
        case .columnHeader: (nil, item)
        case .separator: (section / 3, nil)
        case .columnSeparator: (nil, section / 3)
        default: (nil, nil)
        }
    }
}
