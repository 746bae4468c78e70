import CGTK
import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

// The types of columns, as the user chooses them in menus, in the column pane and for the whole file.
extension Document {
    /// The source, if its columns can be read as other types.
    private var typedSource: (any TypeChoosing)? { grid?.source.abilities.types }

    /// The choices that were requested last.
    var typeChoices: TypeChoices { opened?.options.types ?? TypeChoices() }

    func installTypes(_ add: (String, @escaping (Document) -> Void) -> Void) {
        types.onProgress = { [weak self] in self?.showProgress() }
        ActionSet(group: actions).addChoice("column-type", TypeChoice.automaticText) { [weak self] text in
            guard let self, let column = grid?.model.activeCell?.column else { return }
            choose(TypeChoice(text), forColumn: column)
        }
        add("show-misfits") { document in
            guard let column = document.grid?.model.activeCell?.column else { return }
            document.narrow(by: [Condition(column: column, .misfit)])
        }
    }

    /// Adds types to the menus of a grid.
    private func offerTypes(of grid: GridView) {
        guard grid.onType == nil, grid.source.abilities.types != nil else { return }
        grid.onType = { [weak self] choice, column in self?.choose(choice, forColumn: column) }
    }

    /// Keeps the marks of menus in line with the choices and the active column.
    func showTypes(in grid: GridView) {
        offerTypes(of: grid)
        var typing = grid.model.typing
        typing.set(typeChoices, of: grid.model.table)
        typing.readCount = typedSource?.snapshot.columns.count ?? .max
        grid.show(typing)
        let column = grid.model.activeCell?.column
        let choice = column.flatMap { typing.chosen[$0] }
        ActionSet(group: actions).mark("column-type", choice: choice?.text ?? TypeChoice.automaticText)
        enable("column-type", column.map(typing.isOffered(for:)) ?? false)
        let misfits = column.flatMap { grid.model.table.fit.misfits[$0] } ?? 0
        enable("show-misfits", grid.canOrder && misfits > 0)
    }

    /// Reads a column as a type, nil for the detected one. The user can undo it.
    func choose(_ choice: TypeChoice?, forColumn column: Int) {
        guard let grid, grid.model.table.columns.indices.contains(column) else { return }
        var choices = typeChoices
        choices.set(choice, for: column, in: grid.model.table.columns)
        choose(choices)
    }

    /// Reads the columns with other choices, as one undoable change.
    func choose(_ choices: TypeChoices) {
        guard choices != typeChoices, let before = viewState else { return }
        if choices.effectiveNullWords != typeChoices.effectiveNullWords { return readAgain(with: choices) }
        var after = before
        after.types = choices
        undo.note(from: before, to: after)
        apply(choices)
    }

    /// Reads the columns with other choices but the same null words: without reopening the file, if the source can.
    func apply(_ choices: TypeChoices) {
        guard let source = typedSource, choices != typeChoices else { return }
        opened?.options.types = choices
        types.apply(choices, to: source) { [weak self] in self?.applied(choices, to: source, $0) }
        gridChanged()
    }

    /// Reopens the file with the choices; the view stays, and the undoable change is that of the dialect.
    func readAgain(with choices: TypeChoices) {
        guard var options = opened?.options else { return }
        options.types = choices
        read(with: options, columnCount: grid?.model.columnCount ?? 0)
    }

    private func applied(_ choices: TypeChoices, to source: any TypeChoosing, _ outcome: TypeApplier.Outcome) {
        guard isAlive, let grid, typedSource === source else { return }
        switch outcome {
        case .applied: typesChanged(in: grid)
        case .impossible:
            // For example, a file that was only partly read.
            opened?.options.types = source.typeChoices
            readAgain(with: choices)
        case .cancelled: returnTypes(to: source.typeChoices)
        case .failed(let error):
            returnTypes(to: source.typeChoices)
            infoBar.show(error.description, isNew: true)
        }
        gridChanged()
    }

    /// Restores choices after others could not be applied.
    private func returnTypes(to choices: TypeChoices) {
        opened?.options.types = choices
        undo.settle(toTypes: choices)
    }

    /// Recomputes everything that depends on the columns' values: orders, counts, figures, pictures, groups.
    private func typesChanged(in grid: GridView) {
        counts.forget()
        figures.stop()
        // The table being reloaded was opened with the previous choices.
        if reload != nil { readAnew() }
        grid.forgetReadValues()
        let latest = arranging.latest
        if !latest.isPlain { show(latest, again: true, keepsPlace: !latest.keys.isEmpty) }
    }
}

extension TypeChoice {
    /// The state of the action that chooses a column's type, for the detected one.
    static let automaticText = "automatic"
}
