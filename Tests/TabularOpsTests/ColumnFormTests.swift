import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

/// Numbers of a column as people of one habit write them, and as plain ones.
private func numbers(_ random: inout SplitMix64, count: Int) -> (form: ValueForm, texts: [String], plain: [String]) {
    var form = ValueForm(.decimal)
    form.decimalMark = random.pick(DecimalMark.allCases)
    let unit = random.pick(["", "%", "$", "€"])
    form.unit = Array("1\(unit)".utf8).withUnsafeBufferPointer { NumberScan($0)?.unit } ?? .none
    let mark = form.decimalMark == .point ? "." : ","
    let group = random.pick([form.decimalMark == .point ? "," : ".", " ", "'", "\u{202F}", ""])
    var (texts, plain): ([String], [String]) = ([], [])
    for _ in 0..<count {
        let length = random.pick([1, 2, 3, 4, 6, 7, 12, 25])
        let digits = String(random.int(1...9)) + (1..<length).map { _ in String(random.int(0...9)) }.joined()
        let fraction = random.pick(["", "", "5", "25", "50", "125", "0000000000000000000001"])
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { grouped += group }
            grouped.append(digit)
        }
        let isNegative = random.int(0...2) == 0
        var text = grouped + (fraction.isEmpty ? "" : mark + fraction)
        switch unit {
        case "%": text += random.pick(["%", " %"])
        case "$": text = random.pick(["$", "", "$ "]) + text
        case "€": text += random.pick(["€", " €", ""])
        default: break
        }
        if isNegative { text = random.pick(["-" + text, "(" + text + ")", "\u{2212}" + text]) }
        texts.append(random.oneIn(6) ? " \(text) " : text)
        plain.append((isNegative ? "-" : "") + digits + (fraction.isEmpty ? "" : "." + fraction))
    }
    return (form, texts, plain)
}

private func table(_ values: [String], _ form: ValueForm) -> ListSource {
    ListSource(values.map { [Array($0.utf8)] }, forms: [form], batches: true)
}

private func sorted(_ source: ListSource, _ key: SortKey = SortKey(column: 0)) throws -> [Int] {
    let order = try RowSort.order(of: source, by: [key], control: JobControl())
    return Array(try order.rows(at: 0..<order.count))
}

private func rows(_ source: ListSource, _ condition: Condition) throws -> [Int] {
    let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
    return Array(try order.rows(at: 0..<order.count))
}

@Test(arguments: 0..<40 as Range<UInt64>)
func writtenNumbersAreWorkedWithAsPlainOnes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (form, texts, plain) = numbers(&random, count: random.int(1...80))
    // Among them words for no value, other texts, and nothing.
    for index in texts.indices where random.oneIn(8) {
        texts[index] = random.pick(["NA", "-", "", "soon"])
        plain[index] = texts[index] == "soon" ? "soon" : ""
    }
    let (written, known) = (table(texts, form), table(plain, ValueForm(.decimal)))
    for isDescending in [false, true] {
        for isEmptyFirst in [false, true] {
            let key = SortKey(column: 0, isDescending: isDescending, isEmptyFirst: isEmptyFirst)
            #expect(try sorted(written, key) == sorted(known, key), "\(texts)")
        }
    }
    for comparison in [Condition.Comparison.equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn] {
        for index in texts.indices.prefix(5) where !plain[index].isEmpty && plain[index] != "soon" {
            let expected = try rows(known, Condition(column: 0, comparison, [plain[index]]))
            #expect(
                try rows(written, Condition(column: 0, comparison, [texts[index]])) == expected,
                "\(comparison) \(texts[index])")
            let text = form.text(ofPlainNumber: plain[index])
            #expect(try rows(written, Condition(column: 0, comparison, [text])) == expected, "\(comparison) \(text)")
        }
    }
    #expect(try rows(written, Condition(column: 0, .empty)) == plain.indices.filter { plain[$0].isEmpty })
    #expect(try rows(written, Condition(column: 0, .notEquals, [""])) == plain.indices.filter { !plain[$0].isEmpty })
    form.isChosen = true
    #expect(try rows(table(texts, form), Condition(column: 0, .misfit)) == plain.indices.filter { plain[$0] == "soon" })
    for memory in [1 << 27, 1 << 12] {
        var tuning = TableStatistics.Tuning()
        tuning.memory = memory
        func statistics(_ source: ListSource) throws -> ColumnStatistics {
            try #require(
                try TableStatistics.statistics(of: [0], in: source, order: nil, control: JobControl(), tuning: tuning)
                    .first)
        }
        let (own, expected) = (try statistics(written), try statistics(known))
        #expect(
            own.sum?.description == expected.sum?.description && own.mean?.description == expected.mean?.description)
        #expect(own.otherCount == expected.otherCount && own.valueCount == expected.valueCount)
        #expect(own.nullCount == expected.nullCount && own.quantiles.count == expected.quantiles.count)
        // Of values that are not all kept a sample leaves out long ones, as these are when they are written.
        if memory > 1 << 20 { #expect(own.histogram == expected.histogram) }
    }
}

