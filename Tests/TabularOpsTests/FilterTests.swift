import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

private func rows(_ text: String, _ conditions: [Condition]) throws -> [Int] {
    let source = textTable(Array(text.utf8), headerRows: 1)
    let order = try RowFilter.order(of: source, meeting: conditions, control: JobControl())
    #expect(order.isAscending)
    return try order.rows(at: 0..<order.count)
}

private let numbers = "n\n1\n1.0\n-2\n\n10\n9007199254740993\n9007199254740992\n1e1\n"
private let words = "w\nabc\nABC\nÄpfel\näPFEL\n\n\"a,b\"\nzebra\n"

@Test(arguments: [
    (numbers, Condition(column: 0, .equals, ["1"]), [0, 1]),
    (numbers, Condition(column: 0, .notEquals, ["1"]), [2, 3, 4, 5, 6, 7]),
    (numbers, Condition(column: 0, .less, ["1.5"]), [0, 1, 2]),
    (numbers, Condition(column: 0, .lessOrEqual, ["-2.000"]), [2]),
    (numbers, Condition(column: 0, .greater, ["9007199254740992"]), [5]),
    (numbers, Condition(column: 0, .greaterOrEqual, ["10"]), [4, 5, 6, 7]),
    (numbers, Condition(column: 0, .empty), [3]),
    (numbers, Condition(column: 0, .notEquals, [""]), [0, 1, 2, 4, 5, 6, 7]),
    (numbers, Condition(column: 0, .isIn, ["1", "10.0"]), [0, 1, 4, 7]),
    (numbers, Condition(column: 0, .contains, ["0"]), [1, 4, 5, 6]),
    (words, Condition(column: 0, .equals, ["abc"]), [0]),
    (words, Condition(column: 0, .equals, ["äpfel"], ignoresCase: true), [2, 3]),
    (words, Condition(column: 0, .notEquals, ["ABC"], ignoresCase: true), [2, 3, 4, 5, 6]),
    (words, Condition(column: 0, .contains, ["b"]), [0, 5, 6]),
    (words, Condition(column: 0, .contains, ["B"], ignoresCase: true), [0, 1, 5, 6]),
    (words, Condition(column: 0, .matches, ["^[a-c]+$"]), [0]),
    (words, Condition(column: 0, .less, ["abd"]), [0, 1, 5]),
    (words, Condition(column: 0, .greaterOrEqual, ["zebra"]), [2, 3, 6]),
    (words, Condition(column: 0, .isIn, ["a,b", "zebra"]), [5, 6]),
    (words, Condition(column: 0, .isIn, ["ZEBRA"], ignoresCase: true), [6]),
    (words, Condition(column: 0, .isIn, []), []),
    (words, Condition(column: 5, .empty), [0, 1, 2, 3, 4, 5, 6]),
])
func aConditionKeepsTheRowsThatMeetIt(text: String, condition: Condition, expected: [Int]) throws {
    #expect(try rows(text, [condition]) == expected)
}

private let dotted = "d\n31.1.2024\n1.2.2024\n\n15.12.2023\n2.2.2024\n"
private let zoned = "m\n2024-03-01 10:00\n2024-03-01T10:00:00+02:00\n2024-03-01T09:59:59Z\n"

@Test(arguments: [
    (dotted, Condition(column: 0, .greaterOrEqual, ["2024-02-01"]), [1, 4]),
    (dotted, Condition(column: 0, .less, ["1.2.2024"]), [0, 3]),
    (zoned, Condition(column: 0, .less, ["2024-03-01 10:00:00"]), [1, 2]),
    (zoned, Condition(column: 0, .greaterOrEqual, ["2024-03-01T11:00+01:00"]), [0]),
    ("t\n9:05\n10:00\n", Condition(column: 0, .less, ["10:00"]), [0]),
    ("d\n3/4/2024\n4/13/2024\n", Condition(column: 0, .less, ["2024-04-01"]), [0]),
])
func whatLiesBeforeAMomentIsToldByMoments(text: String, condition: Condition, expected: [Int]) throws {
    #expect(try rows(text, [condition]) == expected)
}

private let days = "d\n13/02/2024\n02/03/2024\n\n1/4/2024\n31/12/2023\n"
private let isoDays = "d\n2024-02-13\n2024-3-02\n\n2024-04-01\n2023-12-31\n"
private let moments = """
    t
    2024-03-07T10:00:00Z
    2024-03-07 12:00+02:00
    2024-03-07 10:00:00.0000000001
    2024-03-08 00:00

    """
private let times = "t\n9:30\n10:00\n09:30:00\n23:59:59.5\n"

