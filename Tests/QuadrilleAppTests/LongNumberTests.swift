import Testing

/// Columns of numbers that are longer than binary fractions, from the command line.
@Suite struct LongNumberTests {
    private func column(_ values: [String]) throws -> [String: Any] {
        let folder = try TemporaryFolder()
        let file = try folder.write("t.csv", "n\n" + values.map { $0 + "\n" }.joined())
        let outcome = try Program.run("info", file, "--columns", "--json")
        #expect(outcome.status == 0)
        let columns = try #require(try outcome.json["columns"] as? [[String: Any]])
        return try #require(columns.first)
    }

    private func quantiles(_ column: [String: Any]) -> [String] {
        (column["quantiles"] as? [[String: Any]])?.compactMap { $0["value"] as? String } ?? []
    }

    @Test func numbersBeyondDoublesHaveStatistics() throws {
        let column = try column(["1", "2", "1e400"])
        #expect(column["deviation"] as? String == "5.77350269e+399")
        #expect(quantiles(column) == ["1", "1", "2", "1e400", "1e400"])
        #expect(column["quantileError"] as? Double == 0)
    }

    @Test(arguments: [
        (123_456_789_012_345_678, 1001, 289.108111), (9_007_199_254_740_992, 1001, 289.108111),
        (1_234_567_890_123_456_780, 10, 3.02765035),
    ])
    func deviationOfIDsIsExact(first: Int, count: Int, deviation: Double) throws {
        let ids = (first..<first + count).map(String.init)
        let column = try column(ids.reversed())
        #expect(column["deviation"] as? Double == deviation)
        let ranks = [0.05, 0.25, 0.5, 0.75, 0.95].map { Int(($0 * Double(count)).rounded(.up)) - 1 }
        #expect(quantiles(column) == ranks.map { ids[$0] })
    }
}
