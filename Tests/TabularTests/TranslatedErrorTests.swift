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
        // It speaks when it is made, as programs show it.
        setenv("LANGUAGE", "fr", 1)
        Language.start()
        #expect(ReadError.readFailed("t.csv", byte: 0, number: EIO).description.hasPrefix("t.csv\u{A0}: la lecture"))
    }
}
