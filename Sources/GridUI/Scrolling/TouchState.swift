import Geometry

/// The fingers on a touch screen, and the state of their gesture since the first one came down.
///
///     finger down ─► pressed ─ moves ─► panning ─ lifted ─► a flick, or rest
///                       │  │               └─ second finger ─► pinching
///                       │  └─ lifted ─► a tap
///                       └─ held ─► a long press
///
/// A finger that comes down while the view coasts only stops it.
struct TouchState: Sendable, Hashable {
    /// The distance that a finger may move during a tap, in logical pixels: the drag threshold of GTK.
    static let slop = 8.0

    enum Phase: Sendable, Hashable {
        case idle
        /// One finger is down and has hardly moved. `stopsOnly` if it stopped a motion.
        case pressed(stopsOnly: Bool)
        case panning
        /// Two fingers, with their initial distance and the initial zoom.
        case pinching(distance: Double, zoom: Double)
        /// Drags a handle, as a pointer does.
        case holding
        /// Nothing more happens until all fingers are lifted.
        case spent
    }

    struct Finger: Sendable, Hashable {
        var id: Int
        var start: Point
        var location: Point
    }

    var phase = Phase.idle
    var fingers: [Finger] = []

    /// The middle between two fingers.
    var centre: Point {
        guard fingers.count >= 2 else { return fingers.first?.location ?? .zero }
        let (a, b) = (fingers[0].location, fingers[1].location)
        return Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    }

    /// The distance between two fingers; at least 1, so that it can be a divisor.
    var distance: Double { fingers.count >= 2 ? max(1, length(fingers[0].location - fingers[1].location)) : 1 }
}

/// The outcome of a touch when the finger is lifted.
public enum TouchOutcome: Sendable, Hashable {
    case nothing
    /// A tap at this point, to be handled as a click.
    case tap(Point)
}
