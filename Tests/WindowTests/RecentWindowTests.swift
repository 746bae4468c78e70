import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Files that were opened before.
    @Suite(.serialized) struct Recent {
        @Test func aFileThatWasOpenedIsOfferedAgainAndSaidToBeGoneWhenItIs() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let remembering = ["QUADRILLE_STATE": "on"]
            let window = try await session.window([path], title: "table.csv", environment: remembering)
            let list = session.desktop.folder + "/data_home/recently-used.xbel"
            _ = try await eventually("the desktop's list to name it") {
                Session.text(of: list).contains("table.csv") ? true : nil
            }
            #expect(Session.text(of: list).contains("mime-type type=\"text/csv\""))
            try await window.close()

            // Behind the button that opens a file.
            let empty = try await session.window([], title: "Quadrille", environment: remembering)
            try await empty.key("Tab", "Return")
            let again = try await empty.program.window(title: "table.csv")
            #expect(again.identifier == empty.identifier)
            try await again.close()

            // From the menu, when it is gone: that is said where its rows would be.
            unlink(path)
            let other = try session.file("other.csv", "a,b\n1,2\n")
            let second = try await session.window([other], title: "other.csv", environment: remembering)
            _ = try await eventually("the desktop's list to name that") {
                Session.text(of: list).contains("other.csv") ? true : nil
            }
            // Open Recent, in which the newest stands first.
            let shown = try await second.still()
            try await second.key("F10")
            let menu = try await second.changed(from: shown, after: "F10")
            try await second.key("t")
            _ = try await second.changed(from: menu, after: "Open Recent")
            try await second.key("Down", "Return")
            let missing = try await second.program.window(title: "table.csv")
            #expect(try await missing.ring(in: try await missing.still()) == nil)
            try await missing.program.session.desktop.xdotool(["key", "ctrl+w"])
            try await second.close()
        }

        @Test func whereNoFileIsShownTheNextOneIsChosenBesideTheLast() async throws {
            let session = try await Session.steady()
            mkdir(session.desktop.folder + "/tables", 0o700)
            _ = try session.table("tables/next.csv")
            let remembering = ["QUADRILLE_STATE": "on", "G_DEBUG": ""]
            let window = try await session.window(
                [try session.table("tables/last.csv")], title: "last.csv", environment: remembering)
            let list = session.desktop.folder + "/data_home/recently-used.xbel"
            _ = try await eventually("the desktop's list to name it") {
                Session.text(of: list).contains("last.csv") ? true : nil
            }
            try await window.close()
            let empty = try await session.window([], title: "Quadrille", environment: remembering)
            try await empty.key("ctrl+o")
            let dialog = try await empty.program.window(title: "Open a Table")
            try await dialog.key("ctrl+l")
            _ = try await dialog.still()
            // A name without a folder is one in that of the dialog.
            try await session.desktop.xdotool(["type", "--delay", "40", "next.csv"])
            _ = try await dialog.still()
            try await dialog.key("Return")
            try await empty.program.window(title: "next.csv").close()
        }

        @Test func aFileInATabThatNobodyLookedAtIsNotedToo() async throws {
            let session = try await Session.steady()
            mkdir(session.desktop.folder + "/config_home/quadrille", 0o700)
            _ = try session.file("config_home/quadrille/preferences.ini", "[Quadrille]\nopen-in=tabs\n")
            let paths = [try session.table("first.csv"), try session.table("second.csv")]
            let window = try await session.window(paths, title: "first.csv", environment: ["QUADRILLE_STATE": "on"])
            let list = session.desktop.folder + "/data_home/recently-used.xbel"
            _ = try await eventually("the desktop's list to name both") {
                let names = Session.text(of: list)
                return names.contains("first.csv") && names.contains("second.csv") ? true : nil
            }
            _ = try await window.still()
            try await window.key("ctrl+w")
            try await window.program.window(title: "second.csv").close()
        }

        @Test func filesThatOnlyOtherProgramsOpenedAreLeftToThem() async throws {
            let session = try await Session.steady()
            let theirs = try recent(session, "/tmp/letter.odt", by: "Writer")
            // GTK drops what is older than a month; its complaints are looked for when the window is closed.
            let window = try await session.window(
                [try session.table()], title: "table.csv", environment: ["QUADRILLE_STATE": "on"])
            _ = try await eventually("the desktop's list to name the table too") {
                Session.text(of: theirs).contains("table.csv") ? true : nil
            }
            _ = try await window.still()
            #expect(Session.text(of: theirs).contains("letter.odt"))
            try await window.close()
        }

        @Test func whatWasOnlyWrittenIsNotOfferedToBeOpened() async throws {
            let session = try await Session.steady()
            let remembering = ["QUADRILLE_STATE": "on"]
            let first = try await session.window([], title: "Quadrille", environment: remembering)
            let plain = try await first.settled()
            try await first.close()
            // As GTK's dialogs note what they have saved.
            _ = try recent(session, try session.file("export.json", "[]\n"), by: "Quadrille")
            let second = try await session.window([], title: "Quadrille", environment: remembering)
            let inside = try await second.inside()
            #expect(try await second.settled().difference(from: plain, in: inside) == nil)
            try await second.close()
        }

        /// Makes the desktop's list of recent files, with one that a program noted.
        private func recent(_ session: Session, _ path: String, by program: String) throws -> String {
            let time = "2099-01-01T00:00:00.000001Z"
            return try session.file(
                "data_home/recently-used.xbel",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <xbel version="1.0"
                      xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
                      xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
                  <bookmark href="file://\(path)" added="\(time)" modified="\(time)" visited="\(time)">
                    <info>
                      <metadata owner="http://freedesktop.org">
                        <mime:mime-type type="application/octet-stream"/>
                        <bookmark:applications>
                          <bookmark:application name="\(program)" exec="&apos;a-program %u&apos;"
                                                modified="\(time)" count="1"/>
                        </bookmark:applications>
                      </metadata>
                    </info>
                  </bookmark>
                </xbel>
                """)
        }

        @Test func nothingIsNotedWhereNothingIsToBeRemembered() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table()], title: "table.csv")
            _ = try await window.still()
            try await window.close()
            #expect(Session.text(of: session.desktop.folder + "/data_home/recently-used.xbel").isEmpty)
        }
    }
}
