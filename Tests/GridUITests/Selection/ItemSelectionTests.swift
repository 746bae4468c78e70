import Geometry
import GridLayout
import SeededRandom
import Tabular
import TabularOps
import Testing

@testable import GridUI

/// Ranges in views of groups: from one item to another as they are read.
@Suite struct ItemSelectionTests {
    private static let source: ListSource = {
        var random = SplitMix64(seed: 4)
        let rows = (0..<60).map { row in ["g\(Int.random(in: 0..<4, using: &random))", "item \(row)", "\(row % 5 + 1)"]
        }
        return ListSource(["group", "label", "weight"], types: [.text, .text, .integer], rows)
    }()

    private static let choices = [
        ViewChoice("timeline", columns: [.group: 0, .label: 1, .weight: 2]),
        ViewChoice("columns", columns: [.group: 0, .label: 1]),
    ]

    private func model(_ choice: ViewChoice) -> GridModel {
        Self.source.model(choice, size: Size(width: 900, height: 500))
    }

    /// All rows as they are read: group after group.
    private func order(_ model: GridModel) -> [Int] {
        guard let groups = model.groups else { return [] }
        return (0..<groups.content.sectionCount).flatMap { group in
            (0..<groups.content.itemCount(of: group)).map { groups.row(group: group, item: $0) }
        }
    }

    private func selected(_ model: GridModel) -> Set<Int> {
        Set((0..<model.rowCount).filter { model.selection.contains(row: $0, place: 1) })
    }

    @Test(arguments: choices)
    func shiftAndAClickSelectsAllItemsBetween(_ choice: ViewChoice) {
        var model = model(choice)
        let order = order(model)
        var random = SplitMix64(seed: 8)
        for _ in 0..<60 {
            let (from, to) = (
                Int.random(in: 0..<order.count, using: &random), Int.random(in: 0..<order.count, using: &random)
            )
            model.activate(CellPosition(row: order[from], column: 1))
            model.select(.cell(CellPosition(row: order[to], column: 1)), .extending)
            let expected = from == to ? [] : Set(order[min(from, to)...max(from, to)])
            #expect(selected(model) == expected)
            #expect(model.activeCell?.row == order[from], "the active item stays")
            // Another click begins from the same item.
            model.select(.cell(CellPosition(row: order[0], column: 1)), .extending)
            #expect(selected(model) == (from == 0 ? [] : Set(order[0...from])))
        }
    }

    @Test(arguments: choices)
    func shiftAndArrowsTakeTheEndAlongAndBack(_ choice: ViewChoice) {
        var model = model(choice)
        let order = order(model)
        model.activate(CellPosition(row: order[0], column: 1))
        let commands: [GridCommand] =
            choice.name == "columns" ? [.moveDown, .moveDown, .moveDown] : [.moveRight, .moveRight, .moveRight]
        for (count, command) in commands.enumerated() {
            model.perform(command, extending: true)
            #expect(selected(model) == Set(order[0...count + 1]))
        }
        model.perform(choice.name == "columns" ? .moveUp : .moveLeft, extending: true)
        #expect(selected(model) == Set(order[0...2]))
        model.perform(.tableEnd, extending: true)
        #expect(selected(model) == Set(order))
        // Without Shift the active item moves from where it is, and nothing else is selected.
        model.perform(choice.name == "columns" ? .moveDown : .moveRight)
        #expect(model.selection.isEmpty && model.activeCell?.row == order[1])
    }

    @Test(arguments: choices)
    func aDragSelectsFromTheItemWhereItBeganToTheOneBelowThePointer(_ choice: ViewChoice) throws {
        var model = model(choice)
        let order = order(model)
        func middle(_ row: Int) throws -> Point {
            let frame = try #require(model.shownFrame(of: CellPosition(row: row, column: 1)))
            return Point(x: frame.midX, y: frame.midY)
        }
        let (start, end) = (try middle(order[0]), try middle(order[2]))
        _ = model.press(at: start)
        _ = model.movePointer(to: try middle(order[1]))
        _ = model.movePointer(to: end)
        #expect(selected(model) == Set(order[0...2]))
        _ = model.release()
        #expect(selected(model) == Set(order[0...2]))
        // A drag that is given up leaves what there was.
        _ = model.press(at: try middle(order[3]))
        _ = model.movePointer(to: end)
        _ = model.cancelDrag()
        #expect(selected(model) == Set(order[0...2]))
    }

    @Test func ofTooManyItemsNoneIsSelectedAndItIsSaid() {
        let count = GridModel.itemLimit + 2
        let rows = (0..<count).map { ["g", "item \($0)"] }
        var model = ListSource(["group", "label"], rows).model(
            ViewChoice("columns", columns: [.group: 0, .label: 1]), size: Size(width: 900, height: 500))
        model.activate(CellPosition(row: 0, column: 1))
        model.select(.cell(CellPosition(row: 9, column: 1)), .extending)
        #expect(model.message == nil)
        let before = model.selection
        model.perform(.tableEnd, extending: true)
        #expect(model.selection == before)
        #expect(
            model.message
                == "No more than 10,000 items are selected at once in this view. In the sheet a range is as long as you like."
        )
    }

    @Test func inCardsARangeIsOfTheSameFieldsOfAllCardsBetween() {
        var model = model(ViewChoice("cards"))
        model.activate(CellPosition(row: 1, column: 1))
        model.select(.cell(CellPosition(row: 4, column: 2)), .extending)
        #expect(model.selection.ranges.map(\.rows) == [1..<5] && model.selection.ranges.map(\.places) == [1..<3])
    }
}
