import Testing

@testable import Translation

struct NumberTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (123_456, "123,456"),
        (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func digitsStandInGroupsOfThree(number: Int, text: String) { #expect(number.grouped == text) }

    @Test func groupsAreAsTheLocaleHasThem() {
        #expect(1_234_567.grouped(by: NumberSigns(separator: ".", point: ",")) == "1.234.567")
        #expect(1_234_567.grouped(by: NumberSigns(separator: "\u{202F}", point: ",")) == "1\u{202F}234\u{202F}567")
        #expect(12_345_678.grouped(by: NumberSigns(groups: [3, 2])) == "1,23,45,678", "as in India")
        #expect(12_345_678.grouped(by: NumberSigns(separator: "", groups: [0])) == "12345678", "none at all")
        #expect(12_345_678.grouped(by: NumberSigns(groups: [3, 0])) == "12345,678", "the last ones alone")
        #expect((-1234).grouped(by: NumberSigns(separator: "’")) == "-1’234")
    }

    @Test func aPointStaysWhereNoLocaleIs() { #expect("12.5".withLocalPoint == "12.5") }
}
