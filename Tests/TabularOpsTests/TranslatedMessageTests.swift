import Glibc
import QuadrilleRuntime
import Tabular
import TabularText
import Testing
import Translation

@testable import TabularOps

/// In a process of its own: a language is for all of a program.
@Test func aSortWithoutRoomSpeaksTheLanguageOfTheInterface() async {
    await #expect(processExitsWith: .success) {
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", "de", 1)
        Language.start()
        var tuning = SortTuning()
        tuning.memory = 0
        tuning.makeFile = { () throws(ReadError) in
            SpillFile(
                FileDescriptor(owning: open("/dev/full", O_RDWR)), for: tr("the table"), content: .sortedRows)
        }
        let source = ListSource([[[98]], [[97]]], types: [.text])
        let error = #expect(throws: ReadError.self) {
            var sort = try TableSort(
                source, rowCount: 2, order: nil, by: [SortKey(column: 0)], tuning: tuning, control: JobControl())
            _ = try sort.run()
        }
        #expect(
            error?.description == """
                die Tabelle: was sortiert wird, lässt sich im temporären Ordner nicht aufbewahren: \(systemMessage(ENOSPC)). \
                Schaffen Sie dort Platz, oder setzen Sie TMPDIR auf einen Ordner, der Platz hat.
                """)
        let pattern = #expect(throws: PatternError.self) { try Pattern("a(b") }
        #expect(pattern?.description.hasPrefix("Das Muster ergibt nach 3 von 3 Zeichen keinen Sinn: ") == true)
    }
}
