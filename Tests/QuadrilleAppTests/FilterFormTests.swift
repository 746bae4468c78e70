import Tabular
import TabularOps
import Testing

@testable import QuadrilleApp

private func form(_ operation: FilterForm.Operation, _ first: String = "", _ second: String = "") -> FilterForm {
    var form = FilterForm()
    (form.operation, form.first, form.second) = (operation, first, second)
    return form
}

private func fault(_ form: FilterForm, _ type: ColumnType) -> FilterForm.Fault? {
    do throws(FilterForm.Fault) {
        _ = try form.conditions(ofColumn: 0, values: ValueForm(type))
        return nil
    } catch {
        return error
    }
}

@Test(arguments: [
    (form(.equals, "1.50"), ColumnType.decimal, [Condition(column: 2, .equals, ["1.50"])]),
    (form(.notEquals, "-7"), .integer, [Condition(column: 2, .notEquals, ["-7"])]),
    (form(.less, "1e3"), .integer, [Condition(column: 2, .less, ["1e3"])]),
    (form(.greaterOrEqual, "2024-03-07"), .date, [Condition(column: 2, .greaterOrEqual, ["2024-03-07"])]),
    (form(.less, "7.3.2024"), .date, [Condition(column: 2, .less, ["7.3.2024"])]),
    (form(.greater, "14:30"), .time, [Condition(column: 2, .greater, ["14:30"])]),
    (form(.lessOrEqual, "2024-03-07"), .dateTime, [Condition(column: 2, .lessOrEqual, ["2024-03-07"])]),
    (
        form(.between, "3", "7"), .integer,
        [Condition(column: 2, .greaterOrEqual, ["3"]), Condition(column: 2, .lessOrEqual, ["7"])]
    ),
    (
        form(.between, "2/1/2024", "1/2/2024"), .date,
        [Condition(column: 2, .greaterOrEqual, ["2/1/2024"]), Condition(column: 2, .lessOrEqual, ["1/2/2024"])]
    ),
    (form(.contains, "li"), .text, [Condition(column: 2, .contains, ["li"], ignoresCase: true)]),
    (form(.equals, " Lima"), .text, [Condition(column: 2, .equals, [" Lima"], ignoresCase: true)]),
    (form(.matches, "^a+$"), .text, [Condition(column: 2, .matches, ["^a+$"], ignoresCase: true)]),
    (form(.contains, "0"), .integer, [Condition(column: 2, .contains, ["0"], ignoresCase: true)]),
    (form(.blank), .date, [Condition(column: 2, .empty)]),
    (form(.notBlank), .text, [Condition(column: 2, .notEquals, [""])]),
])
func whatIsWrittenIsACondition(form: FilterForm, type: ColumnType, expected: [Condition]) throws {
    #expect(try form.conditions(ofColumn: 2, values: ValueForm(type)) == expected)
    // A person who changes it finds what was written.
    var back = FilterForm(expected)
    if !back.comparesText(ValueForm(type)) { back.ignoresCase = form.ignoresCase }
    #expect(back == form)
}

@Test(arguments: [
    (form(.less, "abc"), ColumnType.integer, "'abc' is no number. Write a number, such as 12."),
    (form(.equals, "1,5"), .decimal, "'1,5' is no number. Write a number, such as 12.5."),
    (form(.less, "2024"), .date, "'2024' is no date. Write a date, such as 2024-03-07."),
    (form(.greater, "25:00"), .time, "'25:00' is no time of day. Write a time, such as 14:30."),
    (
        form(.equals, "noon"), .dateTime,
        "'noon' is no date and time. Write a date, such as 2024-03-07, or one with a time: 2024-03-07 14:30."
    ),
    (form(.between, "7", "x"), .integer, "'x' is no number. Write a number, such as 12."),
    (form(.between, "7", "3.5"), .integer, "'3.5' comes before '7': nothing is between them."),
    (form(.between, "2024-03-07", "6.3.2024"), .date, "'6.3.2024' comes before '2024-03-07': nothing is between them."),
    (
        form(.matches, "a(b"), .text,
        "The pattern makes no sense after 3 of its 3 characters: missing closing parenthesis."
    ),
])
func whatIsWrongIsSaidAtOnce(form: FilterForm, type: ColumnType, message: String) {
    let fault = fault(form, type)
    #expect(fault?.message == message && fault?.isMissing == false)
    #expect(fault?.isSecond == (form.operation == .between))
}