@Test(arguments: [
    (days, Condition(column: 0, .less, ["1/3/2024"]), [0, 4]),
    (days, Condition(column: 0, .greaterOrEqual, ["2024-03-02"]), [1, 3]),
    (days, Condition(column: 0, .equals, ["02.03.2024"]), [1]),
    (days, Condition(column: 0, .notEquals, ["2024-04-01"]), [0, 1, 2, 4]),
    (days, Condition(column: 0, .equals, ["tomorrow"]), []),
    (days, Condition(column: 0, .isIn, ["02/03/2024", ""]), [1, 2]),
    (isoDays, Condition(column: 0, .lessOrEqual, ["2024-03-02"]), [0, 1, 4]),
    (isoDays, Condition(column: 0, .greater, ["2024-02-13"]), [1, 3]),
    (moments, Condition(column: 0, .equals, ["2024-03-07 10:00"]), [0, 1]),
    (moments, Condition(column: 0, .greater, ["2024-03-07 10:00"]), [2, 3]),
    (moments, Condition(column: 0, .greaterOrEqual, ["2024-03-08"]), [3]),
    (times, Condition(column: 0, .equals, ["09:30"]), [0, 2]),
    (times, Condition(column: 0, .greater, ["10:00"]), [3]),
])
func datesAndTimesAreComparedAsSuch(text: String, condition: Condition, expected: [Int]) throws {
    #expect(try rows(text, [condition]) == expected)
}

@Test func monthsComeFirstWhereTheColumnShowsIt() throws {
    let text = "d\n02/13/2024\n03/02/2024\n01/04/2024\n"
    #expect(try rows(text, [Condition(column: 0, .less, ["02/01/2024"])]) == [2])
}

@Test func aListTellsNumbersApartByTheirTextsWhereThatIsAsked() throws {
    var condition = Condition(column: 0, .isIn, ["1.0", "10", "", "x"])
    #expect(try rows(numbers, [condition]) == [0, 1, 3, 4, 7])
    #expect(condition.lists(["1", "1.0", "2", "x"], ValueForm(.decimal)) == [true, true, false, true])
    condition.isLiteral = true
    #expect(try rows(numbers, [condition]) == [1, 3, 4])
    #expect(condition.lists(["1", "1.0"], ValueForm(.decimal)) == [false, true])
}

/// As they are counted: those that are equal and written otherwise are counted apart.
@Test func rowsOfOneTextAreNoneOfAnotherThatIsEqual() throws {
    func rows(_ text: String, of value: String, _ type: ColumnType) throws -> [Int] {
        let conditions = [Condition(column: 0, ofText: value, type: type)]
        return try TabularOpsTests.rows(text, conditions)
    }
    #expect(try rows(numbers, of: "1.0", .decimal) == [1])
    #expect(try rows(numbers, of: "10", .decimal) == [4])
    #expect(try rows(numbers, of: "", .decimal) == [3])
    #expect(try rows("m\n2024-03-01\n1.3.2024\n2024-03-01\n", of: "1.3.2024", .date) == [1])
    #expect(try rows(words, of: "abc", .text) == [0])
    #expect(try rows(words, of: "", .text) == [4])
}

@Test func waysOfHavingNoValueAreToldApartWhereThatIsAsked() throws {
    let source = ListSource([[[0x61], []], [[0x61]], [[0x61], nil], [[0x61], [0x62]]])
    func rows(_ blanks: Condition.Blanks, _ comparison: Condition.Comparison, _ values: [String]) throws -> [Int] {
        var condition = Condition(column: 1, comparison, values)
        condition.blanks = blanks
        let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
        return try order.rows(at: 0..<order.count)
    }
    #expect(try rows(.all, .isIn, ["", "b"]) == [0, 1, 2, 3])
    #expect(try rows(.empty, .isIn, ["", "b"]) == [0, 3])
    #expect(try rows([.missing, .null], .isIn, [""]) == [1, 2])
    #expect(try rows(.null, .empty, []) == [2])
    #expect(try rows(.null, .notEquals, ["b"]) == [0, 1, 2], "only where the empty value is asked for")
}

@Test(arguments: 0..<10 as Range<UInt64>)
func aListOfNumbersIsSearchedAsOneByOne(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number() -> String { "\(random.int(-20...20))" + random.pick(["", ".0", ".5", "e1", ".50"]) }
    let values = (0..<200).map { _ in number() }
    let listed = (0..<random.int(1...30)).map { _ in number() }
    let text = "n\n0.5\n" + values.map { $0 + "\n" }.joined()
    let expected = try Set(listed.flatMap { try rows(text, [Condition(column: 0, .equals, [$0])]) }).sorted()
    #expect(try rows(text, [Condition(column: 0, .isIn, listed)]) == expected)
}

