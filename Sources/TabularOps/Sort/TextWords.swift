import Glibc

/// Knowledge about a column's texts, sampled before the sort, that shortens their keys: a shared beginning, and some sorted and
/// numbered texts. A text between two of those has the beginning that both share.
///
///     beginning "user-"    "user-7" with it, and "7"     "admin" before it, and all of "admin"
///     Basel, Bern, Oslo    Basel 1    Bern 3    Oslo 5    Belm 2 and "lm"    Ankara 0 and "Ankara"    Paris 6 and "Paris"
///
/// Keys compare as the bytes of the texts do in any case: a text outside the sample only has a longer key.
final class TextWords: Sendable {
    /// The classes of texts that sort before the shared beginning, have it, or sort after it.
    private static let classes: (before: UInt8, with: UInt8, behind: UInt8) = (0x77, 0x78, 0x79)
    /// The maximum number of words if texts repeat, and otherwise: their beginnings fit into a cache. With more words, adjacent
    /// ones share more of a text's beginning, and fewer texts are too long for an entry.
    static let most = (repeated: 1 << 14, between: 1 << 12)

    private let beginning: [UInt8]
    /// The words without the beginning.
    private let words: WordList
    private let table: WordTable?

    static let none = TextWords(beginning: [], words: [], isRepeated: false)

    private init(beginning: [UInt8], words: [[UInt8]], isRepeated: Bool) {
        self.beginning = beginning
        self.words = WordList(words)
        table = isRepeated ? WordTable(self.words) : nil
    }

    /// Creates the words from a sample of the column's texts.
    convenience init(samples: [[UInt8]]) {
        let texts = samples.filter { !$0.isEmpty }
        guard let first = texts.first else {
            self.init(beginning: [], words: [], isRepeated: false)
            return
        }
        var shared = first[...]
        for text in texts { shared = shared.prefix(zip(shared, text).prefix { $0 == $1 }.count) }
        let beginning = shared.count > 1 ? Array(shared) : []
        // The room that a class before the text and an end mark after it leave.
        let room = SortEntry.keyBytes - 2 + beginning.count
        guard texts.lazy.filter({ $0.count > room }).count * 100 > texts.count else {
            self.init(beginning: beginning, words: [], isRepeated: false)
            return
        }
        let distinct = Set(texts)
        // If the first half of the sample lacks texts of the second, it lacks those of the rest of the column too.
        let half = texts.count / 2
        let known = Set(texts[..<half])
        let unknown = texts[half...].lazy.filter { !known.contains($0) }.count
        let isRepeated = unknown * 5 <= texts.count - half && distinct.count <= Self.most.repeated
        let sorted = distinct.sorted { $0.lexicographicallyPrecedes($1) }
        let step = isRepeated ? 1 : max(1, (sorted.count + Self.most.between - 1) / Self.most.between)
        let words = stride(from: step / 2, to: sorted.count, by: step).map { Array(sorted[$0][beginning.count...]) }
        self.init(beginning: beginning, words: words, isRepeated: isRepeated)
    }

    /// Appends the class and the key of `text`, which is not empty.
    @inline(__always)
    func append(_ text: UnsafeBufferPointer<UInt8>, to key: KeyBuffer) {
        let count = beginning.count
        var index = 0
        while index < min(count, text.count) && text[index] == beginning[index] { index += 1 }
        if index < count {
            let isBefore = index == text.count || text[index] < beginning[index]
            key.append(isBefore ? Self.classes.before : Self.classes.behind)
            return key.append(text: text)
        }
        key.append(Self.classes.with)
        let rest = UnsafeBufferPointer(rebasing: text[count...])
        if words.count == 0 { return key.append(text: rest) }
        if let number = table?.number(of: rest, in: words) {
            return key.append(UInt64(number * 2 + 1) << 48, bytes: 2)
        }
        let (number, isEqual) = words.place(of: rest)
        key.append(UInt64(number * 2 + (isEqual ? 1 : 0)) << 48, bytes: 2)
        if !isEqual { key.append(text: UnsafeBufferPointer(rebasing: rest[words.shared(before: number)...])) }
    }
}

