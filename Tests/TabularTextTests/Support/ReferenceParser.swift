import Tabular

@testable import TabularText

/// How the reference reads: the same as a `Dialect`, in bytes.
struct ReferenceRules: CustomStringConvertible {
    var delimiter: [UInt8] = [0x2C]
    var quote: UInt8? = 0x22
    var escape: UInt8?
    var comment: [UInt8] = []
    /// Any run of spaces and tabs is a delimiter.
    var mergesSpaces = false
    /// Records end with U+001E, and with nothing else.
    var isSeparated = false
    /// The text may have more bytes later, so that its end decides nothing.
    var mayGoOn = false
    /// Quotes that begin fields which end on their line.
    var repairs: Set<Int> = []

    var special: SpecialBytes {
        var dialect = Dialect(delimiter: String(decoding: delimiter, as: UTF8.self), quote: quote, escape: escape)
        if !comment.isEmpty { dialect.comment = String(decoding: comment, as: UTF8.self) }
        dialect.mergesSpaces = mergesSpaces
        if isSeparated { dialect.terminator = .rs }
        return SpecialBytes(dialect)
    }

    /// One delimiter and nothing else that is special but a quote.
    var isPlain: Bool {
        delimiter.count == 1 && quote != nil && escape == nil && comment.isEmpty && !mergesSpaces
            && !isSeparated
    }

    /// The length of the delimiter at `index`; 0 where there is none.
    func delimiterLength(in text: [UInt8], at index: Int) -> Int {
        if mergesSpaces { return text[index...].prefix { $0 == 32 || $0 == 9 }.count }
        return text[index...].starts(with: delimiter) ? delimiter.count : 0
    }

    var description: String {
        "\(delimiter)\(mergesSpaces ? "+" : "") quote \(quote.map(String.init) ?? "-") escape \(escape.map(String.init) ?? "-") comment \(comment)"
    }
}

/// A record as the reference reads it.
struct ReferenceRecord: Hashable {
    var fields: [[UInt8]] = []
    var start = 0
}

/// The events of the reference parser, in the order of the bytes.
enum ReferenceEvent {
    case beginRecord(at: Int)
    case note(Oddity, at: Int)
    /// The byte at an offset belongs to the field.
    case byte(at: Int, isQuoted: Bool)
    case endField
    case endRecord(at: Int)
}

/// The rules of `RecordParser` and its general engine in the slowest and most obvious form: the whole input, byte by byte,
/// with looking ahead.
struct ReferenceReader {
    /// A field between the quotes at its key and at `close`; from `literal` on quotes in it are characters.
    private struct Enclosed {
        var close: Int
        var literal: Int
        var isJSON = false
    }

    let text: [UInt8]
    let rules: ReferenceRules
    private(set) var events: [ReferenceEvent] = []
    private var i = 0
    private var enclosed: [Int: Enclosed] = [:]
    /// Before it no quote opens a field that is not in `enclosed`.
    private var literalEnd = 0
    private var unclosed: Int?
    /// A field without quotes that has delimiters in it.
    private var joined: Range<Int>? {
        didSet { hasJoined = hasJoined || joined != nil }
    }
    private(set) var hasJoined = false
    /// The quote of the field that goes to the end of a text that may go on.
    private var open: Int?
    /// Closing quotes with text behind them, lines behind the opening one; and an opening one without.
    private(set) var longOdd: [(open: Int, close: Int)] = []
    private(set) var longUnclosed: Int?

    init(_ text: [UInt8], _ rules: ReferenceRules) {
        (self.text, self.rules) = (text, rules)
        while i < text.count { readLine() }
    }

    private func isAt(_ index: Int, _ bytes: [UInt8]) -> Bool { text[index...].starts(with: bytes) }
    private func isLineEnd(_ index: Int) -> Bool {
        rules.isSeparated ? text[index] == 0x1E : text[index] == 10 || text[index] == 13
    }
    private func isDelimiter(_ index: Int) -> Bool { rules.delimiterLength(in: text, at: index) > 0 }
    private func endsField(_ index: Int) -> Bool {
        index >= text.count || isLineEnd(index) || isDelimiter(index)
    }

    private mutating func skipLineEnd() { i += isAt(i, [13, 10]) || isAt(i, [0x1E, 10]) ? 2 : 1 }

    private mutating func readLine() {
        if !rules.comment.isEmpty && isAt(i, rules.comment) {
            while i < text.count && !isLineEnd(i) { i += 1 }
            if i < text.count { skipLineEnd() }
            return
        }
        events.append(.beginRecord(at: i))
        if rules.mergesSpaces { i += rules.delimiterLength(in: text, at: i) }
        while true {
            readField()
            events.append(.endField)
            let length = i < text.count ? rules.delimiterLength(in: text, at: i) : 0
            // Spaces at a line's end are no delimiter.
            let isLast = i + length >= text.count || isLineEnd(i + length)
            if isLast && (rules.mergesSpaces || length == 0) {
                i += length
                if i < text.count { skipLineEnd() }
                break
            }
            i += length
        }
        events.append(.endRecord(at: i))
    }

