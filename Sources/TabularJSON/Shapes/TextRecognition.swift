/// The first recognition of a text: whether it is JSON, and whether it is one value or several.
///
/// A table of another kind may begin with `{` or `[` (`[a],[b]`, `{x},1`), so these alone decide nothing. It is JSON where the
/// first value is one, or is one as far as the sample goes, and only another value follows it. A name that ends with `.json` or
/// similar decides too; then the text need not be valid.
struct TextRecognition: Sendable, Hashable {
    enum Values: Sendable, Hashable {
        /// One value, or the beginning of one.
        case one
        /// A value on each line.
        case lines
        /// Values one after another.
        case many
    }

    private static let lineEndings = ["ndjson", "jsonl", "ldjson"]
    private static let relaxedEndings = ["json5", "jsonc"]
    private static let endings =
        ["json", "geojson", "topojson", "har", "ipynb", "webmanifest"] + lineEndings + relaxedEndings

    let values: Values
    let isRelaxed: Bool
    /// The first byte of the first value; the end of the text where there is none.
    let start: Int
    /// True where the first value is a scalar.
    let isScalar: Bool

    /// The extension of a name, without the dot; empty where it has none.
    private static func ending(of name: String) -> String {
        name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() ?? ""
    }

    /// A Boolean value that indicates whether a name's extension is one of JSON.
    static func isNamed(_ name: String) -> Bool { endings.contains(ending(of: name)) }

    /// Nil where `text`, the beginning of a text or all of it, is not JSON. `isForced` declares it JSON.
    init?(_ text: UnsafeBufferPointer<UInt8>, name: String, isWhole: Bool, isForced: Bool = false) {
        let ending = Self.ending(of: name)
        let hasSeparator = text.first(where: { !$0.isBlank }) == 0x1E
        let first = FirstValue(text, isWhole: isWhole)
        // A table of another kind may have such a name.
        let isNamed = isForced || Self.endings.contains(ending) && first.mayBeJSON
        start = first.start
        isScalar = !first.isContainer
        isRelaxed = Self.relaxedEndings.contains(ending) || first.isRelaxed || first.endsWithComments
        guard isNamed || hasSeparator && first.isContainer || first.isSurelyJSON else { return nil }
        let isOfLines = Self.lineEndings.contains(ending)
        values = hasSeparator ? .many : first.following(isWhole: isWhole, prefersLines: isOfLines)
    }
}

/// The first value of a text.
private struct FirstValue {
    /// Bytes of a valid beginning that no other text has.
    private static let longPrefix = 1 << 14
    /// The most lines to check.
    private static let checkedLines = 100

    private let text: UnsafeBufferPointer<UInt8>
    let start: Int
    /// The offset after the value; nil where it does not end in the text.
    private(set) var end: Int?
    private(set) var fault: SyntaxFault?
    private let notes: SyntaxNotes
    /// A Boolean value that indicates whether comments come after the value, and nothing else.
    let endsWithComments: Bool

    init(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
        self.text = text
        var cursor = JSONCursor(text, at: text.firstIndex { !$0.isBlank && $0 != 0x1E } ?? text.count)
        do throws(SyntaxFault) {
            // Comments before it are passed too.
            let token = try cursor.nextValue()
            start = token?.range.lowerBound ?? text.count
            // A value that is too deep is passed with all that follows it.
            end = cursor.notes.contains(.tooDeep) ? nil : cursor.index
        } catch {
            start = text.firstIndex { !$0.isBlank && $0 != 0x1E } ?? text.count
            // A token at the end of a sample may continue.
            if error.kind != .cutOff && !Self.isInLastToken(error.byte, of: text) || isWhole { fault = error }
        }
        notes = cursor.notes
        endsWithComments = end.map { Self.hasCommentsAlone(text, from: $0) } ?? false
    }

    /// Returns true where no token begins after the byte `index`.
    private static func isInLastToken(_ index: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        text[min(index, text.count)...].allSatisfy { !$0.isBlank && !",:[]{}".utf8.contains($0) }
    }

    private static func hasCommentsAlone(_ text: UnsafeBufferPointer<UInt8>, from index: Int) -> Bool {
        var cursor = JSONCursor(text, at: index)
        do throws(SyntaxFault) {
            try cursor.skipBlanks()
            return cursor.peek == nil && cursor.notes.contains(.comment)
        } catch {
            return false
        }
    }

