import Glibc
import QuadrilleRuntime
import Tabular

/// A condition prepared for the values of a column: its comparison values are parsed once.
///
/// Used by one thread at a time, since a pattern's matcher requires that.
struct ConditionTest {
    enum Kind {
        /// A text that the value equals, byte by byte, or does not equal.
        case text([UInt8], isEqual: Bool)
        /// The same, ignoring case or the canonical form of characters.
        case folded(ValueMatcher, isEqual: Bool)
        /// A text in an order: the outcomes for values before it, equal to it, and after it.
        case order([UInt8], Outcomes, ignoresCase: Bool)
        case number(Threshold, Outcomes)
        case moment(MomentThreshold, Outcomes)
        case contains([UInt8])
        case containsFolded(ValueMatcher)
        case matches(PatternMatcher)
        case empty
        case filled
        case misfit
        case anyText(Set<[UInt8]>, TextKey)
        /// Numbers in ascending order, and texts that are not numbers.
        case anyNumber([Threshold], Set<[UInt8]>)
        case anyMoment([MomentThreshold])
    }

    /// The results of a comparison for values that are less, equal and greater.
    struct Outcomes {
        var (less, equal, greater) = (false, false, false)
        /// The result for a value that cannot be compared.
        var other = false

        init?(_ comparison: Condition.Comparison) {
            switch comparison {
            case .less: less = true
            case .lessOrEqual: (less, equal) = (true, true)
            case .greater: greater = true
            case .greaterOrEqual: (greater, equal) = (true, true)
            case .equals: equal = true
            case .notEquals: (less, greater, other) = (true, true, true)
            case .contains, .matches, .empty, .misfit, .isIn: return nil
            }
        }

        /// The result for a text that equals the number as it is written: texts have no order among numbers.
        var same: Bool { less == greater ? equal : other }

        @inline(__always)
        func holds(_ order: Int) -> Bool { order < 0 ? less : order == 0 ? equal : greater }
    }

    /// The form in which texts of a list are compared.
    struct TextKey {
        var fold = TextFold()
        /// A Boolean value that indicates whether characters compare by canonical equivalence: one of the list has several
        /// forms.
        var isCanonical = false

        func callAsFunction(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            if isCanonical { return CanonicalText.form(of: value, fold) }
            if fold.isNone { return Array(value) }
            var folded: [UInt8] = []
            fold.append(value, to: &folded)
            return folded
        }
    }

    /// Texts that values are compared with.
    private struct ListedTexts {
        private let texts: Set<[UInt8]>
        private let key: TextKey
        /// The only text, where values need no key.
        private let only: [UInt8]?

        init(_ values: [String], _ key: TextKey) {
            texts = Set(values.map { Array($0.utf8).withUnsafeBufferPointer { key($0) } })
            self.key = key
            only = texts.count == 1 && key.fold.isNone && !key.isCanonical ? texts.first : nil
        }

        func contains(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
            only?.withUnsafeBufferPointer { ConditionTest.isEqual(value, $0) } ?? texts.contains(key(value))
        }
    }

    let kind: Kind
    /// The same test of numbers in memory; nil where it needs their texts.
    let numbers: NumberTest?
    /// The form of the column's values.
    private let form: ValueForm
    /// The kinds of values that are not misfits.
    private let readKinds: ReadKinds
    /// The kinds of blanks that count as the empty value.
    private let blanks: Condition.Blanks
    /// The kinds of cells in which values of the list count, and the form in which these are compared.
    private let listedKinds: (of: [[UInt8]: Condition.Kinds], key: TextKey)
    /// The comparison values as they are written, with which texts among numbers are compared.
    private let written: ListedTexts
    /// The index, among the rows tested last, of the first row in which a pattern was given up: whether it matches is unknown.
    private(set) var givenUp: Int?
    /// Ignores case, as find does.
    private static let fold = TextFold(ignoresCase: true)

    /// Returns true where values are tested only for being there: none can be a word for no value. A detected column of numbers
    /// has such words only in a source that distinguishes no kinds.
    func needsOnlyPresence(hasKinds: Bool) -> Bool {
        switch kind {
        case .empty, .filled:
            !form.type.isTyped
                || hasKinds && form.type.isNumeric && !form.isChosen && !form.nullWords.mayBeTyped
        default: false
        }
    }

