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
        table.change = kind.map { SourceChange(kind: $0, source: "x.csv", message: "something.", count: count) }
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
        #expect(notice.text == "x.csv: something.")
        #expect(notice.offersReload == offers && notice.reloadsByItself == byItself && notice.mustReload == must)
        #expect(notice != SourceNotice(table(.complete, kind, count: 2)), "what happens again is said again")
    }

    @Test(arguments: [(ReadError.Kind.changed, true), (.readFailed, false)])
    func aFailureIsSaidAndTriedAgainByItselfOnlyWhereTheFileChanged(kind: ReadError.Kind, byItself: Bool) throws {
        let error = ReadError(kind: kind, source: "x.csv", message: "reading stopped at byte 7.")
        let notice = try #require(SourceNotice(table(.failed(error), .cut)))
        #expect(notice.text == "x.csv: reading stopped at byte 7. Rows that are in memory are still shown.")
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
