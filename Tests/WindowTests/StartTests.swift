import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// How the program starts and ends. All tests but one run without a session bus, so that this works is proved by them.
    @Suite(.serialized) struct Starts {
        @Test func withoutADisplayTheMessageNamesRender() async throws {
            let session = try await Session()
            let program = try session.open([try session.table()], environment: ["DISPLAY": ""])
            #expect(try await program.child.wait() == .exited(1))
            let lines = program.errorText.split(separator: "\n").filter { $0.hasPrefix("quadrille:") }
            #expect(
                lines == [
                    "quadrille: no display could be opened. Start it in a desktop session, or draw a picture without "
                        + "one: quadrille render FILE --output PICTURE.png"
                ])
        }

        @Test func milestonesAreReportedWhenAskedFor() async throws {
            let session = try await Session()
            let program = try session.open([try session.table()], environment: ["QUADRILLE_REPORT_MILESTONES": "1"])
            let window = try await program.window(title: "table.csv")
            // As StartupWMClass of the desktop's entry has it.
            let name = try await session.desktop.property("WM_CLASS", ofWindow: window.identifier)
            #expect(name == "WM_CLASS(STRING) = \"org.quadrille.Quadrille\", \"org.quadrille.Quadrille\"\n")
            let names = try await eventually("three milestones") {
                let lines = program.errorText.split(separator: "\n").map { $0.split(separator: " ") }
                // As the benchmark reads them: name of the program, a word, the milestone, nanoseconds.
                let whole = lines.filter { $0.count == 4 && $0[1] == "milestone" && UInt64($0[3]) != nil }
                return whole.count == 3 ? whole.map { String($0[2]) } : nil
            }
            #expect(Set(names) == ["opened", "painted", "complete"] && names[0] == "opened")
            try await window.key("ctrl+w")
            #expect(try await program.child.wait() == .exited(0))
        }

        @Test func firstRowsAreDrawnBeforeALargeFileIsRead() async throws {
            let session = try await Session()
            let rows = (1...40_000).map { "\($0),the name of number \($0),\($0 % 7)" }
            let file = try session.file("large.csv", (["id,name,n"] + rows).joined(separator: "\n") + "\n")
            let program = try session.open([file], environment: ["QUADRILLE_REPORT_MILESTONES": "1"])
            let window = try await program.window(title: "large.csv")
            let names = try await eventually("three milestones") {
                let lines = program.errorText.split(separator: "\n").map { $0.split(separator: " ") }
                let reached = lines.filter { $0.count == 4 && $0[1] == "milestone" }.map { String($0[2]) }
                return reached.count == 3 ? reached : nil
            }
            #expect(names == ["opened", "painted", "complete"])
            try await window.close()
        }

        @Test func aSecondStartHandsItsFileToTheFirst() async throws {
            let session = try await Session()
            let bus = try await Bus(session)
            let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_STATE": ""]
            let first = try session.open([try session.table("first.csv")], environment: address)
            let window = try await first.window(title: "first.csv")
            let second = try session.open([try session.table("second.csv")], environment: address)
            try await second.expectGoodEnd()
            let other = try await first.window(title: "second.csv")
            try await other.key("ctrl+w")
            _ = try await eventually("the second window to close") {
                try await first.windows(title: "second.csv").isEmpty ? true : nil
            }
            try await window.close()
        }

        @Test func aFileManagerIsToldWhichFilesAreNotOnThisComputer() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_STATE": ""]
            let program = try session.open(["--gapplication-service"], environment: address)
            _ = try await eventually("the program to be on the bus") {
                try? await bus.open(["https://example.org/far.csv"])
            }
            // Without a word, and a window for it, nothing would seem to have happened.
            let window = try await program.window(title: "Quadrille")
            try await reader.finds(
                "1 file is not on this computer and was not opened. Save it in a folder here, then open it.")
            let path = try session.table("near.csv", rows: 20, columns: 3)
            try await bus.open(["https://example.org/far.csv", "file://" + path, "sftp://example.org/farther.csv"])
            _ = try await program.window(title: "near.csv")
            // In the window that has just come up, and not in the other one.
            try await window.focus()
            try await window.key("ctrl+w")
            _ = try await eventually("the other window to close") {
                try await program.windows(title: "Quadrille").isEmpty ? true : nil
            }
            try await reader.finds(
                "2 files are not on this computer and were not opened. Save them in a folder here, then open them.")
            withExtendedLifetime(bus) { program.child.kill() }
        }

        @Test func whatIsHandedToTheFirstNeedsNoDisplay() async throws {
            let session = try await Session()
            let bus = try await Bus(session)
            let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_STATE": ""]
            let first = try session.open([try session.table("first.csv")], environment: address)
            let window = try await first.window(title: "first.csv")
            let second = try session.open(
                [try session.table("second.csv")], environment: address.merging(["DISPLAY": ""]) { $1 })
            try await second.expectGoodEnd()
            let other = try await first.window(title: "second.csv")
            try await other.key("ctrl+w")
            try await window.close()
        }

        @Test func whoWantsNothingRememberedIsNotHandedToOneThatRemembers() async throws {
            let session = try await Session()
            let bus = try await Bus(session)
            let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            let first = try session.open(
                [try session.table("first.csv")], environment: address.merging(["QUADRILLE_STATE": ""]) { $1 })
            let window = try await first.window(title: "first.csv")
            let second = try session.open(
                [try session.table("second.csv")], environment: address.merging(["QUADRILLE_STATE": "off"]) { $1 })
            // The window of a process of its own.
            try await second.window(title: "second.csv").close()
            try await window.focus()
            try await window.close()
        }

        @Test func oneThatStaysReadyShowsTheNextFileAndEndsWhenItIsToldTo() async throws {
            let session = try await Session.steady()
            let bus = try await Bus(session)
            let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_STATE": ""]
            let program = try session.open([try session.table("first.csv")], environment: address)
            let window = try await program.window(title: "first.csv")
            try await window.key("ctrl+comma")
            let preferences = try await program.window(title: "Preferences")
            try await preferences.key("alt+r", "Down")
            let file = session.desktop.folder + "/config_home/quadrille/preferences.ini"
            _ = try await eventually("the preference on disk") { access(file, F_OK) == 0 ? true : nil }
            try await preferences.key("Escape")
            try await window.focus()
            try await window.key("ctrl+w")
            _ = try await eventually("no window") { try await program.windows(title: "first.csv").isEmpty ? true : nil }
            // What was open is closed, and the program waits.
            _ = try await eventually("the file to be closed") {
                program.hasOpen(session.desktop.folder + "/first.csv") ? nil : true
            }
            let next = try session.open([try session.table("second.csv")], environment: address)
            try await next.expectGoodEnd()
            let other = try await program.window(title: "second.csv")
            // What a person wrote into the file meanwhile holds: it does not stay this time.
            try await other.key("ctrl+w")
            _ = try await eventually("no window") {
                try await program.windows(title: "second.csv").isEmpty ? true : nil
            }
            _ = try session.file("config_home/quadrille/preferences.ini", "")
            try await session.open([try session.table("third.csv")], environment: address).expectGoodEnd()
            try await program.window(title: "third.csv").key("ctrl+w")
            #expect(try await program.child.wait() == .exited(0))
        }

        @Test(arguments: [["GDK_SCALE": "2"], ["GTK_THEME": "HighContrast"], ["GTK_THEME": "Adwaita:dark"]])
        func itStartsAndScrollsWithoutAComplaint(environment: [String: String]) async throws {
            let window = try await Session().tableWindow(environment: environment)
            let start = try await window.still()
            try await window.wheel(.down, notches: 5)
            _ = try await window.changed(from: start, after: "the wheel")
            try await window.close()
        }

        @Test func itIsOneProcessAndKeepsItsMemoryWhileItScrolls() async throws {
            let window = try await Session().window(["--generate", "1000000000x200"], title: "Generated")
            var picture = try await window.still()
            try await window.wheel(.down, notches: 20)
            picture = try await window.changed(from: picture, after: "the wheel")
            let before = window.program.residentKiB
            for key in ["ctrl+End", "ctrl+Home", "ctrl+End", "ctrl+Home"] {
                try await window.key(key)
                picture = try await window.changed(from: picture, after: key)
                try await window.wheel(key == "ctrl+End" ? .up : .down, notches: 20)
                picture = try await window.changed(from: picture, after: "the wheel")
            }
            #expect(window.program.residentKiB - before < 32 << 10, "KiB more than before")
            try await window.close()
        }
    }
}
