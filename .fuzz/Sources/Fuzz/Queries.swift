import QuadrilleRuntime
import SeededRandom
import Tabular

@testable import TabularOps
@testable import TabularText

/// A search finds the cells that looking at all values finds.
@Sendable func checkFind(_ choices: inout Choices) {
    var query = FindQuery(choices.text(choices.number(below: 8)))
    query.isPattern = choices.number(below: 3) == 0
    query.isWhole = choices.number(below: 4) == 0
    query.letterCase = choices.pick(FindQuery.LetterRule.allCases)
    query.diacritics = choices.pick(FindQuery.LetterRule.allCases)
    query.column = choices.pick([nil, nil, 0, 1, 5])
    // A mark that stands alone is looked for as it is, which the model does not know.
    if query.text.decomposedStartsWithMark { (query.letterCase, query.diacritics) = (.match, .match) }
    var dialect = Dialect(delimiter: choices.pick([",", ";", "||", "\t"]))
    dialect.escape = choices.number(below: 4) == 0 ? 0x5C : nil
    dialect.headerRows = choices.number(below: 2)
    let encoding = choices.number(below: 8) == 0 ? "UTF-16LE" : "UTF-8"
    var tuning = FindTuning()
    (tuning.threads, tuning.partBytes) = (1, choices.pick([1, 40, 1 << 18]))
    let interval = choices.pick([24, 64, 1 << 18])
    guard let plan = try? FindPlan(query) else { return }
    let table = FindTable(dialect: dialect, encoding: encoding, text: choices.rest)
    let source = table.source(interval: interval)
    defer { source.close() }
    let search = FindSearch(source: source, plan: plan, order: nil, tuning: tuning) {}
    let progress = search.wait()
    guard case .complete = source.waitUntilComplete().phase, progress.undecided == 0 else { return }
    let rows = streamedRows(of: source, source.snapshot.rowCount.known)
    guard let expected = try? obviousHits(query, in: rows) else { return }
    precondition(
        progress.count == expected.count, "\(progress.count) hits, not \(expected.count): \(query) in \(table)")
    var hits: [[Int]] = []
    _ = try? search.forEachHit {
        hits.append([$0.row, $0.column])
        return true
    }
    precondition(hits == expected, "\(hits), not \(expected): \(query) in \(table)")
}

extension String {
    fileprivate var decomposedStartsWithMark: Bool {
        decomposedStringWithCanonicalMapping.unicodeScalars.first?.properties.canonicalCombiningClass != .notReordered
    }
}

/// A filter keeps the rows that meet its conditions, as far as an obvious model can tell.
@Sendable func checkFilter(_ choices: inout Choices) {
    var conditions: [Condition] = []
    for _ in 0...choices.number(below: 3) {
        let comparison = choices.pick(Condition.Comparison.allCases)
        let values = (0..<(comparison == .isIn ? choices.number(below: 4) : 1)).map { _ in
            choices.text(choices.number(below: 6))
        }
        conditions.append(
            Condition(
                column: choices.number(below: 3), comparison, values, ignoresCase: choices.number(below: 4) == 0))
    }
    let chunk = choices.number(below: 64) + 1
    withSource(choices.rest, options: .plain(headerRows: choices.number(below: 2)), chunk: chunk) { source, snapshot in
        var tuning = RowScan.Tuning()
        (tuning.partBytes, tuning.partRows) = (60, 5)
        guard
            let order = try? RowFilter.order(of: source, meeting: conditions, control: JobControl(), tuning: tuning),
            let kept = try? order.rows(at: 0..<order.count)
        else { return }
        for (row, values) in streamedRows(of: source, snapshot.rowCount.known).enumerated() {
            let answers = conditions.map { condition in
                ObviousCondition(condition, of: snapshot).holds(for: values)
            }
            if answers.contains(false) {
                precondition(!kept.contains(row), "row \(row) is kept: \(conditions) of \(values)")
            } else if !answers.contains(nil) {
                precondition(kept.contains(row), "row \(row) is not kept: \(conditions) of \(values)")
            }
        }
    }
}

