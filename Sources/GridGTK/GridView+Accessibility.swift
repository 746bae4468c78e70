import CGTK
import CGridShim
import Geometry
import Glibc
import GridUI

/// The view's state for screen readers, after the first request of one.
struct AccessibleListeners {
    /// Nil before the first request: then nothing is compared.
    var telling: AccessibleTelling?
    /// The requested positions whose cells had to be read first.
    var awaited: [AccessiblePlace] = []
    /// The greatest number of those positions.
    static let mostAwaited = 256
}

// The table for screen readers and Braille displays. GTK creates its accessible on request, and for the widget that gets the
// keyboard; before the first request for words, nothing is compared.
extension GridView {
    /// The table as screen readers see it now.
    var accessible: AccessibleTable { AccessibleTable(model, title: title) }

    func installAccessible() {
        var callbacks = Self.accessibleCallbacks
        quad_surface_set_table(surface, &callbacks)
    }

    /// Notifies screen readers of changes.
    func tellListeners() {
        guard isAlive, var telling = listeners.telling else { return }
        let news = telling.news(accessible)
        // A screen reader may make requests at once, which may change this state.
        listeners.telling = telling
        for news in news {
            switch news {
            case .replaced:
                listeners.awaited = []
                quad_table_replaced(surface)
            case .rows(let first, let count): quad_table_rows_changed(surface, gint64(first), gint64(count))
            case .activeMoved(let place): quad_table_active_changed(surface, QuadPlace(place))
            case .selectionChanged: quad_table_selection_changed(surface)
            case .described: quad_table_described(surface)
            }
        }
        tellWhatCame()
    }

    /// Announces the active cell after the grid got the keyboard. Deferred: GTK announces the table first.
    func keyboardCame() {
        guard quad_table_exists(surface) != 0 else { return }
        accessibleFocus.post()
    }

    func tellActiveCell() {
        guard isAlive, model.hasFocus, let place = accessible.active else { return }
        quad_table_active_changed(surface, QuadPlace(place))
    }

    /// Announces the values of requested cells that have been read since.
    private func tellWhatCame() {
        guard !listeners.awaited.isEmpty else { return }
        let table = accessible
        var rest: [AccessiblePlace] = []
        var came: [AccessiblePlace] = []
        for place in listeners.awaited {
            if table.missingCell(of: place) == nil { came.append(place) } else { rest.append(place) }
        }
        listeners.awaited = rest
        for place in came { quad_table_words_changed(surface, QuadPlace(place)) }
    }

    /// Reads the missing cell of a position in the background; the screen reader is notified then.
    fileprivate func readLater(_ place: AccessiblePlace, in table: AccessibleTable) {
        guard let cell = table.missingCell(of: place) else { return }
        if !listeners.awaited.contains(place) {
            listeners.awaited.append(place)
            if listeners.awaited.count > AccessibleListeners.mostAwaited { listeners.awaited.removeFirst() }
        }
        // An invisible window may have no frame for long.
        if model.listen(to: cell) { askForCells() }
    }

    fileprivate func act(_ act: QuadAct, at place: AccessiblePlace) -> Bool {
        let table = accessible
        if act == QUAD_ACT_CLEAR {
            update { $0.perform(.selectCell) }
            return true
        }
        guard let target = table.target(at: place) else { return false }
        switch act {
        case QUAD_ACT_GO: update { $0.select(target) }
        case QUAD_ACT_REVEAL:
            guard let cell = table.cell(at: place) else { return false }
            update { $0.reveal(cell) }
        case QUAD_ACT_SELECT where table.isSelected(place): break
        case QUAD_ACT_SELECT: update { $0.select(target, target == .corner ? .replacing : .adding) }
        case QUAD_ACT_DESELECT:
            // The active cell alone counts as selected, and stays so.
            guard table.isSelected(place), !model.selection.isEmpty else { return false }
            update { $0.deselect(target) }
        default: return false
        }
        return true
    }
}

extension QuadPlace {
    fileprivate init(_ place: AccessiblePlace) {
        self.init(row: gint64(place.row), column: gint64(place.column))
    }

