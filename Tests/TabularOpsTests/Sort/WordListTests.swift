import SeededRandom
import Testing

@testable import TabularOps

@Test(arguments: 0..<60 as Range<UInt64>)
func textsArePlacedAmongWordsAsTheirBytesCompare(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Many begin alike, some for just as long as is compared at once; bytes of 0 are no end.
    let beginnings = [0, 1, 7, 8, 9, 15, 16, 17, 30].map { [UInt8](repeating: 98, count: $0) }
    func text() -> [UInt8] {
        random.pick(beginnings) + (0..<random.int(0...3)).map { _ in random.pick([0, 1, 97, 98, 99, 255]) }
    }
    let words = Set((0..<random.pick([1, 5, 300])).map { _ in text() }).sorted { $0.lexicographicallyPrecedes($1) }
    let list = WordList(words)
    for _ in 0..<300 {
        let text = random.oneIn(3) ? random.pick(words) : text()
        let (number, isEqual) = text.withUnsafeBufferPointer { list.place(of: $0) }
        #expect(number == words.count { $0.lexicographicallyPrecedes(text) }, "\(text)")
        #expect(isEqual == words.contains(text), "\(text)")
    }
}
