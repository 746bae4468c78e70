import Geometry
import GridLayout
import Testing

@Suite struct StickySheetInvalidationTests {
    private let viewport = Size(width: 800, height: 600)

    /// A prepared sheet of 100 × 100, and what a change of it then makes stale.
    private func invalidation(
        viewport: Size? = nil, after change: (inout StickySheet) -> Void = { _ in }
    ) -> Invalidation {
        var sheet = StickySheet(
            rows: TrackSizes(count: 100, defaultSize: 28), columns: TrackSizes(count: 100, defaultSize: 120))
        _ = sheet.prepare(viewport: self.viewport)
        change(&sheet)
        return sheet.prepare(viewport: viewport ?? self.viewport)
    }

    @Test func theFirstPreparationMakesAllStaleAndTheNextNothing() {
        var sheet = StickySheet()
        #expect(sheet.prepare(viewport: viewport) == .all)
        #expect(sheet.prepare(viewport: viewport) == .nothing)
    }

    @Test func aNewSizeMakesStaleWhatLiesFromItOn() {
        #expect(invalidation { $0.rows.setSize(50, for: 7) } == .sizes(fromSection: 7, fromItem: 100))
        #expect(invalidation { $0.columns.setSize(50, for: 3..<9) } == .sizes(fromSection: 100, fromItem: 3))
        #expect(invalidation { $0.rows.defaultSize = 20 } == .sizes(fromSection: 0, fromItem: 100))
        let both = invalidation {
            $0.rows.setSize(50, for: 7)
            $0.columns.setSize(50, for: 3)
            $0.rows.setSize(50, for: 5)
        }
        #expect(both == .sizes(fromSection: 5, fromItem: 3))
    }

    @Test func settingWhatIsAlreadySoMakesNothingStale() {
        #expect(invalidation { $0.rows = $0.rows } == .nothing)
        #expect(invalidation { $0.parameters = SheetParameters() } == .nothing)
        #expect(invalidation { $0.frozenRows = 0 } == .nothing)
        #expect(invalidation { $0.frozenColumns = -1 } == .nothing)
    }

    @Test func aGrowingTableInsertsRows() {
        let grown = invalidation {
            $0.rows.count = 150
            $0.rows.count = 220
        }
        #expect(grown == .data(.insert(100..<220)))
        #expect(invalidation { $0.rows.count = 60 } == .data(.remove(60..<100)))
        #expect(invalidation { $0.columns.count = 110 } == .sizes(fromSection: 100, fromItem: 100))
        let grownAndResized = invalidation {
            $0.rows.count = 150
            $0.rows.setSize(9, for: 3)
        }
        #expect(grownAndResized == .all)
    }

    @Test func freezingMakesAllStaleWhenItTakesEffect() {
        #expect(invalidation { $0.frozenRows = 2 } == .all)
        #expect(invalidation { $0.frozenTrailingColumns = 1 } == .all)
        #expect(invalidation { $0.parameters.gutterWidth = 80 } == .all)
        let grown = invalidation {
            $0.frozenTrailingRows = 1
            _ = $0.prepare(viewport: viewport)
            $0.rows.count = 101
        }
        // Another row is the last one now, and the one before has its place among those that scroll.
        #expect(grown == .sizes(fromSection: 99, fromItem: 100))
        let small = invalidation {
            _ = $0.prepare(viewport: Size(width: 10, height: 10))
            $0.frozenRows = 2
        }
        #expect(small == .all)
    }

    @Test func aResizedViewportThatMovesNoFrameMakesNothingStale() {
        #expect(invalidation(viewport: Size(width: 900, height: 400)) == .nothing)
    }