@Test func whereNothingIsWrittenYetNothingIsWrong() {
    for type in ColumnType.allCases {
        for operation in FilterForm.operations(for: ValueForm(type)) {
            let form = form(operation)
            let fault = fault(form, type)
            #expect((fault != nil) == (form.textCount > 0), "\(operation)")
            #expect(fault?.isMissing != false)
            #expect(!FilterForm.title(of: operation, ValueForm(type)).isEmpty)
        }
    }
    #expect(fault(form(.between, "3"), .integer)?.isSecond == true)
}

@Test func eachTypeHasItsOperations() {
    #expect(
        FilterForm.operations(for: ValueForm(.text)) == [
            .oneOf, .contains, .equals, .notEquals, .matches, .blank, .notBlank,
        ])
    #expect(FilterForm.operations(for: ValueForm(.date)).contains(.between))
    // What the command line wrote can be changed too.
    #expect(FilterForm.operations(for: ValueForm(.text), with: .less).contains(.less))
    #expect(
        FilterForm.operations(for: ValueForm(.date)).map { FilterForm.title(of: $0, ValueForm(.date)) }.contains(
            "< is before"))
}

@Test func rowsWithoutAValueAreToldApartWhereTheyOccur() {
    let plain = FilterForm.operations(for: ValueForm(.decimal))
    #expect(plain.filter(\.isBare) == [.blank, .notBlank])
    #expect(
        FilterForm.operations(for: ValueForm(.decimal), rare: [.nulls, .missing, .misfits]).filter(\.isBare)
            == [.blank, .notBlank, .empty, .null, .missing, .misfit])
    #expect(FilterForm.operations(for: ValueForm(.text), rare: .missing).last == .missing)
    // The edited one is offered in any case.
    #expect(FilterForm.operations(for: ValueForm(.text), with: .misfit).last == .misfit)
    let title = FilterForm.title(of: .null, ValueForm(.decimal, nullWords: NullWords(["NA", "-", "?"])))
    #expect(title == "is no value (NA, -, …)")
}

@Test(arguments: [
    (FilterForm.Operation.blank, "Sum is blank"), (.notBlank, "Sum is not blank"), (.empty, "Sum is empty"),
    (.null, "Sum is no value (NA, …)"), (.missing, "Sum is missing"), (.misfit, "Sum does not fit its type"),
])
func conditionWithoutATextIsShownAsItself(operation: FilterForm.Operation, label: String) throws {
    let conditions = try form(operation).conditions(ofColumn: 2, values: ValueForm(.decimal))
    #expect(conditions.map { $0.label(column: "Sum") } == [label])
    #expect(FilterForm(conditions).operation == operation && FilterForm(conditions).textCount == 0)
}

@Test func bothEndsOfAStretchAreChangedTogether() {
    let conditions = [
        Condition(column: 0, .greaterOrEqual, ["1"]), Condition(column: 1, .greaterOrEqual, ["3"]),
        Condition(column: 0, .equals, ["5"]), Condition(column: 1, .lessOrEqual, ["7"]),
    ]
    #expect(FilterForm.parts(of: 1, in: conditions) == [1, 3])
    #expect(FilterForm.parts(of: 3, in: conditions) == [1, 3])
    #expect(FilterForm.parts(of: 0, in: conditions) == [0])
    #expect(FilterForm.parts(of: 2, in: conditions) == [2])
    let form = FilterForm([conditions[3], conditions[1]])
    #expect((form.operation, form.first, form.second) == (.between, "3", "7"))
}

@Suite struct ValueChoiceTests {
    private func list(_ entries: [ValueList.Entry], distinct: Int? = nil) -> ValueList {
        var list = ValueList()
        list.entries = entries
        list.distinct = distinct ?? list.valueCount
        list.rowCount = entries.reduce(0) { $0 + $1.count }
        return list
    }

    private let lima = ValueList.Value.text("Lima")
    private let oslo = ValueList.Value.text("Oslo")

    @Test func whatIsCheckedIsACondition() {
        var choice = ValueChoice()
        #expect(choice.condition(ofColumn: 1, type: .text, blanks: .all) == nil)
        choice.toggle(.init(lima))
        choice.toggle(.init(oslo))
        choice.toggle(.init(lima))
        choice.check(.init(.malformed("�")))
        #expect(choice.condition(ofColumn: 1, type: .text, blanks: []) == Condition(column: 1, .isIn, ["Oslo"]))
        choice.check(.init(.blank(.empty)))
        let all = choice.condition(ofColumn: 1, type: .text, blanks: .empty)
        #expect(all == Condition(column: 1, .isIn, ["Oslo", ""]))
        let one = choice.condition(ofColumn: 1, type: .integer, blanks: [.empty, .missing])
        #expect(one?.blanks == .empty && one?.isLiteral == true)
    }