@Test func codesAreSortedAsNumbersThenAsTexts() throws {
    let codes = ["10", "007", "7", "07", "0", "00", "80331", "01067", "x", "NA", "99999999999999999999", "1067"]
    let order = try sorted(table(codes, ValueForm(.code))).map { codes[$0] }
    #expect(order == ["0", "00", "007", "07", "7", "10", "01067", "1067", "80331", "99999999999999999999", "x", "NA"])
    #expect(try rows(table(codes, ValueForm(.code)), Condition(column: 0, .equals, ["7"])) == [1, 2, 3])
    let statistics = try #require(
        try TableStatistics.statistics(
            of: [0], in: table(["10", "007", "9", "7", "-"], ValueForm(.code)), order: nil, control: JobControl(),
            tuning: TableStatistics.Tuning()
        ).first)
    #expect(
        statistics.sum == nil && statistics.mean == nil && statistics.histogram.isEmpty && statistics.quantiles.isEmpty)
    #expect(statistics.least == "007" && statistics.greatest == "10" && statistics.wordCount == 1)
    #expect(statistics.valueCount == 4 && statistics.distinct == 4 && statistics.otherCount == 0)
}

@Test func codeWithZerosEqualsItselfAlone() throws {
    let codes = table(["02139", "2139", "", "02139", "10115", "002139"], ValueForm(.code))
    #expect(try rows(codes, Condition(column: 0, .equals, ["02139"])) == [0, 3])
    #expect(try rows(codes, Condition(column: 0, .notEquals, ["02139"])) == [1, 2, 4, 5])
    #expect(try rows(codes, Condition(column: 0, .isIn, ["02139"])) == [0, 3])
    #expect(try rows(codes, Condition(column: 0, .isIn, ["002139", "10115"])) == [4, 5])
    #expect(try rows(codes, Condition(column: 0, .equals, ["2139"])) == [0, 1, 3, 5])
    #expect(try rows(codes, Condition(column: 0, .greater, ["02139"])) == [4])
}

@Test func datesAreReadInTheOrderOfTheirColumn() throws {
    let values = ["03/02/2031", "01/05/2031", "04/04/2031", "28-May-30", "soon", "?"]
    var form = ValueForm(.date)
    form.dateOrder = .dayFirst
    #expect(try sorted(table(values, form)) == [3, 0, 2, 1, 4, 5])
    #expect(try rows(table(values, form), Condition(column: 0, .less, ["2031-03-01"])) == [0, 3])
    form.dateOrder = .monthFirst
    #expect(try sorted(table(values, form)) == [3, 1, 0, 2, 4, 5])
    #expect(try rows(table(values, form), Condition(column: 0, .greaterOrEqual, ["03/02/2031"])) == [0, 2])
}

@Test func sentinelsOfTheUserAreNoValues() throws {
    var form = ValueForm(.integer, nullWords: NullWords(["-999", "0"]))
    let values = ["5", "-999", "3", "0", ""]
    #expect(try sorted(table(values, form)) == [2, 0, 1, 3, 4])
    #expect(try rows(table(values, form), Condition(column: 0, .less, ["4"])) == [2])
    #expect(try rows(table(values, form), Condition(column: 0, .empty)) == [1, 3, 4])
    var tuning = TableStatistics.Tuning()
    for memory in [1 << 27, 1 << 12] {
        tuning.memory = memory
        let found = try TableStatistics.statistics(
            of: [0], in: table(values, form), order: nil, control: JobControl(), tuning: tuning)
        #expect(found[0].sum?.description == "8" && found[0].wordCount == 2 && found[0].valueCount == 2)
    }
    form = ValueForm(.date, nullWords: NullWords(["1900-01-01"]))
    #expect(try sorted(table(["1900-01-01", "2000-01-01"], form)) == [1, 0])
}

@Test func blanksAreToldApart() throws {
    let source = ListSource(
        [[nil], [Array("".utf8)], [Array("NA".utf8)], [], [Array("5".utf8)]], forms: [ValueForm(.integer)])
    func rows(_ blanks: Condition.Blanks) throws -> [Int] {
        var condition = Condition(column: 0, .empty)
        condition.blanks = blanks
        return try TabularOpsTests.rows(source, condition)
    }
    #expect(try rows(.empty) == [1] && rows(.missing) == [3] && rows(.null) == [0, 2] && rows(.all) == [0, 1, 2, 3])
}

@Test func barsStandForRowsInTheFormOfTheColumn() throws {
    var form = ValueForm(.decimal)
    form.decimalMark = .comma
    let bars = ColumnBars([ColumnStatistics.Bar(lower: 1.125, upper: 2.25, count: 3)], of: form)
    let conditions = bars.conditions(for: 0..<1, ofColumn: 0)
    #expect(conditions.map(\.value) == ["1,125", "2,25"])
    #expect(try rows(table(["1.125", "1,125", "2,25", "2,3"], form), conditions[0]) == [0, 1, 2, 3])
    #expect(try rows(table(["1.125", "1,125", "2,25", "2,3"], form), conditions[1]) == [1, 2])
}
