import GridUI

/// The places from which somebody jumped, to go back to and forward again, as a browser has them. Their rows are those of
/// the file, whatever order they are shown in.
struct PlaceHistory: Sendable, Hashable {
    private static let limit = 100

    private var back: [CellPosition] = []
    private var forward: [CellPosition] = []

    var canGoBack: Bool { !back.isEmpty }
    var canGoForward: Bool { !forward.isEmpty }

    /// Somebody jumps away from `place`.
    mutating func leave(_ place: CellPosition) {
        forward = []
        guard back.last != place else { return }
        back.append(place)
        if back.count > Self.limit { back.removeFirst() }
    }

    /// The place before; `place` is where one stands.
    mutating func goBack(from place: CellPosition) -> CellPosition? { Self.go(&back, &forward, from: place) }

    mutating func goForward(from place: CellPosition) -> CellPosition? { Self.go(&forward, &back, from: place) }

    private static func go(
        _ stack: inout [CellPosition], _ other: inout [CellPosition], from place: CellPosition
    ) -> CellPosition? {
        // Where one stands already is nowhere to go.
        while let last = stack.popLast() {
            guard last != place else { continue }
            other.append(place)
            return last
        }
        return nil
    }
}
