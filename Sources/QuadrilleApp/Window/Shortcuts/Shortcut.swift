import GridUI
import Translation

/// Keys and their effects: the only table for the program's accelerators and the window of shortcuts; tests compare the keys
/// in the manual and the README with it.
struct Shortcut: Sendable, Hashable {
    /// The title for the user, on one line.
    var title: String
    /// The action of the window or the program that the keys trigger; nil where there is none.
    var action: String?
    /// A Boolean value that indicates whether the grid, or the widget that has the keyboard focus, handles the keys.
    var isTakenByGrid = false
    /// The keys in GTK's format, the preferred one first.
    var keys: [String]

    /// Keys of an action.
    private init(_ title: String, _ action: String, _ keys: String...) {
        (self.title, self.action, self.keys) = (title, action, keys)
    }

    /// Keys that the grid, or another focused widget, handles itself.
    private init(_ title: String, grid keys: String..., doing command: GridCommand? = nil) {
        (self.title, self.keys, isTakenByGrid) = (title, keys, true)
        action = command.map { "win." + $0.rawValue }
    }

    private init(_ title: String, _ command: GridCommand, _ keys: String...) {
        (self.title, action, self.keys) = (title, "win." + command.rawValue, keys)
    }

    /// A group of shortcuts in the window of shortcuts.
    struct Group: Sendable {
        var title: String
        var shortcuts: [Shortcut]
    }

    static let groups = makeGroups()

