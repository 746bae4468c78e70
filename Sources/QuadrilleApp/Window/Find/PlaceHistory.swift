import GridUI

/// The cells from which the user jumped, to go back and forward as in a browser. Their rows are those of the file, in whatever
/// order they are shown.
struct PlaceHistory: Sendable, Hashable {
    private static let limit = 100

    private var back: [CellPosition] = []
    private var forward: [CellPosition] = []

    var canGoBack: Bool { !back.isEmpty }
    var canGoForward: Bool { !forward.isEmpty }

    /// Records a jump away from `place`.
    mutating func leave(_ place: CellPosition) {
        forward = []
        guard back.last != place else { return }
        back.append(place)
        if back.count > Self.limit { back.removeFirst() }
    }

    /// The previous cell; `place` is the current one.
    mutating func goBack(from place: CellPosition) -> CellPosition? { Self.go(&back, &forward, from: place) }

    mutating func goForward(from place: CellPosition) -> CellPosition? { Self.go(&forward, &back, from: place) }

    private static func go(
        _ stack: inout [CellPosition], _ other: inout [CellPosition], from place: CellPosition
    ) -> CellPosition? {
        // Skips the current cell.
        while let last = stack.popLast() {
            guard last != place else { continue }
            other.append(place)
            return last
        }
        return nil
    }
}
