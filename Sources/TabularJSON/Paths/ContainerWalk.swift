/// A walk through the arrays and objects of a text that arrives in any chunks, which examines only the members' names and the
/// first byte of values. `RowScanner` skips the others.
///
///     {"data": {"items": [ {"id": 1}, …
///      ^name    ^name     ^ entered: a level more; its rows are examined, or skipped
///
/// It checks no grammar: in a text that is not JSON it finds some containers or others, the same in any chunks.
struct ContainerWalk: Sendable {
    enum Kind: Sendable, Hashable { case object, array, scalar }

    /// The answer of a visitor to a value.
    enum Decision { case enter, skip, skipRest, stop }

    /// A container that was entered and not left.
    struct Level: Sendable {
        let form: RowForm
        /// The number of the current row, from 0; after all rows, their count.
        fileprivate(set) var row = 0
        /// The current member's name between its quotes; empty in arrays.
        fileprivate(set) var rawName: [UInt8] = []
    }

    private enum Phase: Sendable, Hashable {
        case rowStart
        case name(quote: UInt8, isEscaped: Bool)
        case bareName
        case colon
        case value
        case skip
        case skipRest
        case done
    }

    private enum Comment: Sendable { case none, slash, line, block, star }

    /// The most bytes of a name.
    static let nameLimit = 1 << 16

    private(set) var levels: [Level] = []
    /// The offset after the last byte that was passed.
    private(set) var offset: Int
    private let isRelaxed: Bool
    private var phase = Phase.value
    private var comment = Comment.none
    private var scanner = RowScanner(.elements)

    /// Starts at the first byte of a text, at `offset`.
    init(at offset: Int = 0, isRelaxed: Bool = false) {
        self.offset = offset
        self.isRelaxed = isRelaxed
    }

    /// A Boolean value that indicates whether the walk ended: at the end of the first value, or stopped by the visitor.
    var isDone: Bool { phase == .done }