    /// The groups in the current language.
    static func makeGroups() -> [Group] {
        [
            Group(
                title: tr("Files", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Open"), "win.open", "<Control>o"),
                    Shortcut(tr("Files in folder"), "win.folder", "<Control><Shift>o"),
                    Shortcut(tr("Reload"), "win.reload", "F5", "<Control>r"),
                    Shortcut(tr("Follow the end"), "win.follow", "<Control><Shift>l"),
                    Shortcut(tr("Dialect"), "win.dialect", "<Control><Shift>d"),
                    Shortcut(tr("Export"), "win.export", "<Control>e"),
                    Shortcut(tr("Save picture"), "win.save-picture", "<Control><Shift>g"),
                    Shortcut(tr("Print"), "win.print", "<Control>p"),
                ]),
            Group(
                title: tr("Tabs", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("New tab"), "win.new-tab", "<Control>t"),
                    Shortcut(tr("Next tab"), "win.next-tab", "<Control>Page_Down"),
                    Shortcut(tr("Previous tab"), "win.previous-tab", "<Control>Page_Up"),
                    Shortcut(tr("Go to tab 1 … 9"), grid: "<Alt>1", "<Alt>9"),
                    Shortcut(tr("Move tab forward"), "win.tab-forward", "<Control><Shift>Page_Down"),
                    Shortcut(tr("Move tab backward"), "win.tab-backward", "<Control><Shift>Page_Up"),
                    Shortcut(tr("Close tab"), "win.close", "<Control>w"),
                ]),
            Group(
                title: tr("Tables of a File", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Next table"), "win.next-table", "<Control><Alt>Page_Down"),
                    Shortcut(tr("Previous table"), "win.previous-table", "<Control><Alt>Page_Up"),
                ]),
            Group(
                title: tr("Windows", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("New window"), "win.new-window", "<Control>n"),
                    Shortcut(tr("Full screen"), "win.fullscreen", "F11"),
                    Shortcut(tr("Main menu"), "win.menu", "F10"),
                    Shortcut(tr("Preferences"), "win.preferences", "<Control>comma"),
                    Shortcut(tr("Keyboard shortcuts"), "win.shortcuts", "<Control>question", "F1"),
                    Shortcut(tr("Quit"), "app.quit", "<Control>q"),
                ]),
            Group(
                title: tr("Moving", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Move the active cell"), grid: "Up", "Down", "Left", "Right"),
                    Shortcut(tr("Next, previous cell"), grid: "Tab", "<Shift>Tab"),
                    Shortcut(tr("Next, previous row"), grid: "Return", "<Shift>Return"),
                    Shortcut(tr("Page down, up"), grid: "Page_Down", "Page_Up"),
                    Shortcut(tr("Page right, left"), grid: "<Alt>Page_Down", "<Alt>Page_Up"),
                    Shortcut(tr("Start, end of row"), grid: "Home", "End"),
                    Shortcut(tr("Top, bottom of column"), grid: "<Control>Up", "<Control>Down"),
                    Shortcut(tr("First, last column"), grid: "<Control>Left", "<Control>Right"),
                    Shortcut(tr("Start, end of table"), grid: "<Control>Home", "<Control>End"),
                ]),
            Group(
                title: tr("Going Elsewhere", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Go to row, column or byte"), "win.go-to", "<Control>g"),
                    Shortcut(tr("Back"), "win.back", "<Alt>Left"),
                    Shortcut(tr("Forward"), "win.forward", "<Alt>Right"),
                    Shortcut(tr("Leave the table"), grid: "<Control>Tab"),
                    Shortcut(tr("Move the edge of a panel"), grid: "<Control>F6"),
                    Shortcut(tr("Stop the current task"), grid: "Escape"),
                ]),
            Group(
                title: tr("Selecting and Copying", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Extend the selection"), grid: "<Shift>Down"),
                    Shortcut(tr("Select all"), grid: "<Control>a", "<Control><Shift>space", doing: .selectAll),
                    Shortcut(tr("Select columns"), grid: "<Control>space"),
                    Shortcut(tr("Select rows"), grid: "<Shift>space"),
                    Shortcut(tr("Select another range"), .addRange, "<Control>F8"),
                    Shortcut(tr("Copy"), grid: "<Control>c", "<Control>Insert", doing: .copy),
                    Shortcut(tr("Cell menu"), grid: "Menu", "<Shift>F10"),
                ]),
            Group(
                title: tr("Finding", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Find"), "win.find", "<Control>f"), Shortcut(tr("Next hit"), "win.find-next", "F3"),
                    Shortcut(tr("Previous hit"), "win.find-previous", "<Shift>F3"),
                    Shortcut(tr("Problems"), "win.problems", "<Control><Shift>p"),
                    Shortcut(tr("Next problem"), "win.next-problem", "F8"),
                    Shortcut(tr("Previous problem"), "win.previous-problem", "<Shift>F8"),
                ]),
            Group(
                title: tr("Sorting, Filtering, Undo", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Sort ascending (A–Z)"), "win.sort-ascending", "<Alt>Up"),
                    Shortcut(tr("Sort descending (Z–A)"), "win.sort-descending", "<Alt>Down"),
                    Shortcut(tr("Sort equal rows ascending"), "win.sort-equal-ascending", "F7"),
                    Shortcut(tr("Sort equal rows descending"), "win.sort-equal-descending", "<Shift>F7"),
                    Shortcut(tr("Filter"), "win.filter", "<Control>l"),
                    Shortcut(tr("Clear sort and filter"), "win.clear-arrangement", "<Control><Shift>a"),
                    Shortcut(tr("Undo"), "win.undo", "<Control>z"),
                    Shortcut(tr("Redo"), "win.redo", "<Control><Shift>z", "<Control>y"),
                ]),
            Group(
                title: tr("Details", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Whole value"), "win.show-value", "F4"),
                    Shortcut(tr("Record"), "win.show-record", "<Shift>F4"),
                    Shortcut(tr("Column facts"), "win.show-column", "<Control>i"),
                    Shortcut(tr("All columns"), "win.columns", "F9"),
                    Shortcut(tr("Pictures in headers"), .headerPictures, "<Control><Shift>i"),
                    Shortcut(tr("Tasks"), "win.tasks", "<Control>j"),
                    Shortcut(tr("Frame timings"), grid: "F12"),
                ]),
            Group(
                title: tr("Freezing", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Freeze both up to here"), .freezeBoth, "<Control><Shift>f"),
                    Shortcut(tr("Freeze rows up to here"), .freezeRows, "<Control><Shift>r"),
                    Shortcut(tr("Freeze columns up to here"), .freezeColumns, "<Control><Shift>c"),
                    Shortcut(tr("Freeze rows to end"), .freezeTrailingRows, "<Control><Shift>b"),
                    Shortcut(tr("Freeze columns to end"), .freezeTrailingColumns, "<Control><Shift>e"),
                    Shortcut(tr("Unfreeze all"), .unfreeze, "<Control><Shift>u"),
                ]),
            Group(
                title: tr("Rows and Columns", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Hide column"), .hideColumn, "<Control><Shift>h"),
                    Shortcut(tr("Hide row"), .hideRow, "<Control>9"),
                    Shortcut(tr("Show all hidden"), .showAll, "<Control><Shift>s"),
                    Shortcut(tr("Use as row names"), "win.row-names", "<Control><Shift>n"),
                    Shortcut(tr("Merge equal neighbours"), "win.merge-equal", "<Control><Shift>m"),
                ]),
            Group(
                title: tr("Widths and Heights", in: "group of keys"),
                shortcuts: [
                    Shortcut(tr("Wider column"), .widenColumn, "<Alt>plus", "<Alt>equal", "<Alt>KP_Add"),
                    Shortcut(tr("Narrower column"), .narrowColumn, "<Alt>minus", "<Alt>KP_Subtract"),
                    Shortcut(tr("Fit column width"), "win.fit-column", "<Alt>0", "<Alt>KP_0"),
                    Shortcut(
                        tr("Higher row"), .raiseRow, "<Control><Alt>plus", "<Control><Alt>equal",
                        "<Control><Alt>KP_Add"),
                    Shortcut(tr("Lower row"), .lowerRow, "<Control><Alt>minus", "<Control><Alt>KP_Subtract"),
                    Shortcut(tr("Format of the column"), "win.format", "<Control>d"),
                    Shortcut(tr("Wrap text"), .wrapText, "<Control><Shift>w"),
                ]),
            Group(
                title: tr("Views and Zoom", in: "group of keys"),
                shortcuts: ViewRegistry.standard.definitions.enumerated().map { index, view in
                    Shortcut(view.title, "win.view-" + view.name, "<Control>\(index + 1)")
                } + [
                    Shortcut(tr("Zoom in"), .zoomIn, "<Control>plus", "<Control>equal", "<Control>KP_Add"),
                    Shortcut(tr("Zoom out"), .zoomOut, "<Control>minus", "<Control>KP_Subtract"),
                    Shortcut(tr("Normal size"), .zoomReset, "<Control>0", "<Control>KP_0"),
                    Shortcut(tr("Drag to scroll (hold)"), grid: "space"),
                ]),
        ]
    }

    static let all = groups.flatMap(\.shortcuts)

    /// The keys of the actions, as `gtk_application_set_accels_for_action` takes them.
    static var accelerators: [(action: String, keys: [String])] {
        all.filter { !$0.isTakenByGrid }.compactMap { shortcut in shortcut.action.map { ($0, shortcut.keys) } }
    }

    /// The first key of an action; empty where it has none.
    static func key(of action: String) -> String { all.first { $0.action == action }?.keys.first ?? "" }

    /// The key that does what an entry of the grid's menus does, to the active cell; empty where there is none.
    static func key(of action: GridAction) -> String {
        switch action {
        case .copy: key(of: "win.copy")
        case .selectAll: key(of: "win.select-all")
        case .hideColumn: key(of: "win.hide-column")
        case .fitColumn: key(of: "win.fit-column")
        case .hideRow: key(of: "win.hide-row")
        case .useAsRowNames: key(of: "win.row-names")
        case .mergeEqualNeighbours: key(of: "win.merge-equal")
        case .freeze(.vertical, .leading, _): key(of: "win.freeze-rows")
        case .freeze(.vertical, .trailing, _): key(of: "win.freeze-trailing-rows")
        case .freeze(.horizontal, .leading, _): key(of: "win.freeze-columns")
        case .freeze(.horizontal, .trailing, _): key(of: "win.freeze-trailing-columns")
        case .filterColumn: key(of: "win.filter")
        case .request(.format, _): key(of: "win.format")
        case .lookAtValue: key(of: "win.show-value")
        case .lookAtRecord: key(of: "win.show-record")
        case .lookAtColumn: key(of: "win.show-column")
        case .sortRows(let columns) where columns.count == 1:
            key(of: columns[0].isDescending ? "win.sort-descending" : "win.sort-ascending")
        case .sortRows(let columns):
            columns.last.map { key(of: $0.isDescending ? "win.sort-equal-descending" : "win.sort-equal-ascending") }
                ?? ""
        default: ""
        }
    }

    /// A hint with that key for the user: "Open a file (Ctrl+O)"; `text` alone for an action without a key.
    static func hint(_ text: String, of action: String) -> String {
        let key = key(of: action)
        return key.isEmpty ? text : tr("{hint} ({key})", ["hint": text, "key": label(of: key)])
    }

    /// "Ctrl+Shift+L" of "<Control><Shift>l".
    static func label(of key: String) -> String {
        var (rest, parts) = (key[...], [String]())
        for (modifier, word) in [
            ("<Control>", tr("Ctrl", in: "key")), ("<Shift>", tr("Shift", in: "key")), ("<Alt>", tr("Alt", in: "key")),
        ]
        where rest.hasPrefix(modifier) {
            rest = rest.dropFirst(modifier.count)
            parts.append(word)
        }
        let names = [
            "question": "?", "plus": "+", "minus": "−", "comma": ",", "Page_Up": tr("Page Up", in: "key"),
            "Page_Down": tr("Page Down", in: "key"),
        ]
        parts.append(names[String(rest)] ?? (rest.count == 1 ? rest.uppercased() : String(rest)))
        return parts.joined(separator: "+")
    }
}