    /// Takes the byte at `i`, or the one that is escaped there.
    private mutating func take(isQuoted: Bool) {
        if text[i] == rules.escape {
            if i + 1 == text.count {
                events.append(.note(.escapeAtEnd, at: i))
            } else {
                i += 1
                if isAt(i, [13, 10]) && !rules.isSeparated {
                    events.append(.byte(at: i, isQuoted: isQuoted))
                    i += 1
                }
            }
        }
        events.append(.byte(at: i, isQuoted: isQuoted))
        i += 1
    }

    private mutating func readField() {
        let start = i
        if i < text.count, text[i] == rules.quote {
            let isLong = i >= literalEnd && decide(i)
            if let field = enclosed[start] {
                i += 1
                readEnclosed(field)
                if let open { events.append(.note(.unclosedQuote, at: open)) }
            } else if isLong {
                i += 1
                readLong(start)
            }
        }
        let end = start == joined?.lowerBound ? joined?.upperBound ?? start : start
        while i < text.count, i < end || !isDelimiter(i) && !isLineEnd(i) {
            if text[i] == rules.quote {
                let first: Oddity = i == unclosed ? .unclosedText : .openingText
                events.append(.note(i == start ? first : .quoteInUnquoted, at: i))
            }
            take(isQuoted: false)
        }
    }

    private mutating func readEnclosed(_ field: Enclosed) {
        while i < field.close {
            if text[i] == rules.quote {
                if i < field.literal && i + 1 < field.close && text[i + 1] == rules.quote {
                    events.append(.byte(at: i, isQuoted: true))
                    i += 2
                    continue
                }
                if open == nil { events.append(.note(field.isJSON ? .quoteInJSON : .quoteInQuoted, at: i)) }
            }
            take(isQuoted: true)
        }
        i = min(text.count, field.close + 1)
    }

    /// Reads on behind the quote at `open`, in a field that has a line end.
    private mutating func readLong(_ open: Int) {
        while i < text.count, text[i] != rules.quote || i + 1 < text.count && text[i + 1] == rules.quote {
            if text[i] == rules.quote {
                events.append(.byte(at: i, isQuoted: true))
                i += 2
            } else {
                take(isQuoted: true)
            }
        }
        guard i < text.count else {
            longUnclosed = open
            return events.append(.note(.unclosedQuote, at: open))
        }
        let quote = i
        i += 1
        if endsField(i) { return }
        longOdd.append((open, quote))
        let rest = rest(from: i)
        if rest == .undecided {
            events.append(.byte(at: quote, isQuoted: true))
            self.open = open
            readEnclosed(Enclosed(close: text.count, literal: text.count))
            events.append(.note(.unclosedQuote, at: open))
        } else if case .closing(let close) = rest {
            events.append(.note(.quoteInQuoted, at: quote))
            events.append(.byte(at: quote, isQuoted: true))
            readEnclosed(Enclosed(close: close, literal: quote))
        } else {
            events.append(.note(.textAfterQuote, at: open))
            events.append(.byte(at: quote, isQuoted: true))
        }
    }

    /// Decides how the field is read whose quote stands at `open`; true where it has a line end.
    private mutating func decide(_ open: Int) -> Bool {
        (unclosed, joined) = (nil, nil)
        var index = open + 1
        var doubled: Int?
        while index < text.count {
            if isLineEnd(index) {
                guard rules.repairs.contains(open) else { return true }
                (unclosed, literalEnd) = (open, index)
                if let doubled { enclosed[open] = Enclosed(close: doubled + 1, literal: doubled) }
                if doubled == nil { joined = joined(open, before: index) }
                return false
            }
            if text[index] == rules.escape {
                if index + 1 < text.count && isLineEnd(index + 1) { return true }
                index += 2
            } else if text[index] != rules.quote {
                index += 1
            } else if index + 1 < text.count, text[index + 1] == rules.quote {
                if endsField(index + 2) { doubled = index }
                index += 2
            } else if endsField(index + 1) {
                enclosed[open] = Enclosed(close: index, literal: index)
                return false
            } else {
                decide(open, odd: index, doubled)
                return false
            }
        }
        if rules.mayGoOn { return stayOpen(open) }
        (unclosed, literalEnd) = (open, text.count)
        if let doubled { enclosed[open] = Enclosed(close: doubled + 1, literal: doubled) }
        if doubled == nil { joined = joined(open, before: text.count) }
        return false
    }

