import Tabular

/// The first lines of a sample, which distinguish rare delimiters from text.
struct SampleLines {
    private static let limit = 100
    /// The digits of a short telephone number.
    private static let fewestDigits = 7
    /// Bytes of the longest line that may be one value.
    private static let longestValue = 64
    private let lines: [UnsafeBufferPointer<UInt8>]

    /// Lines that begin with `comment` are left out.
    init(_ sample: UnsafeBufferPointer<UInt8>, isWhole: Bool, comment: String? = nil) {
        var lines: [UnsafeBufferPointer<UInt8>] = []
        let mark = Array((comment ?? "").utf8)
        UnsafeBufferPointer(rebasing: sample.prefix(1 << 13)).forEachLine { line, isEnded in
            guard (isEnded || isWhole) && !line.isEmpty && lines.count < Self.limit else { return }
            if mark.isEmpty || !line.starts(with: mark) { lines.append(line) }
        }
        self.lines = lines
    }

    /// True where almost all lines contain the delimiter, and few are whole values, or begin with a time.
    func mayBeDivided(by delimiter: String) -> Bool {
        guard lines.count > 1 else { return false }
        let holding = lines.count { $0.contains(delimiter) }
        guard holding * 10 >= lines.count * 9 else { return false }
        // Some rows of numbers look like one number in groups.
        if delimiter == " " {
            let others = lines.count { !isValue($0) && $0.contains(delimiter) }
            return others > 1 && others * 10 >= lines.count
        }
        // Names of channels, and numbers of cases: `#general`, `fix #12`.
        if delimiter == "#" && lines.contains(where: Self.hasNumberSign) { return false }
        let values = lines.count { isValue($0) || (delimiter == ":" && $0.holdsTime) }
        return values * 10 <= lines.count
    }

    /// Returns true where a number sign is the first byte, or next to a space.
    private static func hasNumberSign(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.first == UInt8(ascii: "#") || line.contains(" #") || line.contains("# ")
    }

    /// True for a number, a date, a time or a similar value.
    private func isValue(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.count <= Self.longestValue && !TypeSet(line).isEmpty
    }

    /// The ways in which spaces may divide the lines: single ones (false), or runs of them (true). Text has spaces too, so they
    /// have to align columns, enclose quoted values, or separate numbers that are not parts of one.
    var spaces: [Bool] {
        guard mayBeDivided(by: " ") else { return [] }
        let isAligned = lines.count { $0.first == Self.space || $0.contains("  ") } * 2 >= lines.count
        if isAligned { return [true] }
        if lines.contains(where: Self.hasQuotes) { return [false] }
        // Each of the next has as many words in every line.
        guard let count = lines.first?.wordCount, count > 1, lines.allSatisfy({ $0.wordCount == count }) else {
            return []
        }
        let words = lines.map(\.words)
        let areDivided =
            hasNames(words) || areMostlyNumbers(words) || areNumbers(words) || areMeasured(words)
            || areCounted(words)
        return areDivided ? [false] : []
    }

    /// True where a quote is at the border of a part between spaces.
    private static func hasQuotes(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.contains(" \"") || line.first == UInt8(ascii: "\"") && line.contains("\" ")
    }

    private static let space = UInt8(ascii: " ")

    /// True where all words of the first line are text, and one of them has numbers below.
    private func hasNames(_ words: [[UnsafeBufferPointer<UInt8>]]) -> Bool {
        guard words.count > 1, words[0].allSatisfy({ CellClass(of: $0) == .text }) else { return false }
        return words[0].indices.contains { column in
            words.dropFirst().allSatisfy { CellClass(of: $0[column]) == .number }
        }
    }

    /// True for three or more words a line, where at least half of the columns are numbers, one of them with more digits in some
    /// lines than in others.
    private func areMostlyNumbers(_ words: [[UnsafeBufferPointer<UInt8>]]) -> Bool {
        let count = words.first?.count ?? 0
        guard count > 2, words.count > 2 else { return false }
        let numbers = (0..<count).filter { column in
            words.allSatisfy { CellClass(of: $0[column]) == .number }
        }
        let isVaried = numbers.contains { column in Set(words.map { $0[column].count }).count > 1 }
        return isVaried && numbers.count < count && 2 * numbers.count >= count
    }

    /// True for dates, times and numbers alone, and some of each: `2023-01-01 10:00 5.1`. After a date and a time there may be
    /// texts too, as in the log of a server: `2023-01-01 10:00:05 GET /a 200`.
    private func areMeasured(_ words: [[UnsafeBufferPointer<UInt8>]]) -> Bool {
        let moments: Set<CellClass> = [.date, .time, .dateTime]
        let classes = words.first?.map { CellClass(of: $0) } ?? []
        guard words.count > 2, classes.contains(.number), !moments.isDisjoint(with: classes) else { return false }
        let isLog = classes.starts(with: [.date, .time])
        guard isLog || moments.union([.number]).isSuperset(of: classes) else { return false }
        return words.allSatisfy { zip($0, classes).allSatisfy { CellClass(of: $0) == $1 } }
    }

    /// True for different words and the number of each, in order: `the 231 / of 131 / to 97`.
    private func areCounted(_ words: [[UnsafeBufferPointer<UInt8>]]) -> Bool {
        guard words.count > 2, words.allSatisfy({ $0.count == 2 && CellClass(of: $0[0]) == .text }),
            Set(words.map { Array($0[0]) }).count == words.count
        else { return false }
        let counts = words.compactMap { Int(String(decoding: $0[1], as: UTF8.self)) }
        return counts.count == words.count && counts.first != counts.last
            && zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 }
    }

    /// True for numbers alone, of which some have a point or a sign, or two columns have different numbers of digits, or there are
    /// few digits: those of telephones, cards and accounts have the same in each line.
    private func areNumbers(_ words: [[UnsafeBufferPointer<UInt8>]]) -> Bool {
        let count = words.first?.count ?? 0
        let all = words.joined()
        guard all.allSatisfy({ CellClass(of: $0) == .number }) else { return false }
        if all.contains(where: { $0.contains(UInt8(ascii: ".")) || $0.first == UInt8(ascii: "-") }) { return true }
        let varied = (0..<count).count { column in Set(words.map { $0[column].count }).count > 1 }
        return varied > 1 || words.allSatisfy { $0.reduce(0) { $0 + $1.count } < Self.fewestDigits }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of `words`.
    fileprivate var wordCount: Int {
        indices.count { self[$0] != 0x20 && ($0 == 0 || self[$0 - 1] == 0x20) }
    }

    /// The words between runs of spaces.
    fileprivate var words: [UnsafeBufferPointer<UInt8>] {
        var words: [UnsafeBufferPointer<UInt8>] = []
        var start = 0
        for end in 0...count where end == count || self[end] == 0x20 {
            if end > start { words.append(UnsafeBufferPointer(rebasing: self[start..<end])) }
            start = end + 1
        }
        return words
    }
}
