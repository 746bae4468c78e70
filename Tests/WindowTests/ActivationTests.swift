import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What a program that runs already is asked for by others.
    @Suite(.serialized) struct Activations {
        /// Waits until a program has as many windows of a title.
        private func expect(_ count: Int, title: String, of program: Program) async throws {
            var found = -1
            _ = try await eventually("\(count) windows “\(title)” where there are \(found): \(program.errorText)") {
                found = try await program.windows(title: title).count
                return found == count ? true : nil
            }
        }

        /// As the desktop's entry has it, for those who read no more of it than what to run.
        @Test func aNewWindowThatIsAskedForIsNotTheOneUsedLast() async throws {
            let session = try await Session()
            let bus = try await Bus(session)
            let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_STATE": ""]
            // Nothing runs that could open one.
            let program = try session.open(["--new-window"], environment: address)
            _ = try await program.window(title: "Quadrille")
            try await expect(1, title: "Quadrille", of: program)
            try await session.open([], environment: address).expectGoodEnd()
            try await expect(1, title: "Quadrille", of: program)
            // The one that runs needs a display, and nobody else.
            try await session.open(["--new-window"], environment: address.merging(["DISPLAY": ""]) { $1 })
                .expectGoodEnd()
            try await expect(2, title: "Quadrille", of: program)
            let window = try await program.window(title: "Quadrille")
            try await window.key("ctrl+q")
            try await program.expectGoodEnd()
        }

        @Test func filesForANewWindowAreNotOpenedInTabsOfTheOneUsedLast() async throws {
            let session = try await Session.steady()
            mkdir(session.desktop.folder + "/config_home/quadrille", 0o700)
            _ = try session.file("config_home/quadrille/preferences.ini", "[Quadrille]\nopen-in=tabs\n")
            let bus = try await Bus(session)
            let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_STATE": ""]
            let names = ["first.csv", "second.csv", "third.csv"]
            let paths = try names.map { try session.table($0) }
            let program = try session.open([paths[0]], environment: address)
            _ = try await program.window(title: names[0])
            try await session.open([paths[1]], environment: address).expectGoodEnd()
            try await expect(1, title: names[1], of: program)
            try await expect(0, title: names[0], of: program)
            try await session.open(["--new-window", paths[2]], environment: address).expectGoodEnd()
            try await expect(1, title: names[2], of: program)
            try await expect(1, title: names[1], of: program)
            try await program.window(title: names[2]).key("ctrl+q")
            try await program.expectGoodEnd()
        }
    }
}
