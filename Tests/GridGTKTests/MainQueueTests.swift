import CGridShim
import Glibc
import TestDesktop
import Testing

extension WidgetTests {
    @Suite struct MainQueue {
        @Test func libdispatchStillHasThePrivateSymbolsOfItsMainQueue() {
            #expect(quad_main_queue_attach() != 0)
        }

        @Test func theMainQueueAndTheMainActorRunUnderALoopOfGLib() async throws {
            // Within `swift test` the runtime serves the main queue itself, so a program without a runtime's loop does it.
            let probe = try Programs.path(of: "MainQueueProbe")
            let child = try Child([probe], environment: ["PATH": "/usr/bin:/bin"])
            #expect(try await child.wait() == .exited(0), "1: not all ran within 10 s; 2: the symbols are gone")
        }
    }
}
