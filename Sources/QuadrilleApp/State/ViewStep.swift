import GridLayout
import GridUI
import Tabular
import TabularExport
import Translation

/// One step of applying view settings to a grid.
enum ViewStep {
    case change((inout GridModel) -> Void)
    /// Shows a view, which may need the rows grouped first.
    case show(ViewChoice)
    case merge([CellSpan])
    /// Finds the equal neighbors of a column and merges them.
    case mergeNeighbours(column: Int)
    /// A note to the user about an applied setting.
    case note(String)
    /// A message about a request that cannot be satisfied; the rest can.
    case failure(String)
}

extension ViewSettings {
    /// Returns the step that can be applied now, and the settings left after it; nil when none can, or nothing is left.
    ///
    /// Columns are found by name once there are some, a far row once that many rows are found, and anything relative to the
    /// table's end once that is known. The state of a sheet that is reloaded waits for a table with columns, and its scroll
    /// position for rows: a file that is overwritten is often empty for a moment.
    func nextStep(for model: GridModel) -> (step: ViewStep, rest: ViewSettings)? {
        let isThere = model.columnCount > 0 && (model.rowCount > 0 || model.isSettled)
        guard isThere || model.isSettled && !isKept else { return nil }
        if let step = noteStep() ?? keepStep(model) { return step }
        return frame() ?? rowHeaderStep(model) ?? formatStep(model) ?? columnsStep() ?? viewStep(model)
            ?? mergeStep(model) ?? neighboursStep(model) ?? trailingStep(model) ?? beginningStep(model)
    }

    private func noteStep() -> (ViewStep, ViewSettings)? {
        guard let note = notes.first else { return nil }
        var rest = self
        rest.notes.removeFirst()
        return (.note(note), rest)
    }

    private func keepStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        guard let columns, model.isSettled else { return nil }
        var rest = self
        rest.columns = nil
        let all = model.table.columns
        do throws(ExportError) {
            var (kept, known): ([Int], Set<Int>) = ([], [])
            for column in try columns.indices(in: all) {
                if known.insert(column).inserted {
                    kept.append(column)
                } else {
                    let title = all[column].title(at: column)
                    rest.notes.append(
                        tr(
                            "{option} has '{column}' more than once. It is shown where it comes first.",
                            ["option": "--columns", "column": title]))
                }
            }
            return (.change { [kept] in $0.keepColumns(kept) }, rest)
        } catch {
            return (.failure(error.description), rest)
        }
    }

    /// Returns the step of the settings that need no column by its name.
    private func frame() -> (ViewStep, ViewSettings)? {
        let isFrozen = frozenRows > 0 || frozenColumns > 0 || frozenTrailingColumns > 0
        let hasLook = wrapsText || stripesRows || isCompact || showsPictures
        guard isFrozen || zoom != 1 || isRightToLeft || hasLook else { return nil }
        var rest = self
        (rest.wrapsText, rest.stripesRows, rest.isCompact, rest.showsPictures) = (false, false, false, false)
        (rest.frozenRows, rest.frozenColumns, rest.frozenTrailingColumns) = (0, 0, 0)
        (rest.zoom, rest.isRightToLeft) = (1, false)
        return (
            .change { [self] model in
                if isRightToLeft { model.setDirection(.rightToLeft) }
                if wrapsText { model.setWrapsText(true) }
                if stripesRows { model.stripesRows = true }
                if isCompact { model.setCompact(true) }
                if showsPictures { model.setShowsPictures(true) }
                model.zoom(to: zoom)
                model.freeze(rows: frozenRows, columns: frozenColumns, trailingColumns: frozenTrailingColumns)
            }, rest
        )
    }

    private func rowHeaderStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        guard let rowHeader else { return nil }
        var rest = self
        rest.rowHeader = nil
        return step(for: rowHeader, of: "--row-header", in: model, rest) { column in
            .change { $0.setRowHeader(column) }
        }
    }

    private func formatStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        guard let first = formats.first else { return nil }
        var rest = self
        rest.formats.removeFirst()
        let reading = first.reading(for: model.table.columns)
        return step(for: reading.column, of: "--format", in: model, rest) { column in
            .change { $0.setFormat(reading.format, ofColumn: column) }
        }
    }

    private func columnsStep() -> (ViewStep, ViewSettings)? {
        guard hasStandingColumns, let standing else { return nil }
        var rest = self
        rest.hasStandingColumns = false
        return (.change { $0.restoreColumns(standing) }, rest)
    }

    private func mergeStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        let end = merges.map(\.rows.upperBound).max() ?? 0
        let last = merges.map(\.columns.upperBound).max() ?? 0
        guard !merges.isEmpty, end <= model.rowCount && last <= model.columnCount || model.isSettled else { return nil }
        var rest = self
        rest.merges = []
        // The user did not request merged cells that were remembered or that the file declares: those that are impossible now
        // are left out.
        if isKept { return (.change { [merges] in $0.merge(merges) }, rest) }
        return (.merge(merges), rest)
    }

    private func neighboursStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        guard let first = mergedColumns.first, model.isCounted else { return nil }
        var rest = self
        rest.mergedColumns.removeFirst()
        return step(for: first, of: "--merge-equal", in: model, rest) { .mergeNeighbours(column: $0) }
    }

    private func trailingStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        guard frozenTrailingRows > 0, model.isCounted else { return nil }
        var rest = self
        rest.frozenTrailingRows = 0
        return (.change { [self] in $0.freeze(trailingRows: frozenTrailingRows) }, rest)
    }

    private func beginningStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        // Positions are those of the requested view, which is not shown yet.
        guard isViewDone else { return nil }
        if let standing {
            guard standing.lastRow < model.rowCount || model.isCounted && model.rowCount > 0 else { return nil }
            var rest = self
            rest.standing = nil
            return (.change { $0.restoreRows(standing) }, rest)
        }
        if let place {
            guard place.row < model.rowCount || model.isCounted else { return nil }
            var rest = self
            rest.place = nil
            return (
                .change {
                    $0.scrollToStart(place)
                    $0.activate(place)
                }, rest
            )
        }
        guard let offset, model.isCounted || offset.y + model.viewport.contentExtent.height <= model.contentSize.height
        else { return nil }
        var rest = self
        rest.offset = nil
        return (.change { $0.scroll(toOffset: offset) }, rest)
    }

    /// Returns the step `make` of a named column, or a message that there is none; nil while it may still appear.
    private func step(
        for name: ColumnName, of option: String, in model: GridModel, _ rest: ViewSettings, _ make: (Int) -> ViewStep
    ) -> (ViewStep, ViewSettings)? {
        let columns = model.table.columns
        if let column = name.index(in: columns) { return (make(column), rest) }
        if isKept && model.isSettled { return (.change { _ in }, rest) }
        return model.isSettled ? (.failure(name.unknown(option: option, in: columns)), rest) : nil
    }
}

