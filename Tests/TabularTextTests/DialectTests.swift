import Tabular
import Testing

@testable import TabularText

private func sample(_ text: String, name: String = "x", options: TextOptions = TextOptions()) -> SampleTable {
    Array(text.utf8).withUnsafeBufferPointer { SampleTable($0, isWhole: true, name: name, options: options) }
}

@Test(arguments: [
    ("a,b\n1,2\n", ","), ("a;b\n1;2\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"),
    ("1,5;2,5;3,5\n4,5;5,5;6,5\n", ";"), ("Dear all, hi\nhow, are, you\nfine\nok\n", ";"),
    ("x\ny\nz\n", ","), ("", ","), ("\n", ","), ("hello", ","),
    ("a,b\n\"x;y;z\",2\n\"p;q;r\",3\n", ","), ("name;note\nx;\"a,b,c\"\ny;\"d,e,f\"\n", ";"),
    ("2024-01-01 10:00|x, y|1\n2024-01-02 10:00|z|2\n2024-01-03 11:00|w|3\n", "|"),
    ("a\tb,c\nd\te\nf\tg,h,i\n", "\t"), ("a;b;c\n1;2\n3\n4;5;6;7\n", ";"),
])
func theDelimiterIsFound(_ text: String, delimiter: String) {
    #expect(sample(text).dialect.delimiter == delimiter)
}

@Test(arguments: [
    ("a,b,c\n1,2,3\n", ",", ";"), ("a;b|c\n1;2|3\n", ";", "|"), ("a|b\n1|2\n", "|", ","), ("", ",", ";"),
])
func theQuoteIsNeverTheDelimiter(_ text: String, quote: String, delimiter: String) {
    let found = sample(text, options: TextOptions(quote: Choice(quote.utf8.first)))
    #expect(found.dialect.delimiter == delimiter)
}

@Test func theExtensionDecidesBetweenEquals() {
    // Tabs are hardly ever part of a value.
    #expect(sample("a,b\tc\nd,e\tf\n", name: "X.CSV").dialect.delimiter == "\t")
    #expect(sample("a,b|c\nd,e|f\n", name: "X.CSV").dialect.delimiter == ",")
    #expect(sample("a;b\nc;d\n", name: "x.csv").dialect.delimiter == ";")
}

@Test(arguments: [
    ("id,name\n1,Ann\n2,Bob\n", true), ("1,Ann\n2,Bob\n", false), ("name,town\nAnn,Oslo\n", true),
    (",a,b\n0,1,2\n", true), ("a,,b\nx,y,z\n", true), ("a,a\nx,y\n", true), ("2019,2020\n1,2\n", false),
    ("id,date\n1,2024-01-01\n", true), ("Ann,2024-01-01\nBob,2024-01-02\n", false), ("a,b\n", true), ("1,2\n", false),
    ("hello\n", false), ("name\nAnn\nBob\n", true), ("5\n6\n", false), ("\n1\n", false), ("a,b\n,\n", true),
    ("true\nfalse\n", false), ("", false),
])
func theHeaderIsFound(_ text: String, hasHeader: Bool) {
    #expect(sample(text).dialect.hasHeader == hasHeader)
}

@Test(arguments: [
    ("a,b\n1,2", Dialect.Terminator.lf), ("a,b\r\n1,2", .crlf), ("a,b\r1,2", .cr), ("a\r\n", .crlf), ("a", .lf),
])
func theTerminatorIsThatOfTheFirstRecord(_ text: String, terminator: Dialect.Terminator) {
    #expect(sample(text).dialect.terminator == terminator)
}

@Test func everyChoiceCanBeOverridden() {
    let options = TextOptions(delimiter: ":", quote: .none, headerRows: 0)
    let table = source("\"a:b\n1:2\n", options: options)
    #expect(table.waitUntilComplete().columns.map(\.name) == ["", ""])
    #expect(table.lines(0..<2) == ["\"a|b", "1|2"])
    #expect(table.snapshot.problems.count == 0)
}

@Test(arguments: [
    ("7", ColumnType.integer), ("-7", .integer), ("+3", .integer), ("007", .code), (" 12 ", .integer),
    ("123456789012345678901234567890", .integer), ("1.5", .decimal), (".5", .decimal), ("5.", .decimal),
    ("1e5", .decimal), ("-1.2E-3", .decimal), ("1e", .text), (".", .text), ("-", .text), ("1 2", .text),
    ("1,5", .decimal),
    ("true", .boolean), ("False", .boolean), ("YES", .boolean), ("no", .boolean), ("tRUE", .text), ("0", .integer),
    ("y", .text), ("2024-01-31", .date), ("2024/1/31", .date), ("31.12.2024", .date), ("1/31/24", .date),
    ("31-01-2024", .date), ("2024-13-01", .text), ("2024-01-32", .text), ("32.1.2024", .text), ("1.2.3", .text),
    ("192.168.0.1", .text), ("9:05", .time), ("23:59:60", .time), ("09:05:59.123", .time), ("24:00", .text),
    ("9:5", .text), ("2024-01-31 09:05", .dateTime), ("2024-01-31T09:05:59.5Z", .dateTime),
    ("2024-01-31T09:05:59+01:00", .dateTime), ("2024-01-31T09:05-0130", .dateTime), ("2024-01-31 x", .text),
    ("  ", .text), ("NaN", .text), ("555-1234", .text), ("2024-01", .text), ("1/2", .text),
])
func aValueHasTheTypeOfItsForm(_ value: String, type: ColumnType) {
    let found = Array(value.utf8).withUnsafeBufferPointer { TypeSet($0).columnType }
    #expect(found == type)
}

@Test(arguments: [
    ("1\n\n2\n", ColumnType.integer), ("1\n2.5\n", .decimal), ("1\nx\n", .text), ("1\ntrue\n", .text),
    ("2024-01-01\n2024-01-01 10:00\n", .dateTime), ("\n\n", .empty),
])
func aColumnHasTheTypeThatAllItsValuesShare(_ values: String, type: ColumnType) {
    let snapshot = source(values, options: TextOptions(headerRows: 0)).waitUntilComplete()
    #expect(snapshot.columns.map(\.type) == [type])
}
