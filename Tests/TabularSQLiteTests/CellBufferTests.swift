import SeededRandom
import Tabular
import Testing

@testable import TabularSQLite

/// The text of `number` in a cell.
private func text(_ number: Double) -> String {
    var buffer = CellBuffer(columnCount: 1)
    buffer.append(number)
    return String(decoding: buffer.bytes, as: UTF8.self)
}

@Test func numbersHaveTheFewestDigitsThatReadBack() {
    #expect(text(0) == "0" && text(-0.0) == "-0" && text(.infinity) == "Infinity" && text(-.infinity) == "-Infinity")
    #expect(text(0.5) == "0.5" && text(-12.25) == "-12.25" && text(0.0001) == "0.0001" && text(100) == "100")
    #expect(text(0.00005) == "5e-05" && text(1e16) == "1e+16" && text(0.05) == "0.05" && text(1234.5678) == "1234.5678")
    var random = SplitMix64(seed: 11)
    for _ in 0..<20000 {
        let whole = Double(random.int(-1_000_000_000_000...1_000_000_000_000))
        let number =
            random.oneIn(3) ? Double(bitPattern: random.next()) : whole / random.pick([1, 10, 100, 1000, 1e4, 1e5, 3])
        guard number.isFinite, number != 0 else { continue }
        #expect(text(number) == number.shortest)
    }
}
