import Tabular
import TestStores
import Testing

@testable import TabularText

/// The forms of a table's columns, short: "decimal, € dmy columns".
private func forms(_ text: String, local: DateOrder? = nil, _ choices: TypeChoices = TypeChoices()) -> [String] {
    var tuning = ReaderTuning()
    tuning.localOrder = local
    var options = TextOptions()
    options.types = choices
    let table = source(MemoryStore(Array(text.utf8)), options: options, tuning: tuning).waitUntilComplete()
    return table.columns.map { column in
        let form = column.form
        var words = [form.type.rawValue]
        if form.type.isNumeric {
            if form.decimalMark == .comma { words.append("comma") }
            if form.unit != .none { words.append(form.unit == .percent ? "%" : "money") }
        }
        if let order = form.dateOrder { words.append(order.rawValue) }
        if form.evidence != .values { words.append(form.evidence.rawValue) }
        return words.joined(separator: " ")
    }
}

@Test(arguments: [
    // Other columns say what a sign is.
    ("n;m;p\na;1.234;3,40\nb;999;4,50\nc;12.500;1.200,00\n", ["text", "integer comma columns", "decimal comma"]),
    ("n;m;p\na;1.234;3.40\nb;999;4.50\n", ["text", "decimal columns", "decimal"]),
    ("n,m,p\na,\"1,234\",3.40\nb,\"2,500\",4.50\n", ["text", "integer columns", "decimal"]),
    ("n,m,p\na,\"1,234\",\"3,40\"\nb,\"2,500\",\"4,50\"\n", ["text", "decimal comma columns", "decimal comma"]),
    // Both marks in one table: nobody knows.
    ("n;m;p;q\na;1.234;3,40;3.40\nb;999;4,50;4.50\n", ["text", "text", "decimal comma", "decimal"]),
    // Nothing says it.
    ("n,m\na,\"1,234\"\nb,\"2,500\"\n", ["text", "integer assumed"]),
    ("n,m\na,1.234\nb,2.500\n", ["text", "decimal assumed"]),
    ("n;m\na;1,234\nb;2,500\n", ["text", "decimal comma assumed"]),
    ("n;m\na;1,234\nb;500\n", ["text", "integer assumed"]),
    ("n;m\na;1.234\nb;500\n", ["text", "integer comma assumed"]),
    ("n;m\na;1.234\nb;2.500\n", ["text", "decimal assumed"]),
    ("n;m;o\na;1,234;1.234\nb;2,500;2.500\n", ["text", "text", "text"]),
    // One column, two marks.
    ("n;m\na;1,234.5\nb;1.234,5\n", ["text", "text"]), ("n;m\na;1.234\nb;3,40\n", ["text", "decimal comma"]),
    ("n;m\na;1.5\nb;1,5\n", ["text", "text"]),
    // Units.
    ("n;m\na;10 %\nb;7,5 %\n", ["text", "decimal comma %"]), ("n;m\na;10%\nb;7\n", ["text", "text"]),
    ("n;m\na;$10\nb;7\n", ["text", "integer money"]), ("n;m\na;$10\nb;€7\n", ["text", "text"]),
    ("n;m\na;5 €\nb;EUR 7\n", ["text", "integer money"]), ("n;m\na;(5)\nb;1-\n", ["text", "integer"]),
    // Codes.
    ("n;m\na;01067\nb;80331\n", ["text", "code"]), ("n;m\na;0\nb;10\n", ["text", "integer"]),
    ("n;m\na;007\nb;-3\n", ["text", "integer"]),
    ("n;m\na;007\nb;NA\n", ["text", "code"]), ("n;m\na;007\nb;1.5\n", ["text", "decimal"]),
    // Words for no value.
    ("n;m\na;NA\nb;-\n", ["text", "text"]), ("n;m\na;NA\nb;true\n", ["text", "boolean"]),
    ("n;m\na;?\nb;2024-01-31\n", ["text", "date"]),
    ("n;m\na; \nb;5\n", ["text", "integer"]),
    // Dates.
    // No column is evidence for itself.
    ("n,d\na,24/03/02\nb,24/01/05\n", ["text", "date dmy assumed"]),
    ("a,b\n03/02/24,28/02/24\n01/05/24,30/05/24\n", ["date dmy columns", "date dmy assumed"]),
    ("n,d\na,31/02/2024\nb,01/02/2024\n", ["text", "text"]),
    ("a,b\n25/01/2031,03/02/2031\n26/01/2031,01/05/2031\n", ["date dmy", "date dmy columns"]),
    ("a,b\n01/25/2031,03/02/2031\n01/26/2031,01/05/2031\n", ["date mdy", "date mdy columns"]),
    ("a,b,c\n01/25/2031,25/01/2031,03/02/2031\n", ["date mdy", "date dmy", "date mdy assumed"]),
    ("n,a\nx,03/02/2031\ny,01/05/2031\n", ["text", "date mdy assumed"]),
    ("n,a\nx,03-02-2031\ny,01-05-2031\n", ["text", "date dmy assumed"]),
    ("n,a\nx,03.02.2031\ny,01.05.2031\n", ["text", "date dmy assumed"]),
    ("n,a\nx,25/01/2031\ny,01/25/2031\n", ["text", "text"]),
    ("n,a\nx,05/05/2031\ny,2031-05-06\n", ["text", "date dmy"]), ("n,a\nx,2031-05-05\ny,2031/5/6\n", ["text", "date"]),
    ("n,a\nx,28-May-15\ny,02-Jan-16\n", ["text", "date"]), ("n,a\nx,99-12-31\ny,01-02-03\n", ["text", "date ymd"]),
    ("n,a\nx,03/02/2031 9:05 PM\ny,25/01/2031 10:00\n", ["text", "datetime dmy"]),
    ("n,a\nx,2031-01-02\ny,2031-01-02 10:00\n", ["text", "datetime"]), ("n,a\nx,9:05 PM\ny,10:00\n", ["text", "time"]),
    ("n,a\nx,2031-01-02\ny,10:00\n", ["text", "text"]),
])
func columnsOfATableDecideForEachOther(text: String, expected: [String]) { #expect(forms(text) == expected, "\(text)") }

@Test func localeDecidesAfterOtherColumns() {
    let text = "n,a\nx,03/02/2031\ny,01/05/2031\n"
    #expect(forms(text, local: .dayFirst) == ["text", "date dmy locale"])
    #expect(forms(text, local: .monthFirst) == ["text", "date mdy locale"])
    #expect(forms(text, local: .yearFirst) == ["text", "date mdy assumed"], "four digits cannot be a year first")
    #expect(forms("n,a\nx,03/02/28\ny,01/05/30\n", local: .yearFirst) == ["text", "date ymd locale"])
    #expect(forms("a,b\n25/01/2031,03/02/2031\n", local: .monthFirst) == ["date dmy", "date dmy columns"])
    #expect(
        LocalDates.order(ofLocale: "en_GB.UTF-8") == .dayFirst && LocalDates.order(ofLocale: "en_US") == .monthFirst)
    #expect(LocalDates.order(ofLocale: "C.UTF-8") == nil && LocalDates.order(ofLocale: "POSIX") == nil)
    #expect(
        LocalDates.order(ofLocale: "de_DE@euro") == .dayFirst && LocalDates.order(ofLocale: "ja_JP.utf8") == .yearFirst)
    #expect(LocalDates.order(ofLocale: "en_CA") == nil && LocalDates.order(ofLocale: "de") == .dayFirst)
}

