import Glibc
import Tabular
import TestStores
import Testing
import Translation

@testable import TabularText

/// Each in a process of its own: a language is for all of a program.
struct TranslatedMessageTests {
    @Test func whatCannotBeOpenedIsSaidInTheLanguageOfTheInterface() async {
        await #expect(processExitsWith: .success) {
            startGerman()
            #expect(failure(of: TextSource(path: "/tmp")) == "/tmp: ist ein Ordner. Öffnen Sie eine Datei darin.")
            #expect(
                failure(of: source("<?xml version=\"1.0\"?>\n<a/>\n", name: "a.xml")) == """
                    a.xml: ist ein XML-Dokument. Das kann noch nicht gelesen werden. Speichern Sie \
                    den Inhalt als CSV, und öffnen Sie das. Ist es doch eine Tabelle aus Text, öffnen Sie sie mit --text.
                    """)
        }
    }

    @Test func aFileThatIsCutIsSaidInTheLanguageOfTheInterface() async {
        await #expect(processExitsWith: .success) {
            startGerman()
            let file = File("a,b\n" + String(repeating: "1,2\n", count: 1000))
            let table = TextSource(path: file.path, isLive: true)
            table.waitUntilComplete()
            truncate(file.path, 100)
            #expect(
                table.wait { $0.change != nil }.change?.message == """
                    wurde von 4,004 auf 100 Bytes gekürzt, während sie offen war. Neu laden zeigt die jetzige Fassung.
                    """)
        }
    }

    @Test func whatFailedInEnglishIsSaidInTheLanguageInForce() async {
        await #expect(processExitsWith: .success) {
            let file = File("a,b\n" + String(repeating: "1,2\n", count: 1000))
            let table = TextSource(path: file.path, isLive: true)
            table.waitUntilComplete()
            truncate(file.path, 100)
            let change = table.wait { $0.change != nil }.change
            #expect(change?.message.hasPrefix("was cut from 4,004 to 100 bytes") == true)
            let markup = source("<?xml version=\"1.0\"?>\n", name: "a.xml").waitUntilComplete().failure
            #expect(markup?.message.hasPrefix("is an XML document, which is not read yet.") == true)
            startGerman()
            #expect(change?.message.hasPrefix("wurde von 4,004 auf 100 Bytes gekürzt") == true)
            #expect(markup?.message.contains("Speichern Sie den Inhalt als CSV") == true)
        }
    }

    @Test func problemsOfRowsAreSaidInTheLanguageOfTheInterface() async {
        await #expect(processExitsWith: .success) {
            startGerman()
            let problems = source("a,b,c\n1\n1,2\n1,2,3,4\nx\"y,2,3\n").waitUntilComplete().problems
            #expect(
                problems.first.map(\.message) == [
                    "1 Feld, wo die Kopfzeile 3 hat. Gezeigt mit leeren Zellen am Ende.",
                    "2 Felder, wo die Kopfzeile 3 hat. Gezeigt mit leeren Zellen am Ende.",
                    "4 Felder, wo die Kopfzeile 3 hat. Gezeigt in zusätzlichen Spalten.",
                    "ein Anführungszeichen in einem Feld, das nicht mit einem beginnt. Gezeigt, wie es dasteht.",
                ])
        }
    }

    /// An index that one program keeps serves others in every language: nothing is audited again.
    @Test func keptProblemsAreShownInTheLanguageOfTheReader() async {
        await #expect(processExitsWith: .success) {
            let text = Array(("a,b,c\n1\nx\"y,2,3\n" + String(repeating: "1,2,3\n", count: 20_000)).utf8)
            let folder = TestCache()
            func open() -> (messages: [String], bytesRead: Int) {
                let store = KeptStore(text)
                let tuning = ReaderTuning(
                    passBlock: 4096, threads: 1, segment: 8192, auditPart: 8192, interval: 1000, cache: folder.cache)
                let table = source(store, tuning: tuning)
                defer { table.close() }
                return (table.waitUntilComplete().problems.first.map(\.message), store.bytesRead)
            }
            let first = open()
            #expect(
                first.messages == [
                    "1 field where the header has 3. Shown padded.",
                    "a quote inside a field that does not begin with one. Shown as it stands.",
                ])
            startGerman()
            let second = open()
            #expect(
                second.messages == [
                    "1 Feld, wo die Kopfzeile 3 hat. Gezeigt mit leeren Zellen am Ende.",
                    "ein Anführungszeichen in einem Feld, das nicht mit einem beginnt. Gezeigt, wie es dasteht.",
                ])
            // All but the last part, once for the index and once for the audit.
            #expect(first.bytesRead - second.bytesRead > 2 * text.count * 9 / 10)
        }
    }
}

private func startGerman() {
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("LANGUAGE", "de", 1)
    Language.start()
}

private func failure(of table: TextSource) -> String? {
    guard case .failed(let error) = table.waitUntilComplete().phase else { return nil }
    return error.description
}
