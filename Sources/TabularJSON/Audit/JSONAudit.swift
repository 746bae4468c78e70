import CScan
import Tabular
import TabularBytes

/// The findings of a look at all values of rows that follow each other: columns, kinds and problems.
struct JSONAudit: Sendable {
    private var reader: FieldReader
    private(set) var tallies: [KindTally]
    private(set) var problems = ProblemList()
    /// Rows, and line ends, before `offset`.
    private(set) var (rowCount, lineCount) = (0, 0)
    /// Behind the last row that was looked at.
    private(set) var offset: Int
    private var wasCarriageReturn = false
    /// The laxities that were found, of which only the first of each kind is told.
    private var laxities: Set<SyntaxNote.Kind> = []

    /// Starts at the row `row`, which begins at `offset` behind `lines` line ends.
    init(of tree: ColumnTree, at offset: Int, row: Int = 0, lines: Int = 0) {
        (self.offset, rowCount, lineCount) = (offset, row, lines)
        reader = FieldReader(tree, isDiscovering: true)
        tallies = Array(repeating: KindTally(), count: tree.columnCount)
    }

    var tree: ColumnTree { reader.tree }

    /// Looks at the next row. `isOpen` says that the text ends within it and that more of it may come.
    mutating func take(_ row: RowText, longest: Int, isOpen: Bool = false) {
        let text = row.bytes
        lineCount += row.linesBefore
        var isBroken = false
        switch reader.read(text) {
        case .whole: break
        case .broken(let fault):
            isBroken = true
            note(.invalidJSON, .broken(fault.kind, at: row.offset + fault.byte), at: fault.byte, row)
        case .cutOff(let fault):
            if row.isCut {
                note(.overlongRow, .overlong(bytes: longest), at: 0, row)
            } else if !isOpen {
                note(.cutOff, .cutOff, at: fault.byte, row)
            }
        }
        while tallies.count < reader.tree.columnCount { tallies.append(KindTally()) }
        // Text in the place of a record says nothing of its column.
        if !isBroken { reader.count(in: &tallies, of: text) }
        for note in reader.notes { take(note, row) }
        for byte in reader.duplicates { note(.duplicateKey, .duplicateKey(name(at: byte, in: text)), at: byte, row) }
        if !text.isValidUTF8 { note(.invalidBytes, .invalidBytes, at: 0, row) }
        rowCount += 1
        lineCount += text.lineEnds(after: &wasCarriageReturn)
        offset = row.offset + text.count
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
            if laxities.insert(note.kind).inserted {
                self.note(.notStrictJSON, .laxity(note.kind), at: note.byte, row)
            }
        }
    }

    /// Notes a problem at the byte `byte` of a row.
    private mutating func note(_ kind: Problem.Kind, _ fault: JSONFault, at byte: Int, _ row: RowText) {
        var wasCarriageReturn = wasCarriageReturn
        let lines = UnsafeBufferPointer(rebasing: row.bytes.prefix(byte)).lineEnds(after: &wasCarriageReturn)
        let position = SourcePosition(
            record: rowCount + 1, line: lineCount + lines + 1, byte: row.offset + byte)
        problems.append(kind, at: position, fault)
    }

    /// Notes that the text ends before its array or object.
    mutating func noteUnclosed(at end: Int) { noteAtEnd(.cutOff, .unclosed, at: end) }

    /// Notes a comma behind the last row.
    mutating func noteTrailingComma(at byte: Int) {
        if laxities.insert(.trailingComma).inserted { noteAtEnd(.notStrictJSON, .laxity(.trailingComma), at: byte) }
    }

    /// Notes that something stands behind the array or object.
    mutating func noteSurplus(at byte: Int) { noteAtEnd(.invalidJSON, .surplus(at: byte), at: byte) }

    private mutating func noteAtEnd(_ kind: Problem.Kind, _ fault: JSONFault, at byte: Int) {
        problems.append(kind, at: SourcePosition(record: max(1, rowCount), line: lineCount + 1, byte: byte), fault)
    }

    private func name(at byte: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
        var cursor = JSONCursor(text, at: byte)
        guard let token = try? cursor.name() else { return "" }
        var bytes: [UInt8] = []
        _ = JSONField(key: token, of: text).append(of: text, .value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes what `next` found in the rows behind these.
    mutating func append(_ next: JSONAudit) {
        var tree = reader.tree
        let columns = tree.merge(next.tree)
        if tree.columnCount != reader.tree.columnCount { reader = FieldReader(tree, isDiscovering: true) }
        while tallies.count < tree.columnCount { tallies.append(KindTally()) }
        for (column, tally) in zip(columns, next.tallies) { tallies[column].add(tally) }
        problems.append(next.problems, behindLines: lineCount)
        laxities.formUnion(next.laxities)
        lineCount += next.lineCount
        (rowCount, offset) = (next.rowCount, next.offset)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// A Boolean value that indicates whether the bytes are text. NUL is looked for elsewhere.
    fileprivate var isValidUTF8: Bool {
        guard let baseAddress, cscan_clean_prefix(baseAddress, count) < count else { return true }
        return String(validating: self, as: UTF8.self) != nil
    }
}