@Test func allConditionsMustHold() throws {
    let both = [Condition(column: 0, .greater, ["0"]), Condition(column: 0, .less, ["10"])]
    #expect(try rows(numbers, both) == [0, 1])
    #expect(try rows(numbers, []) == Array(0..<8))
}

@Test(arguments: 0..<20 as Range<UInt64>)
func numbersAreComparedAsWrittenOutInFull(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    /// Digits on both sides of the point, long enough for all that is made here.
    func full(_ text: String) -> (isNegative: Bool, digits: [Character]) {
        var text = text[...]
        let isNegative = text.hasPrefix("-")
        if isNegative { text.removeFirst() }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let (whole, fraction) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        let digits =
            String(repeating: "0", count: 40 - whole.count) + whole
            + fraction.padding(to: 40)
        let isZero = digits.allSatisfy { $0 == "0" }
        return (isNegative && !isZero, Array(digits))
    }
    func compare(_ a: String, _ b: String) -> Int {
        let (a, b) = (full(a), full(b))
        if a.isNegative != b.isNegative { return a.isNegative ? -1 : 1 }
        let order = a.digits == b.digits ? 0 : a.digits.lexicographicallyPrecedes(b.digits) ? -1 : 1
        return a.isNegative ? -order : order
    }
    func number() -> String {
        let whole = (0..<random.int(1...random.pick([2, 20, 30]))).map { _ in String(random.int(0...9)) }.joined()
        let fraction = (0..<random.int(1...random.pick([2, 25]))).map { _ in String(random.pick([0, 0, 1, 9])) }
            .joined()
        return (random.oneIn(3) ? "-" : "") + whole + (random.oneIn(2) ? "." + fraction : "")
    }
    for _ in 0..<300 {
        let (a, b) = (number(), random.oneIn(3) ? random.pick(["0", "-0", "0.0", "1", "99"]) : number())
        let found = try #require(Threshold(b)).order(of: a)
        #expect(found == compare(a, b), "\(a) \(b)")
        #expect(Threshold(a)?.order(of: a + (a.contains(".") ? "00" : ".0")) == 0)
    }
}

extension Threshold {
    fileprivate func order(of text: String) -> Int? { Array(text.utf8).withUnsafeBufferPointer { order(of: $0) } }
}

extension String {
    fileprivate func padding(to count: Int) -> String { self + String(repeating: "0", count: count - self.count) }
}

@Test func whatSaysNothingOfTheTableIsTold() {
    let order = #expect(throws: ReadError.self) { try rows(numbers, [Condition(column: 0, .less, ["abc"])]) }
    #expect(
        order?.description == """
            the filter 'n < abc': the column holds numbers, and 'abc' is none. Write a number such as 12.5.
            """)
    let pattern = #expect(throws: ReadError.self) { try rows(words, [Condition(column: 0, .matches, ["a(b"])]) }
    #expect(pattern?.description.hasPrefix("the filter 'w matches a(b': The pattern makes no sense after 3") == true)
}

@Test func aPatternThatTakesTooLongEndsTheFilter() {
    let text = "a\nxx\n" + String(repeating: "a", count: 60) + "b!\n"
    let error = #expect(throws: ReadError.self) { try rows(text, [Condition(column: 0, .matches, ["^(a+)+b$"])]) }
    #expect(error?.message.contains("row 2") == true)
}

private let germanDays = "d\n31.1.1999\n01.3.2030\n1.2.2024\n2024-02-01\n\n"
private let american = "d\n1/2/2024\n1/31/2024\n2/1/2024\n12/31/2023\n"
private let hours = "t\n9:05\n10:00\n09:05:00.000\n23:59:59.9999999991\n"
private let zonedMoments = "w\n2024-03-01 00:30+01:00\n2024-02-29T23:30\n2024-03-01T12:00Z\n"

@Test(
    arguments: [
        (germanDays, .less, ["1.2.2024"], [0]),
        (germanDays, .lessOrEqual, ["2024-02-01"], [0, 2, 3]),
        (germanDays, .greater, [" 1.2.2024 "], [1]),
        (germanDays, .equals, ["2024-2-1"], [2, 3]),
        (germanDays, .notEquals, ["01.02.2024"], [0, 1]),
        (germanDays, .isIn, ["2024-02-01", "31.01.1999"], [0, 2, 3]),
        (germanDays, .equals, ["soon"], []),
        (germanDays, .contains, ["2024"], [2, 3]),
        (american, .less, ["2/1/2024"], [0, 1, 3]),
        (american, .equals, ["2024-01-02"], [0]),
        (hours, .less, ["10:00"], [0, 2]),
        (hours, .equals, ["09:05"], [0, 2]),
        (hours, .greater, ["23:59:59.999999999"], [3]),
        (hours, .lessOrEqual, ["23:59:59.9999999991"], [0, 1, 2, 3]),
        (hours, .less, ["23:59:59.99999999905"], [0, 1, 2]),
        (zonedMoments, .equals, ["2024-02-29 23:30"], [0, 1]),
        (zonedMoments, .less, ["2024-03-01"], [0, 1]),
        (zonedMoments, .greaterOrEqual, ["2024-03-01 13:00+01:00"], [2]),
    ] as [(String, Condition.Comparison, [String], [Int])])
