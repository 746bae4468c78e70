import CScan
import Tabular
import TabularBytes

/// The findings of the audit of consecutive rows: columns, kinds and problems.
struct JSONAudit: Sendable {
    private var reader: FieldReader
    private(set) var tallies: [KindTally]
    private(set) var problems = FoundProblems()
    /// Rows, and line ends, before `offset`.
    private(set) var (rowCount, lineCount) = (0, 0)
    /// The byte offset after the last record that was audited or skipped.
    private(set) var end: Checkpoint
    private var wasCarriageReturn = false
    /// Bytes in which the lines of repeated names were counted, for tests.
    private(set) var countedBytes = 0
    /// The first row (0-based) with a value that had no column; nil where there was none, or where the findings before the
    /// audit are unknown.
    private(set) var firstLateRow: Int?
    /// The columns that were known before the audit.
    private let firstColumns: Int
    private var names = RowNames()
    /// True where the rows before are audited elsewhere, whose names are compared with these when both are known.
    private let isPart: Bool

    /// Starts with the record of `start`, after `rows` rows and `lines` line ends.
    init(of tree: ColumnTree, at start: Checkpoint, rows: Int = 0, lines: Int = 0, isPart: Bool = false) {
        self.isPart = isPart
        (end, rowCount, lineCount) = (start, rows, lines)
        reader = FieldReader(tree, isDiscovering: true, keepsOthers: false)
        tallies = Array(repeating: KindTally(), count: tree.columnCount)
        firstColumns = tree.columnCount
    }

    var tree: ColumnTree { reader.tree }

    /// See `FieldReader`.
    var walkedBytes: Int { reader.walkedBytes }
    var preparedNodes: Int { reader.preparedNodes }

    /// Adopts the findings in the rows before `end`, with counts for each column.
    mutating func restore(_ tallies: [KindTally], _ problems: FoundProblems) {
        (self.tallies, self.problems) = (tallies, problems)
    }

    /// Audits the next row. `isOpen` indicates that the text ends within it and may continue later.
    mutating func take(_ row: RowText, longest: Int, isOpen: Bool = false) {
        let text = row.bytes
        let columnCount = reader.tree.columnCount
        if let comma = row.comma, !problems.contains(.trailingComma) { noteOutside(.trailingComma, at: comma) }
        lineCount += row.linesBefore
        var isBroken = false
        switch reader.read(row) {
        case .whole:
            guard row.lacksComma else { break }
            let end = text.endBeforeBlanks
            note(.invalidJSON, .missingComma(at: row.offset + end), at: end, row)
        case .broken(let fault):
            isBroken = true
            // The line of the next row is not that of the fault.
            let isLine = row.isBroken || tree.layout.form == .lines
            let byte = isLine ? min(fault.byte, text.endBeforeBlanks) : fault.byte
            note(.invalidJSON, .broken(fault.kind, at: row.offset + byte), at: byte, row)
        case .cutOff(let fault):
            if row.isCut {
                note(.overlongRow, .overlong(bytes: longest), at: text.firstIndex { !$0.isBlank } ?? 0, row)
            } else if !isOpen {
                note(.cutOff, .cutOff, at: fault.byte, row)
            }
        }
        if reader.tree.columnCount > columnCount { noteLateColumns(at: rowCount) }
        while tallies.count < reader.tree.columnCount { tallies.append(KindTally()) }
        // Text in the place of a record does not count for its column.
        if !isBroken { reader.count(in: &tallies, of: text) }
        // Nor is anything of it read otherwise than it stands, or left out.
        if !isBroken {
            for note in reader.notes { take(note, row) }
            noteDuplicates(in: row)
        }
        if tree.layout.isKeyed, rowCount < RowNames.limit { collectName(of: row) }
        if !text.isValidUTF8(readable: row.readable) { note(.invalidBytes, .invalidBytes, at: 0, row) }
        rowCount += 1
        lineCount += text.lineEnds(after: &wasCarriageReturn)
        end = Checkpoint(record: row.record + 1, byte: row.offset + text.count)
    }

    private mutating func noteLateColumns(at row: Int) { firstLateRow = firstLateRow ?? row }

    /// Skips records that are not rows, up to `end`, with `lines` line ends.
    mutating func pass(to end: Checkpoint, lines: Int) {
        self.end = end
        lineCount += lines
    }

    private mutating func take(_ note: SyntaxNote, _ row: RowText) {
        switch note.kind {
        case .loneSurrogate: self.note(.loneSurrogate, .loneSurrogate, at: note.byte, row)
        case .nul: self.note(.nulInJSON, .nul, at: note.byte, row)
        case .tooDeep: self.note(.tooDeep, .tooDeep(levels: JSONCursor.depthLimit), at: note.byte, row)
        case .duplicateKey: break
        // Between two elements.
        case .trailingComma where note.byte >= row.bytes.count - 1: break
        default:
            if !problems.contains(note.kind) { problems.append(note.kind, at: position(of: note.byte, row)) }
        }
    }

    /// Reports the names that occur twice in an object of a row.
    private mutating func noteDuplicates(in row: RowText) {
        // There may be many: lines are counted from one to the next.
        var (lines, byte, wasCarriageReturn) = (0, 0, wasCarriageReturn)
        for name in reader.duplicates {
            lines += UnsafeBufferPointer(rebasing: row.bytes[byte..<name]).lineEnds(after: &wasCarriageReturn)
            countedBytes += name - byte
            byte = name
            let position = SourcePosition(record: rowCount + 1, line: lineCount + lines + 1, byte: row.offset + name)
            problems.append(.duplicateKey, .duplicateKey(Self.name(at: name, in: row.bytes)), at: position)
        }
    }

