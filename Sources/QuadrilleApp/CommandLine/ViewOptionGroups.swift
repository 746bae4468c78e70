import ArgumentParser
import GridUI

/// The options for columns with a meaning of their own in a view.
struct RoleOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: column("Rows with the same value here belong together. Guessed when not given."),
        transform: ColumnName.init(argument:))
    var group: ColumnName?

    @Option(
        parsing: .unconditional, help: column("What an item of a timeline or of columns says."),
        transform: ColumnName.init(argument:))
    var label: ColumnName?

    @Option(
        parsing: .unconditional, help: column("What the items of a timeline are wide in proportion to."),
        transform: ColumnName.init(argument:))
    var weight: ColumnName?

    @Option(
        parsing: .unconditional, help: column("Stands in the row headers, and not among the cells."),
        transform: ColumnName.init(argument:))
    var rowHeader: ColumnName?

    /// The columns of the roles, without that of the row headers.
    var columns: [ViewRole: ColumnName] {
        [ViewRole.group: group, .label: label, .weight: weight].compactMapValues { $0 }
    }

    private static func column(_ text: String) -> ArgumentHelp { ArgumentHelp("\(text)", valueName: "column") }
}

/// The options for frozen rows and columns.
struct FreezeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many rows stay in sight at the top.", valueName: "count"),
        transform: NumberArgument.frozenCount)
    var frozenRows = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many columns stay in sight at the leading edge.", valueName: "count"),
        transform: NumberArgument.frozenCount)
    var frozenColumns = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many rows stay in sight at the bottom.", valueName: "count"),
        transform: NumberArgument.frozenCount)
    var frozenTrailingRows = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many columns stay in sight at the trailing edge.", valueName: "count"),
        transform: NumberArgument.frozenCount)
    var frozenTrailingColumns = 0
}

/// The options for the looks of a sheet.
struct LookOptions: ParsableArguments {
    @Flag(name: .customLong("wrap"), help: "Break long texts of the sheet into lines; rows get as high as that takes.")
    var wrapsText = false

    @Flag(name: .customLong("stripes"), help: "Shade every second row of the sheet.")
    var stripesRows = false

    @Flag(name: .customLong("compact"), help: "Show more rows, with less air in them.")
    var isCompact = false

    @Flag(
        name: .customLong("header-pictures"),
        help: "Show in the sheet's headers how the values of each column are spread, or which come most often.")
    var showsPictures = false
}
