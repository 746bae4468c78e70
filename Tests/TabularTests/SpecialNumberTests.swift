import Testing

@testable import Tabular

private func special(_ text: String) -> SpecialNumber? {
    Array(text.utf8).withUnsafeBufferPointer { SpecialNumber($0) }
}

@Test func specialNumbersHaveTheirNames() {
    for number in SpecialNumber.allCases { #expect(special(number.text) == number) }
    #expect(special("inf") == .infinity && special("+INF") == .infinity && special("-inf") == .negativeInfinity)
    for text in ["", "-", "nan ", "-nan", "infinit", "infinityx", "1", "n"] { #expect(special(text) == nil, "\(text)") }
}

@Test func specialNumbersStandAtBothEndsOfAllNumbers() {
    var form = ValueForm(.decimal, nullWords: .none)
    form.readsSpecialNumbers = true
    let sorted = ["-Infinity", "-1e9999", "-2", "0", "1e9999", "Infinity", "NaN"]
    for (index, text) in sorted.enumerated() {
        for (other, otherText) in sorted.enumerated() {
            let order = Array(text.utf8).withUnsafeBufferPointer { text in
                Array(otherText.utf8).withUnsafeBufferPointer { form.numberOrder(of: text, to: $0) }
            }
            #expect(order?.signum() == (index - other).signum(), "\(text) \(otherText)")
        }
    }
    let text = ValueForm(.decimal, nullWords: .none)
    #expect(Array("NaN".utf8).withUnsafeBufferPointer { form.fit(of: $0) == .fits && text.fit(of: $0) == .misfit })
}

@Test func datesOfDistantYearsAreInOrder() {
    let dates = [
        "-5881580-07-11", "-10000-01-01", "-0401-12-31", "-0400-02-29", "-0400-03-01", "-0044-03-15", "-0004-02-29",
        "-0001-12-31",
        "0000-01-01", "0000-03-01", "9999-12-31", "+10000-01-01", "+12345-01-01", "+5881580-07-11",
    ]
    func number(_ text: String) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { CalendarText.date($0, .dayFirst) }
    }
    func seconds(_ text: String) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { CalendarText.dateTime($0, .dayFirst)?.seconds }
    }
    for (a, b) in zip(dates, dates.dropFirst()) {
        #expect((number(a) ?? .max) < (number(b) ?? .min), "\(a) \(b)")
        #expect((seconds(a) ?? .max) < (seconds(b) ?? .min), "\(a) \(b)")
    }
    // One day after the other.
    for (a, b) in [
        ("-0001-12-31", "0000-01-01"), ("-0400-02-29", "-0400-03-01"), ("9999-12-31", "+10000-01-01"),
        ("-0401-12-31", "-0400-01-01"),
    ] {
        #expect((seconds(b) ?? 0) - (seconds(a) ?? 0) == 86_400, "\(a)")
    }
    for text in [
        "+2024-01-01", "-44-03-15", "-0044-13-01", "+12345-1-01", "-0001-02-29", "--0044-01-01", "+-12345-01-01",
    ] {
        #expect(number(text) == nil, "\(text)")
    }
}

@Test func rowLabelsAreThoseOfTheirStretch() {
    #expect(RowLabels.counted(first: 3).label(ofRow: 4) == 7)
    let labels = RowLabels.stretches([.init(row: 0, label: 2), .init(row: 5, label: 100)])
    #expect([0, 4, 5, 6].map { labels.label(ofRow: $0) } == [2, 6, 100, 101])
}
