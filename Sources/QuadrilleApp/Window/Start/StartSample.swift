import GridUI
import TableFormats
import Tabular
import Translation

/// A built-in table, with the view that it was made for: a window without a file shows the abilities of the program before
/// the user has any data at hand.
struct StartSample: Sendable {
    /// The name of a view in the standard registry.
    let view: String
    /// The file name in `Assets/Samples`.
    let file: String
    /// The purpose of the view, in a line.
    let words: String
    let bytes: [UInt8]
    var options = FormatOptions()
    var settings: ViewSettings

    /// One for each view, in the order of the registry and of the README's table of views.
    static let all: [StartSample] = [
        harvest, marks, week,
        StartSample(
            view: "columns", file: "monsters.csv", words: tr("Groups, side by side"),
            bytes: PackageResources.monsters_csv,
            settings: ViewSettings(
                layout: "columns", roles: [.group: ColumnName("Habitat"), .label: ColumnName("Name")])),
        StartSample(
            view: "cards", file: "monsters.csv", words: tr("A card for each row"), bytes: PackageResources.monsters_csv,
            settings: ViewSettings(layout: "cards")),
    ]

    private static let harvest = StartSample(
        view: "sheet", file: "harvest.csv", words: tr("Frozen edges, merged cells"),
        bytes: PackageResources.harvest_csv,
        options: FormatOptions([.headerRows: "2"]),
        settings: ViewSettings(mergedColumns: [ColumnName("Bed")], frozenColumns: 2))

    private static let marks = StartSample(
        view: "fit", file: "marks.csv", words: tr("Columns share the window"), bytes: PackageResources.marks_csv,
        settings: ViewSettings(
            layout: "fit", rowHeader: ColumnName("Student"),
            formats: [try? FormatArgument(argument: "Music=%.2f / 100.00")].compactMap { $0 }))

    private static let week = StartSample(
        view: "timeline", file: "week.csv", words: tr("Widths show a value"), bytes: PackageResources.week_csv,
        settings: ViewSettings(
            layout: "timeline",
            roles: [.group: ColumnName("Day"), .label: ColumnName("Task"), .weight: ColumnName("Hours")]))

    /// A source of its bytes: it neither reads nor writes the disk.
    func source(_ options: FormatOptions) -> any RowPicking {
        TableFormats.textTable(of: bytes, name: file, options)
    }
}
