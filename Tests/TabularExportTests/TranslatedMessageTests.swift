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
