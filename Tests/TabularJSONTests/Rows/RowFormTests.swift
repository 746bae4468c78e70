import Testing

@testable import TabularJSON

@Test func formsAreKeptByNumber() {
    #expect(RowForm(rawValue: 0) == .lines)
    #expect(RowForm(rawValue: 3) == .members)
}
