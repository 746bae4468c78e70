import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import Translation

/// The way from a cell to the row of another table that it refers to, and back.
@MainActor
struct RowReferences {
    weak var document: Document?

    /// Goes to the row that a cell refers to, by `TableSchema.references`, or tells why there is none. Finds it in the
    /// background.
    func follow(_ reference: Int, from cell: CellPosition) {
        guard let grid = document?.grid, let keys = grid.source.abilities.keys,
            let links = grid.model.table.description.schema?.references, links.indices.contains(reference)
        else { return }
        let link = links[reference]
        grid.findSourceRow(at: cell.row) { [weak document, weak grid] row in
            guard let row else { return }
            let answer = { @Sendable (found: Result<ReferredRow, ReadError>) in
                MainHop.post {
                    guard let document, document.isAlive, let grid, document.grid === grid else { return }
                    RowReferences(document: document).arrive(found, by: link)
                }
            }
            WorkerPool.shared.submit(.interaction, refused: .call({ answer(.failure(.noThreadForTask)) })) {
                do throws(ReadError) {
                    answer(.success(try keys.referredRow(ofReference: reference, inRow: row)))
                } catch {
                    answer(.failure(error))
                }
            }
        }
    }

    private func arrive(_ found: Result<ReferredRow, ReadError>, by link: TableSchema.Reference) {
        switch found {
        case .failure(let error): say(error.description)
        case .success(.none): say(tr("This row refers to no row of '{table}'.", ["table": link.table.visible]))
        case .success(.missing): say(tr("'{table}' has no row with this value.", ["table": link.table.visible]))
        case .success(.row(let key)):
            var place = OpeningPlace(column: link.targetColumns.first.map { ColumnName($0) }, counting: .file)
            place.key = key
            go(to: place, in: link.table)
        }
    }

    /// Goes back or forward through the history of places, also to another table.
    func goThroughPlaces(isForward: Bool) {
        guard let document, let grid = document.grid else { return }
        guard let cell = grid.model.activeCell else { return goThroughPlaces(isForward: isForward, from: nil) }
        grid.findSourceRow(at: cell.row) { [weak document] row in
            guard let document, document.grid === grid, let row else { return }
            let here = PlaceHistory.Place(in: document, row: row, column: cell.column)
            RowReferences(document: document).goThroughPlaces(isForward: isForward, from: here)
        }
    }

    private func goThroughPlaces(isForward: Bool, from here: PlaceHistory.Place?) {
        let place = isForward ? document?.places.goForward(from: here) : document?.places.goBack(from: here)
        guard let place = place ?? nil else { return }
        let target = OpeningPlace(row: place.cell.row, column: ColumnName(at: place.cell.column), counting: .file)
        go(to: target, in: place.table, isRecorded: false)
    }

    /// Goes to a place in a table of the document, which is shown if it is not yet. Without `isRecorded` the shown place is
    /// not added to the history.
    func go(to place: OpeningPlace, in table: String?, isRecorded: Bool = true) {
        guard let document else { return }
        if isRecorded, let here = PlaceHistory.Place(in: document) { document.places.leave(here) }
        if let table, table != document.opened?.tableName {
            guard let id = document.opened?.catalog?.table(named: table) else {
                return say(tr("There is no table '{table}' in this file.", ["table": table.visible]))
            }
            document.tables?.show(id, isRecorded: false)
        }
        document.openingPlace = place
        document.beginAtPlace()
        document.focus()
    }

    /// Finds the row of a key in the shown table in the background, and goes to `place` in it.
    func find(_ key: RowIdentity, for place: OpeningPlace) {
        guard let document, let grid = document.grid, let keys = grid.source.abilities.keys else { return }
        let answer = { @Sendable [weak document, weak grid] (found: Result<[Int?], ReadError>) in
            MainHop.post {
                guard let document, document.isAlive, let grid, document.grid === grid else { return }
                RowReferences(document: document).arrive(found, for: place)
            }
        }
        WorkerPool.shared.submit(.interaction, refused: .call({ answer(.failure(.noThreadForTask)) })) {
            do throws(ReadError) { answer(.success(try keys.rows(withKeys: [key]))) } catch { answer(.failure(error)) }
        }
    }

    private func arrive(_ found: Result<[Int?], ReadError>, for place: OpeningPlace) {
        switch found {
        case .failure(let error): say(error.description)
        case .success(let rows):
            guard let row = rows.first ?? nil else { return say(tr("The row no longer exists.")) }
            var place = place
            (place.row, place.key) = (row, nil)
            document?.openingPlace = place
            document?.beginAtPlace()
        }
    }

    /// Goes to a row by its index in the file; tells where it is not shown. The history stays as it is.
    func arrive(atRow row: Int, column: Int?) {
        guard let document, let grid = document.grid else { return }
        // As the user left the table, which may be scrolled to another row.
        if let here = grid.model.activeSourceCell, here == CellPosition(row: row, column: column ?? here.column) {
            return
        }
        grid.jump(toSourceRow: row, column: column) { [weak document] isShown in
            if !isShown { document?.infoBar.show(StatusText.notShown(row, in: grid.model), isNew: true) }
        }
    }

    private func say(_ message: String) { document?.infoBar.show(message, isNew: true) }
}