    @Test func whatWasInForceIsCheckedAlsoWhereItIsNotTold() {
        var choice = ValueChoice(Condition(column: 0, .isIn, ["1.0", "99", ""]))
        let list = list([
            ValueList.Entry(.blank(.missing), count: 3), ValueList.Entry(.text("1"), count: 2),
            ValueList.Entry(.text("1.0"), count: 1), ValueList.Entry(.text("7"), count: 1),
        ])
        choice.meet(list, ValueForm(.decimal))
        let lines = choice.lines(of: list.entries, showsAll: true)
        #expect(lines.map { ValueWords.title(of: $0.item) } == ["99", "(missing)", "1", "1.0", "7"])
        #expect(lines.map(\.isChecked) == [true, true, true, true, false])
        #expect(lines.map { ValueWords.count(of: $0.entry) } == ["", "3", "2", "1", "1"])
        choice.uncheck([.init(.text("1"))])
        choice.meet(list, ValueForm(.decimal))
        #expect(!choice.checked.contains(.init(.text("1"))), "what a person unchecks stays so")
        #expect(choice.lines(of: [], showsAll: false).isEmpty)
    }

    @Test func textIsCheckedApartFromTheSameNumber() throws {
        var number = ValueList.Entry(.text("2"), count: 5)
        var text = ValueList.Entry(.text("2"), count: 3)
        (number.kinds, text.kinds) = (.others, .texts)
        let list = list([number, text, ValueList.Entry(.text("7"), count: 1)])
        var choice = ValueChoice()
        let lines = choice.lines(of: list.entries, showsAll: true)
        #expect(lines.map { ValueWords.title(of: $0.item) } == ["2", "2 (text)", "7"])
        choice.toggle(lines[1].item)
        choice.toggle(lines[2].item)
        let condition = try #require(choice.condition(ofColumn: 0, type: .mixed, blanks: []))
        #expect(condition.values == ["2", "7"] && condition.kinds == ["2": .texts])
        #expect(condition.label(column: "a") == "a is one of 2 (text), 7")
        var again = ValueChoice(condition)
        again.meet(list, ValueForm(.mixed))
        #expect(again.lines(of: list.entries, showsAll: true).map(\.isChecked) == [false, true, true])
        // Both are any cell with the text.
        again.check(number.item)
        let both = try #require(again.condition(ofColumn: 0, type: .mixed, blanks: []))
        #expect(both.values == ["2", "7"] && both.kinds == nil)
        var third = ValueChoice(both)
        third.meet(list, ValueForm(.mixed))
        #expect(third.lines(of: list.entries, showsAll: true).map(\.isChecked) == [true, true, true])
    }

    @Test func longValuesAreKnownByWhatWasInForce() {
        let long = String(repeating: "long ", count: 1000)
        var choice = ValueChoice(Condition(column: 0, .isIn, [long]))
        #expect(choice.unknown.isEmpty && choice.bytes == 5000)
        #expect(choice.condition(ofColumn: 0, type: .text, blanks: []) == Condition(column: 0, .isIn, [long]))
        let other = ValueList.Value(text: long + "!")
        choice.check(.init(other))
        guard case .long(let value) = other, choice.unknown == [value] else {
            Issue.record("\(choice.unknown)")
            return
        }
        choice.know(long + "!", of: value)
        #expect(choice.condition(ofColumn: 0, type: .text, blanks: [])?.values == [long, long + "!"])
        #expect(ValueWords.title(of: other).hasSuffix("… (5,001 bytes)") && ValueWords.title(of: other).count < 120)
        let text = String(repeating: "alike ", count: 100)
        #expect(ValueWords.title(of: .text(text + "1")).hasSuffix("alike 1"), "values may end otherwise")
        #expect(ValueWords.title(of: .text(text + "1")).count == 101)
    }

    @Test func theListSaysWhatItIsOf() {
        var list = list([ValueList.Entry(lima, count: 2), ValueList.Entry(oslo, count: 1)])
        func words(isNarrowed: Bool = false, hasConditions: Bool = false) -> String {
            ValueWords.summary(of: list, isNarrowed: isNarrowed, hasConditions: hasConditions)
        }
        #expect(words() == "2 values in all 3 rows")
        #expect(words(hasConditions: true) == "2 values in the 3 rows that the other conditions show")
        (list.distinct, list.rowCount) = (123_456, 200_000)
        #expect(words() == "The 2 most frequent of 123,456 values in all 200,000 rows")
        #expect(words(isNarrowed: true) == "The 2 most frequent of 123,456 values with this text")
        (list.distinct, list.distinctError) = (1_000_000, 0.016)
        #expect(words() == "The 2 most frequent of about 1,000,000 values (±1.6 %) in all 200,000 rows")
        #expect(ValueWords.count(of: ValueList.Entry(lima, count: 12, countAtMost: 1040)) == "12 to 1,040")
    }
}

