import ArgumentParser
import GridUI

/// The lengths of the views, one option for each `ViewParameter`, with its name. A view uses only the lengths that it has.
struct LengthOptions: ParsableArguments {
    @OptionGroup(title: "Lengths", visibility: .hidden) var sheet: SheetLengths
    @OptionGroup(title: "Lengths", visibility: .hidden) var items: ItemLengths

    /// The lengths given on the command line.
    var parameters: [ViewParameter: Double] { sheet.parameters.merging(items.parameters) { $1 } }
}

/// The lengths of rows, columns and headers.
struct SheetLengths: ParsableArguments {
    @Option(
        parsing: .unconditional, help: .pixels("The height of a row, or of a card's field."),
        transform: NumberArgument.length)
    var rowHeight: Double?

    @Option(
        parsing: .unconditional, help: .pixels("The width of every column of a sheet."),
        transform: NumberArgument.length)
    var columnWidth: Double?

    @Option(
        parsing: .unconditional, help: .pixels("The width of the row headers; 0: none."),
        transform: NumberArgument.length)
    var rowHeaderWidth: Double?

    @Option(
        parsing: .unconditional, help: .pixels("The height of the column headers; 0: none."),
        transform: NumberArgument.length)
    var columnHeaderHeight: Double?

    @Option(
        parsing: .unconditional, help: .pixels("The height of a row of column groups."),
        transform: NumberArgument.length)
    var groupHeaderHeight: Double?

    @Option(
        parsing: .unconditional, help: .pixels("The thickness of the lines; 0: none."), transform: NumberArgument.length
    )
    var separatorThickness: Double?

    fileprivate var parameters: [ViewParameter: Double] {
        let all: [ViewParameter: Double?] = [
            .rowHeight: rowHeight, .columnWidth: columnWidth, .rowHeaderWidth: rowHeaderWidth,
            .columnHeaderHeight: columnHeaderHeight, .groupHeaderHeight: groupHeaderHeight,
            .separatorThickness: separatorThickness,
        ]
        return all.compactMapValues { $0 }
    }
}

/// The lengths of single views, and of their items.
struct ItemLengths: ParsableArguments {
    @Option(
        parsing: .unconditional, help: .pixels("fit: what a column is wide at least."), transform: NumberArgument.length
    )
    var minimumColumnWidth: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("timeline: how many rows fill the height.", valueName: "count"),
        transform: NumberArgument.length)
    var visibleRows: Double?

    @Option(
        parsing: .unconditional, help: .pixels("timeline: what a row is high at least."),
        transform: NumberArgument.length)
    var minimumRowHeight: Double?

    @Option(
        parsing: .unconditional, help: .pixels("timeline: the gap before each item."), transform: NumberArgument.length)
    var dividerWidth: Double?

    @Option(
        parsing: .unconditional, help: .pixels("timeline: the gap below each row."), transform: NumberArgument.length)
    var dividerHeight: Double?

    @Option(
        parsing: .unconditional, help: .pixels("columns: the height of the headers; 0: none."),
        transform: NumberArgument.length)
    var sectionHeaderHeight: Double?

    @Option(parsing: .unconditional, help: .pixels("columns: the width of an item."), transform: NumberArgument.length)
    var itemWidth: Double?

    @Option(parsing: .unconditional, help: .pixels("columns: the height of an item."), transform: NumberArgument.length)
    var itemHeight: Double?

    @Option(
        parsing: .unconditional, help: .pixels("columns, cards: the gap between items."),
        transform: NumberArgument.length)
    var itemSpacing: Double?

    @Option(
        parsing: .unconditional, help: .pixels("columns: the gap between sections."), transform: NumberArgument.length)
    var sectionSpacing: Double?

    @Option(
        parsing: .unconditional, help: .pixels("cards: what a card is wide at least."), transform: NumberArgument.length
    )
    var cardWidth: Double?

    fileprivate var parameters: [ViewParameter: Double] {
        let all: [ViewParameter: Double?] = [
            .minimumColumnWidth: minimumColumnWidth, .visibleRows: visibleRows, .minimumRowHeight: minimumRowHeight,
            .dividerWidth: dividerWidth, .dividerHeight: dividerHeight, .sectionHeaderHeight: sectionHeaderHeight,
            .itemWidth: itemWidth, .itemHeight: itemHeight, .itemSpacing: itemSpacing, .sectionSpacing: sectionSpacing,
            .cardWidth: cardWidth,
        ]
        return all.compactMapValues { $0 }
    }
}

extension ArgumentHelp {
    fileprivate static func pixels(_ text: String) -> ArgumentHelp { ArgumentHelp("\(text)", valueName: "pixels") }
}
