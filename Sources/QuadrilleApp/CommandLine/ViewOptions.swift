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

    @OptionGroup var roles: RoleOptions

    @OptionGroup var freeze: FreezeOptions

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

    @OptionGroup var looks: LookOptions

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
        settings.roles = roles.columns
        settings.guessedRoles = guessedRoles
        settings.rowHeader = roles.rowHeader
        settings.frozenRows = freeze.frozenRows
        settings.frozenColumns = freeze.frozenColumns
        settings.frozenTrailingRows = freeze.frozenTrailingRows
        settings.frozenTrailingColumns = freeze.frozenTrailingColumns
        settings.place = at?.cell
        settings.offset = offset
        settings.isRightToLeft = isRightToLeft
        settings.zoom = zoom
        settings.wrapsText = looks.wrapsText
        settings.stripesRows = looks.stripesRows
        settings.isCompact = looks.isCompact
        settings.showsPictures = looks.showsPictures
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
