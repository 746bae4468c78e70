import Tabular
import TabularOps

/// The values of a column that the user has checked.
struct ValueChoice: Sendable, Hashable {
    /// A line of the list.
    struct Line: Sendable, Hashable {
        var value: ValueList.Value
        /// Nil for a checked value that the list does not contain.
        var entry: ValueList.Entry?
        var isChecked: Bool

        var isCheckable: Bool { value.isCheckable }
    }

    /// The maximum total size in bytes of the values in a condition.
    static let longest = 1 << 26

    /// In the order in which they were checked.
    private(set) var checked: [ValueList.Value] = []
    private var isChecked: Set<ValueList.Value> = []
    /// The texts of long values, as far as they are known.
    private var texts: [ValueList.LongValue: String] = [:]
    /// The edited condition, until the first list of values shows which of them it matches.
    private var before: Condition?

    /// Checks the values of the condition to edit.
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

    /// Updates the choice from the first list of values: also checks numbers that are equal but written
    /// differently.
    mutating func meet(_ list: ValueList, _ form: ValueForm) {
        guard let before else { return }
        self.before = nil
        // Unchecks kinds of blanks that the list lacks; if it has none of the checked kinds, one line remains for them.
        let gone = Condition.Blanks.kinds.filter { !list.blanks.contains($0) }
        let kept = checked.contains { if case .blank(let kind) = $0 { list.blanks.contains(kind) } else { false } }
        let first = checked.first { if case .blank = $0 { true } else { false } }
        uncheck(gone.map { .blank($0) }.filter { kept || $0 != first })
        var texts: [String] = []
        for entry in list.entries { if case .text(let text) = entry.value { texts.append(text) } }
        for (text, isListed) in zip(texts, before.lists(texts, form))
        where isListed { check(.text(text)) }
    }

    /// The lines of a list: first the checked values that it lacks, if `showsAll` is true.
    func lines(of entries: [ValueList.Entry], showsAll: Bool) -> [Line] {
        let told = Set(entries.map(\.value))
        let others = showsAll ? checked.filter { !told.contains($0) } : []
        return others.map { Line(value: $0, entry: nil, isChecked: true) }
            + entries.map { Line(value: $0.value, entry: $0, isChecked: isChecked.contains($0.value)) }
    }

    /// Long values whose texts have not been read yet.
    var unknown: [ValueList.LongValue] {
        checked.compactMap { value in
            guard case .long(let long) = value, texts[long] == nil else { return nil }
            return long
        }
    }

    mutating func know(_ text: String, of value: ValueList.LongValue) { texts[value] = text }

    /// The total size in bytes of all checked values.
    var bytes: Int {
        checked.reduce(0) { sum, value in
            switch value {
            case .text(let text): sum + text.utf8.count
            case .long(let long): sum + long.length
            case .blank, .malformed: sum
            }
        }
    }

    /// A condition that a column has one of the checked values; nil where none is checked. `blanks` are the kinds of
    /// blanks in the list.
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
    /// The kinds of blanks in the list.
    var blanks: Condition.Blanks {
        entries.reduce(into: Condition.Blanks()) { blanks, entry in
            if case .blank(let kind) = entry.value { blanks.insert(kind) }
        }
    }
}
