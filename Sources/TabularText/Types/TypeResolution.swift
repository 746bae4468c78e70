import Tabular

/// The forms of a table's columns, from the readings that their values leave, the user's choices, and each other.
///
/// The evidence, including other columns, from the strongest to the weakest:
///
///     decimal mark   1. the column's own values (3,40)   2. other columns that have one mark alone
///                    3. a guess: see `assumedMark`       Where other columns have both marks the column is text.
///     date order     1. the column's own values (25/01/2031)   2. other columns that have one order alone
///                    3. points: day first   4. the locale      5. slashes: month first, dashes: day first
struct TypeResolution {
    private let types: [TypeSet]
    private let tallies: [Int: TypeTally]
    private let choices: [Int: TypeChoice]
    private let context: TypeContext
    /// The marks that columns show, or that the user chose.
    private var marks: DecimalMarks = []
    /// The numbers of columns that show an order, or whose order the user chose.
    private var orders: [DateOrder: Int] = [:]
    /// The marks of columns that no evidence decides.
    private var assumedMarks: DecimalMarks = []

    /// - Complexity: O(columns).
    init(_ types: [TypeSet], _ tallies: [Int: TypeTally], choices: [Int: TypeChoice], _ context: TypeContext) {
        (self.types, self.tallies, self.choices, self.context) = (types, tallies, choices, context)
        for (index, types) in types.enumerated() {
            switch choices[index] {
            case nil: collect(types)
            case .number(let mark): if let mark { marks.insert(.init(mark)) } else { collect(chosenNumbers(index)) }
            case .date(let order): if let order { orders[order, default: 0] += 1 } else { collect(types) }
            case .text, .code, .boolean: break
            }
        }
        orders[.yearFirst] = nil
    }

    private mutating func collect(_ types: TypeSet) {
        if types == .unseen || types == .null { return }
        let (point, comma) = (types.numbers(.point), types.numbers(.comma))
        if point != nil && comma == nil { marks.insert(.point) }
        if point == nil && comma != nil { marks.insert(.comma) }
        if types.isOpen, let mark = assumedMark(types) { assumedMarks.insert(.init(mark)) }
        if let order = shownOrder(types) { orders[order, default: 0] += 1 }
    }

    /// The order of day and month that a column's values show.
    private func shownOrder(_ types: TypeSet) -> DateOrder? {
        guard let type = types.moments, type != .time, types.contains(.dayFirst) != types.contains(.monthFirst)
        else { return nil }
        return types.contains(.dayFirst) ? .dayFirst : .monthFirst
    }

    /// The form of the column at `index`.
    func form(of index: Int) -> ValueForm {
        guard let choice = choices[index] else {
            var form = detected(types[index])
            form.nullWords = context.nullWords
            return form
        }
        var form = chosen(choice, index)
        (form.isChosen, form.nullWords) = (true, context.nullWords)
        return form
    }

    // MARK: - Detected

    private func detected(_ types: TypeSet) -> ValueForm {
        if types == .unseen { return ValueForm(.empty) }
        if types == .null { return ValueForm(.text) }
        if let (mark, evidence) = mark(of: types), let type = types.numbers(mark) {
            var form = ValueForm(type)
            (form.decimalMark, form.unit, form.evidence) = (mark, types.unit, evidence)
            return form
        }
        if types.contains(.boolean) { return ValueForm(.boolean) }
        guard let type = types.moments else { return ValueForm(.text) }
        var form = ValueForm(type)
        if type != .time, let (order, evidence) = order(of: types) {
            (form.dateOrder, form.evidence) = (order, evidence)
        }
        return form
    }

    /// The mark of a column's numbers, and its evidence; nil where they are none, or nothing decides it.
    private func mark(of types: TypeSet) -> (DecimalMark, ValueForm.Evidence)? {
        let possible = DecimalMark.allCases.filter { types.numbers($0) != nil }
        if let chosen = context.numbers {
            guard possible.contains(chosen) else { return nil }
            // Where both mean the same the point's kernels are faster.
            return possible.count == 2 && !types.isOpen ? (.point, .values) : (chosen, .chosen)
        }
        guard possible.count == 2 else { return possible.first.map { ($0, .values) } }
        if !types.isOpen { return (.point, .values) }
        if marks == .both { return nil }
        if let known = marks.only { return (known, .columns) }
        guard assumedMarks.only != nil else { return nil }
        return assumedMark(types).map { ($0, .assumed) }
    }

    /// The mark of numbers such as `1.234` that no column decides. Usually the sign is the one that programs write: a point is
    /// a decimal mark, a comma separates groups. Semicolons between fields imply that commas are decimal marks; then a column
    /// in which all numbers have the sign has decimals, and one in which the small ones have none has groups. Nil where a
    /// column has both signs.
    private func assumedMark(_ types: TypeSet) -> DecimalMark? {
        let (hasOpenPoint, hasOpenComma) = (!types.contains(.clearPoints), !types.contains(.clearCommas))
        if hasOpenPoint && hasOpenComma { return nil }
        guard context.delimiter == ";" else { return .point }
        let sign: DecimalMark = hasOpenPoint ? .point : .comma
        return types.contains(.marked) ? sign : sign == .point ? .comma : .point
    }

