import Tabular
import TabularOps

/// The values of a column that the user has checked.
struct ValueChoice: Sendable, Hashable {
    /// A value, and the kinds of cells in which it counts; nil for cells of any kind.
    struct Item: Sendable, Hashable {
        var value: ValueList.Value
        var kinds: Condition.Kinds?

        init(_ value: ValueList.Value, _ kinds: Condition.Kinds? = nil) { (self.value, self.kinds) = (value, kinds) }

        /// A Boolean value that indicates whether a condition can match the value; false for malformed text.
        var isCheckable: Bool { if case .malformed = value { false } else { true } }
    }

    /// A line of the list.
    struct Line: Sendable, Hashable {
        var item: Item
        /// Nil for a checked value that the list does not contain.
        var entry: ValueList.Entry?
        var isChecked: Bool
    }

    /// The maximum total size in bytes of the values in a condition.
    static let longest = 1 << 26

    /// In the order in which they were checked.
    private(set) var checked: [Item] = []
    private var isChecked: Set<Item> = []
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
                    check(Item(.blank(kind)))
                }
                continue
            }
            let value = ValueList.Value(text: text)
            if case .long(let long) = value { texts[long] = text }
            check(Item(value, condition.kinds?[text]))
        }
    }

    var isEmpty: Bool { checked.isEmpty }

    mutating func check(_ item: Item) {
        guard item.isCheckable else { return }
        if isChecked.insert(item).inserted { checked.append(item) }
    }

    mutating func uncheck(_ items: [Item]) {
        isChecked.subtract(items)
        checked.removeAll { !isChecked.contains($0) }
    }

    mutating func toggle(_ item: Item) {
        if isChecked.contains(item) { uncheck([item]) } else { check(item) }
    }

    /// Updates the choice from the first list of values: also checks numbers that are equal but written
    /// differently.
    mutating func meet(_ list: ValueList, _ form: ValueForm) {
        guard let before else { return }
        self.before = nil
        // Unchecks kinds of blanks that the list lacks; if it has none of the checked kinds, one line remains for them.
        let gone = Condition.Blanks.kinds.filter { !list.blanks.contains($0) }
        let kept = checked.contains {
            if case .blank(let kind) = $0.value { list.blanks.contains(kind) } else { false }
        }
        let first = checked.first { if case .blank = $0.value { true } else { false } }
        uncheck(gone.map { Item(.blank($0)) }.filter { kept || $0 != first })
        var (texts, items): ([String], [Item]) = ([], [])
        for entry in list.entries {
            guard case .text(let text) = entry.value else { continue }
            texts.append(text)
            items.append(entry.item)
        }
        for (index, isListed) in before.lists(texts, form).enumerated() where isListed {
            let (item, kinds) = (items[index], before.kinds?[texts[index]])
            guard kinds == nil || item.kinds == nil || kinds == item.kinds else { continue }
            // The list has it as two values, or as the only one of its text.
            if kinds != item.kinds { uncheck([Item(item.value, kinds)]) }
            check(item)
        }
    }

    /// The lines of a list: first the checked values that it lacks, if `showsAll` is true.
    func lines(of entries: [ValueList.Entry], showsAll: Bool) -> [Line] {
        let told = Set(entries.map(\.item))
        let others = showsAll ? checked.filter { !told.contains($0) } : []
        return others.map { Line(item: $0, entry: nil, isChecked: true) }
            + entries.map { Line(item: $0.item, entry: $0, isChecked: isChecked.contains($0.item)) }
    }

    /// Long values whose texts have not been read yet.
    var unknown: [ValueList.LongValue] {
        checked.compactMap { item in
            guard case .long(let long) = item.value, texts[long] == nil else { return nil }
            return long
        }
    }

    mutating func know(_ text: String, of value: ValueList.LongValue) { texts[value] = text }

    /// The total size in bytes of all checked values.
    var bytes: Int {
        checked.reduce(0) { sum, item in
            switch item.value {
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
        var kinds: [String: Set<Condition.Kinds?>] = [:]
        for item in checked {
            let text: String? =
                switch item.value {
                case .text(let text): text
                case .long(let long): texts[long]
                case .blank, .malformed: nil
                }
            if case .blank(let kind) = item.value { chosen.insert(kind) }
            guard let text else { continue }
            if kinds[text] == nil { condition.values.append(text) }
            kinds[text, default: []].insert(item.kinds)
        }
        let narrowed = kinds.compactMapValues { $0.count == 1 ? $0.first ?? nil : nil }
        if !narrowed.isEmpty { condition.kinds = narrowed }
        if !chosen.isEmpty {
            condition.values.append("")
            let isAll = chosen.isSuperset(of: blanks) && !blanks.contains(.unreadable)
            condition.blanks = isAll ? .all : chosen
        }
        return condition
    }
}

extension ValueList.Entry {
    var item: ValueChoice.Item { ValueChoice.Item(value, kinds) }
}

extension ValueList {
    /// The kinds of blanks in the list.
    var blanks: Condition.Blanks {
        entries.reduce(into: Condition.Blanks()) { blanks, entry in
            if case .blank(let kind) = entry.value { blanks.insert(kind) }
        }
    }
}