    /// The field from `open` on to the first of “ ” „, unless that is „ or has text behind it.
    private func joined(_ open: Int, before end: Int) -> Range<Int>? {
        let marks = ["“", "”", "„"].map { Array($0.utf8) }
        guard let index = (open..<end).first(where: { index in marks.contains { isAt(index, $0) } }),
            index + 3 <= end, !isAt(index, marks[2]), endsField(index + 3)
        else { return nil }
        return open..<index + 3
    }

    /// Leaves the field from the quote at `open` on to what may come.
    private mutating func stayOpen(_ open: Int) -> Bool {
        self.open = open
        enclosed[open] = Enclosed(close: text.count, literal: text.count)
        return false
    }

    private mutating func decide(_ open: Int, odd: Int, _ doubled: Int?) {
        switch jsonEnd(open, odd) {
        case .undecided:
            _ = stayOpen(open)
            return
        case .closing(let close):
            enclosed[open] = Enclosed(close: close, literal: odd, isJSON: true)
            literalEnd = close + 1
            return
        case .none: break
        }
        let length = rules.mergesSpaces ? 1 : rules.delimiter.count
        let isOpening = odd - length > open && isDelimiter(odd - length)
        let rest = rest(from: odd + 1)
        if rest == .undecided {
            _ = stayOpen(open)
            return
        }
        literalEnd = odd + 1
        if case .closing(let close) = rest {
            if !isOpening {
                enclosed[open] = Enclosed(close: close, literal: odd)
                literalEnd = close + 1
            } else if let doubled, beginsField(odd, behind: doubled + 2) {
                enclosed[open] = Enclosed(close: doubled + 1, literal: doubled)
                enclosed[odd] = Enclosed(close: close, literal: odd + 1)
                literalEnd = close + 1
            } else if beginsField(odd, behind: open + 1), !text[odd + 1..<close].contains(where: { $0 == rules.quote })
            {
                enclosed[odd] = Enclosed(close: close, literal: close)
                literalEnd = close + 1
                joined = joined(open, before: odd)
            }
        } else if let doubled, !isOpening {
            enclosed[open] = Enclosed(close: doubled + 1, literal: doubled)
        }
    }

    private enum Rest: Hashable {
        case closing(Int)
        case none
        case undecided
    }

    /// The first quote from `start` on that closes a field, before any that opens one and the line's end.
    private func rest(from start: Int) -> Rest {
        var index = start
        var fieldStart: Int?
        while index < text.count, !isLineEnd(index) {
            if text[index] == rules.quote {
                if index == fieldStart { return .none }
                if rules.mayGoOn && index + 1 == text.count { return .undecided }
                if endsField(index + 1) { return .closing(index) }
                index += 1
            } else if text[index] == rules.escape {
                index += index + 1 < text.count && isAt(index + 1, [13, 10]) ? 3 : 2
            } else if isDelimiter(index) {
                index += rules.delimiterLength(in: text, at: index)
                fieldStart = index
            } else {
                index += 1
            }
        }
        return rules.mayGoOn && index >= text.count ? .undecided : .none
    }

    /// The quote after the last bracket of JSON that is not escaped, in the field from `open` on: its line has others, and those
    /// that begin a field in the eyes of a scanner have a second one.
    private func jsonEnd(_ open: Int, _ odd: Int) -> Rest {
        let before = text[open + 1..<odd].filter { $0 != 0x20 }
        guard rules.escape == nil, !rules.mergesSpaces, !before.isEmpty,
            before.allSatisfy({ $0 == 0x7B || $0 == 0x5B })
        else { return .none }
        let line = odd + 1 + text[(odd + 1)...].prefix { rules.isSeparated ? $0 != 0x1E : $0 != 10 && $0 != 13 }.count
        var index = odd + 1
        var fieldStart = -1
        // The first bracket has to be closed at the end, and the levels below it are few.
        let wrong = (index..<line).first { index in
            let (level, next) = (depth(in: open + 1..<index), depth(in: open + 1..<index + 1))
            return level == 0 && text[index] != rules.quote && text[index] != 0x20 || !(0...32).contains(next)
        }
        while index < line {
            if let wrong, index >= wrong { return .none }
            if text[index] == rules.quote && index == fieldStart {
                // Up to the next quote that is not doubled.
                index += 1
                while index < line,
                    text[index] != rules.quote || index + 1 < text.count && text[index + 1] == rules.quote
                {
                    index += text[index] == rules.quote ? 2 : 1
                }
                if index < line { index += 1 }
                continue
            }
            let last = text[open + 1..<index].last { $0 != 0x20 }
            if text[index] == rules.quote, depth(in: open + 1..<index) == 0, last == 0x7D || last == 0x5D {
                if rules.mayGoOn && index + 1 == text.count { return .undecided }
                return endsField(index + 1) ? .closing(index) : .none
            }
            if isDelimiter(index) { fieldStart = index + rules.delimiterLength(in: text, at: index) }
            index += 1
        }
        return rules.mayGoOn && wrong == nil && line == text.count ? .undecided : .none
    }

