import GridUI

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
            title: "Files and Windows",
            shortcuts: [
                Shortcut("Open a file", "win.open", "<Control>o"),
                Shortcut("Files of the same folder", "win.folder", "<Control><Shift>o"),
                Shortcut("Read the file anew", "win.reload", "F5", "<Control>r"),
                Shortcut("Follow the end of what grows", "win.follow", "<Control><Shift>l"),
                Shortcut("Choose the dialect", "win.dialect", "<Control><Shift>d"),
                Shortcut("Export rows and columns", "win.export", "<Control>e"),
                Shortcut("Save a picture", "win.save-picture", "<Control><Shift>g"),
                Shortcut("Print", "win.print", "<Control>p"),
                Shortcut("Full screen", "win.fullscreen", "F11"),
                Shortcut("Close the window", "win.close", "<Control>w"),
                Shortcut("Quit", "app.quit", "<Control>q"),
                Shortcut("Preferences", "win.preferences", "<Control>comma"),
                Shortcut("Menu of the window", "win.menu", "F10"),
                Shortcut("These shortcuts", "win.shortcuts", "<Control>question", "F1"),
            ]),
        Group(
            title: "Moving",
            shortcuts: [
                Shortcut("Move the active cell", grid: "Up", "Down", "Left", "Right"),
                Shortcut("To the next cell, the one before", grid: "Tab", "<Shift>Tab"),
                Shortcut("To the next row, the one before", grid: "Return", "<Shift>Return"),
                Shortcut("A page on, back", grid: "Page_Down", "Page_Up"),
                Shortcut("A page sideways", grid: "<Alt>Page_Down", "<Alt>Page_Up"),
                Shortcut("Ends of the row", grid: "Home", "End"),
                Shortcut("Ends of the column", grid: "<Control>Up", "<Control>Down"),
                Shortcut("Ends of the row, too", grid: "<Control>Left", "<Control>Right"),
                Shortcut("Ends of the table", grid: "<Control>Home", "<Control>End"),
                Shortcut("Go to a row, column or byte", "win.go-to", "<Control>g"),
                Shortcut("Back to where you were", "win.back", "<Alt>Left"),
                Shortcut("Forward again", "win.forward", "<Alt>Right"),
                Shortcut("Leave the grid for what is around it", grid: "<Control>Tab"),
                Shortcut("Give up what goes on", grid: "Escape"),
            ]),
        Group(
            title: "Selecting and Copying",
            shortcuts: [
                Shortcut("Extend the selection, with any key that moves", grid: "<Shift>Down"),
                Shortcut("Select all", grid: "<Control>a", "<Control><Shift>space"),
                Shortcut("Select columns", grid: "<Control>space"),
                Shortcut("Select rows", grid: "<Shift>space"),
                Shortcut("Copy", grid: "<Control>c", "<Control>Insert"),
                Shortcut("Menu of the cell", grid: "Menu", "<Shift>F10"),
            ]),
        Group(
            title: "Finding",
            shortcuts: [
                Shortcut("Find", "win.find", "<Control>f"), Shortcut("Next hit", "win.find-next", "F3"),
                Shortcut("Hit before", "win.find-previous", "<Shift>F3"),
                Shortcut("List of problems", "win.problems", "<Control><Shift>p"),
                Shortcut("Next problem", "win.next-problem", "F8"),
                Shortcut("Problem before", "win.previous-problem", "<Shift>F8"),
            ]),
        Group(
            title: "Sorting and Filtering",
            shortcuts: [
                Shortcut("Sort ascending", "win.sort-ascending", "<Alt>Up"),
                Shortcut("Sort descending", "win.sort-descending", "<Alt>Down"),
                Shortcut("Filter by the column", "win.filter", "<Control>l"),
                Shortcut("All rows as they stand in the file", "win.clear-arrangement", "<Control><Shift>a"),
                Shortcut("Undo a change of the view", "win.undo", "<Control>z"),
                Shortcut("Redo it", "win.redo", "<Control><Shift>z", "<Control>y"),
            ]),
        Group(
            title: "Looking Closer",
            shortcuts: [
                Shortcut("The whole value", "win.show-value", "F4"),
                Shortcut("The whole record", "win.show-record", "<Shift>F4"),
                Shortcut("What is in the column", "win.show-column", "<Control>i"),
                Shortcut("All columns", "win.columns", "F9"),
                Shortcut("Pictures in headers", .headerPictures, "<Control><Shift>i"),
                Shortcut("Figures of the last frames", grid: "F12"),
            ]),
        Group(
            title: "Rows and Columns",
            shortcuts: [
                Shortcut("Freeze rows and columns", .freezeBoth, "<Control><Shift>f"),
                Shortcut("Freeze rows", .freezeRows, "<Control><Shift>r"),
                Shortcut("Freeze columns", .freezeColumns, "<Control><Shift>c"),
                Shortcut("Freeze rows to the end", .freezeTrailingRows, "<Control><Shift>b"),
                Shortcut("Freeze columns to the end", .freezeTrailingColumns, "<Control><Shift>e"),
                Shortcut("Unfreeze", .unfreeze, "<Control><Shift>u"),
                Shortcut("Hide the column", .hideColumn, "<Control><Shift>h"),
                Shortcut("Hide the row", .hideRow, "<Control>9"),
                Shortcut("Show all that is hidden", .showAll, "<Control><Shift>s"),
                Shortcut("Column as row names", "win.row-names", "<Control><Shift>n"),
                Shortcut("Merge equal neighbours", "win.merge-equal", "<Control><Shift>m"),
                Shortcut("Wrap text", .wrapText, "<Control><Shift>w"),
            ]),
        Group(
            title: "Views and Zoom",
            shortcuts: ViewRegistry.standard.definitions.enumerated().map { index, view in
                Shortcut(view.title, "win.view-" + view.name, "<Control>\(index + 1)")
            } + [
                Shortcut("Larger", .zoomIn, "<Control>plus", "<Control>equal", "<Control>KP_Add"),
                Shortcut("Smaller", .zoomOut, "<Control>minus", "<Control>KP_Subtract"),
                Shortcut("Normal size", .zoomReset, "<Control>0", "<Control>KP_0"),
                Shortcut("Drag the paper, held", grid: "space"),
            ]),
    ]

    static let all = groups.flatMap(\.shortcuts)

    /// The keys of the actions, as `gtk_application_set_accels_for_action` takes them.
    static var accelerators: [(action: String, keys: [String])] {
        all.compactMap { shortcut in shortcut.action.map { ($0, shortcut.keys) } }
    }

    /// The first key of an action; empty where it has none.
    static func key(of action: String) -> String { all.first { $0.action == action }?.keys.first ?? "" }

    /// That key for people, behind a space and in parentheses, for a hint: " (Ctrl+O)"; empty where there is none.
    static func hint(_ action: String) -> String {
        let key = key(of: action)
        return key.isEmpty ? "" : " (\(label(of: key)))"
    }

    /// "Ctrl+Shift+L" of "<Control><Shift>l".
    static func label(of key: String) -> String {
        var (rest, parts) = (key[...], [String]())
        for (modifier, word) in [("<Control>", "Ctrl"), ("<Shift>", "Shift"), ("<Alt>", "Alt")]
        where rest.hasPrefix(modifier) {
            rest = rest.dropFirst(modifier.count)
            parts.append(word)
        }
        let names = [
            "question": "?", "plus": "+", "minus": "−", "comma": ",", "Page_Up": "Page Up", "Page_Down": "Page Down",
        ]
        parts.append(names[String(rest)] ?? (rest.count == 1 ? rest.uppercased() : String(rest)))
        return parts.joined(separator: "+")
    }
}
