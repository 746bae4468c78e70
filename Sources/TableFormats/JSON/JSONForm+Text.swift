import Tabular
import TabularJSON
import Translation

/// The form for JSON.
enum JSONForm {
    static let rowsAt = "rows-at"
    static let depth = "depth"

    /// The form for `source`, with the arrays and objects that were found in its text.
    static func form(of source: any TableSource) -> OptionsForm? {
        guard let found = source.abilities[JSONContainers.self] else { return nil }
        var paths = found.paths.map(\.text)
        if !paths.contains(found.rowsAt.text) { paths.insert(found.rowsAt.text, at: 0) }
        return form(.choice([OptionsForm.Choice("", tr("Detected"))] + paths.map { OptionsForm.Choice($0, $0) }))
    }

    static func form(_ paths: OptionsForm.Kind = .text) -> OptionsForm {
        OptionsForm([
            OptionsForm.Field(
                toldOtherwise: OptionsForm.Field(
                    rowsAt, label: tr("_Rows at"), paths,
                    help: tr("The array or object whose members are the rows, such as $.data.items[*]."),
                    check: { path in
                        if path.isEmpty || RowsPath(written: path) != nil { return nil }
                        return tr("“{path}” is no path. Write it as in $.data.items[*].", ["path": path])
                    })),
            OptionsForm.Field(
                depth, label: tr("_Depth"), .number(0...JSONOptions.deepest),
                help: tr("Levels of nested objects that become columns of their own.")),
        ])
    }
}