// The view and its columns.
extension ViewSettings {
    /// True where no view is requested but the sheet, without parameters.
    private var isViewDone: Bool { layout == "sheet" && parameters.isEmpty && roles.isEmpty }

    private func viewStep(_ model: GridModel) -> (ViewStep, ViewSettings)? {
        guard !isViewDone, let definition = ViewRegistry.standard[layout] else { return nil }
        var rest = self
        (rest.layout, rest.roles, rest.parameters) = ("sheet", [:], [:])
        if let unused = unused(by: definition) { rest.notes.append(unused) }
        var choice = ViewChoice(layout, parameters: parameters, pinsHeaders: pinsHeaders)
        let columns = model.table.columns
        for role in definition.roles {
            guard let name = roles[role] else { continue }
            guard let column = name.index(in: columns) else {
                if isKept && model.isSettled { continue }
                let message = name.unknown(option: "--\(role.rawValue)", in: columns)
                return model.isSettled ? (.failure(message), rest) : nil
            }
            choice.columns[role] = column
        }
        guard definition.isGrouped else { return (.show(choice), rest) }
        guard model.isCounted, let guess = guess(for: definition, model) else { return nil }
        for role in definition.roles where choice.columns[role] == nil { choice.columns[role] = guess[role] }
        if choice.columns[.group] == nil {
            // The view must show something at least.
            choice.columns[.group] = 0
            if model.rowCount > 0, let first = columns.first {
                let title = first.title(at: 0)
                rest.notes.append(
                    tr(
                        "No column looks like groups; '{column}' is taken. Name another with {option}.",
                        ["column": title, "option": "--group"]))
            }
        }
        return (.show(choice), rest)
    }

    /// Returns a message about options that the view does not use; nil where there are none.
    private func unused(by definition: ViewDefinition) -> String? {
        let names =
            roles.keys.filter { !definition.roles.contains($0) }.map(\.rawValue)
            + parameters.keys.filter { !definition.parameters.contains($0) }.map(\.rawValue)
        guard !names.isEmpty else { return nil }
        return tr(
            "{option} has no use for {others}.",
            ["option": "--layout \(layout)", "others": names.sorted().map { "--" + $0 }.joined(separator: ", ")])
    }

    /// Returns the columns that fit the roles without a name; nil while the sample is not loaded.
    private func guess(for definition: ViewDefinition, _ model: GridModel) -> [ViewRole: Int]? {
        guard asksForGuess(definition), model.rowCount > 0, model.columnCount > 0 else { return [:] }
        let table = model.table
        let isTyped = table.columns.contains { $0.type != .empty }
        guard model.isSettled || isTyped && table.cells.block(row: 0, column: 0) != nil else { return nil }
        return definition.guessedColumns(of: table).filter { guessedRoles.contains($0.key) }
    }

    private func asksForGuess(_ definition: ViewDefinition) -> Bool {
        definition.isGrouped && definition.roles.contains { roles[$0] == nil && guessedRoles.contains($0) }
    }

    /// Returns the sample of cells for the guess; nil where there will be no guess.
    func sample(of table: TableSnapshot) -> CellRange? {
        guard let definition = ViewRegistry.standard[layout], asksForGuess(definition) else { return nil }
        return CellRange(
            rows: 0..<min(table.rowCount.known, BlockTiles.rowsPerTile), columns: 0..<min(table.columns.count, 1024))
    }
}

extension GridModel {
    /// True once all rows are known, or no more will be.
    fileprivate var isCounted: Bool { table.rowCount.isExact || isSettled }

    /// True once reading has ended.
    fileprivate var isSettled: Bool {
        switch table.phase {
        case .complete, .failed: true
        case .opening, .indexing, .auditing: false
        }
    }
}
