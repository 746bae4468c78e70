import GridUI
import Translation

/// Keys, and what they do: the one table from which the program takes its accelerators, the window of shortcuts is made, and
/// against which those of the manual and the README are tested.
struct Shortcut: Sendable, Hashable {
    /// For people, on one line.
    var title: String
    /// What the keys do, as an action of the window or the program; nil where the grid takes them itself.
    var action: String?
    /// As GTK writes keys, the one to be told of first.
    var keys: [String]

    /// Keys of an action.
    private init(_ title: String, _ action: String, _ keys: String...) {
        (self.title, self.action, self.keys) = (title, action, keys)
    }

    /// Keys that the grid, or what else has the keyboard, takes itself.
    private init(_ title: String, grid keys: String...) { (self.title, self.keys) = (title, keys) }

    private init(_ title: String, _ command: GridCommand, _ keys: String...) {
        (self.title, action, self.keys) = (title, "win." + command.rawValue, keys)
    }

    /// What stands together in the window of shortcuts.
    struct Group: Sendable {
        var title: String
        var shortcuts: [Shortcut]
    }

    static let groups = [
        Group(
            title: tr("Files and Windows", in: "group of keys"),
            shortcuts: [
                Shortcut(tr("Open a file"), "win.open", "<Control>o"),
                Shortcut(tr("Files of the same folder"), "win.folder", "<Control><Shift>o"),
                Shortcut(tr("Read the file anew"), "win.reload", "F5", "<Control>r"),
                Shortcut(tr("Follow the end of what grows"), "win.follow", "<Control><Shift>l"),
                Shortcut(tr("Choose the dialect"), "win.dialect", "<Control><Shift>d"),
                Shortcut(tr("Export rows and columns"), "win.export", "<Control>e"),
                Shortcut(tr("Save a picture"), "win.save-picture", "<Control><Shift>g"),
                Shortcut(tr("Print"), "win.print", "<Control>p"),
                Shortcut(tr("Full screen"), "win.fullscreen", "F11"),
                Shortcut(tr("New tab"), "win.new-tab", "<Control>t"),
                Shortcut(tr("New window"), "win.new-window", "<Control>n"),
                Shortcut(tr("Next tab"), "win.next-tab", "<Control>Page_Down"),
                Shortcut(tr("Tab before"), "win.previous-tab", "<Control>Page_Up"),
                Shortcut(tr("To the first tab … the ninth"), grid: "<Alt>1", "<Alt>9"),
                Shortcut(tr("Move the tab forward"), "win.tab-forward", "<Control><Shift>Page_Down"),
                Shortcut(tr("Move the tab backward"), "win.tab-backward", "<Control><Shift>Page_Up"),
                Shortcut(tr("Close the tab, with the last one the window"), "win.close", "<Control>w"),
                Shortcut(tr("Quit"), "app.quit", "<Control>q"),
                Shortcut(tr("Preferences"), "win.preferences", "<Control>comma"),
                Shortcut(tr("Menu of the window"), "win.menu", "F10"),
                Shortcut(tr("These shortcuts"), "win.shortcuts", "<Control>question", "F1"),
            ]),
        Group(
            title: tr("Moving", in: "group of keys"),
            shortcuts: [
                Shortcut(tr("Move the active cell"), grid: "Up", "Down", "Left", "Right"),
                Shortcut(tr("To the next cell, the one before"), grid: "Tab", "<Shift>Tab"),
                Shortcut(tr("To the next row, the one before"), grid: "Return", "<Shift>Return"),
                Shortcut(tr("A page on, back"), grid: "Page_Down", "Page_Up"),
                Shortcut(tr("A page sideways"), grid: "<Alt>Page_Down", "<Alt>Page_Up"),
                Shortcut(tr("Ends of the row"), grid: "Home", "End"),
                Shortcut(tr("Ends of the column"), grid: "<Control>Up", "<Control>Down"),
                Shortcut(tr("Ends of the row, too"), grid: "<Control>Left", "<Control>Right"),
                Shortcut(tr("Ends of the table"), grid: "<Control>Home", "<Control>End"),
                Shortcut(tr("Go to a row, column or byte"), "win.go-to", "<Control>g"),
                Shortcut(tr("Back to where you were"), "win.back", "<Alt>Left"),
                Shortcut(tr("Forward again"), "win.forward", "<Alt>Right"),
                Shortcut(tr("Leave the grid for what is around it"), grid: "<Control>Tab"),
                Shortcut(tr("Give up what goes on"), grid: "Escape"),
            ]),
        Group(
            title: tr("Selecting and Copying", in: "group of keys"),
            shortcuts: [
                Shortcut(tr("Extend the selection, with any key that moves"), grid: "<Shift>Down"),
                Shortcut(tr("Select all"), grid: "<Control>a", "<Control><Shift>space"),
                Shortcut(tr("Select columns"), grid: "<Control>space"),
                Shortcut(tr("Select rows"), grid: "<Shift>space"),
                Shortcut(tr("Copy"), grid: "<Control>c", "<Control>Insert"),
                Shortcut(tr("Menu of the cell"), grid: "Menu", "<Shift>F10"),
            ]),
        Group(
            title: tr("Finding", in: "group of keys"),
            shortcuts: [
                Shortcut(tr("Find"), "win.find", "<Control>f"), Shortcut(tr("Next hit"), "win.find-next", "F3"),
                Shortcut(tr("Hit before"), "win.find-previous", "<Shift>F3"),
                Shortcut(tr("List of problems"), "win.problems", "<Control><Shift>p"),
                Shortcut(tr("Next problem"), "win.next-problem", "F8"),
                Shortcut(tr("Problem before"), "win.previous-problem", "<Shift>F8"),
            ]),
        Group(
            title: tr("Sorting and Filtering", in: "group of keys"),
            shortcuts: [
                Shortcut(tr("Sort ascending"), "win.sort-ascending", "<Alt>Up"),
                Shortcut(tr("Sort descending"), "win.sort-descending", "<Alt>Down"),
                Shortcut(tr("Filter by the column"), "win.filter", "<Control>l"),
                Shortcut(tr("All rows as they stand in the file"), "win.clear-arrangement", "<Control><Shift>a"),
                Shortcut(tr("Undo a change of the view"), "win.undo", "<Control>z"),
                Shortcut(tr("Redo it"), "win.redo", "<Control><Shift>z", "<Control>y"),
            ]),
        Group(
            title: tr("Looking Closer", in: "group of keys"),
            shortcuts: [
                Shortcut(tr("The whole value"), "win.show-value", "F4"),
                Shortcut(tr("The whole record"), "win.show-record", "<Shift>F4"),
                Shortcut(tr("What is in the column"), "win.show-column", "<Control>i"),
                Shortcut(tr("All columns"), "win.columns", "F9"),
                Shortcut(tr("Pictures in headers"), .headerPictures, "<Control><Shift>i"),
                Shortcut(tr("Figures of the last frames"), grid: "F12"),
            ]),
        Group(
            title: tr("Rows and Columns", in: "group of keys"),
            shortcuts: [
                Shortcut(tr("Freeze rows and columns"), .freezeBoth, "<Control><Shift>f"),
                Shortcut(tr("Freeze rows"), .freezeRows, "<Control><Shift>r"),
                Shortcut(tr("Freeze columns"), .freezeColumns, "<Control><Shift>c"),
                Shortcut(tr("Freeze rows to the end"), .freezeTrailingRows, "<Control><Shift>b"),
                Shortcut(tr("Freeze columns to the end"), .freezeTrailingColumns, "<Control><Shift>e"),
                Shortcut(tr("Unfreeze"), .unfreeze, "<Control><Shift>u"),
                Shortcut(tr("Hide the column"), .hideColumn, "<Control><Shift>h"),
                Shortcut(tr("Hide the row"), .hideRow, "<Control>9"),
                Shortcut(tr("Show all that is hidden"), .showAll, "<Control><Shift>s"),
                Shortcut(tr("Column as row names"), "win.row-names", "<Control><Shift>n"),
                Shortcut(tr("Merge equal neighbours"), "win.merge-equal", "<Control><Shift>m"),
                Shortcut(tr("Wrap text"), .wrapText, "<Control><Shift>w"),
            ]),
        Group(
            title: tr("Views and Zoom", in: "group of keys"),
            shortcuts: ViewRegistry.standard.definitions.enumerated().map { index, view in
                Shortcut(view.title, "win.view-" + view.name, "<Control>\(index + 1)")
            } + [
                Shortcut(tr("Larger"), .zoomIn, "<Control>plus", "<Control>equal", "<Control>KP_Add"),
                Shortcut(tr("Smaller"), .zoomOut, "<Control>minus", "<Control>KP_Subtract"),
                Shortcut(tr("Normal size"), .zoomReset, "<Control>0", "<Control>KP_0"),
                Shortcut(tr("Drag the paper, held"), grid: "space"),
            ]),
    ]

    static let all = groups.flatMap(\.shortcuts)

    /// The keys of the actions, as `gtk_application_set_accels_for_action` takes them.
    static var accelerators: [(action: String, keys: [String])] {
        all.compactMap { shortcut in shortcut.action.map { ($0, shortcut.keys) } }
    }

    /// The first key of an action; empty where it has none.
    static func key(of action: String) -> String { all.first { $0.action == action }?.keys.first ?? "" }

    /// A hint with that key for people: "Open a file (Ctrl+O)"; as it is where there is none.
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
