import Tabular
import Testing

@testable import QuadrilleApp
@testable import TabularOps

@Suite struct HitNumberTests {
    private func hit(row: Int, number: Int? = nil) -> FindHit {
        FindHit(row: row, place: row, column: 0, byte: nil, number: number)
    }

    @Test func theNumberOfAHitIsAskedForOnceWhenAllAreCounted() {
        var number = HitNumber()
        var progress = FindSearch.Progress()
        func isDue(_ hit: FindHit?) -> Bool { number.isDue(of: hit, progress) }
        #expect(!isDue(hit(row: 5)))
        progress.isComplete = true
        #expect(!isDue(nil))
        #expect(!isDue(hit(row: 5, number: 3)))
        #expect(isDue(hit(row: 5)))
        #expect(!isDue(hit(row: 5)))
        #expect(isDue(hit(row: 6)))
    }

    @Test func itIsNotAskedForWhereRowsCouldNotBeRead() {
        var number = HitNumber()
        var progress = FindSearch.Progress()
        (progress.isComplete, progress.error) = (true, ReadError(kind: .readFailed, source: "t.csv", message: "gone"))
        let isDue = number.isDue(of: hit(row: 5), progress)
        #expect(!isDue)
    }
}
