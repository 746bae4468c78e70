import Tabular

/// The decision whether the first record of a table names its columns, by votes of the columns.
///
/// | a column votes | where |
/// | --- | --- |
/// | for a header | a text stands over values of a type, or beside a text a value over values of another type |
/// | for it | names that are numbers, years or dates in sequence, or one year, stand over other values |
/// | for it | numbers that rise or fall stand beside a text over dates or times |
/// | against it | a value stands over values of its type |
/// | against it | a text has the form of the texts below, such as that of identifiers or of values in brackets |
/// | against it | an address, a path or an item of a list stands over others (`EntryKind`) |
/// | against it | a word in square brackets stands over lines that are not divided, or a digit begins all of these |
///
/// Empty and repeated names vote for nothing. Where the votes are equal a record of texts is taken for a header, unless one
/// of them occurs among those below. A single
/// record is a header when it also has two fields: a table exported with no rows has its names, a single line of text is a
/// value.
struct HeaderVote {
    /// Records below the first that are examined.
    static let bodyLimit = 16
    /// Columns that vote.
    static let columnLimit = 1024
    /// Bytes of a value in them.
    static let valueLimit = 200

    private let names: PackedValues
    /// The first columns, whose votes are enough.
    private let columns: Range<Int>
    private let body: [PackedValues]
    private let recordCount: Int
    private let types: [TypeSet]
    /// Columns that vote for a header, less those that vote against it.
    private(set) var balance = 0

    /// `names` is the first record, `types` are the types of the values below it by column, `body` some records of them.
    init(_ names: PackedValues, over types: [TypeSet], _ body: [PackedValues], recordCount: Int) {
        (self.names, self.types, self.body, self.recordCount) = (names, types, body, recordCount)
        columns = 0..<min(names.count, Self.columnLimit)
        let sequence = SequenceNames(names, over: body)
        let twins = self.twins
        for index in columns where !names[index].isEmpty {
            let vote = sequence.contains(index) ? 1 : vote(of: index)
            balance += vote <= 0 && twins.contains(index) ? -1 : vote
        }
    }

    /// The columns of texts that are the same as those of an earlier column, also in the records below.
    private var twins: [Int] {
        guard body.count > 1 else { return [] }
        // The sort keeps the order of equals.
        let ordered = columns.filter { !names[$0].isEmpty }
            .sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
        var first = ordered.first ?? 0
        var twins: [Int] = []
        for index in ordered.dropFirst() {
            guard names[index].elementsEqual(names[first]) else {
                first = index
                continue
            }
            if body.allSatisfy({ index < $0.count && $0[index].elementsEqual($0[first]) }) { twins.append(index) }
        }
        return twins
    }

    var isHeader: Bool {
        if balance != 0 { return balance > 0 }
        let named = columns.filter { !isBlank(names[$0]) }
        let nameless = columns.filter { column in
            isBlank(names[column]) && body.contains { column < $0.count && !isBlank($0[column]) }
        }
        guard !named.isEmpty, nameless.count < named.count else { return false }
        // Names that occur as values below are values.
        let areValues = named.contains { index in
            body.contains { index < $0.count && $0[index].elementsEqual(names[index]) }
        }
        return !areValues && named.allSatisfy { [.text, .boolean].contains(nameClass($0)) }
            && (recordCount > 1 || names.count > 1)
    }

    /// True where all names are days or times of one kind.
    private var areDays: Bool {
        let first = nameClass(0)
        return names.count > 1 && [.date, .time, .dateTime].contains(first)
            && columns.allSatisfy { nameClass($0) == first }
    }

    private func vote(of index: Int) -> Int {
        let name = nameClass(index)
        if name == .blank { return 0 }
        // A table without names may begin with a value of a different type.
        let isNamed = index > 0 && [.text, .blank].contains(nameClass(0)) || areDays
        let type = typeClass(index)
        let values = type == nil ? values(in: index) : []
        if let below = type ?? Self.commonClass(of: values) {
            // Such as "No" over numbers.
            if name == .text || name == .boolean && below != .boolean { return 1 }
            return name == below ? -1 : isNamed ? 1 : 0
        }
        let isTime = [.date, .time, .dateTime].contains(name)
        // One date over texts is a value among others.
        if isTime && isNamed && columns.count(where: { nameClass($0) == name }) > 1
            && !values.contains(where: { $0.withUnsafeBufferPointer(CellClass.init(of:)) == name })
        {
            return 1
        }
        return name == .text && !values.isEmpty ? vote(of: index, over: values) : 0
    }