    /// The number of brackets in `range` that are open at its end.
    private func depth(in range: Range<Int>) -> Int {
        text[range].count { $0 == 0x7B || $0 == 0x5B } - text[range].count { $0 == 0x7D || $0 == 0x5D }
    }

    private func beginsField(_ index: Int, behind start: Int) -> Bool {
        var place = start
        while place < index {
            if text[place] == rules.escape {
                place += 2
            } else if isDelimiter(place) {
                place += rules.delimiterLength(in: text, at: place)
                if place == index { return true }
            } else {
                place += 1
            }
        }
        return false
    }
}

func referenceParse(_ text: [UInt8], _ rules: ReferenceRules) -> [ReferenceRecord] {
    var records: [ReferenceRecord] = []
    var (record, field) = (ReferenceRecord(), [UInt8]())
    for event in ReferenceReader(text, rules).events {
        switch event {
        case .beginRecord(let offset): record = ReferenceRecord(start: offset)
        case .byte(let offset, _): field.append(text[offset])
        case .endField:
            record.fields.append(field)
            field = []
        case .endRecord: records.append(record)
        case .note: break
        }
    }
    return records
}

/// Returns the oddities of `text`, as `CollectingSink` writes them.
func referenceOddities(_ text: [UInt8], _ rules: ReferenceRules = ReferenceRules()) -> [String] {
    ReferenceReader(text, rules).events.compactMap {
        if case .note(let oddity, let at) = $0 { "\(oddity) \(at)" } else { nil }
    }
}

func referenceRecords(_ text: [UInt8], _ rules: ReferenceRules = ReferenceRules()) -> [[[UInt8]]] {
    referenceParse(text, rules).map(\.fields)
}

/// The rules that a plain table of `text` is read by: what lies between two quotes as records is not one value.
func repaired(_ text: [UInt8], _ rules: ReferenceRules) -> ReferenceRules {
    var rules = rules
    let fieldCount = referenceParse(text, rules).first?.fields.count ?? 0
    // From the beginning again for every one.
    while let repair = nextRepair(text, rules, fieldCount) { rules.repairs.insert(repair) }
    return rules
}

private func nextRepair(_ text: [UInt8], _ rules: ReferenceRules, _ fieldCount: Int) -> Int? {
    let reader = ReferenceReader(text, rules)
    func lineStart(_ index: Int) -> Int { (text[..<index].lastIndex { $0 == 10 || $0 == 13 } ?? -1) + 1 }
    func fields(_ line: ArraySlice<UInt8>) -> Int { line.count { $0 == rules.delimiter[0] } + 1 }
    func lines(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = range.lowerBound
        for index in range where text[index] == 10 || text[index] == 13 {
            let isPair = index > 0 && text[index] == 10 && text[index - 1] == 13
            if !isPair { lines.append(text[start..<index]) }
            start = index + 1
        }
        return lines
    }
    for (open, close) in reader.longOdd where fieldCount > 1 {
        let found = lines(lineStart(open)..<close)
        let fitting = found.count { fields($0) == fieldCount }
        let last = lineStart(close)
        let line = text[last...].prefix { $0 != 10 && $0 != 13 }
        let isLastFitting =
            fields(line) == fieldCount
            || referenceParse(Array(line), ReferenceRules(delimiter: rules.delimiter, quote: rules.quote)).first?.fields
                .count
                == fieldCount
        if 4 * fitting >= 3 * found.count {
            if found.count > 3 || isLastFitting { return open }
            continue
        }
        let lineRules = ReferenceRules(delimiter: rules.delimiter, quote: rules.quote)
        let mayBeOdd = ReferenceReader(Array(line), lineRules).hasJoined
        let isRecord =
            referenceParse(Array(line), lineRules).first?.fields.count == fieldCount
            && referenceOddities(Array(line), lineRules).count <= (mayBeOdd ? 1 : 0)
        if [text[close - 1]] == rules.delimiter && isRecord { return open }
    }
    guard let open = reader.longUnclosed else { return nil }
    let found = lines(lineStart(open)..<text.count)
    if rules.mayGoOn {
        return fieldCount > 1 && found.count > 3 && found.allSatisfy({ fields($0) == fieldCount }) ? open : nil
    }
    return fieldCount == 1 || 2 * found.count { fields($0) > 1 } > found.count ? open : nil
}
