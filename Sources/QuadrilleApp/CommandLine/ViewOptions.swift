import ArgumentParser
import Geometry
import GridLayout
import GridUI

/// Options for a view of a table: its kind, its columns and its start. For a window, a picture, or numbers.
struct ViewOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("sheet, fit, timeline, columns or cards; sheet when not given.", valueName: "view"),
        completion: .list(ViewRegistry.standard.definitions.map(\.name)),
        transform: LayoutArgument.name)
    var layout = "sheet"

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

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The cell to begin at, counted from 1.", valueName: "row>,<column"),
        transform: PlaceArgument.init)
    var at: PlaceArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The content offset to begin at, in logical pixels, whatever --at says.", valueName: "x>,<y"),
        transform: OffsetArgument.point)
    var offset: Point?

    @Flag(name: .customLong("rtl"), help: "Begin at the right.")
    var isRightToLeft = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Zoom, from 0.25 to 4; 1 when not given.", valueName: "factor"),
        transform: NumberArgument.zoom)
    var zoom = 1.0

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Show a column's values by a template, such as 'Price=%.2f €'. May come again.",
            valueName: "column>=<template"), transform: FormatArgument.init)
    var format: [FormatArgument] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Show cells as one, from the first to the last, counted from 1. May come again.",
            valueName: "row>,<column>:<row>,<column"), transform: MergeArgument.span)
    var merge: [CellSpan] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: column("Show neighbours of the same value as one cell. May come again."),
        transform: ColumnName.init(argument:))
    var mergeEqual: [ColumnName] = []

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Keep the headers of the views fit, timeline and columns in sight, or let them scroll away. They stay when "
                + "not given, but for layout; those of the sheet always stay."))
    var pinHeaders: Bool?

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

    @OptionGroup(title: "Lengths", visibility: .hidden) var lengths: LengthOptions

    /// The note in the help of a command about options that the help does not list.
    static let discussion = "The lengths of the views can be given too: --help-hidden lists the options."

    private static func column(_ text: String) -> ArgumentHelp { ArgumentHelp("\(text)", valueName: "column") }

    /// Returns the requested view settings. `pinsHeaders` applies where no option pins headers or unpins them; columns that
    /// a view needs and no option names are guessed for `guessedRoles`.
    func settings(
        pinsHeaders: Bool = true, guessedRoles: Set<ViewRole> = ViewSettings().guessedRoles
    ) -> ViewSettings {
        var settings = ViewSettings()
        settings.layout = layout
        settings.roles = [ViewRole.group: group, .label: label, .weight: weight].compactMapValues { $0 }
        settings.guessedRoles = guessedRoles
        settings.rowHeader = rowHeader
        settings.frozenRows = frozenRows
        settings.frozenColumns = frozenColumns
        settings.frozenTrailingRows = frozenTrailingRows
        settings.frozenTrailingColumns = frozenTrailingColumns
        settings.place = at?.cell
        settings.offset = offset
        settings.isRightToLeft = isRightToLeft
        settings.zoom = zoom
        settings.wrapsText = wrapsText
        settings.stripesRows = stripesRows
        settings.isCompact = isCompact
        settings.showsPictures = showsPictures
        settings.formats = format
        settings.merges = merge
        settings.mergedColumns = mergeEqual
        settings.parameters = lengths.parameters
        settings.pinsHeaders = pinHeaders ?? pinsHeaders
        return settings
    }

    /// True where every option is at its default: then an already running program can handle the request.
    var isStandard: Bool { settings() == ViewSettings() }
}
