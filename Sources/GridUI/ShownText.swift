import Tabular
import TabularOps

/// The conversion of a value to displayed text: in its column's format, else with signs for control characters, or with
/// grouped digits for a long number.
struct ShownText {
    var format: ColumnFormat?
    /// The maximum number of bytes of a value that are displayed.
    var limit: Int
    /// Keeps the lines of a value, and marks a truncated one with an ellipsis.
    var wraps = false
    /// A Boolean value that indicates whether the value is truncated.
    var isCut = false
    /// True where digits of numbers are grouped. Truncated values are not: the number of further digits is unknown.
    var groupsDigits = false

    /// Appends the text of `value`. Returns the positions of `parts` of the value, ascending and disjoint, in it; nil where
    /// the displayed text differs from the written value.
    @discardableResult
    func append(
        _ value: UnsafeBufferPointer<UInt8>, to text: inout [UInt8], marking parts: [Range<Int>] = []
    ) -> [Range<Int>]? {
        let start = text.count
        if let format, format.append(value, to: &text) {
            makeVisible(from: start, &text)
            return nil
        }
        text.removeLast(text.count - start)
        let shown = Utf8.boundary(in: value, atMost: limit)
        if groupsDigits, !isCut, let groups = DigitGroups(value), groups.isLongQuantity {
            groups.append(value, limit: shown, to: &text)
            return parts.map { $0.lowerBound < shown ? groups.shown($0) : Int.max - 1..<Int.max }
        }
        let bytes = UnsafeBufferPointer(rebasing: value[..<shown])
        var places = ShownPlaces(end: shown)
        if parts.isEmpty {
            Utf8.appendVisibly(bytes, keepingLines: wraps, to: &text)
        } else {
            Utf8.appendVisibly(bytes, keepingLines: wraps, to: &text) { places.note($0, sign: $1) }
        }
        // On one line, drawing adds the ellipsis where the text does not fit.
        if shown < value.count ? wraps : isCut { text.append(contentsOf: "…".utf8) }
        return places.isSame && (parts.last?.upperBound ?? 0) <= shown ? parts : parts.map(places.shown)
    }

    /// A format writes the value's text unchanged, whatever it contains, and adds text of its own.
    private func makeVisible(from start: Int, _ text: inout [UInt8]) {
        let isPlain = text.withUnsafeBufferPointer { Utf8.isPlain(UnsafeBufferPointer(rebasing: $0[start...])) }
        guard !isPlain else { return }
        let formatted = Array(text[start...])
        text.removeLast(text.count - start)
        formatted.withUnsafeBufferPointer { Utf8.appendVisibly($0, keepingLines: wraps, to: &text) }
    }
}

/// The byte ranges of a value in its displayed text, in which signs replace some bytes.
///
///     value   a TAB b        bytes  0  1  2
///     shown   a ⇥ b          bytes  0  1…3  4
struct ShownPlaces {
    private var signs: [(value: Range<Int>, shown: Range<Int>)] = []
    /// The end of the displayed part of the value.
    private let end: Int

    init(end: Int) { self.end = end }

    /// True where there are no signs.
    var isSame: Bool { signs.isEmpty }

    /// Records a sign of `count` bytes for some bytes of the value, after all that were recorded before.
    mutating func note(_ bytes: Range<Int>, sign count: Int) {
        let start = bytes.lowerBound + shift(signs.count)
        signs.append((bytes, start..<start + count))
    }

    /// Returns the displayed range of a part of the value; for a part of a sign, the whole sign. Parts that are not
    /// displayed are after all that are.
    ///
    /// - Complexity: O(log signs).
    func shown(_ part: Range<Int>) -> Range<Int> {
        guard part.lowerBound < end else { return Int.max - 1..<Int.max }
        return start(of: part.lowerBound)..<max(start(of: part.lowerBound) + 1, end(of: part.upperBound))
    }

    /// Returns the offset that the first `count` signs add to later bytes.
    private func shift(_ count: Int) -> Int {
        count == 0 ? 0 : signs[count - 1].shown.upperBound - signs[count - 1].value.upperBound
    }

    /// Returns the number of signs that begin before `byte`.
    private func count(before byte: Int) -> Int {
        var (low, high) = (0, signs.count)
        while low < high {
            let middle = (low + high) / 2
            if signs[middle].value.lowerBound < byte { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func start(of byte: Int) -> Int {
        let count = count(before: byte)
        if count > 0, byte < signs[count - 1].value.upperBound { return signs[count - 1].shown.lowerBound }
        return byte + shift(count)
    }

    private func end(of byte: Int) -> Int {
        let count = count(before: byte)
        if count > 0, byte < signs[count - 1].value.upperBound { return signs[count - 1].shown.upperBound }
        return byte + shift(count)
    }
}
