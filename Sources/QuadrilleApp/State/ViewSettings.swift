import Geometry
import GridLayout
import GridUI

/// The requested state of a window or a picture, such as the command line's, before there is a table to apply it to.
///
/// `nextStep` returns what can be applied as the table comes in.
struct ViewSettings: Sendable, Hashable, Codable {
    /// The name of a view in the standard registry.
    var layout = "sheet"
    var roles: [ViewRole: ColumnName] = [:]
    /// The roles whose columns are guessed where the view asks for one and none is named.
    var guessedRoles = Set(ViewRole.allCases)
    var parameters: [ViewParameter: Double] = [:]
    var pinsHeaders = true
    /// The only columns to show, of a table of which all is known; nil for all.
    var columns: ColumnList?
    var rowHeader: ColumnName?
    var formats: [FormatArgument] = []
    /// 0-based over the table.
    var merges: [CellSpan] = []
    /// The columns whose equal neighbors are merged.
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
    /// The scroll position in content space; prevails over `place`.
    var offset: Point?
    /// The state of a sheet that is reloaded; its columns are applied first.
    var standing: GridStanding?
    var hasStandingColumns = false
    /// True where the settings come from a view that existed: parts that cannot be applied any more are skipped without a
    /// message.
    var isKept = false
    /// The next messages to the user.
    var notes: [String] = []

    /// The settings that are stored on disk: all that can be applied, without mere requests and messages.
    private enum CodingKeys: CodingKey {
        case layout, roles, guessedRoles, parameters, pinsHeaders, rowHeader, formats, merges, mergedColumns, wrapsText
        case stripesRows, isCompact, showsPictures, frozenRows, frozenColumns, frozenTrailingRows, frozenTrailingColumns
        case zoom, isRightToLeft, place, offset, standing, hasStandingColumns, isKept
    }

    /// True where no settings are left to apply.
    var isDone: Bool {
        var rest = self
        let none = ViewSettings()
        (rest.guessedRoles, rest.pinsHeaders, rest.isKept) = (none.guessedRoles, none.pinsHeaders, none.isKept)
        return rest == none
    }

    /// Returns true where all but the scroll position and the selection is the same.
    func isArranged(as other: ViewSettings) -> Bool {
        var (one, second) = (self, other)
        (one.standing, second.standing) = (standing?.arrangement, other.standing?.arrangement)
        return one == second
    }

    /// The settings without the opening position, and the position alone.
    var parts: (standing: ViewSettings, beginning: ViewSettings) {
        var standing = self
        (standing.place, standing.offset) = (nil, nil)
        return (standing, ViewSettings(place: place, offset: offset))
    }
}

extension ViewSettings {
    /// Creates the settings of a grid, to apply once its table is reloaded. With the same header columns are identified by name
    /// (`isByName`); with another one they may have other names, but not another order. Work in progress counts as done:
    /// `view`, when rows are being grouped for it, and `merging`, columns whose equal neighbors are being searched for.
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