    /// False where a test may take much longer than reading the value, so that several threads should test.
    var isCheap: Bool {
        switch kind {
        case .folded, .containsFolded, .matches: false
        case .order(_, _, let ignoresCase): !ignoresCase
        case .text, .number, .moment, .contains, .empty, .filled, .misfit, .anyText, .anyNumber, .anyMoment: true
        }
    }

    /// Makes the test of a condition on a column of a form.
    init(_ condition: Condition, _ form: ValueForm) throws(ConditionError) {
        let condition = form.type == .binary ? condition.readingShownBytes : condition
        (self.form, readKinds) = (form, ReadKinds(form))
        blanks = condition.blanks
        let key = TextKey(
            fold: condition.ignoresCase ? Self.fold : TextFold(),
            isCanonical: condition.values.contains(where: CanonicalText.hasOtherForms))
        listedKinds = (Self.kinds(condition, key), key)
        written = ListedTexts(condition.values, key)
        // In a column of mixed kinds, a number selects the numbers, and the texts that are written as it is.
        let isNumber = { (text: String) in Threshold(text, form) != nil }
        let hasNumbers =
            condition.comparison == .isIn
            ? condition.values.contains(where: isNumber) : condition.values.allSatisfy(isNumber)
        let type = form.type == .mixed && hasNumbers ? .decimal : form.type
        let moments = condition.values.compactMap { MomentThreshold($0, form) }
        let areMoments = moments.count == condition.values.count && !moments.isEmpty
        let value = Array(condition.value.utf8)
        let areCodes = type == .code && [.equals, .notEquals, .isIn].contains(condition.comparison)
        let numbers = condition.values.map { text in
            type.comparesNumbers && !(areCodes && Self.isName(text)) ? Threshold(text, form) : nil
        }
        let thresholds = numbers.compactMap(\.self)
        let areNumbers = type.comparesNumbers && thresholds.count == condition.values.count && !thresholds.isEmpty
        switch condition.comparison {
        case .empty: kind = .empty
        case .misfit: kind = .misfit
        case .notEquals where value.isEmpty: kind = .filled
        case .contains:
            kind =
                (condition.ignoresCase || CanonicalText.hasOtherForms(condition.value)) && !value.isEmpty
                ? .containsFolded(try Self.matcher(condition)) : .contains(value)
        case .matches:
            do throws(PatternError) {
                let options = Pattern.Options(ignoresCase: condition.ignoresCase)
                kind = .matches(PatternMatcher(try Pattern(condition.value, options: options)))
            } catch {
                throw ConditionError(condition: condition, fault: .pattern(error))
            }
        case .isIn:
            if type.comparesNumbers && !condition.isLiteral && !thresholds.isEmpty {
                let others = zip(condition.values, numbers).filter { $1 == nil }.map { Array($0.0.utf8) }
                kind = .anyNumber(thresholds.sorted { $0.isLess(than: $1) }, Set(others))
            } else if areMoments && !condition.isLiteral {
                kind = .anyMoment(moments)
            } else {
                kind = .anyText(Set(condition.values.map { Array($0.utf8).withUnsafeBufferPointer { key($0) } }), key)
            }
        case .equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual:
            let isOrder = condition.comparison != .equals && condition.comparison != .notEquals
            if areNumbers, let threshold = thresholds.first, let outcomes = Outcomes(condition.comparison) {
                kind = .number(threshold, outcomes)
            } else if areMoments, let moment = moments.first, let outcomes = Outcomes(condition.comparison) {
                kind = .moment(moment, outcomes)
            } else if isOrder, let fault = Self.fault(of: condition.value, for: type) {
                throw ConditionError(condition: condition, fault: fault)
            } else if isOrder, let outcomes = Outcomes(condition.comparison) {
                kind = .order(
                    condition.ignoresCase ? Self.fold.folded(condition.value) : value, outcomes,
                    ignoresCase: condition.ignoresCase)
            } else if condition.ignoresCase || CanonicalText.hasOtherForms(condition.value) {
                kind = .folded(try Self.matcher(condition), isEqual: condition.comparison == .equals)
            } else {
                kind = .text(value, isEqual: condition.comparison == .equals)
            }
        }
        self.numbers =
            if case .number(let threshold, let outcomes) = kind { NumberTest(threshold, outcomes) } else { nil }
    }