    fileprivate var place: AccessiblePlace { AccessiblePlace(row: Int(row), column: Int(column)) }
}

extension GridView {
    fileprivate static func of(_ context: UnsafeMutableRawPointer) -> GridView? {
        Unmanaged<SurfaceOwner>.fromOpaque(context).takeUnretainedValue().view
    }

    fileprivate static var accessibleCallbacks: QuadAccessibleCallbacks {
        QuadAccessibleCallbacks(
            count: { context, what in GridView.of(context).map { gint64($0.count(what)) } ?? 0 },
            words: { context, what, place in
                GridView.of(context)?.words(what, of: place.place).flatMap { $0.isEmpty ? nil : strdup($0) }
            },
            state: { context, place in GridView.of(context)?.accessible.standing(of: place.place).rawValue ?? 0 },
            span: { context, place, rows, columns in
                guard let table = GridView.of(context)?.accessible, table.contains(place.pointee.place) else {
                    return 0
                }
                let span = table.span(of: place.pointee.place)
                place.pointee = QuadPlace(span.first)
                (rows.pointee, columns.pointee) = (gint64(span.rows), gint64(span.columns))
                return 1
            },
            frame: { context, place, frame in
                guard let found = GridView.of(context)?.accessible.frame(of: place.place) else { return 0 }
                frame.pointee = GdkRectangle(
                    x: Int32(clamping: Int(found.x)), y: Int32(clamping: Int(found.y)),
                    width: Int32(clamping: Int(found.width)), height: Int32(clamping: Int(found.height)))
                return 1
            },
            hit: { context, x, y, place in
                let point = Point(x: Double(x), y: Double(y))
                return GridView.set(place, to: GridView.of(context)?.accessible.place(at: point))
            },
            child: { context, number, place in
                GridView.set(place, to: GridView.of(context)?.accessible.child(Int(number)))
            },
            number: { context, place in
                GridView.of(context)?.accessible.number(of: place.place).map { gint64($0) } ?? -1
            },
            selected: { context, number, place in
                GridView.set(place, to: GridView.of(context)?.accessible.selected(Int(number)))
            },
            selected_tracks: { context, axis, tracks, room in
                guard let table = GridView.of(context)?.accessible else { return 0 }
                let isDown = axis == GTK_ORIENTATION_VERTICAL
                let found = isDown ? table.selectedRows(limit: Int(room)) : table.selectedColumns(limit: Int(room))
                for (index, track) in found.enumerated() { tracks[index] = Int32(clamping: track) }
                return Int32(clamping: found.count)
            },
            act: { context, act, place in GridView.of(context)?.act(act, at: place.place) == true ? 1 : 0 })
    }

    private static func set(_ place: UnsafeMutablePointer<QuadPlace>, to found: AccessiblePlace?) -> gboolean {
        guard let found else { return 0 }
        place.pointee = QuadPlace(found)
        return 1
    }

    fileprivate func count(_ what: QuadCount) -> Int {
        switch what {
        case QUAD_COUNT_ROWS: accessible.rowCount
        case QUAD_COUNT_COLUMNS: accessible.columnCount
        case QUAD_COUNT_CHILDREN: accessible.childCount
        default: accessible.selectedCount
        }
    }

    fileprivate func words(_ what: QuadWords, of place: AccessiblePlace) -> String? {
        // The first request starts the notifications.
        if listeners.telling == nil { listeners.telling = AccessibleTelling(accessible) }
        let table = accessible
        switch what {
        case QUAD_WORDS_TABLE_NAME: return table.title
        case QUAD_WORDS_TABLE_DESCRIPTION: return table.description
        case QUAD_WORDS_TABLE_ATTRIBUTES: return Self.lines(table.attributes)
        case QUAD_WORDS_CELL_NAME:
            readLater(place, in: table)
            return table.name(of: place)
        case QUAD_WORDS_CELL_DESCRIPTION: return table.description(of: place)
        default: return Self.lines(table.attributes(of: place))
        }
    }

    private static func lines(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
    }
}