    /// The order of a column's dates, and its evidence; nil where any order reads them the same.
    private func order(of types: TypeSet) -> (DateOrder, ValueForm.Evidence)? {
        if types.contains([.pointed, .dashed]) {
            // Among dates that read the same by each order some may be invalid by one.
            let possible = DateOrder.allCases.filter { types.contains($0) }
            return possible.count == DateOrder.allCases.count ? nil : possible.first.map { ($0, .values) }
        }
        let possible = DateOrder.allCases.filter { types.contains($0) }
        if possible.count == 1 { return possible.first.map { ($0, .values) } }
        var others = orders
        if let shown = shownOrder(types), let count = others[shown] { others[shown] = count > 1 ? count - 1 : nil }
        if others.count == 1, let known = others.keys.first, types.contains(known) { return (known, .columns) }
        if types.contains(.pointed) && types.contains(.dayFirst) { return (.dayFirst, .assumed) }
        if let local = context.localOrder, types.contains(local) { return (local, .locale) }
        let usual: [DateOrder] = types.contains(.dashed) ? [.dayFirst, .monthFirst] : [.monthFirst, .dayFirst]
        return usual.first { types.contains($0) }.map { ($0, .assumed) }
    }

    // MARK: - Chosen

    private func chosen(_ choice: TypeChoice, _ index: Int) -> ValueForm {
        switch choice {
        case .text: ValueForm(.text)
        case .code: ValueForm(.code)
        case .boolean: ValueForm(.boolean)
        case .number(let mark): number(index, mark)
        case .date(let order): date(index, order)
        }
    }

    /// Returns the readings that the numbers of a column share, by the mark that makes more of its values numbers.
    private func chosenNumbers(_ index: Int) -> TypeSet {
        let tally = tallies[index] ?? TypeTally()
        let counts = DecimalMark.allCases.map { mark in tally.count { $0.numbers(mark) != nil } }
        let numbers = tally.sets { types in
            counts[0] > counts[1]
                ? types.numbers(.point) != nil
                : counts[1] > counts[0]
                    ? types.numbers(.comma) != nil : types.numbers(.point) != nil && types.numbers(.comma) != nil
        }
        guard var common = numbers.first else { return [] }
        for types in numbers { common.formIntersection(types.union(.units)) }
        return common
    }

    private func number(_ index: Int, _ chosen: DecimalMark?) -> ValueForm {
        let tally = tallies[index] ?? TypeTally()
        var form = ValueForm(.decimal)
        if let mark = chosen ?? context.numbers {
            (form.decimalMark, form.evidence) = (mark, .chosen)
        } else if let (mark, evidence) = mark(of: chosenNumbers(index)) {
            (form.decimalMark, form.evidence) = (mark, evidence)
        }
        let numbers = tally.sets { $0.numbers(form.decimalMark) != nil }
        form.unit = unit(of: numbers, tally)
        let fitting = numbers.filter { $0.fits(form.unit) }
        if !fitting.isEmpty, fitting.allSatisfy({ $0.numbers(form.decimalMark) != .decimal }) { form.type = .integer }
        return form
    }

    /// The unit that most of some numbers have.
    private func unit(of numbers: [TypeSet], _ tally: TypeTally) -> NumberUnit {
        var counts: [NumberUnit: Int] = [:]
        for types in numbers { counts[types.unit, default: 0] += tally.counts[types] ?? 0 }
        let plain = counts.removeValue(forKey: .none) ?? 0
        let percent = counts.removeValue(forKey: .percent) ?? 0
        // Numbers without a unit belong to the currency that most others have.
        let currency = counts.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }
        if percent > plain + (currency?.value ?? 0) { return .percent }
        return currency?.key ?? .none
    }

    private func date(_ index: Int, _ chosen: DateOrder?) -> ValueForm {
        let tally = tallies[index] ?? TypeTally()
        let counts = DateOrder.allCases.map { order in
            (order, tally.count { $0.contains(.dateTime) && $0.contains(order) })
        }
        var form = ValueForm(.date)
        if let chosen {
            (form.dateOrder, form.evidence) = (chosen, .chosen)
        } else {
            let most = counts.map(\.1).max() ?? 0
            let best = counts.filter { $0.1 == most }.map(\.0)
            var common = TypeSet.clearDate
            let dates = tally.sets { types in types.contains(.dateTime) && best.contains { types.contains($0) } }
            for types in dates {
                common.formIntersection(types.union(.date))
            }
            for order in DateOrder.allCases where !best.contains(order) { common.remove(TypeSet(order)) }
            if let (order, evidence) = order(of: common) { (form.dateOrder, form.evidence) = (order, evidence) }
        }
        let order = form.effectiveDateOrder
        if tally.count(where: { $0.contains(.dateTime) && !$0.contains(.date) && $0.contains(order) }) > 0 {
            form.type = .dateTime
        }
        return form
    }
}

/// The choices and the locale that the forms of columns depend on besides their values.
struct TypeContext: Sendable, Hashable {
    var numbers: DecimalMark?
    var nullWords = NullWords.standard
    /// The delimiter between the fields of the table.
    var delimiter = ","
    /// The date order of the user's locale.
    var localOrder: DateOrder?
}

extension TypeSet {
    fileprivate init(_ order: DateOrder) {
        switch order {
        case .dayFirst: self = .dayFirst
        case .monthFirst: self = .monthFirst
        case .yearFirst: self = .yearFirst
        }
    }
}

extension NumberUnit {
    /// The order for a choice between equals.
    fileprivate var order: Int { if case .currency(let currency) = self { Int(currency.number) } else { -1 } }
}

/// A set of decimal marks.
private struct DecimalMarks: OptionSet {
    let rawValue: UInt8

    static let point = DecimalMarks(rawValue: 1)
    static let comma = DecimalMarks(rawValue: 2)
    static let both: DecimalMarks = [point, comma]

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ mark: DecimalMark) { self = mark == .point ? .point : .comma }

    /// The mark, if it is the only one.
    var only: DecimalMark? { self == .point ? .point : self == .comma ? .comma : nil }
}
