import Geometry
import Glibc

/// The glow at an edge where the content ends: it grows with the distance scrolled beyond it, and fades.
struct OvershootGlow: Sendable, Hashable {
    /// The maximum reach, in logical pixels.
    static let largest = 48.0
    /// The rate of decay, in 1/s.
    static let fading = 7.0

    /// The reach of the glow from the edges, in logical pixels: negative from the leading edge or the top, positive
    /// from the trailing edge or the bottom.
    private(set) var reach = Point.zero
    private var lastFrame: Double?

    var isSeen: Bool { reach != .zero }

    /// Grows by a distance scrolled beyond the end.
    mutating func push(_ excess: Point) {
        for axis in Axis.allCases where excess[axis] != 0 {
            let old = reach[axis].sign == excess[axis].sign ? reach[axis].magnitude : 0
            // Each `largest` of distance halves the remainder to the maximum.
            let rest = (Self.largest - old) * exp2(-excess[axis].magnitude / Self.largest)
            let now = Self.largest - rest
            reach[axis] = excess[axis] < 0 ? -now : now
        }
    }

    /// Fades until `time`, a time of the frame clock in seconds. Returns false when nothing is left.
    mutating func advance(to time: Double) -> Bool {
        let elapsed = lastFrame.map { max(0, time - $0) } ?? 0
        let share = exp(-Self.fading * elapsed)
        for axis in Axis.allCases {
            reach[axis] *= share
            if reach[axis].magnitude < 0.5 { reach[axis] = 0 }
        }
        lastFrame = isSeen ? time : nil
        return isSeen
    }
}
