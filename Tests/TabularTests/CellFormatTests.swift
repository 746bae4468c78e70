import SeededRandom
import Testing

@testable import Tabular

private func shown(_ value: String, _ template: String) throws -> String {
    let format = try CellFormat(template)
    var output: [UInt8] = []
    Array(value.utf8).withUnsafeBufferPointer { _ = format.append($0, to: &output) }
    return String(decoding: output, as: UTF8.self)
}

private func applies(_ template: String, to value: String) throws -> Bool {
    let format = try CellFormat(template)
    var output: [UInt8] = Array("> ".utf8)
    let applies = Array(value.utf8).withUnsafeBufferPointer { format.append($0, to: &output) }
    if !applies { #expect(String(decoding: output, as: UTF8.self) == "> " + value) }
    return applies
}

@Test(arguments: [
    ("71.5", "%.2f / 100.00", "71.50 / 100.00"),
    ("71.5", "%.0f %%", "72 %"),
    ("71.5", "%.f", "72"),
    ("0.285", "%.2f", "0.29"),
    ("-0.285", "%.2f", "-0.29"),
    ("2.5", "%d", "3"),
    ("-2.5", "%d", "-3"),
    ("0.5", "%d", "1"),
    ("0.49999999999999999999999", "%d", "0"),
    ("-0.4", "%d", "0"),
    ("-0.001", "%.2f", "-0.00"),
    ("9.995", "%.2f", "10.00"),
    ("999.5", "%,d", "1,000"),
    ("0.05", "%.1f", "0.1"),
    ("0.04", "%.1f", "0.0"),
    ("0.005", "%.1f", "0.0"),
    ("1234567.891", "%,.2f", "1,234,567.89"),
    ("1234567.891", "%'f", "1,234,567.891"),
    ("123", "%,d", "123"),
    ("1.50", "%f kg", "1.50 kg"),
    ("5.", "%f", "5"),
    (".5", "%f", "0.5"),
    ("007", "%d", "7"),
    ("007", "%s", "007"),
    ("+3", "%d", "3"),
    ("3", "%+d", "+3"),
    ("3", "% d", " 3"),
    ("-3", "%+d", "-3"),
    ("3", "%5d|", "    3|"),
    ("3", "%-5d|", "3    |"),
    ("-3", "%05d", "-0003"),
    ("3.14159", "%+08.2f", "+0003.14"),
    ("é", "%3s|", "  é|"),
    ("東京", "%-4@|", "東京  |"),
    ("x", "a %@ b", "a x b"),
    ("1e5", "%,d", "100,000"),
    ("6.02e23", "%,.1f", "602,000,000,000,000,000,000,000.0"),
    ("1.5e-3", "%f", "0.0015"),
    ("1e-999999999", "%.3f", "0.000"),
    ("0e999999999", "%.1f", "0.0"),
    ("-0e999999999", "%d", "0"),
    ("1234567890123456789012345678901234567890.5", "%,d", "1,234,567,890,123,456,789,012,345,678,901,234,567,891"),
    (" 12.5 ", "%.2f", "12.50"),
    ("5", "%.100f", "5." + String(repeating: "0", count: 100)),
])
func aValueIsShownByItsTemplate(value: String, template: String, expected: String) throws {
    #expect(try shown(value, template) == expected)
    #expect(try applies(template, to: value))
}

@Test(arguments: [
    "", " ", "x", "1,5", "1.2.3", "--1", "-", "+", ".", "-.", "e5", "1e", "1e+", "0x1F", "nan", "inf", "1 2", "½", "٣",
    "1e1000", "1e999999999", "-1e99999999999999999999999999", "2024-01-31",
])
func whatIsNoNumberIsShownAsItStands(value: String) throws {
    #expect(try !applies("%.2f / 100.00", to: value))
    #expect(try !applies("%,d", to: value))
}

@Test func aNumberOfTooManyDecimalsIsShownAsItStands() throws {
    #expect(try !applies("%f", to: "1e-1001"))
    #expect(try applies("%f", to: "1e-1000"))
    #expect(try !applies("%d", to: String(repeating: "9", count: 1000) + ".5"))
    #expect(try applies("%d", to: String(repeating: "8", count: 1000)))
}

@Test func anEmptyTextStaysEmptyUnderText() throws {
    #expect(try !applies("%s kg", to: ""))
    #expect(try shown(" ", "[%s]") == "[ ]")
}

@Test func bytesThatAreNoTextPassThrough() throws {
    let format = try CellFormat("<%s>")
    var output: [UInt8] = []
    [0xFF, 0x00, 0xC3].withUnsafeBufferPointer { _ = format.append($0, to: &output) }
    #expect(output == [0x3C, 0xFF, 0x00, 0xC3, 0x3E])
}

@Test(arguments: [
    (
        "", 1,
        "there is no directive up to here. Write %s, %d, %f or one such as %.2f, or %% for a percent sign."
    ),
    (
        "100 %%", 7,
        "there is no directive up to here. Write %s, %d, %f or one such as %.2f, or %% for a percent sign."
    ),
    ("%d of %d", 7, "a second directive. A format has one; write %% for a percent sign."),
    ("%d %", 4, "a second directive. A format has one; write %% for a percent sign."),
    (
        "x%", 2,
        "the directive '%' has no end. Write %s, %d, %f or one such as %.2f, or %% for a percent sign."
    ),
    (
        "é %.2", 3,
        "the directive '%.2' has no end. Write %s, %d, %f or one such as %.2f, or %% for a percent sign."
    ),
    ("%x", 1, "there is no directive '%x'. Write %s, %d, %f or one such as %.2f, or %% for a percent sign."),
    ("%.2e", 1, "there is no directive '%.2e'. Write %s, %d, %f or one such as %.2f, or %% for a percent sign."),
    ("%.101f", 3, "there are at most 100 decimals."),
    ("%99999999999999999999d", 2, "a width is at most 1,000."),
    ("%.2d", 2, "%d takes no decimals. Write %.2f for them."),
    ("%,s", 1, "%s takes no flags but -. The others are for %d and %f."),
])
func aWrongTemplateIsToldWithItsPlace(template: String, character: Int, message: String) {
    #expect {
        try CellFormat(template)
    } throws: { error in
        let problem = error as? CellFormat.Problem
        #expect(problem?.character == character)
        #expect(problem?.message == message)
        return "\(error)" == "format '\(template)': character \(character): \(message)"
    }
}