    /// The vote of a text over texts.
    private func vote(of index: Int, over values: [ArraySlice<UInt8>]) -> Int {
        let shape = ValueShape(names[index])
        if Self.isCode(names[index]), values.count > 1, values.allSatisfy({ Self.isCode($0, like: names[index]) }) {
            return -1
        }
        if let kind = EntryKind(names[index]) { return values.allSatisfy { EntryKind($0) == kind } ? -1 : 0 }
        let first = names[index].first ?? 0
        let isBracketed = "[{<(".utf8.contains(first)
        // The name of a section, above lines.
        if isBracketed && names.count == 1 && first == UInt8(ascii: "[") && names[index].last == UInt8(ascii: "]") {
            return -1
        }
        // Of a single column, such as `item 12` over `item 14`, `2 eggs` over `10 g of salt`, or `a.txt` over `b.csv`.
        let hasSign =
            names[index].contains { (0x30...0x39).contains($0) } || names[index].dropLast().contains(UInt8(ascii: "."))
        let isOnly = names.count == 1 && hasSign
        let beginsWithDigit = (0x30...0x39).contains(first)
        if isOnly && beginsWithDigit && values.count > 1 && values.allSatisfy({ (0x30...0x39).contains($0.first ?? 0) })
        {
            return -1
        }
        let beginsLikeValue = beginsWithDigit || isBracketed || first == UInt8(ascii: "#") || isOnly
        guard shape.isTelling || beginsLikeValue else { return 0 }
        // Lines that begin with a number, such as `10:00 start`, end in different ways.
        let isNumbered = beginsWithDigit && shape.isTelling
        let alike = values.count { value in
            let other = ValueShape(value)
            return isNumbered ? other.beginsLike(shape) : other == shape
        }
        let isTelling = shape.isTelling || alike == values.count && (alike > 1 || isBracketed)
        return isTelling && alike * 5 >= values.count * 4 ? -1 : 0
    }

    /// True for capital letters and digits, as in `AB-1000`.
    private static func isCode(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains { (0x30...0x39).contains($0) } && text.contains { (0x41...0x5A).contains($0) }
            && text.allSatisfy { $0 < 0x60 }
    }

    /// True for a code of the same length with the same signs, letters and digits at the same positions.
    private static func isCode(_ text: ArraySlice<UInt8>, like other: ArraySlice<UInt8>) -> Bool {
        func kind(_ byte: UInt8) -> UInt8 {
            switch byte {
            case 0x30...0x39: 0x30
            case 0x41...0x5A: 0x41
            default: byte
            }
        }
        return text.count == other.count && zip(text, other).allSatisfy { kind($0) == kind($1) }
    }

    private func nameClass(_ index: Int) -> CellClass { names[index].withUnsafeBufferPointer(CellClass.init(of:)) }

    /// The class that all values below have.
    private func typeClass(_ index: Int) -> CellClass? {
        guard index < types.count, types[index] != .unseen, !types[index].isNull, !types[index].isEmpty else {
            return nil
        }
        return CellClass(types[index])
    }

    /// The class that most of `values` have.
    private static func commonClass(of values: [ArraySlice<UInt8>]) -> CellClass? {
        var counts = CellClassCounts()
        for value in values { counts.add(value.withUnsafeBufferPointer(CellClass.init(of:))) }
        return counts.dominant?.cellClass
    }

    /// The values of a column in the records below the first, except blank ones.
    private func values(in index: Int) -> [ArraySlice<UInt8>] {
        body.compactMap { index < $0.count && !isBlank($0[index]) ? $0[index] : nil }
    }

    private func isBlank(_ text: ArraySlice<UInt8>) -> Bool { text.allSatisfy { $0 == UInt8(ascii: " ") } }
}

/// Names that are numbers in sequence or years, to the right of a column with a name of letters.
private struct SequenceNames {
    private static let years = 1800...2200
    private var columns: Set<Int> = []

