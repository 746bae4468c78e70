import TableFormats

/// A reading of a file, with the view and rows of that time.
struct FileReading {
    var options: FormatOptions
    var view: SettingsQueue
    var rows: PendingArrangement
}

/// The readings of a file that the user left by choosing another dialect, and those that undoing left.
///
/// Each has a view of its own, whose changes are undone first: `ViewUndo` asks for a reading where there are none.
struct ReadingHistory {
    private static let limit = 100

    private var before: [FileReading] = []
    private var after: [FileReading] = []

    var canUndo: Bool { !before.isEmpty }
    var canRedo: Bool { !after.isEmpty }

    /// The user left `reading`, after which nothing can be redone.
    mutating func note(_ reading: FileReading) {
        before.append(reading)
        if before.count > Self.limit { before.removeFirst() }
        after = []
    }

    /// The reading to go back to; nil where there is none. A redo comes back to `now`.
    mutating func undo(from now: FileReading) -> FileReading? {
        guard let reading = before.popLast() else { return nil }
        after.append(now)
        return reading
    }

    /// The reading to go on to again; nil where there is none.
    mutating func redo(from now: FileReading) -> FileReading? {
        guard let reading = after.popLast() else { return nil }
        before.append(now)
        return reading
    }

    mutating func forgetUndone() { after = [] }
}