    /// The kinds of the values of the condition's list that do not count in cells of any kind.
    private static func kinds(_ condition: Condition, _ key: TextKey) -> [[UInt8]: Condition.Kinds] {
        guard condition.comparison == .isIn, let kinds = condition.kinds else { return [:] }
        var found: [[UInt8]: Condition.Kinds] = [:]
        for (value, kind) in kinds { found[Array(value.utf8).withUnsafeBufferPointer { key($0) }] = kind }
        return found
    }

    /// Returns true for a code with a 0 before other digits, which the user wrote as one: 02139 is not 2139.
    private static func isName(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { CodeText.hasLeadingZero($0) }
    }

    /// Clears the elements of `mask` whose rows do not meet the condition, in the picked column `column`.
    mutating func narrow(_ mask: inout [Bool], _ rows: ScannedRows, column: Int, _ control: JobControl) {
        givenUp = nil
        if let numbers, rows.encodings != nil {
            narrow(&mask, rows, column, numbers)
            if rows.hasUnreadable { narrowUnreadable(&mask, rows, column) }
            return
        }
        let before = rows.hasKinds ? mask : []
        func each(_ holds: (UnsafeBufferPointer<UInt8>) -> Bool) {
            mask.withUnsafeMutableBufferPointer { mask in
                for row in 0..<rows.count where mask[row] { mask[row] = holds(rows.value(column, of: row)) }
            }
        }
        switch kind {
        case .empty where !form.type.isTyped: each { $0.isEmpty }
        case .filled where !form.type.isTyped: each { !$0.isEmpty }
        case .empty: each { $0.isEmpty || form.isNull($0) }
        case .filled: each { !$0.isEmpty && !form.isNull($0) }
        case .misfit: each { form.fit(of: $0) == .misfit }
        case .text(let text, let isEqual):
            text.withUnsafeBufferPointer { text in each { Self.isEqual($0, text) == isEqual } }
        case .folded(let matcher, let isEqual): each { Self.holds($0, matcher) == isEqual }
        case .order(let text, let outcomes, let ignoresCase):
            // An empty value is neither before nor after any text.
            if ignoresCase {
                text.withUnsafeBufferPointer { text in
                    each { value in
                        let folded = Self.folded(value)
                        return !folded.isEmpty
                            && outcomes.holds(folded.withUnsafeBufferPointer { Self.order($0, text) })
                    }
                }
            } else {
                text.withUnsafeBufferPointer { text in each { !$0.isEmpty && outcomes.holds(Self.order($0, text)) } }
            }
        case .number(let threshold, let outcomes):
            each { value in threshold.order(of: value).map { outcomes.holds($0) } ?? outcomes.other }
        case .moment(let threshold, let outcomes):
            each { value in threshold.order(of: value).map { outcomes.holds($0) } ?? outcomes.other }
        case .contains(let text): text.withUnsafeBufferPointer { text in each { Self.contains($0, text) } }
        case .containsFolded(let matcher): each { Self.holds($0, matcher) }
        case .matches(let matcher):
            // A pattern may need milliseconds for a value, and there are thousands of values.
            for row in 0..<rows.count where mask[row] && !control.isCancelled {
                do throws(PatternLimit) { mask[row] = try matcher.matches(rows.value(column, of: row)) } catch {
                    givenUp = row
                    return
                }
            }
        case .anyText, .anyNumber, .anyMoment: each { isListed($0) }
        }
        if rows.hasKinds { testMisfits(&mask, before, rows, column) }
        if rows.hasKinds && !listedKinds.of.isEmpty { narrowKinds(&mask, rows, column) }
        if rows.hasUnreadable { narrowUnreadable(&mask, rows, column) }
        if blanks != .all { narrowBlanks(&mask, rows, column) }
    }

