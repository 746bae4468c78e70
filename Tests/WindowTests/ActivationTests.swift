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

        @Test func oneThatWaitsForTheBusOpensWhatItIsToldTo() async throws {
            let session = try await Session()
            let bus = try await Bus(session)
            let path = try session.table("orders of May.csv")
            let program = try session.open(
                ["--gapplication-service"],
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_STATE": ""])
            // Until it has its name nobody is there, and the bus of a test starts nobody.
            let address = "file://" + path.split(separator: " ").joined(separator: "%20")
            _ = try await eventually("somebody who opens files: \(program.errorText)") {
                try await bus.activate("Open", ["['\(address)']", "{}"]) ? true : nil
            }
            _ = try await program.window(title: "orders of May.csv")
            #expect(try await bus.activate("ActivateAction", ["'new-window'", "[]", "{}"]))
            try await expect(1, title: "Quadrille", of: program)
            // Whoever just starts it is shown what there is.
            #expect(try await bus.activate("Activate", ["{}"]))
            #expect(try await bus.activate("ActivateAction", ["'new-window'", "[]", "{}"]))
            try await expect(2, title: "Quadrille", of: program)
            try await expect(1, title: "orders of May.csv", of: program)
            #expect(try await bus.activate("ActivateAction", ["'quit'", "[]", "{}"]))
            try await program.expectGoodEnd()
        }

        /// By the file that a package installs, but for where the program is.
        @Test(arguments: ["Open", "ActivateAction", "Activate"])
        func theBusStartsTheProgramForWhatItIsToldTo(method: String) async throws {
            let session = try await Session()
            let source = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            let service = Session.text(of: "/\(source)/Assets/org.quadrille.Quadrille.service")
            let program = try Programs.path(of: "quadrille")
            let parts = service.split(separator: "/usr/bin/quadrille", omittingEmptySubsequences: false)
            #expect(parts.count == 2)
            let data = session.desktop.folder + "/data_home"
            for folder in ["/dbus-1", "/dbus-1/services"] { mkdir(data + folder, 0o700) }
            _ = try session.file(
                "data_home/dbus-1/services/org.quadrille.Quadrille.service", parts.joined(separator: program))
            let bus = try await Bus(session)
            let path = try session.table()
            let arguments = ["Open": ["['file://\(path)']"], "ActivateAction": ["'new-window'", "[]"]]
            #expect(try await bus.activate(method, (arguments[method] ?? []) + ["{}"]))
            func isThere() async throws -> Bool {
                let name = method == "Open" ? "^table.csv" : "^Quadrille"
                let found = try await session.desktop.xdotool(["search", "--onlyvisible", "--name", name])
                return found?.isEmpty == false
            }
            _ = try await eventually("the window") { try await isThere() ? true : nil }
            // Nobody but the bus knows its process.
            #expect(try await bus.activate("ActivateAction", ["'quit'", "[]", "{}"]))
            _ = try await eventually("the window to go") { try await isThere() ? nil : true }
        }
    }
}