@Test func anyNumberIsRoundedAsByHand() throws {
    var random = SplitMix64(seed: 20_260_402)
    for _ in 0..<4000 {
        let value = number(&random)
        let places = random.oneIn(4) ? nil : random.int(0...random.pick([0, 2, 5, 40]))
        let isInteger = random.oneIn(4)
        let isGrouped = random.oneIn(2)
        let hasPlus = random.oneIn(3)
        var slow = SlowDecimal(value)
        slow.round(to: isInteger ? 0 : places ?? slow.places)
        let isNegative = slow.isNegative && !(isInteger && slow.isZero)
        let expected = (isNegative ? "-" : hasPlus ? "+" : "") + slow.text(isGrouped: isGrouped)
        let letter = isInteger ? "d" : (places.map { ".\($0)" } ?? "") + "f"
        let template = "%" + (isGrouped ? "," : "") + (hasPlus ? "+" : "") + letter
        #expect(try shown(value, template) == expected, "\(value) as \(template)")
    }
}

/// A decimal of up to 45 digits, many of them 0, 4, 5 and 9, where rounding has its edges.
private func number(_ random: inout SplitMix64) -> String {
    let digits = Array("0123456789")
    let edges = Array("045999")
    func some(_ count: Int, _ random: inout SplitMix64) -> String {
        let palette = random.oneIn(2) ? digits : edges
        return String((0..<count).map { _ in random.pick(palette) })
    }
    var text = random.pick(["", "-", "+", " "])
    let whole = random.int(0...random.pick([1, 4, 25]))
    let fraction = whole == 0 ? random.int(1...20) : random.int(0...random.pick([0, 3, 20]))
    text += some(whole, &random)
    if fraction > 0 { text += "." + some(fraction, &random) }
    if random.oneIn(3) { text += random.pick(["e", "E"]) + "\(random.int(-60...60))" }
    return text
}

