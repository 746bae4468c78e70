import Drawing
import Geometry
import Glibc
import GridUI
import Tabular
import TabularEncodings
import TabularText
import Testing
import Translation

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
            kind: kind, subject: .source("/data/x.csv"), reason: TableFailure.system(byte: 7, number: 5))
        let notice = try #require(SourceNotice(table(.failed(error))))
        #expect(
            notice.text
                == "x.csv: reading stopped at byte 7: Input/output error. Check the disk or the connection, then "
                + "reload it. "
                + "Rows that are in memory are still shown.")
        #expect(notice.offersReload && notice.reloadsByItself == byItself && !notice.mustReload)
    }

    /// In a process of its own: a language is for all of a program.
    @Test func aFailureNamesTheRemedyInEveryLanguage() async {
        await #expect(processExitsWith: .success) {
            var table = TableSnapshot(
                description: TableDescription(format: "CSV"), columns: [Column(name: "a", type: .text)],
                rowCount: .exactly(9), phase: .complete)
            let file = ReadError.Subject.source("/data/x.csv")
            for error in [
                ReadError(EncodingFailure.overwritten, of: file), ReadError(TextFailure.endsBefore(row: 7), of: file),
                ReadError(TextFailure.endsAt(byte: 7, before: 9), of: file),
            ] {
                table.phase = .failed(error)
                let text = SourceNotice(table)?.text ?? ""
                #expect(text.hasPrefix("x.csv: ") && text.contains("Reload it") && !text.contains("pen it again"))
            }
            setenv("LC_ALL", "C.UTF-8", 1)
            setenv("LANGUAGE", "de", 1)
            Language.start()
            table.phase = .failed(.readFailed("/data/x.csv", byte: 7, number: EIO))
            #expect(
                SourceNotice(table)?.text.hasPrefix("x.csv: das Lesen brach bei Byte 7 ab: ") == true)
            #expect(SourceNotice(table)?.text.contains("laden Sie dann neu") == true)
        }
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