    init(_ names: PackedValues, over body: [PackedValues]) {
        guard let first = names.first else { return }
        let corner = first.withUnsafeBufferPointer(CellClass.init(of:))
        // Numbers from 0 on may name all columns.
        if Self.number(first) == 0, names.count > 2, Self.sequenceEnd(names, from: 0) == names.count,
            Self.isNamed(0..<names.count, first: 0, isRest: false, over: body)
        {
            columns = Set(names.indices)
            return
        }
        guard corner == .text || corner == .blank else { return }
        if corner == .text, names.count > 2, Self.areOfMoments(body), Self.areSteps(names) {
            columns = Set(1..<min(names.count, HeaderVote.columnLimit))
            return
        }
        var start = 1
        while start < min(names.count, HeaderVote.columnLimit) {
            let end = Self.sequenceEnd(names, from: start)
            let run = start..<end
            let isRest =
                corner == .text && start == 1 && end == names.count && body.allSatisfy { Self.number($0, 0) != nil }
            if let value = Self.number(names, start), Self.isNamed(run, first: value, isRest: isRest, over: body) {
                columns.formUnion(run)
            }
            start = end
        }
    }

    func contains(_ column: Int) -> Bool { columns.contains(column) }

    /// True where all records begin with a date or a time.
    private static func areOfMoments(_ body: [PackedValues]) -> Bool {
        !body.isEmpty
            && body.allSatisfy { record in
                let first = record.first?.withUnsafeBufferPointer(CellClass.init(of:))
                return first.map { [.date, .time, .dateTime].contains($0) } ?? false
            }
    }

    /// True where all names but the first are numbers, each greater than the one before, or each less.
    private static func areSteps(_ names: PackedValues) -> Bool {
        let numbers = names.indices.dropFirst().map { index in
            let text = names[index].trimmingSpaces.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
            return Double(String(decoding: text, as: UTF8.self)) ?? .nan
        }
        let pairs = zip(numbers, numbers.dropFirst())
        return pairs.allSatisfy { $0 < $1 } || pairs.allSatisfy { $0 > $1 }
    }

    /// The end of the columns from `start` on whose names continue in equal steps.
    private static func sequenceEnd(_ names: PackedValues, from start: Int) -> Int {
        guard let first = number(names, start), let second = number(names, start + 1), first != second else {
            return start + 1
        }
        var end = start + 2
        while let next = number(names, end), let last = number(names, end - 1), next - last == second - first {
            end += 1
        }
        return end
    }

    /// `isRest` indicates that the names are those of all columns but the first, which has a name of letters over numbers.
    private static func isNamed(_ run: Range<Int>, first: Int, isRest: Bool, over body: [PackedValues]) -> Bool {
        guard !body.isEmpty else { return false }
        let values = body.flatMap { record in run.compactMap { $0 < record.count ? record[$0] : nil } }
            .filter { !$0.isEmpty }
        let numbers = values.compactMap { number($0) }
        let areOthers = 2 * numbers.count < values.count
        if years.contains(first) {
            if isRest && run.count > 1 { return true }
            let inYears = numbers.count { years.contains($0) }
            return areOthers || (run.count > 2 ? 2 * inYears < values.count : inYears == 0)
        }
        if areOthers && run.count > 2 && first <= 1 { return true }
        // Where the records below are sequences too, the first one is just another.
        if body.prefix(3).contains(where: { sequenceEnd($0, from: run.lowerBound) >= run.upperBound }) { return false }
        // Five or more in a row from 0 or 1 on are no coincidence, nor are three beside a name over numbers; fewer may be values.
        if first <= 1 && (run.count >= 5 || run.count >= 3 && isRest) { return true }
        let range = (first - run.count)...(first + run.count)
        if 2 * numbers.count(where: { range.contains($0) }) >= values.count { return false }
        return run.count >= 3 || (run.count == 2 && areOthers)
    }

    private static func number(_ record: PackedValues, _ index: Int) -> Int? {
        index < record.count ? number(record[index]) : nil
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.count <= 10 else { return nil }
        let word = text.trimmingSpaces
        // Most names begin with a letter.
        guard let first = word.first, first < 0x3A else { return nil }
        return Int(String(decoding: word, as: UTF8.self))
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingSpaces: ArraySlice<UInt8> {
        let space = UInt8(ascii: " ")
        guard let last = lastIndex(where: { $0 != space }) else { return [] }
        return self[...last].drop { $0 == space }
    }
}
