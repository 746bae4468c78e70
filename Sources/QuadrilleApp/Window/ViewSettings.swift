import Geometry
import GridLayout
import GridUI

/// How a window or a picture is to stand: what the command line asks for, before there is a table to stand on.
///
/// `nextStep` says what can be done as the table comes in.
struct ViewSettings: Sendable, Hashable, Codable {
    /// The name of a view in the standard registry.
    var layout = "sheet"
    var roles: [ViewRole: ColumnName] = [:]
    /// The roles whose columns are guessed where the view asks for one and none is named.
    var guessedRoles = Set(ViewRole.allCases)
    var parameters: [ViewParameter: Double] = [:]
    var pinsHeaders = true
    /// The only columns that are shown, of a table of which all is known; nil for all.
    var columns: ColumnList?
    var rowHeader: ColumnName?
    var formats: [FormatArgument] = []
    /// 0-based over the table.
    var merges: [CellSpan] = []
    /// Columns whose equal neighbours are merged.
    var mergedColumns: [ColumnName] = []
    var wrapsText = false
    var stripesRows = false
    var isCompact = false
    var showsPictures = false
    var frozenRows = 0
    var frozenColumns = 0
    var frozenTrailingRows = 0
    var frozenTrailingColumns = 0
    var zoom = 1.0
    var isRightToLeft = false
    /// 0-based; nil leaves the view at the table's beginning.
    var place: CellPosition?
    /// Content space; takes the place of `place` as where to begin.
    var offset: Point?
    /// How a sheet stood that is read anew; its columns come into force first.
    var standing: GridStanding?
    var hasStandingColumns = false
    /// Whether all this was in force once: what it needs and is gone is not missed.
    var isKept = false
    /// What is to be said next.
    var notes: [String] = []

    /// What is kept on disk: all that can be in force, and nothing that is only asked for or said.
    private enum CodingKeys: CodingKey {
        case layout, roles, guessedRoles, parameters, pinsHeaders, rowHeader, formats, merges, mergedColumns, wrapsText
        case stripesRows, isCompact, showsPictures, frozenRows, frozenColumns, frozenTrailingRows, frozenTrailingColumns
        case zoom, isRightToLeft, place, offset, standing, hasStandingColumns, isKept
    }

    /// Whether nothing is left to be brought into force.
    var isDone: Bool {
        var rest = self
        let none = ViewSettings()
        (rest.guessedRoles, rest.pinsHeaders, rest.isKept) = (none.guessedRoles, none.pinsHeaders, none.isKept)
        return rest == none
    }

    /// Whether all is the same but the place that is looked at and what is selected.
    func isArranged(as other: ViewSettings) -> Bool {
        var (one, second) = (self, other)
        (one.standing, second.standing) = (standing?.arrangement, other.standing?.arrangement)
        return one == second
    }

    /// The part that says where to begin, and that without it.
    var parts: (standing: ViewSettings, beginning: ViewSettings) {
        var standing = self
        (standing.place, standing.offset) = (nil, nil)
        return (standing, ViewSettings(place: place, offset: offset))
    }
}

extension ViewSettings {
    /// How a grid stands, for when its table is read anew: with the same header columns are known by their names. With
    /// another one they may have other names, but not another order. What is still on its way counts as there: `view`, when
    /// rows are being grouped for it, and `merging`, columns whose equal neighbours are being searched for.
    init(of model: GridModel, view: ViewChoice? = nil, merging: [Int] = [], byName isByName: Bool = false) {
        let titles = isByName ? model.table.columns.fullNames : []
        let counts = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
        func name(_ column: Int) -> ColumnName {
            guard titles.indices.contains(column), !titles[column].isEmpty, counts[titles[column]] == 1 else {
                return ColumnName(at: column)
            }
            return ColumnName(titles[column])
        }
        self.init()
        let standing = model.standing(byName: isByName)
        (self.standing, hasStandingColumns, isKept) = (standing, true, true)
        merges = standing.merges
        mergedColumns = (standing.mergedColumns + merging).map(name)
        let choice = view ?? model.viewChoice
        layout = choice.name
        roles = choice.columns.mapValues(name)
        guessedRoles = []
        let used = ViewRegistry.standard[choice.name]?.parameters ?? model.view.parameters
        parameters = choice.parameters.filter { used.contains($0.key) }
        pinsHeaders = choice.pinsHeaders
        rowHeader = model.columns.rowHeader.map(name)
        (frozenRows, frozenColumns) = (model.sheet.frozenRows, model.sheet.frozenColumns)
        frozenTrailingRows = model.sheet.frozenTrailingRows
        frozenTrailingColumns = model.sheet.frozenTrailingColumns
        zoom = model.viewport.zoom
        isRightToLeft = model.viewport.direction == .rightToLeft
    }
}
