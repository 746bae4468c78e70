import Glibc
import Tabular
import Testing
import Translation

@testable import TabularExport

/// In a process of its own: a language is for all of a program.
@Test func anExportThatFailsSpeaksTheLanguageOfTheInterface() async {
    await #expect(processExitsWith: .success) {
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", "de", 1)
        Language.start()
        let full = open("/dev/full", O_WRONLY)
        let error = #expect(throws: ExportError.self) {
            try TableExport(GeneratedSource(rows: 10, columns: 3), format: .csv).write(to: full, name: "a.csv")
        }
        #expect(
            error?.description == """
                a.csv: Für die Ausgabe ist kein Platz. Schaffen Sie Platz, oder wählen Sie einen anderen Datenträger.
                """)
        #expect(ExportError.cancelled.description == "der Export wurde abgebrochen. Nichts davon wurde behalten.")
    }
}

@Test func anExportThatFailedInEnglishIsSaidInTheLanguageInForce() async {
    await #expect(processExitsWith: .success) {
        let file = ReadError.readFailed("t.csv", byte: 4096, number: EIO)
        let errors = [
            ExportError(reading: file), TableExport.notWritten("out.csv", because: file), .cancelled, .noMemory,
        ]
        let english = errors.map(\.description)
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", "de", 1)
        Language.start()
        for (error, text) in zip(errors, english) { #expect(error.description != text) }
        #expect(errors[1].description.contains("das Lesen brach bei Byte 4,096 ab"))
        #expect(errors[2].description == "der Export wurde abgebrochen. Nichts davon wurde behalten.")
    }
}

@Test func everyFailureOfAnExportHasWordsAndItsKind() {
    let read = ReadError.readFailed("t.csv", byte: 4096, number: EIO)
    let failures: [WritingFailure] = [
        .cancelled, .unread(read), .notWritten(file: "o", read), .otherReading, .closed, .ended(after: 1, of: 2),
        .noRange("x"), .reversedRange("2:1", first: 2, last: 1), .noRow(first: 3, count: 0),
        .noRow(first: 3, count: 2), .noColumn(4, count: 2), .noValue(row: 0, column: 1, isRowThere: true),
        .noValue(row: 0, column: 1, isRowThere: false), .unreadable(row: 0, column: 1),
        .faulty(row: 0, column: 1, fault: "x"),
        .recordTooLong(row: nil, limit: 3), .recordTooLong(row: 0, limit: 3), .noBytes, .columnsOfBytes,
        .sameFile("o"), .companionFile("o", of: "i"), .brokenPipe("o"), .noSpace("o"), .noMemory,
        .notWritable("o", number: EACCES),
    ]
    let messages = failures.map(\.message)
    #expect(Set(messages).count == messages.count && messages.allSatisfy { $0.hasSuffix(".") })
    #expect(ExportError(.noRange("x")) == ExportError(.noRange("x")))
    #expect(ExportError(.noRange("x")) != ExportError(.noRange("y")))
    #expect(ExportError(.unread(read)).kind == .readFailed(read) && ExportError(.noMemory).kind == .noSpace)
}
