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
                FileDescriptor(owning: open("/dev/full", O_RDWR)), for: .table, content: .sortedRows)
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

@Test func aFilterThatFailedInEnglishIsSaidInTheLanguageInForce() async {
    await #expect(processExitsWith: .success) {
        let source = ListSource([[[49]], [[50]]], types: [.integer])
        func failure(_ condition: Condition) -> ReadError? {
            do throws(ReadError) { _ = try FilterPlan([condition], of: source.snapshot) } catch { return error }
            return nil
        }
        let order = failure(Condition(column: 0, .less, ["abc"]))
        let pattern = failure(Condition(column: 0, .matches, ["a(b"]))
        #expect(order?.message == "the column holds numbers, and 'abc' is none. Write a number such as 12.5.")
        #expect(order == failure(Condition(column: 0, .less, ["abc"])))
        #expect(order != failure(Condition(column: 0, .less, ["abd"])))
        let (orderText, patternText) = (order?.description, pattern?.description)
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", "de", 1)
        Language.start()
        #expect(order?.description != orderText && order?.message.contains("„abc“") == true)
        #expect(pattern?.description != patternText && pattern?.message.hasPrefix("Das Muster ergibt nach 3") == true)
    }
}

@Test func everyFailureOfATaskHasWords() {
    let failures: [OperationFailure] = [
        .closed, .changedWhileSorted, .endsBefore(row: 0, retries: true), .endsBefore(row: 0, retries: false),
        .fewerRowsThanSelected, .otherReading, .orderOfOtherReading, .tooManyRows(9, for: .sort, limit: 8),
        .tooManyRows(9, for: .group, limit: 8), .tooManyRows(9, for: .findEqual, limit: 8),
        .valueTooLong(row: 0, column: 1, limit: 3), .noMemoryForHits(rows: 4), .badCondition(.noDate("x")),
        .patternGivenUp(row: 0), .valueGone, .valueIsNoText, .noBytes, .bytesInOrder,
    ]
    let messages = failures.map(\.message)
    #expect(Set(messages).count == messages.count && messages.allSatisfy { $0.hasSuffix(".") })
    #expect(messages[10].hasPrefix("row 1 has a value of more than 3 bytes in column 2"))
    #expect(ReadError.task(.closed).description.hasPrefix("the table: was closed"))
}
