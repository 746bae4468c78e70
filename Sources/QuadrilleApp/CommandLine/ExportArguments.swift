import ArgumentParser
import Tabular
import TabularExport
import Translation

/// One value on the command line: ROW,COLUMN, the row counted from 1.
struct ValueArgument {
    let row: Int
    let column: ColumnName

    init(argument: String) throws {
        let parts = argument.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let row = Int(parts[0]), row >= 1, !parts[1].isEmpty else {
            throw ValidationError("write ROW,COLUMN, such as 1000,Name or 1000,5, both counted from 1.")
        }
        self.row = row
        column = ColumnName(String(parts[1]))
    }
}

/// Options for the columns of a picture.
struct ColumnOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The columns to show, in that order, by name, number from 1 or letters; A:C for several. All when not given.",
            valueName: "columns"), transform: ColumnList.init)
    var columns: ColumnList?
}