    @Test func aResizedViewportMovesWhatIsPinnedToItsEnd() {
        func resized(_ change: (inout StickySheet) -> Void) -> Invalidation {
            invalidation(viewport: Size(width: 800, height: 590)) { sheet in
                change(&sheet)
                _ = sheet.prepare(viewport: viewport)
            }
        }
        #expect(resized { $0.frozenTrailingRows = 1 } == .pinned)
        // The shadows of the freeze lines end with the viewport.
        #expect(resized { $0.frozenColumns = 1 } == .pinned)
        // A viewport that grows over the whole content thaws it.
        #expect(
            resized {
                $0.frozenRows = 1
                $0.rows.count = 19
            } == .nothing)
        #expect(invalidation(viewport: Size(width: 800, height: 3_000)) { $0.frozenRows = 1 } == .all)
    }

    @Test func aScrollMovesWhatIsPinned() {
        var sheet = StickySheet(
            rows: TrackSizes(count: 100, defaultSize: 28), columns: TrackSizes(count: 100, defaultSize: 120),
            parameters: SheetParameters(gutterWidth: 0))
        _ = sheet.prepare(viewport: viewport)
        let old = Rect(x: 10, y: 10, width: 800, height: 600)
        #expect(sheet.invalidation(from: old, to: old) == .nothing)
        #expect(sheet.invalidation(from: old, to: old.offset(by: Point(x: 0, y: 5))) == .pinned)
        // Column headers are pinned on the vertical axis alone.
        #expect(sheet.invalidation(from: old, to: old.offset(by: Point(x: 5, y: 0))) == .nothing)
        sheet.frozenColumns = 1
        #expect(sheet.invalidation(from: old, to: old.offset(by: Point(x: 5, y: 0))) == .pinned)
    }

    @Test func unionsKeepTheLargerAndGiveUpOnTwoKindsOfChange() {
        func union(_ a: Invalidation, _ b: Invalidation) -> Invalidation {
            var union = a
            union.formUnion(b)
            return union
        }
        let sizes = Invalidation.sizes(fromSection: 4, fromItem: 5)
        #expect(union(.nothing, .pinned) == .pinned)
        #expect(union(sizes, .pinned) == sizes)
        #expect(union(.pinned, sizes) == sizes)
        #expect(union(sizes, .sizes(fromSection: 7, fromItem: 1)) == .sizes(fromSection: 4, fromItem: 1))
        #expect(union(.all, sizes) == .all)
        #expect(union(sizes, .data(.insert(0..<1))) == .all)
        #expect(union(.data(.remove(0..<1)), .data(.insert(0..<1))) == .all)
    }

    private static let unions: [(DataChange, DataChange, DataChange?)] = [
        (.insert(3..<5), .insert(5..<9), .insert(3..<9)),
        (.insert(3..<5), .insert(3..<4), .insert(3..<6)),
        (.insert(3..<5), .insert(4..<7), .insert(3..<8)),
        (.insert(3..<5), .insert(6..<7), nil),
        (.insert(3..<5), .insert(2..<3), nil),
        (.remove(3..<5), .remove(3..<4), .remove(3..<6)),
        (.remove(3..<5), .remove(1..<3), .remove(1..<5)),
        (.remove(3..<5), .remove(2..<6), .remove(2..<8)),
        (.remove(3..<5), .remove(4..<5), nil),
        (.remove(3..<5), .remove(1..<2), nil),
        (.reload(3..<5), .reload(8..<9), .reload(3..<9)),
        (.move(3..<5, to: 0), .move(0..<2, to: 5), nil),
    ]

    @Test(arguments: unions)
    func changesThatAreOneTogetherUnite(first: DataChange, second: DataChange, both: DataChange?) {
        var union = Invalidation.data(first)
        union.formUnion(.data(second))
        #expect(union == both.map { .data($0) } ?? .all)
    }

    @Test func changesOfTheDataSayWhatTheyAre() {
        #expect(invalidation { $0.insertRows(3, at: 7) } == .data(.insert(7..<10)))
        #expect(invalidation { $0.removeRows(7..<10) } == .data(.remove(7..<10)))
        #expect(invalidation { $0.moveRows(7..<10, to: 2) } == .data(.move(7..<10, to: 2)))
        #expect(invalidation { $0.reloadRows(7..<10) } == .data(.reload(7..<10)))
        #expect(invalidation { $0.insertColumns(3, at: 7) } == .sizes(fromSection: 100, fromItem: 7))
        #expect(invalidation { $0.removeColumns(7..<10) } == .sizes(fromSection: 100, fromItem: 7))
        #expect(invalidation { $0.moveColumns(7..<10, to: 2) } == .sizes(fromSection: 100, fromItem: 2))
        #expect(invalidation { $0.reloadColumns(7..<10) } == .data(.reload(0..<100)))
    }

    @Test func changesOfNoRowMakeNothingStale() {
        #expect(invalidation { $0.insertRows(0, at: 100) } == .nothing)
        #expect(invalidation { $0.removeRows(4..<4) } == .nothing)
        #expect(invalidation { $0.moveRows(4..<9, to: 9) } == .nothing)
        #expect(invalidation { $0.reloadColumns(4..<4) } == .nothing)
    }

    @Test func hidingMakesStaleWhatLiesFromThereOn() {
        #expect(invalidation { $0.rows.hide(7..<9) } == .sizes(fromSection: 7, fromItem: 100))
        #expect(invalidation { $0.columns.hide(7..<9) } == .sizes(fromSection: 100, fromItem: 7))
        let shown = invalidation {
            $0.rows.hide(7..<9)
            _ = $0.prepare(viewport: viewport)
            $0.rows.show(8..<20)
        }
        #expect(shown == .sizes(fromSection: 8, fromItem: 100))
    }

    @Test func aChangeThatMovesTheFrozenEndMakesAllStale() {
        func frozen(_ change: (inout StickySheet) -> Void) -> Invalidation {
            invalidation {
                $0.frozenRows = 2
                $0.frozenTrailingRows = 2
                $0.rows.setSize(40, for: 50)
                _ = $0.prepare(viewport: viewport)
                change(&$0)
            }
        }
        #expect(frozen { $0.insertRows(1, at: 98) } == .data(.insert(98..<99)))
        // The last but one of the rows before it is frozen no more.
        #expect(frozen { $0.insertRows(1, at: 99) } == .all)
        #expect(frozen { $0.removeRows(97..<98) } == .data(.remove(97..<98)))
        #expect(frozen { $0.removeRows(99..<100) } == .all)
        // Row 98 is pinned as far above the end as row 99 is high.
        #expect(frozen { $0.rows.setSize(9, for: 99) } == .all)
        #expect(frozen { $0.moveRows(49..<50, to: 60) } == .data(.move(49..<50, to: 60)))
        // A higher row is frozen now, so less shows of those that scroll.
        #expect(frozen { $0.moveRows(50..<51, to: 0) } == .all)
    }

    @Test func oneHeightAmongAMillionChangesInLogarithmicWork() {
        var rows = TrackSizes(count: 2_000_000, defaultSize: 28)
        rows.setSizes((0..<1_000_000).map { Double(20 + $0 % 7) }, from: 0)
        var sheet = StickySheet(rows: rows, columns: TrackSizes(count: 100, defaultSize: 120))
        sheet.frozenRows = 2
        _ = sheet.prepare(viewport: viewport)
        let visits = WorkCounter.nodeVisits { [sheet, viewport] in
            var sheet = sheet
            sheet.rows.setSize(99, for: 654_321)
            #expect(sheet.prepare(viewport: viewport) == .sizes(fromSection: 654_321, fromItem: 100))
        }
        #expect(visits <= 600)
    }
}
