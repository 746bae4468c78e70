import CGTK
import CGridShim
import Geometry
import Glibc
import GridUI

/// The state that the view keeps for screen readers, once one has made a request.
struct AccessibleListeners {
    /// Nil while nobody has asked for anything: then nothing is looked at.
    var telling: AccessibleTelling?
    /// The requested positions whose cells had to be read first.
    var awaited: [AccessiblePlace] = []
    /// So many are remembered.
    static let mostAwaited = 256
}

// The table for programs that read the screen aloud or write it in Braille. GTK makes its accessible when one asks, and for
// what gets the keyboard; until somebody asks for words, nothing is compared.
extension GridView {
    /// The table as such programs see it now.
    var accessible: AccessibleTable { AccessibleTable(model, title: title) }

    func installAccessible() {
        var callbacks = Self.accessibleCallbacks
        quad_surface_set_table(surface, &callbacks)
    }

    /// Tells who listens what has changed.
    func tellListeners() {
        guard isAlive, var telling = listeners.telling else { return }
        let news = telling.news(accessible)
        // Whoever hears of it may ask at once, and that may change something.
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

    /// The keyboard is here: it goes on from the active cell. Told after GTK has told that the table has it.
    func keyboardCame() {
        guard quad_table_exists(surface) != 0 else { return }
        accessibleFocus.post()
    }

    func tellActiveCell() {
        guard isAlive, model.hasFocus, let place = accessible.active else { return }
        quad_table_active_changed(surface, QuadPlace(place))
    }

    /// Cells that were asked for before they were read say what they hold.
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
        // Of a window that is not seen there may be no frame for long.
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
            // The active cell is all that is selected by being so, and stays it.
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
        // Who asks listens from now on.
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
