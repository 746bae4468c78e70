import Glibc
import QuadrilleRuntime

/// Tells the benchmark how far a window is: with `QUADRILLE_REPORT_MILESTONES` set in the environment, lines on standard
/// error, each once a window, with the nanoseconds of the monotonic clock:
///
///     quadrille: milestone opened 81234567890
///     quadrille: milestone painted 81267890123
///     quadrille: milestone complete 81390123456
@MainActor
final class Milestones {
    enum Milestone: String {
        /// A window for the file (or for none yet) was asked for; nothing of it is there.
        case opened
        /// The first frame that shows rows, or the page of the empty window, was drawn and handed to the display.
        case painted
        /// All of the file was read, and the window knows.
        case complete
    }

    private var reached: Set<Milestone> = []

    /// Nil, thus no work at all, unless the environment asks for the report.
    static func ifAskedFor() -> Milestones? {
        getenv("QUADRILLE_REPORT_MILESTONES") == nil ? nil : Milestones()
    }

    func reach(_ milestone: Milestone) {
        guard reached.insert(milestone).inserted else { return }
        Output.writeError("milestone \(milestone.rawValue) \(monotonicNow())")
    }
}