@Test(arguments: [
    ("0", "%{unix}", "1970-01-01 00:00:00"),
    ("1709208000", "%{unix}", "2024-02-29 12:00:00"),
    ("1709208000.25", "%{unix} UTC", "2024-02-29 12:00:00.25 UTC"),
    ("1.709208e9", "%{unix}", "2024-02-29 12:00:00"),
    ("-1", "%{unix}", "1969-12-31 23:59:59"),
    ("-0.25", "%{unix}", "1969-12-31 23:59:59.75"),
    ("253402300799", "%{unix}", "9999-12-31 23:59:59"),
    ("-62135596800", "%{unix}", "0001-01-01 00:00:00"),
    ("1709208000500", "%{unix-ms}", "2024-02-29 12:00:00.500"),
    ("1709208000000", "%{unix-ms}", "2024-02-29 12:00:00"),
    ("-1500", "%{unix-ms}", "1969-12-31 23:59:58.500"),
    ("1709208000000001", "%{unix-us}", "2024-02-29 12:00:00.000001"),
    ("13353681600000000", "%{webkit}", "2024-02-29 12:00:00"),
    ("730900800", "%{apple}", "2024-02-29 12:00:00"),
    ("0", "%{apple}", "2001-01-01 00:00:00"),
    ("2440587.5", "%{julian}", "1970-01-01 00:00:00"),
    ("2460370", "%{julian}", "2024-02-29 12:00:00"),
    ("2460370.12345678", "%{julian}", "2024-02-29 14:57:46.666"),
    ("1721425.5", "%{julian}", "0001-01-01 00:00:00"),
])
func numbersAreShownAsTimes(value: String, template: String, expected: String) throws {
    #expect(try shown(value, template) == expected)
    #expect(try CellFormat(template).isNumeric)
}

@Test(arguments: [
    ("253402300800", "%{unix}"), ("-62135596801", "%{unix}"), ("1e300", "%{unix}"),
    ("99999999999999999999", "%{webkit}"),
    ("word", "< %{unix} >"), ("", "%{unix}"), ("0", "%{julian}"), ("-1", "%{julian}"), ("99999999", "%{julian}"),
])
func numbersThatAreNoTimesStayAsTheyAre(value: String, template: String) throws {
    #expect(try shown(value, template) == value)
    #expect(try !applies(template, to: value))
}

@Test func timesOfEachDayAreThoseOfACalendar() throws {
    var (year, month, day, second) = (1896, 1, 1, -2_335_219_200)
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while year < 2105 {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        #expect(try shown("\(second + 1)", "%{unix}") == "\(year)-\(two(month))-\(two(day)) 00:00:01")
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        (day, second) = (day + 1, second + 86_400)
        if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
        if month > 12 { (year, month) = (year + 1, 1) }
    }
}

@Test func unknownTimesAreExplained() {
    let error = #expect(throws: CellFormat.Problem.self) { try CellFormat("at %{moon}") }
    #expect(
        error?.description.hasPrefix(
            "format 'at %{moon}': character 4: there is no time 'moon'. Write one of %{unix}, ") == true)
    #expect(throws: CellFormat.Problem.self) { try CellFormat("%{unix") }
    #expect(throws: CellFormat.Problem.self) { try CellFormat("%5{unix}") }
}