    /// Walks through the next bytes, until the walk is done.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ visitor: inout some ContainerVisitor) {
        let start = offset
        while offset - start < bytes.count && phase != .done {
            let rest = UnsafeBufferPointer(rebasing: bytes[(offset - start)...])
            switch phase {
            case .rowStart, .colon, .value:
                guard let byte = skipBlanks(rest) else { continue }
                begin(with: byte, &visitor)
            case .name(let quote, let isEscaped): scanName(rest, quote, isEscaped)
            case .bareName: scanBareName(rest)
            case .skip, .skipRest: skipRows(rest, &visitor)
            case .done: break
            }
        }
    }

    /// Advances to the first byte that is neither a blank nor part of a comment; nil where that is still to come.
    private mutating func skipBlanks(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        for byte in bytes {
            switch comment {
            case .none:
                if byte == UInt8(ascii: "/") && isRelaxed { comment = .slash } else if !byte.isBlank { return byte }
            case .slash:
                comment = byte == UInt8(ascii: "/") ? .line : byte == UInt8(ascii: "*") ? .block : .none
                // Ordinary text.
                if comment == .none { return UInt8(ascii: "/") }
            case .line:
                if byte == 0x0A || byte == 0x0D { comment = .none }
            case .block:
                if byte == UInt8(ascii: "*") { comment = .star }
            case .star:
                comment = byte == UInt8(ascii: "/") ? .none : byte == UInt8(ascii: "*") ? .star : .block
            }
            offset += 1
        }
        return nil
    }

    /// Processes the first byte of a row, of a value, or after a name.
    private mutating func begin(with byte: UInt8, _ visitor: inout some ContainerVisitor) {
        guard let level = levels.last else { return visit(byte, &visitor) }
        if phase == .colon {
            phase = byte == UInt8(ascii: ":") ? .value : .skip
            if phase == .value { offset += 1 }
            scanner = RowScanner(level.form, isRelaxed: isRelaxed, isInsideRow: true)
            return
        }
        let closing = UInt8(ascii: level.form == .elements ? "]" : "}")
        if phase == .rowStart && (byte == closing || byte == UInt8(ascii: ",")) {
            scanner = RowScanner(level.form, isRelaxed: isRelaxed)
            phase = .skip
        } else if phase == .value || level.form == .elements {
            visit(byte, &visitor)
        } else {
            beginName(with: byte, level.form)
        }
    }

    private mutating func beginName(with byte: UInt8, _ form: RowForm) {
        levels[levels.count - 1].rawName.removeAll(keepingCapacity: true)
        if byte == UInt8(ascii: "\"") || (isRelaxed && byte == UInt8(ascii: "'")) {
            phase = .name(quote: byte, isEscaped: false)
            offset += 1
        } else if isRelaxed && byte != UInt8(ascii: "/") && !byte.isBracket {
            phase = .bareName
        } else {
            scanner = RowScanner(form, isRelaxed: isRelaxed, isInsideRow: true)
            phase = .skip
        }
    }

    private mutating func visit(_ byte: UInt8, _ visitor: inout some ContainerVisitor) {
        let kind = byte == UInt8(ascii: "{") ? Kind.object : byte == UInt8(ascii: "[") ? .array : .scalar
        let decision = visitor.value(kind, at: offset, in: levels)
        if decision == .enter && kind != .scalar {
            levels.append(Level(form: kind == .array ? .elements : .members))
            offset += 1
            phase = .rowStart
        } else if let level = levels.last, decision != .stop {
            scanner = RowScanner(level.form, isRelaxed: isRelaxed, isInsideRow: true)
            phase = decision == .skipRest ? .skipRest : .skip
        } else {
            phase = .done
        }
    }

    private mutating func append(toName byte: UInt8) {
        if levels[levels.count - 1].rawName.count < Self.nameLimit { levels[levels.count - 1].rawName.append(byte) }
    }

    private mutating func scanName(_ bytes: UnsafeBufferPointer<UInt8>, _ quote: UInt8, _ wasEscaped: Bool) {
        var isEscaped = wasEscaped
        for byte in bytes {
            offset += 1
            if byte == quote && !isEscaped {
                phase = .colon
                return
            }
            append(toName: byte)
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        phase = .name(quote: quote, isEscaped: isEscaped)
    }

    private mutating func scanBareName(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
            if byte.isBlank || byte.isBracket || [":", ",", "/", "\"", "'"].contains(UnicodeScalar(byte)) {
                phase = .colon
                return
            }
            append(toName: byte)
            offset += 1
        }
    }

    /// Skips the rest of a row, or of all rows.
    private mutating func skipRows(_ bytes: UnsafeBufferPointer<UInt8>, _ visitor: inout some ContainerVisitor) {
        let scanned = scanner.scan(bytes, limit: phase == .skip ? 1 : .max)
        offset += scanned.bytes
        levels[levels.count - 1].row += scanned.rows
        if scanner.isEnded {
            phase = visitor.end(of: levels, at: offset) ? .skip : .done
            levels.removeLast()
            guard let level = levels.last else {
                phase = .done
                return
            }
            scanner = RowScanner(level.form, isRelaxed: isRelaxed, isInsideRow: true)
        } else if scanned.rows > 0 && phase == .skip {
            phase = .rowStart
        }
    }
}

/// A visitor that decides on the way of a walk.
protocol ContainerVisitor {
    /// Visits a value whose first byte is at `offset`: the current row of the last of `levels`, or the top where there are
    /// none.
    mutating func value(
        _ kind: ContainerWalk.Kind, at offset: Int, in levels: [ContainerWalk.Level]
    ) -> ContainerWalk.Decision

    /// Visits the last of `levels` again, which is closed by the byte before `offset`; false to stop there.
    mutating func end(of levels: [ContainerWalk.Level], at offset: Int) -> Bool
}

extension UInt8 {
    var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    var isBracket: Bool { ["[", "]", "{", "}"].contains(UnicodeScalar(self)) }
}
