import Glibc
import QuadrilleRuntime
import Testing
import Translation

@testable import Tabular

/// In a process of its own: a language is for all of a program.
@Test func aReadErrorSpeaksTheLanguageOfTheInterface() async {
    await #expect(processExitsWith: .success) {
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", "de", 1)
        Language.start()
        var error = ReadError.readFailed("t.csv", byte: 4096, number: EIO)
        #expect(
            error.description == """
                t.csv: das Lesen brach bei Byte 4,096 ab: \(systemMessage(EIO)). Prüfen Sie den Datenträger oder die \
                Verbindung und laden Sie dann neu.
                """)
        error.position = SourcePosition(record: 3, line: 4, byte: 5)
        #expect(error.description.hasPrefix("t.csv: Datensatz 3 (Textzeile 4, Byte 5): das Lesen brach"))
        // It speaks where it is shown, whatever the language was where it was made.
        setenv("LANGUAGE", "fr", 1)
        Language.start()
        #expect(error.message.hasPrefix("la lecture"))
        #expect(ReadError.readFailed("t.csv", byte: 0, number: EIO).description.hasPrefix("t.csv\u{A0}: la lecture"))
    }
}

@Test func anErrorThatWasMadeInEnglishIsShownInTheLanguageInForce() async {
    await #expect(processExitsWith: .success) {
        var errors: [ReadError] = [
            ReadError(TableFailure.noMemory(bytes: 4096), of: .table), .noThreadForTask, .noThread("t.csv"),
            ReadError(TableFailure.notSpilled(.rowOrder, number: ENOSPC), of: .filter),
            ReadError(TableFailure.noThread, of: .condition("a < 1")),
            ReadError(TableFailure.noThread, of: .value("x")),
        ]
        let english = errors.map(\.description)
        #expect(english[0].hasPrefix("the table: needs 4,096 more bytes"))
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", "de", 1)
        Language.start()
        for (error, text) in zip(errors, english) { #expect(error.description != text && error.message != "") }
        #expect(errors[0].description.hasPrefix("die Tabelle: "))
        #expect(errors[3].source != "the filter" && errors[4].source.contains("a < 1"))
        // Another source is all that changes.
        errors[0].source = "t.csv"
        #expect(errors[0].description.hasPrefix("t.csv: ") && errors[0].subject == .source("t.csv"))
    }
}

@Suite struct ReadErrorTests {
    @Test func sameFactsMakeTheSameError() {
        let error = ReadError.readFailed("t.csv", byte: 7, number: EIO)
        #expect(error == .readFailed("t.csv", byte: 7, number: EIO))
        #expect(Set([error, .readFailed("t.csv", byte: 7, number: EIO)]).count == 1)
        #expect(error != .readFailed("t.csv", byte: 8, number: EIO))
        #expect(error != .readFailed("u.csv", byte: 7, number: EIO))
        #expect(error != .noThread("t.csv"))
        var moved = error
        moved.position = SourcePosition(record: 1, line: 1, byte: 0)
        #expect(error != moved)
    }

    @Test func sentenceOfAFormatIsItsReason() {
        let error = ReadError(kind: .damaged, source: "t.x", message: "is torn.")
        #expect(error.description == "t.x: is torn." && error.message == "is torn.")
        #expect(error == ReadError(kind: .damaged, source: "t.x", message: "is torn."))
        #expect(error != ReadError(kind: .damaged, source: "t.x", message: "is wet."))
        // The same words are not the same facts.
        let system = ReadError.readFailed("t.csv", byte: 7, number: EIO)
        #expect(system != ReadError(kind: .readFailed, source: "t.csv", message: system.message))
    }

    @Test func remedyIsThatOfThePlaceWhereTheErrorIsShown() {
        let error = ReadError.readFailed("t.csv", byte: 7, number: EIO)
        #expect(error.description.hasSuffix("then open it again."))
        #expect(error.description(remedy: .reload).hasSuffix("then reload it."))
        let other = ReadError(kind: .damaged, source: "t.x", message: "is torn. Open it again.")
        #expect(other.description(remedy: .reload) == other.description, "words of others are never edited")
    }

    @Test func sameFactsMakeTheSameChange() {
        let reason = TableFailure.system(byte: 1, number: EIO)
        let change = SourceChange(kind: .cut, source: "t.csv", reason: reason)
        #expect(change == SourceChange(kind: .cut, source: "t.csv", reason: reason))
        #expect(Set([change, SourceChange(kind: .cut, source: "t.csv", reason: reason)]).count == 1)
        #expect(change != SourceChange(kind: .cut, source: "t.csv", reason: reason, count: 2))
        #expect(change != SourceChange(kind: .cut, source: "t.csv", reason: TableFailure.noThread))
        #expect(change != SourceChange(kind: .cut, source: "t.csv", message: change.message))
    }
}
