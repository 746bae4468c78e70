import Tabular
import TabularOps

/// The values of a column that the user has checked.
struct ValueChoice: Sendable, Hashable {
    /// A line of the list.
    struct Line: Sendable, Hashable {
        var value: ValueList.Value
        /// Nil where it is not known: it is not among those that are told.
        var entry: ValueList.Entry?
        var isChecked: Bool

        var isCheckable: Bool { value.isCheckable }
    }

    /// Values that are longer together are too much for a condition, in bytes.
    static let longest = 1 << 26

    /// In the order in which they were checked.
    private(set) var checked: [ValueList.Value] = []
    private var isChecked: Set<ValueList.Value> = []
    /// The texts of long values, as far as they are known.
    private var texts: [ValueList.LongValue: String] = [:]
    /// The condition that is edited, until the first list of values tells which of them it concerns.
    private var before: Condition?

    /// Begins with what a condition has that is to be another one.
    init(_ condition: Condition? = nil) {
        guard let condition, condition.comparison == .isIn else { return }
        before = condition
        for text in condition.values {
            if text.isEmpty {
                for kind in Condition.Blanks.kinds where condition.blanks.contains(kind) {
                    check(.blank(kind))
                }
                continue
            }
            let value = ValueList.Value(text: text)
            if case .long(let long) = value { texts[long] = text }
            check(value)
        }
    }

    var isEmpty: Bool { checked.isEmpty }

    mutating func check(_ value: ValueList.Value) {
        guard value.isCheckable else { return }
        if isChecked.insert(value).inserted { checked.append(value) }
    }

    mutating func uncheck(_ values: [ValueList.Value]) {
        isChecked.subtract(values)
        checked.removeAll { !isChecked.contains($0) }
    }

    mutating func toggle(_ value: ValueList.Value) {
        if isChecked.contains(value) { uncheck([value]) } else { check(value) }
    }

    /// The first list has come of a column of a form: numbers that are written otherwise are checked
    /// too.
    mutating func meet(_ list: ValueList, _ form: ValueForm) {
        guard let before else { return }
        self.before = nil
        // Rows without a value are known by what there is; where there is none now, one line stands for them.
        let gone = Condition.Blanks.kinds.filter { !list.blanks.contains($0) }
        let kept = checked.contains { if case .blank(let kind) = $0 { list.blanks.contains(kind) } else { false } }
        let first = checked.first { if case .blank = $0 { true } else { false } }
        uncheck(gone.map { .blank($0) }.filter { kept || $0 != first })
        var texts: [String] = []
        for entry in list.entries { if case .text(let text) = entry.value { texts.append(text) } }
        for (text, isListed) in zip(texts, before.lists(texts, form))
        where isListed { check(.text(text)) }
    }

    /// The lines of a list: what is checked and not told in it stands first, where it `showsAll` that is checked.
    func lines(of entries: [ValueList.Entry], showsAll: Bool) -> [Line] {
        let told = Set(entries.map(\.value))
        let others = showsAll ? checked.filter { !told.contains($0) } : []
        return others.map { Line(value: $0, entry: nil, isChecked: true) }
            + entries.map { Line(value: $0.value, entry: $0, isChecked: isChecked.contains($0.value)) }
    }

    /// Long values whose texts are still to be found.
    var unknown: [ValueList.LongValue] {
        checked.compactMap { value in
            guard case .long(let long) = value, texts[long] == nil else { return nil }
            return long
        }
    }

    mutating func know(_ text: String, of value: ValueList.LongValue) { texts[value] = text }

    /// Bytes of all values that are checked.
    var bytes: Int {
        checked.reduce(0) { sum, value in
            switch value {
            case .text(let text): sum + text.utf8.count
            case .long(let long): sum + long.length
            case .blank, .malformed: sum
            }
        }
    }

    /// That a column is one of what is checked; nil where nothing is. `blanks` are the ways of having no value that were
    /// there to be checked.
    func condition(ofColumn column: Int, type: ColumnType, blanks: Condition.Blanks) -> Condition? {
        if checked.isEmpty { return nil }
        var condition = Condition(column: column, .isIn)
        condition.isLiteral = type != .text
        var chosen: Condition.Blanks = []
        for value in checked {
            switch value {
            case .blank(let kind): chosen.insert(kind)
            case .text(let text): condition.values.append(text)
            case .long(let long): if let text = texts[long] { condition.values.append(text) }
            case .malformed: break
            }
        }
        if !chosen.isEmpty {
            condition.values.append("")
            let isAll = chosen.isSuperset(of: blanks) && !blanks.contains(.unreadable)
            condition.blanks = isAll ? .all : chosen
        }
        return condition
    }
}

extension ValueList.Value {
    /// A Boolean value that indicates whether a condition can match the value; false for malformed text.
    var isCheckable: Bool { if case .malformed = self { false } else { true } }
}

extension ValueList {
    /// The ways of having no value that there are.
    var blanks: Condition.Blanks {
        entries.reduce(into: Condition.Blanks()) { blanks, entry in
            if case .blank(let kind) = entry.value { blanks.insert(kind) }
        }
    }
}