    /// Collects the name of a row in an object of rows.
    private mutating func collectName(of row: RowText) {
        var cursor = RowCursor(row.bytes, .members)
        guard let name = try? cursor.start() else { return }
        names.collect(Self.bytes(of: name, in: row.bytes), at: position(of: name.range.lowerBound, row))
        if !isPart { compareNames() }
    }

    /// Reports repeated names among the collected ones.
    private mutating func compareNames() {
        for repeated in names.takeRepeated() {
            problems.append(repeatedName: String(decoding: repeated.name, as: UTF8.self), at: repeated.position)
        }
    }

    /// Reports a problem at the byte `byte` of a row.
    private mutating func note(_ kind: Problem.Kind, _ fault: JSONFault, at byte: Int, _ row: RowText) {
        problems.append(kind, fault, at: position(of: byte, row))
    }

    private func position(of byte: Int, _ row: RowText) -> SourcePosition {
        var wasCarriageReturn = wasCarriageReturn
        let lines = UnsafeBufferPointer(rebasing: row.bytes.prefix(byte)).lineEnds(after: &wasCarriageReturn)
        return SourcePosition(record: rowCount + 1, line: lineCount + lines + 1, byte: row.offset + byte)
    }

    /// Reports that the text ends before its array or object.
    mutating func noteUnclosed(at end: Int) { noteAtEnd(.cutOff, .unclosed, at: end) }

    /// Reports a laxity outside of rows, after those so far and `lines` more line ends, such as a comma after the last one.
    mutating func noteOutside(_ kind: SyntaxNote.Kind, at byte: Int, lines: Int = 0) {
        problems.append(kind, at: endPosition(at: byte, lines))
    }

    /// Reports a laxity before all rows, in the line `line`.
    mutating func noteBefore(_ kind: SyntaxNote.Kind, at byte: Int, line: Int) {
        problems.append(kind, at: SourcePosition(record: 1, line: line, byte: byte))
    }

    /// Reports a fault at the byte `byte` before all rows, in the line `line`.
    mutating func noteFaultBefore(_ kind: SyntaxFault.Kind, at byte: Int, line: Int) {
        problems.append(
            .invalidJSON, .outside(kind, at: byte), at: SourcePosition(record: 1, line: line, byte: byte))
    }

    /// Reports a fault at the byte `byte` after all rows, and `lines` line ends after them; that the text ends there where it
    /// is cut off.
    mutating func noteFaultBehind(_ kind: SyntaxFault.Kind, at byte: Int, lines: Int) {
        let isCutOff = kind == .cutOff
        problems.append(
            isCutOff ? .cutOff : .invalidJSON, isCutOff ? .unclosedAround : .outside(kind, at: byte),
            at: endPosition(at: byte, lines))
    }

    /// Reports bytes after the array or object.
    mutating func noteSurplus(at byte: Int) { noteAtEnd(.invalidJSON, .surplus(at: byte), at: byte) }

    private mutating func noteAtEnd(_ kind: Problem.Kind, _ fault: JSONFault, at byte: Int) {
        problems.append(kind, fault, at: endPosition(at: byte))
    }

    private func endPosition(at byte: Int, _ lines: Int = 0) -> SourcePosition {
        SourcePosition(record: max(1, rowCount), line: lineCount + lines + 1, byte: byte)
    }

    private static func name(at byte: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
        var cursor = JSONCursor(text, at: byte)
        guard let token = try? cursor.name() else { return "" }
        return String(decoding: bytes(of: token, in: text), as: UTF8.self)
    }

    private static func bytes(of name: JSONToken, in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = JSONField(key: name, of: text).append(of: text, .value, to: &bytes)
        return bytes
    }

    /// Returns true where `next`, the findings in the rows after these, would be others with the columns that are known now: it
    /// counted values as others, or will have them counted so, that have a column of their own in one of the two.
    func misses(_ next: JSONAudit) -> Bool {
        guard next.firstColumns < tree.columnCount, next.tree.columnCount > next.firstColumns else { return false }
        var tree = tree
        tree.merge(next.tree, fromColumn: next.firstColumns)
        return tree.othersColumn != nil
    }

    /// Appends the findings of `next` in the rows after these, which are not missed.
    mutating func append(_ next: JSONAudit) {
        var tree = reader.tree
        let columns = Array(0..<next.firstColumns) + tree.merge(next.tree, fromColumn: next.firstColumns)
        if tree.columnCount != reader.tree.columnCount {
            if let row = next.firstLateRow { noteLateColumns(at: row) }
            reader = FieldReader(tree, isDiscovering: true, keepsOthers: false)
        }
        while tallies.count < tree.columnCount { tallies.append(KindTally()) }
        for (column, tally) in zip(columns, next.tallies) { tallies[column].add(tally) }
        problems.append(next.problems, behindLines: lineCount)
        names.collect(next.names, behindLines: lineCount)
        compareNames()
        lineCount += next.lineCount
        (rowCount, end) = (next.rowCount, next.end)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index after the last byte that is no blank; 0 where there is none.
    fileprivate var endBeforeBlanks: Int { (lastIndex { !$0.isBlank } ?? -1) + 1 }

    /// Returns true where the bytes are valid text. NUL is checked elsewhere.
    ///
    /// - Parameter readable: Bytes that can be read from the beginning, these or not: the kernel checks blocks of 64, and where
    ///   it may go on to the end of the last one, it checks most texts in one step.
    fileprivate func isValidUTF8(readable: Int) -> Bool {
        guard let baseAddress else { return true }
        let blocks = (count + 63) & ~63
        let isInside = blocks <= readable && (blocks == count || baseAddress[count] & 0xC0 != 0x80)
        if cscan_clean_prefix(baseAddress, isInside ? blocks : count) >= count { return true }
        return String(validating: self, as: UTF8.self) != nil
    }
}