func datesAndTimesAreComparedByWhenTheyAre(
    text: String, comparison: Condition.Comparison, values: [String], expected: [Int]
) throws {
    #expect(try rows(text, [Condition(column: 0, comparison, values)]) == expected)
}

@Test(arguments: [
    (germanDays, "abc", "dates, and 'abc' is none. Write a date such as 2024-03-07."),
    (germanDays, "2024-03-07 12:00", "dates, and '2024-03-07 12:00' is none. Write a date such as 2024-03-07."),
    (hours, "25:00", "times of day, and '25:00' is none. Write a time such as 09:05."),
    (zonedMoments, "31/31/2024", "dates with times, and '31/31/2024' is neither. Write one such as 2024-03-07 09:05."),
])
func whatIsNoDateIsNeitherBeforeNorBehindOne(text: String, value: String, message: String) {
    let error = #expect(throws: ReadError.self) { try rows(text, [Condition(column: 0, .less, [value])]) }
    #expect(error?.message == "the column holds " + message)
}

@Test(arguments: 0..<20 as Range<UInt64>)
func datesInAnyFormAreComparedAsTheirNumbers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let isMonthFirst = random.oneIn(2)
    func date() -> (number: Int, text: String) {
        let (year, month, day) = (random.int(2020...2025), random.int(1...12), random.int(1...28))
        let text =
            switch random.int(0...2) {
            case 0: isMonthFirst ? "\(month).\(day).\(year)" : "\(day).\(month).\(year)"
            case 1: "\(year)-\(month)-\(day)"
            default: isMonthFirst ? "\(month)/\(day)/\(year)" : "\(day)/\(month)/\(year)"
            }
        return ((year * 100 + month) * 100 + day, text)
    }
    let dates = (0..<50).map { _ in date() }
    var form = ValueForm(.date)
    form.dateOrder = isMonthFirst ? .monthFirst : .dayFirst
    let source = ListSource(dates.map { [Array($0.text.utf8)] }, forms: [form])
    let comparisons: [Condition.Comparison] = [.less, .lessOrEqual, .equals, .notEquals, .greaterOrEqual, .greater]
    for _ in 0..<20 {
        let (number, text) = random.oneIn(2) ? date() : random.pick(dates)
        let comparison = random.pick(comparisons)
        let order = try RowFilter.order(
            of: source, meeting: [Condition(column: 0, comparison, [text])], control: JobControl())
        let expected = dates.indices.filter { index in
            let found = dates[index].number
            return switch comparison {
            case .less: found < number
            case .lessOrEqual: found <= number
            case .equals: found == number
            case .notEquals: found != number
            case .greaterOrEqual: found >= number
            default: found > number
            }
        }
        #expect(try order.rows(at: 0..<order.count) == expected, "\(comparison) \(text)")
    }
}

@Test func capitalsAreNoMatterInAFilterAsTheyAreInFind() throws {
    let values = [
        "ΟΔΟΣ", "οδος", "οδοσ", "İstanbul", "istanbul", "STRASSE", "straße", "K", "\u{212A}", "ẞ", "ß", "a\u{FF}",
    ]
    let source = ListSource(values.map { [Array($0.utf8)] }, types: [.text])
    for value in values {
        for (comparison, isWhole) in [(Condition.Comparison.contains, false), (.equals, true), (.isIn, true)] {
            let condition = Condition(column: 0, comparison, [value], ignoresCase: true)
            let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
            var query = FindQuery(value)
            (query.letterCase, query.isWhole) = (.ignore, isWhole)
            let matcher = ValueMatcher(try FindPlan(query))
            let expected = try values.indices.filter { index in
                try Array(values[index].utf8).withUnsafeBufferPointer { try matcher.firstMatch(in: $0) } != nil
            }
            #expect(try order.rows(at: 0..<order.count) == expected, "\(comparison) \(value)")
        }
    }
    let sigmas = Condition(column: 0, .equals, ["ΟΔΟΣ"], ignoresCase: true)
    let order = try RowFilter.order(of: source, meeting: [sigmas], control: JobControl())
    #expect(try order.rows(at: 0..<order.count) == [0, 1, 2])
}