    /// Clears the elements of rows with numbers in memory that do not meet the condition, and of others by their texts.
    private func narrow(_ mask: inout [Bool], _ rows: ScannedRows, _ column: Int, _ numbers: NumberTest) {
        guard case .number(let threshold, let outcomes) = kind else { return }
        mask.withUnsafeMutableBufferPointer { mask in
            for row in 0..<rows.count where mask[row] {
                if let number = rows.number(column, of: row) {
                    mask[row] = numbers.holds(for: number)
                } else if rows.isMisfit(column, of: row, readKinds) {
                    mask[row] = isWritten(rows, column, row) ? outcomes.same : outcomes.other
                } else {
                    mask[row] =
                        threshold.order(of: rows.value(column, of: row)).map { outcomes.holds($0) } ?? outcomes.other
                }
            }
        }
    }

    /// Sets the elements of rows whose value is of a kind that the column does not read, and whose element was set `before`: such
    /// a value is a text, even where its text is a number.
    private func testMisfits(_ mask: inout [Bool], _ before: [Bool], _ rows: ScannedRows, _ column: Int) {
        var (same, other) = (false, false)
        var texts: Set<[UInt8]> = []
        switch kind {
        case .number(_, let outcomes), .moment(_, let outcomes): (same, other) = (outcomes.same, outcomes.other)
        case .anyNumber(_, let listed): (same, texts) = (true, listed)
        case .anyMoment: break
        case .misfit where form.type.isTyped: (same, other) = (true, true)
        default: return
        }
        for row in 0..<rows.count where before[row] && rows.isMisfit(column, of: row, readKinds) {
            let isSame = same != other && isWritten(rows, column, row)
            mask[row] =
                (isSame ? same : other) || !texts.isEmpty && texts.contains(Array(rows.value(column, of: row)))
        }
    }

    /// Returns true where a row has a text, or digits of bytes, that equal a comparison value as it is written.
    private func isWritten(_ rows: ScannedRows, _ column: Int, _ row: Int) -> Bool {
        let kind = rows.kind(column, of: row)
        return (kind == .text || kind == .binary) && written.contains(rows.value(column, of: row))
    }

    /// Clears the elements of rows whose value is listed for other kinds of cells.
    private func narrowKinds(_ mask: inout [Bool], _ rows: ScannedRows, _ column: Int) {
        for row in 0..<rows.count where mask[row] {
            guard let kinds = listedKinds.of[listedKinds.key(rows.value(column, of: row))] else { continue }
            mask[row] = (kinds == .texts) == (rows.kind(column, of: row) == .text)
        }
    }

    /// Clears the elements of rows whose value is unreadable: it is unknown, so no condition holds, including those that select
    /// rows without a value.
    private func narrowUnreadable(_ mask: inout [Bool], _ rows: ScannedRows, _ column: Int) {
        switch kind {
        case .empty, .anyText, .anyNumber, .anyMoment: if blanks.contains(.unreadable) { return }
        default: break
        }
        for row in 0..<rows.count where mask[row] && rows.state(column, of: row) == .unreadable { mask[row] = false }
    }

    /// Clears the elements of blank rows whose kind of blank is not selected.
    private func narrowBlanks(_ mask: inout [Bool], _ rows: ScannedRows, _ column: Int) {
        switch kind {
        case .empty, .anyText, .anyNumber, .anyMoment: break
        default: return
        }
        var isEmptyAsked: Bool { if case .empty = kind { true } else { false } }
        for row in 0..<rows.count where mask[row] {
            if rows.value(column, of: row).isEmpty {
                mask[row] = blanks.contains(Condition.Blanks(rows.state(column, of: row)))
            } else if isEmptyAsked {
                mask[row] = blanks.contains(.null)
            }
        }
    }

    // MARK: - Lists

    /// Returns true where a value is in the condition's list; false for a condition without one.
    func isListed(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        switch kind {
        case .anyText(let texts, let key): texts.contains(key(value))
        case .anyNumber(let thresholds, let texts):
            Self.isAny(of: thresholds, value) || !texts.isEmpty && texts.contains(Array(value))
        case .anyMoment(let moments): moments.contains { $0.order(of: value) == 0 }
        default: false
        }
    }

