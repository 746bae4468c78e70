/// The place of background work: the threads that do it, and the work of the user that it gives way to.
package struct Background: Sendable {
    package var pool = WorkerPool.shared
    /// The head start for drawing the first rows: work that these do not need waits for its end.
    package var headStart = HeadStart.ofProgram
    /// The scrolling that one processor is left to.
    package var scrolling = ScrollActivity.ofProgram

    package init() {}
}
