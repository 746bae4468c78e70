import Drawing
import Geometry
import GridUI
import Tabular
import TabularText
import Testing

@testable import QuadrilleApp

@Suite struct LivenessTests {
    private func table(_ phase: ReadingPhase, _ kind: SourceChange.Kind? = nil, count: Int = 1) -> TableSnapshot {
        var table = TableSnapshot(
            description: TableDescription(format: "CSV"), columns: [Column(name: "a", type: .text)],
            rowCount: .exactly(9), phase: phase)
        table.change = kind.map { SourceChange(kind: $0, source: "/data/x.csv", message: "something.", count: count) }
        return table
    }

    @Test func nothingIsSaidOfAFileToWhichNothingHappened() {
        #expect(SourceNotice(table(.complete)) == nil)
        #expect(SourceNotice(table(.indexing)) == nil)
    }

    @Test(arguments: [
        (SourceChange.Kind.replaced, true, true, false), (.grown, true, true, false), (.deleted, false, false, false),
        (.begun, true, true, true),
    ])
    func aChangeIsSaidAndReadingAnewOfferedWhereItHelps(
        kind: SourceChange.Kind, offers: Bool, byItself: Bool, must: Bool
    ) throws {
        let notice = try #require(SourceNotice(table(.complete, kind)))
        #expect(notice.text.hasPrefix("x.csv "), "without its folder")
        #expect(notice.offersReload == offers && notice.reloadsByItself == byItself && notice.mustReload == must)
        #expect(notice != SourceNotice(table(.complete, kind, count: 2)), "what happens again is said again")
    }

    /// What is said stays on the screen while the file goes on changing.
    @Test func whatIsSaidOfAChangeNamesNoSizesAndTheButtonBesideIt() throws {
        let message = "was cut from 12 to 0 bytes while it was open. Open it again to see it as it is now."
        let error = ReadError(kind: .changed, source: "/data/x.csv", message: message)
        let notice = try #require(SourceNotice(table(.failed(error), .cut)))
        #expect(
            notice.text == "x.csv was cut short while it was open. Reload it to see it as it is now. "
                + "Rows that are in memory are still shown.")
    }

    @Test func aLongNameLeavesRoomForWhatHappened() throws {
        var table = table(.complete, .replaced)
        table.change?.source = "/data/" + String(repeating: "a", count: 100) + " orders of this year.csv"
        let notice = try #require(SourceNotice(table))
        let name = String(repeating: "a", count: 39) + "…ers of this year.csv"
        #expect(notice.text.hasPrefix(name + " was replaced"), "\(notice.text)")
    }

    @Test(arguments: [(ReadError.Kind.changed, true), (.readFailed, false)])
    func aFailureIsSaidAndTriedAgainByItselfOnlyWhereTheFileChanged(kind: ReadError.Kind, byItself: Bool) throws {
        let error = ReadError(
            kind: kind, source: "/data/x.csv",
            message: "reading stopped at byte 7. Check the disk, then open it again.")
        let notice = try #require(SourceNotice(table(.failed(error))))
        #expect(
            notice.text
                == "x.csv: reading stopped at byte 7. Check the disk, then reload it. "
                + "Rows that are in memory are still shown.")
        #expect(notice.offersReload && notice.reloadsByItself == byItself && !notice.mustReload)
    }

    @Test func whetherTheEndIsFollowedIsSaid() {
        var model = GridModel(table: table(.complete))
        #expect(StatusText.notes(on: model) == "")
        model.follow(.held)
        #expect(StatusText.notes(on: model) == "Following the end")
        model.follow(.released)
        #expect(StatusText.notes(on: model) == "Following paused")
    }

    @Test func aDeviceThatFailsIsSaidWithItsPlace() throws {
        // The first page of a process is never mapped: reading it is an error of input and output.
        let outcome = try Program.run("info", "/proc/self/mem")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: /proc/self/mem: reading stopped at byte 0: Input/output error. Check the disk or the "
                + "connection, then open it again.\n")
    }
}