/// A condition, put to one value in the most obvious way.
private struct ObviousCondition {
    let condition: Condition
    let form: ValueForm

    init(_ condition: Condition, of snapshot: TableSnapshot) {
        self.condition = condition
        let columns = snapshot.columns
        form = columns.indices.contains(condition.column) ? columns[condition.column].form : ValueForm(.empty)
    }

    /// Returns true where it holds for a row; nil where that takes more to tell than this.
    func holds(for row: [[UInt8]]) -> Bool? {
        let value = condition.column < row.count ? row[condition.column] : []
        switch condition.comparison {
        case .misfit: return nil
        case .matches:
            guard let pattern = try? Pattern(condition.value, options: .init(ignoresCase: condition.ignoresCase)) else {
                return nil
            }
            return value.withUnsafeBufferPointer { try? PatternMatcher(pattern).matches($0) }
        case .empty: return form.type == .text ? value.isEmpty : nil
        case .contains:
            let text = Array(condition.value.utf8)
            guard isPlain else { return nil }
            return text.isEmpty || value.indices.contains { value[$0...].starts(with: text) }
        default: break
        }
        if form.type == .text { return isPlain ? holds(forText: value) : nil }
        return [.integer, .decimal].contains(form.type) ? holds(forNumber: value) : nil
    }

    /// True where texts compare byte by byte: in one case, with letters that are written in one way.
    private var isPlain: Bool {
        !condition.ignoresCase && condition.values.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    }

    private func holds(forText value: [UInt8]) -> Bool? {
        let text = Array(condition.value.utf8)
        switch condition.comparison {
        case .equals: return value == text
        case .notEquals: return value != text
        case .less: return !value.isEmpty && value.lexicographicallyPrecedes(text)
        case .lessOrEqual: return !value.isEmpty && !text.lexicographicallyPrecedes(value)
        case .greater: return !value.isEmpty && text.lexicographicallyPrecedes(value)
        case .greaterOrEqual: return !value.isEmpty && !value.lexicographicallyPrecedes(text)
        case .isIn: return condition.values.contains { Array($0.utf8) == value }
        default: return nil
        }
    }

    private func holds(forNumber value: [UInt8]) -> Bool? {
        let texts = condition.comparison == .isIn ? condition.values : [condition.value]
        let others = texts.compactMap { Self.millionths(Array($0.utf8)) }
        guard form == plainForm, let number = Self.millionths(value), others.count == texts.count else { return nil }
        guard let other = others.first else { return condition.comparison == .isIn ? false : nil }
        switch condition.comparison {
        case .equals: return number == other
        case .notEquals: return number != other
        case .less: return number < other
        case .lessOrEqual: return number <= other
        case .greater: return number > other
        case .greaterOrEqual: return number >= other
        case .isIn: return others.contains(number)
        default: return nil
        }
    }

    /// The form of numbers with a point and no unit.
    private var plainForm: ValueForm {
        var plain = ValueForm(form.type, nullWords: form.nullWords)
        plain.evidence = form.evidence
        return plain
    }

    /// A number of at most 10 digits before the point and 6 behind it; nil of all else.
    private static func millionths(_ bytes: [UInt8]) -> Int? {
        let isNegative = bytes.first == 0x2D
        let parts = bytes.dropFirst(isNegative ? 1 : 0).split(separator: 0x2E, omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...10).contains(parts[0].count),
            parts.count == 1 || (1...6) ~= parts[1].count,
            parts.joined().allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let digits = parts.joined().reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let missing = 6 - (parts.count == 2 ? parts[1].count : 0)
        return (0..<missing).reduce(isNegative ? -digits : digits) { number, _ in number * 10 }
    }
}
