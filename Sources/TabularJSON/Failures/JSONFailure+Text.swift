import Tabular
import Translation

extension JSONFailure {
    var message: String { message(remedy: .reopen) }

    func message(remedy: Remedy) -> String {
        switch self {
        case .noRows(let path, let found, _) where found.isEmpty:
            tr("has no rows at {path}, and no array or object at all.", ["path": path])
        case .noRows(let path, let found, let others):
            tr(
                "has no rows at {path}. There are some at {paths}.",
                ["path": path, "paths": found.joined(separator: ", ") + (others > 0 ? " …" : "")])
        case .closed: tr("was closed before all of it was read. Open it again and retry.")
        case .noColumn(let column):
            tr("has no column '{column}'. Choose another column with arrays.", ["column": column])
        case .notStreamed: tr("its values cannot be read whole. Export the table and open that.")
        case .endsBefore(let row):
            switch remedy {
            case .reopen:
                tr(
                    "ends before row {row}, which was there when the rows were counted. Open it again.",
                    ["row": row.grouped])
            case .reload:
                tr(
                    "ends before row {row}, which was there when the rows were counted. Reload it.",
                    ["row": row.grouped])
            }
        }
    }
}