@Test func choicesCountForOtherColumns() {
    var choices = TypeChoices()
    choices.numbers = .comma
    #expect(forms("n;m\na;1.234\nb;2.500\n", choices) == ["text", "integer comma chosen"])
    #expect(forms("n;m\na;1.5\nb;2.5\n", choices) == ["text", "text"])
    choices.numbers = nil
    choices.columns["m"] = .number(.comma)
    #expect(
        forms("n;m;o\na;1.234;1.500\nb;2.500;2.500\n", choices) == [
            "text", "integer comma chosen", "integer comma columns",
        ])
    choices.columns = ["a": .date(.dayFirst)]
    #expect(forms("a,b\n03/02/2031,03/02/2031\n", choices) == ["date dmy chosen", "date dmy columns"])
    choices.columns = ["m": .text, "n": .number(nil)]
    #expect(forms("n;m\n1.5;1\nx;2\n", choices) == ["decimal", "text"])
    choices.columns = ["a": .date(nil)]
    #expect(forms("a,b\n25/01/2031 10:00,x\nsoon,y\n03/02/2031,z\n", choices) == ["datetime dmy", "text"])
}

@Test func chosenUnitIsThatOfMostValues() {
    var choices = TypeChoices()
    choices.columns["m"] = .number(nil)
    #expect(forms("n,m\na,10%\nb,20%\nc,5\n", choices) == ["text", "integer %"])
    #expect(forms("n,m\na,10%\nb,20\nc,5\n", choices) == ["text", "integer"])
    #expect(forms("n,m\na,$10\nb,$20\nc,€5\n", choices) == ["text", "integer money"])
}
