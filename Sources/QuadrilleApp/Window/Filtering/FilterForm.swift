import Tabular
import TabularOps
import Translation

/// A condition of a column as the user writes it, before it is converted.
///
///     number   between     3      7        >= 3, <= 7
///     date     before      2024-03-07      < 2024-03-07
///     text     contains    li              contains li, ignoring case
struct FilterForm: Sendable, Hashable {
    enum Operation: Sendable, Hashable, CaseIterable {
        /// Values chosen from the column's values.
        case oneOf
        case contains, equals, notEquals, matches
        case less, lessOrEqual, greater, greaterOrEqual, between
        /// Rows without a value of any kind, and all other rows.
        case blank, notBlank
        /// Rows without a value of one kind.
        case empty, null, missing
        /// Values that cannot be read.
        case unreadable
        /// Values that do not fit the type that the user chose.
        case misfit

        /// True for operations without a text or a choice.
        var isBare: Bool { [.blank, .notBlank, .empty, .null, .missing, .unreadable, .misfit].contains(self) }
    }

    /// The reason why the form is not a valid condition.
    struct Fault: Error, Hashable {
        /// A sentence or two.
        var message: String
        /// A Boolean value that indicates whether it concerns the second text.
        var isSecond = false
        /// A Boolean value that indicates whether the only fault is a missing text.
        var isMissing = false
    }

    var operation = Operation.oneOf
    var first = ""
    var second = ""
    /// For texts.
    var ignoresCase = true

    init() {}

    /// Edits `conditions`. Without any, starts with the likeliest operation for values of a form: decimal numbers are compared
    /// rather than chosen from ten thousand different ones.
    init(_ conditions: [Condition], values: ValueForm) {
        self.init(conditions)
        if conditions.isEmpty, values.type == .decimal { operation = .greaterOrEqual }
    }

    /// Fills the form from the conditions to edit: from one, or from the two that make up `between`.
    init(_ conditions: [Condition]) {
        guard let condition = conditions.first else { return }
        first = condition.value
        ignoresCase = condition.ignoresCase
        if let other = conditions.dropFirst().first {
            operation = .between
            let isFirst = condition.comparison == .greaterOrEqual
            (first, second) = isFirst ? (condition.value, other.value) : (other.value, condition.value)
            return
        }
        switch condition.comparison {
        case .isIn: operation = .oneOf
        case .empty: operation = Self.operation(for: condition.blanks)
        case .misfit: operation = .misfit
        case .equals where condition.value.isEmpty: operation = .blank
        case .notEquals where condition.value.isEmpty: operation = .notBlank
        case .equals: operation = .equals
        case .notEquals: operation = .notEquals
        case .less: operation = .less
        case .lessOrEqual: operation = .lessOrEqual
        case .greater: operation = .greater
        case .greaterOrEqual: operation = .greaterOrEqual
        case .contains: operation = .contains
        case .matches: operation = .matches
        }
        if operation == .oneOf || operation.isBare { (first, ignoresCase) = ("", true) }
    }

    private static func operation(for blanks: Condition.Blanks) -> Operation {
        switch blanks {
        case .empty: .empty
        case .null: .null
        case .missing: .missing
        case .unreadable: .unreadable
        default: .blank
        }
    }

    /// A condition on rows without a value.
    private static func blank(_ column: Int, _ blanks: Condition.Blanks) -> Condition {
        var condition = Condition(column: column, .empty)
        condition.blanks = blanks
        return condition
    }

    /// Returns the indices of the `conditions` that the form edits together with the one at `index`: both ends of a range.
    static func parts(of index: Int, in conditions: [Condition]) -> [Int] {
        let ends: [Condition.Comparison] = [.greaterOrEqual, .lessOrEqual]
        let all = conditions.indices.filter {
            conditions[$0].column == conditions[index].column && ends.contains(conditions[$0].comparison)
        }
        let isStretch = Set(all.map { conditions[$0].comparison }).count == 2 && all.count == 2
        return isStretch && all.contains(index) ? all : [index]
    }

    /// The number of texts that the operation takes.
    var textCount: Int {
        if operation == .oneOf || operation.isBare { return 0 }
        return operation == .between ? 2 : 1
    }

    /// A Boolean value that indicates whether case may matter in a column of a form.
    func comparesText(_ values: ValueForm) -> Bool {
        switch operation {
        case .contains, .matches: true
        case _ where textCount == 0: false
        default: !values.type.comparesNumbers && !values.type.isMoment
        }
    }

    /// The conditions of a column that contains values of a form; none where they are chosen from its values.
    func conditions(ofColumn column: Int, values: ValueForm) throws(Fault) -> [Condition] {
        let comparison: Condition.Comparison
        switch operation {
        case .oneOf: return []
        case .blank: return [Self.blank(column, .all)]
        case .empty: return [Self.blank(column, .empty)]
        case .null: return [Self.blank(column, .null)]
        case .missing: return [Self.blank(column, .missing)]
        case .unreadable: return [Self.blank(column, .unreadable)]
        case .misfit: return [Condition(column: column, .misfit)]
        case .notBlank: return [Condition(column: column, .notEquals, [""])]
        case .between: return try stretch(column, values)
        case .contains: comparison = .contains
        case .matches: comparison = .matches
        case .equals: comparison = .equals
        case .notEquals: comparison = .notEquals
        case .less: comparison = .less
        case .lessOrEqual: comparison = .lessOrEqual
        case .greater: comparison = .greater
        case .greaterOrEqual: comparison = .greaterOrEqual
        }
        try check(first, values)
        let ignoresCase = ignoresCase && comparesText(values)
        return [Condition(column: column, comparison, [first], ignoresCase: ignoresCase)]
    }

    private func stretch(_ column: Int, _ values: ValueForm) throws(Fault) -> [Condition] {
        try check(first, values)
        do throws(Fault) {
            try check(second, values)
        } catch {
            var fault = error
            fault.isSecond = true
            throw fault
        }
        if let order = values.order(of: second, to: first), order < 0 {
            let message = tr(
                "'{second}' comes before '{first}': nothing is between them.",
                ["second": second.cut, "first": first.cut])
            throw Fault(message: message, isSecond: true)
        }
        let ignoresCase = ignoresCase && comparesText(values)
        return [
            Condition(column: column, .greaterOrEqual, [first], ignoresCase: ignoresCase),
            Condition(column: column, .lessOrEqual, [second], ignoresCase: ignoresCase),
        ]
    }

    private func check(_ text: String, _ values: ValueForm) throws(Fault) {
        if text.isEmpty { throw Fault(message: Self.hint(operation, values), isMissing: true) }
        switch operation {
        case .contains: return
        case .matches:
            do throws(PatternError) {
                _ = try Pattern(text, options: Pattern.Options(ignoresCase: ignoresCase))
            } catch {
                throw Fault(message: error.description)
            }
        default:
            if values.compares(with: text) { return }
            throw Fault(message: "\(Self.fault(text.cut, values)) \(Self.hint(operation, values))")
        }
    }
}

extension String {
    /// The beginning of the text, for a message.
    fileprivate var cut: String { count > 24 ? prefix(23) + "…" : self }
}
