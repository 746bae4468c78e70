import Glibc
import QuadrilleRuntime

/// Reports the progress of a window to the benchmark: with `QUADRILLE_REPORT_MILESTONES` set in the environment, lines on
/// standard error, each once a window, with the nanoseconds of the monotonic clock:
///
///     quadrille: milestone opened 81234567890
///     quadrille: milestone painted 81267890123
///     quadrille: milestone complete 81390123456
@MainActor
final class Milestones {
    enum Milestone: String {
        /// A window for the file (or for none yet) was requested; nothing of it exists.
        case opened
        /// The first frame that shows rows, or the page of the empty window, was drawn and handed to the display.
        case painted
        /// All of the file was read, and the window has the result.
        case complete
    }

    private var reached: [Milestone] = []

    /// Returns nil, so that no work is done, unless the environment requests the report.
    static func ifAskedFor() -> Milestones? {
        getenv("QUADRILLE_REPORT_MILESTONES") == nil ? nil : Milestones()
    }

    func reach(_ milestone: Milestone) {
        guard !reached.contains(milestone) else { return }
        reached.append(milestone)
        Output.writeError("milestone \(milestone.rawValue) \(monotonicNow())")
    }
}