    var isEmpty: Bool { start >= text.count }
    var isContainer: Bool { !isEmpty && (text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[")) }
    var isRelaxed: Bool { notes.contains(.comment) || notes.contains(.singleQuotes) }

    /// The line feed at the end of the first value's first line.
    private var lineEnd: Int { text[start...].firstIndex(of: 0x0A) ?? text.count }

    /// A Boolean value that indicates whether a line ends in the value.
    var spansLines: Bool {
        lineEnd < end ?? notes.first { $0.kind == .tooDeep }?.byte ?? text.count
    }

    /// A Boolean value that indicates whether the next value begins right after it, on the same line.
    var isFollowedOnItsLine: Bool {
        guard let end, isContainer, let next = text[end...].first(where: { $0 != 0x20 && $0 != 0x09 }) else {
            return false
        }
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "[") || next == 0x0D && holdsCarriageReturnsAlone
    }

    private var holdsCarriageReturnsAlone: Bool { !text.contains(0x0A) }

    /// A Boolean value that indicates whether anything follows the first byte.
    private var hasContent: Bool { text[(start + 1)...].contains { !$0.isBlank } }

    /// A Boolean value that indicates whether a text declared to be JSON may begin like this: with a value on lines of its own,
    /// or with an invalid line before valid ones.
    var mayBeJSON: Bool {
        if isEmpty || isContainer || endsWithComments { return true }
        guard let end else {
            guard let fault, fault.kind != .cutOff else { return true }
            let lines = text.split(separator: 0x0A).prefix(Self.checkedLines)
            return lines.contains { line in
                let byte = line.first { !$0.isBlank }
                return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            }
        }
        let lineEnd = text[end...].firstIndex(of: 0x0A) ?? text.count
        return areValues(text[end..<lineEnd])
    }

    /// A Boolean value that indicates whether there are values and blanks only.
    private func areValues(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var index = part.startIndex
        while let next = part[index...].firstIndex(where: { !$0.isBlank && $0 != 0x1E }) {
            var cursor = JSONCursor(UnsafeBufferPointer(rebasing: part[next...]))
            do throws(SyntaxFault) {
                guard try cursor.nextValue() != nil, cursor.notes.isEmpty else { return false }
            } catch {
                return error.kind == .cutOff && part.endIndex == text.count
            }
            index = next + cursor.index
            // A scalar ends with a blank.
            guard
                index == part.endIndex || part[index].isBlank || part[next] == UInt8(ascii: "{")
                    || part[next] == UInt8(ascii: "[")
            else { return false }
        }
        return true
    }

    /// A Boolean value that indicates whether only JSON looks like this.
    var isSurelyJSON: Bool {
        // Half a number at the end of a sample is not what it looks like.
        let isLax = notes.contains { note in
            note.kind.isLaxityOfNoJSON && (end != nil || !Self.isInLastToken(note.byte, of: text))
        }
        guard isContainer, !isLax else { return false }
        if let fault {
            // The first line is valid, and more than a bracket, or the value is long.
            return fault.byte > start + Self.longPrefix || fault.byte > lineEnd && lineEnd > start + 1
                || fault.kind == .cutOff && hasContent
        }
        guard let end else { return hasContent }
        guard let next = text[end...].firstIndex(where: { !$0.isBlank && $0 != 0x1E }) else { return true }
        if text[start] == UInt8(ascii: "{") { return text[next] == UInt8(ascii: "{") || areMostlyObjects }
        return areArraysOnLines
    }

    /// A Boolean value that indicates whether the first line is an object, and more than half of all lines begin with one: a log
    /// of objects may have other lines.
    private var areMostlyObjects: Bool {
        guard let end, text[end..<lineEnd].allSatisfy(\.isBlank), !spansLines else { return false }
        let lines = text.split(separator: 0x0A).prefix(Self.checkedLines)
        return 2 * lines.count { $0.first == UInt8(ascii: "{") } > lines.count
    }

    /// A Boolean value that indicates whether each line is an array; the last one may be cut off.
    private var areArraysOnLines: Bool {
        var index = start
        for _ in 0..<Self.checkedLines where index < text.count {
            guard text[index] == UInt8(ascii: "[") else { return false }
            let end = text[index...].firstIndex(of: 0x0A) ?? text.count
            var line = JSONCursor(UnsafeBufferPointer(rebasing: text[index..<end]))
            do throws(SyntaxFault) {
                _ = try line.nextValue()
                guard text[index + line.index..<end].allSatisfy(\.isBlank) else { return false }
            } catch {
                return error.kind == .cutOff && end == text.count
            }
            index = text[end...].firstIndex { !$0.isBlank } ?? text.count
        }
        return true
    }

    // MARK: - Values after it

    /// The values of the text, according to the first one and the lines after it. `prefersLines` indicates that the name of the
    /// text promises a value on each line.
    func following(isWhole: Bool, prefersLines: Bool) -> TextRecognition.Values {
        let lines = ValueLines(text, behind: lineEnd, isWhole: isWhole)
        guard let end else {
            let isBroken = prefersLines ? fault != nil || !spansLines : isFaultyLine && isBrokenLine(before: lines)
            return isBroken ? .lines : .one
        }
        if prefersLines, !spansLines, !isFollowedOnItsLine { return lines.values(after: end) }
        guard !endsWithComments, let next = text[end...].firstIndex(where: { !$0.isBlank }) else { return .one }
        let byte = text[next]
        if next < lineEnd, !spansLines, !areValues(text[end..<lineEnd]), byte != UInt8(ascii: ","),
            isBrokenLine(before: lines)
        {
            return .lines
        }
        // Commas may separate values too. Another comma, or a bracket, is an error of one value.
        if byte == UInt8(ascii: ",") {
            let second = text[(next + 1)...].first { !$0.isBlank }
            return second == UInt8(ascii: "{") || second == UInt8(ascii: "[") ? .many : .one
        }
        guard byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else { return .one }
        // Text after an array of rows is no row.
        if text[start] == UInt8(ascii: "["), spansLines || lines.wholes == 0, !mayBeValue(at: next, isWhole: isWhole) {
            return .one
        }
        return !spansLines && text[end..<next].contains(0x0A) ? lines.values(after: end) : .many
    }

    /// Returns true where a value begins at `index`, which may continue after the end of a sample.
    private func mayBeValue(at index: Int, isWhole: Bool) -> Bool {
        var cursor = JSONCursor(text, at: index)
        do throws(SyntaxFault) {
            return try cursor.nextValue() != nil
        } catch {
            return !isWhole && (error.kind == .cutOff || Self.isInLastToken(error.byte, of: text))
        }
    }

    /// A Boolean value that indicates whether the fault is that of the first line: in it, or with the next one, as that begins
    /// where a member or the end of the object is due, or before the end of a string.
    private var isFaultyLine: Bool {
        guard let fault else { return false }
        let hasOpenString = notes.contains { $0.kind == .controlCharacter && (lineEnd - 1...lineEnd).contains($0.byte) }
        if fault.byte < lineEnd || hasOpenString { return true }
        guard fault.kind == .commaOrBrace || fault.kind == .name else { return false }
        return text[lineEnd...].firstIndex { !$0.isBlank } == fault.byte
    }

    /// A Boolean value that indicates whether the first line, which is not valid, stands before `lines` that are values each.
    /// A bracket at its end opens an array of several lines instead.
    private func isBrokenLine(before lines: ValueLines) -> Bool {
        let last = text[start..<lineEnd].last { !$0.isBlank }
        let isOpen = isContainer && (last == UInt8(ascii: "[") || last == UInt8(ascii: "{"))
        let isClosed = ValueLines.isClosed(UnsafeBufferPointer(rebasing: text[start..<lineEnd]))
        let rows = lines.containers + (isClosed ? lines.faulty : 0)
        return !isOpen && rows >= (isContainer ? 1 : 2) && 2 * rows > lines.count
    }
}

extension SyntaxNote.Kind {
    /// A Boolean value that indicates whether texts of other kinds may have it as well.
    fileprivate var isLaxityOfNoJSON: Bool {
        isLaxity && self != .trailingComma && self != .specialNumber && self != .controlCharacter
    }
}
