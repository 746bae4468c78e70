import ArgumentParser
import GridUI

/// The lengths of the views, one option for each `ViewParameter`, with its name. A view uses only the lengths that it has.
struct LengthOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: help("The height of a row, or of a card's field."), transform: length)
    var rowHeight: Double?

    @Option(parsing: .unconditional, help: help("The width of every column of a sheet."), transform: length)
    var columnWidth: Double?

    @Option(parsing: .unconditional, help: help("The width of the row headers; 0: none."), transform: length)
    var rowHeaderWidth: Double?

    @Option(parsing: .unconditional, help: help("The height of the column headers; 0: none."), transform: length)
    var columnHeaderHeight: Double?

    @Option(parsing: .unconditional, help: help("The height of a row of column groups."), transform: length)
    var groupHeaderHeight: Double?

    @Option(parsing: .unconditional, help: help("The thickness of the lines; 0: none."), transform: length)
    var separatorThickness: Double?

    @Option(parsing: .unconditional, help: help("fit: what a column is wide at least."), transform: length)
    var minimumColumnWidth: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("timeline: how many rows fill the height.", valueName: "count"), transform: length)
    var visibleRows: Double?

    @Option(parsing: .unconditional, help: help("timeline: what a row is high at least."), transform: length)
    var minimumRowHeight: Double?

    @Option(parsing: .unconditional, help: help("timeline: the gap before each item."), transform: length)
    var dividerWidth: Double?

    @Option(parsing: .unconditional, help: help("timeline: the gap below each row."), transform: length)
    var dividerHeight: Double?

    @Option(parsing: .unconditional, help: help("columns: the height of the headers; 0: none."), transform: length)
    var sectionHeaderHeight: Double?

    @Option(parsing: .unconditional, help: help("columns: the width of an item."), transform: length)
    var itemWidth: Double?

    @Option(parsing: .unconditional, help: help("columns: the height of an item."), transform: length)
    var itemHeight: Double?

    @Option(parsing: .unconditional, help: help("columns, cards: the gap between items."), transform: length)
    var itemSpacing: Double?

    @Option(parsing: .unconditional, help: help("columns: the gap between sections."), transform: length)
    var sectionSpacing: Double?

    @Option(parsing: .unconditional, help: help("cards: what a card is wide at least."), transform: length)
    var cardWidth: Double?

    private static func help(_ text: String) -> ArgumentHelp { ArgumentHelp("\(text)", valueName: "pixels") }

    private static func length(_ argument: String) throws -> Double { try NumberArgument.length(argument) }

    /// The lengths given on the command line.
    var parameters: [ViewParameter: Double] {
        let all: [ViewParameter: Double?] = [
            .rowHeight: rowHeight, .columnWidth: columnWidth, .rowHeaderWidth: rowHeaderWidth,
            .columnHeaderHeight: columnHeaderHeight, .groupHeaderHeight: groupHeaderHeight,
            .separatorThickness: separatorThickness, .minimumColumnWidth: minimumColumnWidth,
            .visibleRows: visibleRows, .minimumRowHeight: minimumRowHeight, .dividerWidth: dividerWidth,
            .dividerHeight: dividerHeight, .sectionHeaderHeight: sectionHeaderHeight, .itemWidth: itemWidth,
            .itemHeight: itemHeight, .itemSpacing: itemSpacing, .sectionSpacing: sectionSpacing,
            .cardWidth: cardWidth,
        ]
        return all.compactMapValues { $0 }
    }
}