    /// Returns true where a value equals one of the numbers in `thresholds`, which ascend.
    private static func isAny(of thresholds: [Threshold], _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var (low, high) = (0, thresholds.count)
        while low < high {
            let middle = (low + high) / 2
            guard let order = thresholds[middle].order(of: value) else { return false }
            if order == 0 { return true }
            if order < 0 { high = middle } else { low = middle + 1 }
        }
        return false
    }

    // MARK: - Texts

    @inline(__always)
    private static func isEqual(_ value: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard value.count == text.count else { return false }
        guard let start = value.baseAddress, let other = text.baseAddress, value.count > 0 else { return true }
        return memcmp(start, other, value.count) == 0
    }

    /// The byte order of UTF-8 is the order of code points.
    @inline(__always)
    private static func order(_ value: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Int {
        let count = min(value.count, text.count)
        if count > 0, let start = value.baseAddress, let other = text.baseAddress {
            let order = memcmp(start, other, count)
            if order != 0 { return Int(order) }
        }
        return value.count - text.count
    }

    @inline(__always)
    private static func contains(_ value: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count <= value.count else { return false }
        guard var start = value.baseAddress, let other = text.baseAddress, text.count > 0 else { return true }
        let last = start + value.count - text.count
        while start <= last, let found = memchr(start, Int32(other[0]), last - start + 1) {
            if memcmp(found, other, text.count) == 0 { return true }
            start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
        }
        return false
    }

    /// Creates the matcher of the condition's text, by canonical equivalence and ignoring case if the condition does so: for
    /// whole values, or for any part of them.
    private static func matcher(_ condition: Condition) throws(ConditionError) -> ValueMatcher {
        var query = FindQuery(condition.value)
        query.letterCase = condition.ignoresCase ? .ignore : .match
        query.isWhole = condition.comparison != .contains
        do throws(PatternError) { return ValueMatcher(try FindPlan(query)) } catch {
            throw ConditionError(condition: condition, fault: .pattern(error))
        }
    }

    private static func holds(_ value: UnsafeBufferPointer<UInt8>, _ matcher: ValueMatcher) -> Bool {
        // Only patterns are given up, never texts.
        (try? matcher.firstMatch(in: value)).flatMap { $0 } != nil
    }

    private static func folded(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        fold.append(value, to: &folded)
        return folded
    }

    /// The fault of a less-than or greater-than value that is not of the column's type.
    private static func fault(of value: String, for type: ColumnType) -> ConditionFault? {
        switch type {
        case .integer, .decimal, .code: .noNumber(value)
        case .date: .noDate(value)
        case .time: .noTime(value)
        case .dateTime: .noDateTime(value)
        case .duration: .noDuration(value)
        case .boolean, .text, .empty, .binary, .json, .mixed: nil
        }
    }
}

extension Condition.Blanks {
    /// Creates the kind of blank that corresponds to a cell's state.
    init(_ state: CellState) {
        switch state {
        case .value: self = .empty
        case .null: self = .null
        case .missing: self = .missing
        case .unreadable: self = .unreadable
        }
    }
}

extension Condition {
    /// The condition with digits in place of bytes in the form that is shown: for `x'04d2'` `04D2`.
    fileprivate var readingShownBytes: Condition {
        guard [.equals, .notEquals, .isIn].contains(comparison) else { return self }
        var condition = self
        condition.values = values.map { Self.digits(of: $0) }
        condition.kinds = kinds.map { kinds in
            Dictionary(kinds.map { (Self.digits(of: $0), $1) }, uniquingKeysWith: { first, _ in first })
        }
        return condition
    }

    private static func digits(of value: String) -> String {
        let text = Array(value.utf8)
        guard text.count > 2, text.count % 2 == 1, text[0] | 0x20 == UInt8(ascii: "x"), text[1] == UInt8(ascii: "'"),
            text.last == UInt8(ascii: "'")
        else { return value }
        let digits = value.dropFirst(2).dropLast()
        return digits.allSatisfy { $0.isHexDigit && $0.isASCII } ? digits.uppercased() : value
    }
}