/// Sorted texts, contiguous in memory.
struct WordList: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    /// The first 16 bytes of each as a number, big-endian.
    private var heads: [UInt128] = []
    /// The number of bytes that each word shares with the one before it; 0 for the first, and 0 once more after the last.
    private var sharedBytes: [Int] = []

    init(_ words: [[UInt8]]) {
        for (index, word) in words.enumerated() {
            bytes += word
            ends.append(bytes.count)
            heads.append(word.withUnsafeBufferPointer { Self.head($0) })
            sharedBytes.append(index == 0 ? 0 : zip(word, words[index - 1]).prefix { $0 == $1 }.count)
        }
        sharedBytes.append(0)
    }

    var count: Int { heads.count }

    /// Returns the number of bytes that a text between two words shares with both: the word `number` and the one before it.
    func shared(before number: Int) -> Int { sharedBytes[number] }

    func withWord<R>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[ends[number]..<ends[number + 1]])) }
    }

    /// Returns the number of words before `text`, and whether the next word equals it. O(log words).
    func place(of text: UnsafeBufferPointer<UInt8>) -> (Int, Bool) {
        let head = Self.head(text)
        var low = heads.withUnsafeBufferPointer { heads in
            var (low, left) = (0, heads.count)
            while left > 0 {
                let half = left &>> 1
                let isBefore = heads[low &+ half] < head
                low = isBefore ? low &+ half &+ 1 : low
                left = isBefore ? left &- half &- 1 : half
            }
            return low
        }
        guard low < count, heads[low] == head else { return (low, false) }
        // Some words begin as the text does.
        var (high, end) = (low + 1, count)
        while high < end {
            let middle = (high + end) / 2
            if heads[middle] == head { high = middle + 1 } else { end = middle }
        }
        while low < high {
            let middle = (low + high) / 2
            if withWord(middle, { $0.lexicographicallyPrecedes(text) }) { low = middle + 1 } else { high = middle }
        }
        return (low, low < count && isWord(low, text))
    }

    /// Returns true where `text` equals the word `number`.
    @inline(__always)
    func isWord(_ number: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        withWord(number) { word in
            guard word.count == text.count, let one = word.baseAddress, let other = text.baseAddress else {
                return word.count == text.count
            }
            return memcmp(one, other, text.count) == 0
        }
    }

    @inline(__always)
    private static func head(_ text: UnsafeBufferPointer<UInt8>) -> UInt128 {
        guard text.count >= 8, let base = UnsafeRawPointer(text.baseAddress) else {
            var head: UInt64 = 0
            for (index, byte) in text.enumerated() { head |= UInt64(byte) << UInt64(56 - 8 * index) }
            return UInt128(_low: 0, _high: head)
        }
        let high = UInt64(bigEndian: base.loadUnaligned(as: UInt64.self))
        // The last 8 of up to 16 bytes, without those that the first 8 include.
        let count = min(16, text.count)
        let last = UInt64(bigEndian: base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
        return UInt128(_low: last << UInt64(8 * (16 - count)), _high: high)
    }
}

/// The indices of words by their bytes. Like a dictionary, but a lookup allocates nothing.
private struct WordTable: Sendable {
    /// A word's number plus 1, or 0; at most a quarter are occupied.
    private var slots: [UInt32]
    private let mask: Int

    init(_ words: WordList) {
        var size = 64
        while size < words.count * 4 { size *= 2 }
        mask = size - 1
        slots = [UInt32](repeating: 0, count: size)
        for number in 0..<words.count {
            var slot = words.withWord(number) { Self.hash($0) } & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(number + 1)
        }
    }

    @inline(__always)
    func number(of text: UnsafeBufferPointer<UInt8>, in words: WordList) -> Int? {
        var slot = Self.hash(text) & mask
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if words.isWord(number, text) { return number }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// FNV-1a of 64 bytes at most: the words are few and from the sample, so collisions cannot slow lookups much.
    @inline(__always)
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = 0
        let count = min(64, text.count)
        while index < count {
            hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3
            index &+= 1
        }
        return Int(truncatingIfNeeded: hash >> 20)
    }
}
