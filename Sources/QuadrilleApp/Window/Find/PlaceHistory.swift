import GridUI

/// The cells from which the user jumped, to go back and forward as in a browser. Their rows are those of the file, in whatever
/// order they are shown.
struct PlaceHistory: Sendable, Hashable {
    /// A cell, and the table of a file of several.
    struct Place: Sendable, Hashable {
        var table: String?
        var cell: CellPosition
    }

    private static let limit = 100

    private var back: [Place] = []
    private var forward: [Place] = []

    var canGoBack: Bool { !back.isEmpty }
    var canGoForward: Bool { !forward.isEmpty }

    /// Records a jump away from `place`.
    mutating func leave(_ place: Place) {
        forward = []
        guard back.last != place else { return }
        back.append(place)
        if back.count > Self.limit { back.removeFirst() }
    }

    /// The previous cell; `place` is the current one, nil in a table without rows.
    mutating func goBack(from place: Place?) -> Place? { Self.go(&back, &forward, from: place) }

    mutating func goForward(from place: Place?) -> Place? { Self.go(&forward, &back, from: place) }

    private static func go(_ stack: inout [Place], _ other: inout [Place], from place: Place?) -> Place? {
        // Skips the current cell.
        while let last = stack.popLast() {
            guard last != place else { continue }
            if let place { other.append(place) }
            return last
        }
        return nil
    }
}

extension PlaceHistory.Place {
    /// A cell of the shown table, by its row in the file.
    @MainActor
    init(in document: Document, row: Int, column: Int) {
        self.init(table: document.opened?.tableName, cell: CellPosition(row: row, column: column))
    }

    /// The active cell of `document`, as far as its row in the file is in memory.
    @MainActor
    init?(in document: Document) {
        guard let cell = document.grid?.model.activeSourceCell else { return nil }
        self.init(in: document, row: cell.row, column: cell.column)
    }
}
