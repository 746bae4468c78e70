import Testing

@testable import TabularText

/// A dictionary of another capacity has another order, and floating-point sums depend on it.
@Test func sumOfCostsIsTheSameInEveryOrder() {
    let parts = DetectionReport.Part.allCases
    let amounts = [1e16, 0.1, 1, -1e16, 0.2, 0.3]
    let totals = (1..<200).map { capacity in
        var costs = [DetectionReport.Part: Double](minimumCapacity: capacity)
        for (part, amount) in zip(parts, amounts) { costs[part] = amount }
        return DetectionReport.Reading(
            dialect: Dialect(), columns: 1, records: 1, skippedLines: 0, raggedRecords: 0, oddRecords: 0,
            typedShare: 1, costs: costs
        ).total
    }
    #expect(Set(totals) == [amounts.reduce(0, +)])
}
