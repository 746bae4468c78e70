import Tabular
import Translation

extension JSONSource {
    package var copyLabel: String { tr("Copy _JSON Pointer") }
}

extension SourceDetail {
    /// The path to the rows.
    static func rows(at path: RowsPath) -> SourceDetail {
        SourceDetail("rowsAt", path.text) { tr("rows are {path}", ["path": $0]) }
    }
}
