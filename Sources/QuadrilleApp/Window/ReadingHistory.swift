import TableFormats

/// A reading of a file, with its view and rows at that time.
struct FileReading {
    var options: FormatOptions
    var view: SettingsQueue
    var rows: PendingArrangement
}

/// The readings of a file before the user's choices of a dialect, and those that undo left.
///
/// Changes of the current view are undone first: `ViewUndo` asks for a reading when there are none left.
struct ReadingHistory {
    private static let limit = 100

    private var before: [FileReading] = []
    private var after: [FileReading] = []

    var canUndo: Bool { !before.isEmpty }
    var canRedo: Bool { !after.isEmpty }

    /// Adds the reading that the user left, and discards those to redo.
    mutating func note(_ reading: FileReading) {
        before.append(reading)
        if before.count > Self.limit { before.removeFirst() }
        after = []
    }

    /// Returns the reading to restore; nil where there is none. A redo returns to `now`.
    mutating func undo(from now: FileReading) -> FileReading? {
        guard let reading = before.popLast() else { return nil }
        after.append(now)
        return reading
    }

    /// Returns the reading to restore again; nil where there is none.
    mutating func redo(from now: FileReading) -> FileReading? {
        guard let reading = after.popLast() else { return nil }
        before.append(now)
        return reading
    }

    mutating func forgetUndone() { after = [] }
}
