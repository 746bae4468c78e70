/// A command of the user to the grid. Menus, keys and tests share these names; `rawValue` is the name of the action.
public enum GridCommand: String, Sendable, Hashable, CaseIterable {
    case moveUp = "move-up"
    case moveDown = "move-down"
    case moveLeft = "move-left"
    case moveRight = "move-right"
    case pageUp = "page-up"
    case pageDown = "page-down"
    case pageLeft = "page-left"
    case pageRight = "page-right"
    case firstColumn = "first-column"
    case lastColumn = "last-column"
    case firstRow = "first-row"
    case lastRow = "last-row"
    case tableStart = "table-start"
    case tableEnd = "table-end"
    case selectAll = "select-all"
    /// The whole columns of the last range.
    case selectColumns = "select-columns"
    case selectRows = "select-rows"
    /// The active cell alone.
    case selectCell = "select-cell"
    /// Makes the next keyboard selection add a range to the selection; when repeated, adds the active cell.
    case addRange = "add-range"
    /// Copies the selection to the clipboard; the owner of the grid performs it.
    case copy = "copy"
    case freezeRows = "freeze-rows"
    case freezeColumns = "freeze-columns"
    case freezeBoth = "freeze-both"
    /// From the active cell's row to the end.
    case freezeTrailingRows = "freeze-trailing-rows"
    case freezeTrailingColumns = "freeze-trailing-columns"
    case unfreeze = "unfreeze"
    case hideRow = "hide-row"
    case hideColumn = "hide-column"
    case showAll = "show-all"
    /// The active cell's column, by a step.
    case widenColumn = "widen-column"
    case narrowColumn = "narrow-column"
    /// The active cell's row, by a step.
    case raiseRow = "raise-row"
    case lowerRow = "lower-row"
    case wrapText = "wrap-text"
    case stripeRows = "stripe-rows"
    case compactRows = "compact-rows"
    case headerPictures = "header-pictures"
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case zoomReset = "zoom-reset"

    /// True for commands that move the active cell.
    public var isMove: Bool {
        switch self {
        case .moveUp, .moveDown, .moveLeft, .moveRight, .pageUp, .pageDown, .pageLeft, .pageRight, .firstColumn,
            .lastColumn, .firstRow, .lastRow, .tableStart, .tableEnd:
            true
        default: false
        }
    }
}

/// A key by its meaning, whatever the toolkit numbers it.
public enum Key: Sendable, Hashable {
    case up, down, left, right
    case pageUp, pageDown, home, end, tab, enter
    case plus, minus, digit0
    case a, c, insert, space
}

/// The modifiers that distinguish strokes of one key.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var control: KeyModifiers { KeyModifiers(rawValue: 1) }
    public static var shift: KeyModifiers { KeyModifiers(rawValue: 2) }
    public static var alt: KeyModifiers { KeyModifiers(rawValue: 4) }
}

/// A key with its modifiers.
public struct KeyStroke: Sendable, Hashable {
    public var key: Key
    public var modifiers: KeyModifiers

    public init(_ key: Key, _ modifiers: KeyModifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}

/// The keys of the grid, as spreadsheets have them.
public enum KeyBindings {
    public static let standard: [KeyStroke: GridCommand] = [
        KeyStroke(.up): .moveUp,
        KeyStroke(.down): .moveDown,
        KeyStroke(.left): .moveLeft,
        KeyStroke(.right): .moveRight,
        KeyStroke(.enter): .moveDown,
        KeyStroke(.enter, .shift): .moveUp,
        KeyStroke(.tab): .moveRight,
        KeyStroke(.tab, .shift): .moveLeft,
        KeyStroke(.pageUp): .pageUp,
        KeyStroke(.pageDown): .pageDown,
        KeyStroke(.pageUp, .alt): .pageLeft,
        KeyStroke(.pageDown, .alt): .pageRight,
        KeyStroke(.home): .firstColumn,
        KeyStroke(.end): .lastColumn,
        KeyStroke(.up, .control): .firstRow,
        KeyStroke(.down, .control): .lastRow,
        KeyStroke(.left, .control): .firstColumn,
        KeyStroke(.right, .control): .lastColumn,
        KeyStroke(.home, .control): .tableStart,
        KeyStroke(.end, .control): .tableEnd,
        KeyStroke(.plus, .control): .zoomIn,
        KeyStroke(.plus, [.control, .shift]): .zoomIn,
        KeyStroke(.minus, .control): .zoomOut,
        KeyStroke(.digit0, .control): .zoomReset,
        KeyStroke(.a, .control): .selectAll,
        KeyStroke(.space, .control): .selectColumns,
        KeyStroke(.space, .shift): .selectRows,
        KeyStroke(.space, [.control, .shift]): .selectAll,
        KeyStroke(.c, .control): .copy,
        KeyStroke(.insert, .control): .copy,
    ]

    /// Returns the command of a key stroke. With Shift, a command that moves also moves the end of the selection
    /// (`extends`).
    public static func command(for stroke: KeyStroke) -> (command: GridCommand, extends: Bool)? {
        if let command = standard[stroke] { return (command, false) }
        guard stroke.modifiers.contains(.shift) else { return nil }
        let plain = KeyStroke(stroke.key, stroke.modifiers.subtracting(.shift))
        guard let command = standard[plain], command.isMove else { return nil }
        return (command, true)
    }
}