@Test func numberIsWrittenAsItsColumnHasThem() throws {
    var comma = ValueForm(.decimal)
    comma.decimalMark = .comma
    for (text, values) in [("8,000", ValueForm(.decimal)), ("12\u{202F}000", ValueForm(.integer)), ("8.000,5", comma)] {
        #expect(try form(.greater, text).conditions(ofColumn: 0, values: values).map(\.value) == [text])
    }
    #expect(fault(form(.greater, "8.000,5"), .decimal) != nil)
    #expect(throws: FilterForm.Fault.self) {
        try form(.between, "1,5", "1.000,5x").conditions(ofColumn: 0, values: comma)
    }
    #expect(throws: FilterForm.Fault.self) { try form(.between, "1.000", "1,5").conditions(ofColumn: 0, values: comma) }
}

@Test func aSignBeforeANumberSaysHowToCompare() {
    func found(_ text: String, _ type: ColumnType = .integer) -> String? {
        FilterForm.comparison(text, ValueForm(type)).map { "\($0.0) \($0.1)" }
    }
    #expect(found(">8000") == "greater 8000" && found(">= 7") == "greaterOrEqual 7" && found("≤7") == "lessOrEqual 7")
    #expect(
        found("<2024-03-07", .date) == "less 2024-03-07" && found("=1") == "equals 1" && found("≠1") == "notEquals 1")
    #expect(found("8000") == nil && found(">a", .text) == nil && found("") == nil)
    // Where the first sign was taken when it was written, the second one follows.
    #expect(form(.greater, "=5").written(ValueForm(.decimal)) == form(.greaterOrEqual, "5"))
    #expect(form(.less, "=").written(ValueForm(.date)) == form(.lessOrEqual, ""))
    #expect(form(.greaterOrEqual, "> 5").written(ValueForm(.decimal)) == form(.greater, "5"))
    #expect(
        form(.greater, "5").written(ValueForm(.decimal)) == nil
            && form(.contains, ">5").written(ValueForm(.text)) == nil)
    #expect(form(.between, ">5", "7").written(ValueForm(.decimal)) == nil)
}

@Test func ofAmountsTheLargeOnesAreAskedFor() {
    #expect(FilterForm([], values: ValueForm(.decimal)).operation == .greaterOrEqual)
    for type in [ColumnType.integer, .text, .date] {
        #expect(FilterForm([], values: ValueForm(type)).operation == .oneOf)
    }
    let chosen = Condition(column: 0, .isIn, ["1.5"])
    #expect(FilterForm([chosen], values: ValueForm(.decimal)).operation == .oneOf)
}

@Test func unreadableValuesAreAskedForWhereTheSourceTellsKindsApart() throws {
    var table = TableSnapshot(
        description: TableDescription(format: "typed"), columns: [Column(name: "a", type: .text)],
        rowCount: .exactly(1), phase: .complete)
    let values = ValueForm(.text)
    func operations() -> [FilterForm.Operation] {
        FilterForm.operations(for: values, rare: RareValues(ofColumn: 0, in: table))
    }
    #expect(!operations().contains(.unreadable))
    table.description.hasKinds = true
    #expect(operations().contains(.unreadable) && operations().contains(.null))
    let conditions = try form(.unreadable).conditions(ofColumn: 0, values: values)
    #expect(conditions.map(\.blanks) == [.unreadable] && conditions[0].comparison == .empty)
    #expect(FilterForm(conditions).operation == .unreadable)
    #expect(conditions[0].label(column: "a") == "a is unreadable")
    #expect(conditions[0].text(column: "a") == "a unreadable")
}

@Test func listOfValuesMayHaveUnreadableOnes() throws {
    var choice = ValueChoice()
    choice.check(.init(.blank(.unreadable)))
    choice.check(.init(.text("x")))
    let all: Condition.Blanks = [.empty, .null, .unreadable]
    let condition = try #require(choice.condition(ofColumn: 0, type: .text, blanks: all))
    #expect(condition.blanks == .unreadable && condition.values == ["x", ""])
    #expect(ValueChoice(condition).checked.map(\.value) == [.text("x"), .blank(.unreadable)])
    choice.check(.init(.blank(.empty)))
    choice.check(.init(.blank(.null)))
    #expect(choice.condition(ofColumn: 0, type: .text, blanks: all)?.blanks == all)
}
