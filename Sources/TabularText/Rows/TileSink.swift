import CScan
import Tabular

/// A sink that makes the blocks of one row of tiles: the wanted columns of the wanted rows, and no others.
struct TileSink: FieldSink {
    /// Longer values are truncated: no cell can show more, and one block stays small.
    static let cellLimit = 4096
    /// A block that has grown to this many bytes truncates its further values to `tightCellLimit`.
    static let roomyBlock = 1 << 20
    static let tightCellLimit = 256

    private let rows: Range<Int>
    /// The number of rows before the next stop: all, or those up to one whose fields are found another way.
    var goal: Int
    /// Ascending, disjoint.
    private let columns: [Range<Int>]
    private var builders: [RowBlockBuilder]
    private var rowsDone = 0
    private var column = 0
    /// The index in `columns` of the next one.
    private var tile = 0
    private var cell = CellText()
    /// The byte offsets of fields of wide records, for later reads of them.
    private(set) var marks: [(row: Int, column: Int, byte: Int)] = []

    /// Accepts `rows`, beginning with the first field of the first one, and the fields of `columns` in each.
    init(rows: Range<Int>, columns: [Range<Int>]) {
        self.rows = rows
        goal = rows.count
        self.columns = columns
        builders = columns.map { RowBlockBuilder(firstRow: rows.lowerBound, columns: $0) }
    }

    var isFinished: Bool { rowsDone == goal }
    /// The current or next row.
    var row: Int { rows.lowerBound + rowsDone }
    /// A Boolean value that indicates whether the rest of the current record is not needed.
    var isRecordFinished: Bool { tile == columns.count }
    /// A Boolean value that indicates whether the parser pauses: for far columns also before every stretch of fields that can
    /// be skipped.
    var wantsPause: Bool { isRecordFinished || isFinished || column % FieldMarks.step == 0 && (column > 0 || isFar) }
    private var isFar: Bool { columns[0].lowerBound >= FieldMarks.step / 2 }
    /// The number of fields before the next wanted or marked one; 0 in a wanted one.
    var unwantedFields: Int {
        guard tile < columns.count, column < columns[tile].lowerBound else { return 0 }
        return min(columns[tile].lowerBound, (column / FieldMarks.step + 1) * FieldMarks.step) - column
    }

    /// Begins the record at its field `column`, which comes before all wanted ones.
    mutating func begin(at column: Int) { self.column = column }

    /// Records that the next field begins at `byte`.
    mutating func mark(byte: Int) {
        if column > 0 && column % FieldMarks.step == 0 { marks.append((row, column, byte)) }
    }

    /// Skips so many unwanted fields.
    mutating func skip(fields: Int) { column += fields }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        guard tile < columns.count, column >= columns[tile].lowerBound else { return }
        let isRoomy = builders[tile].byteCount < Self.roomyBlock
        cell.append(bytes, limit: isRoomy ? Self.cellLimit : Self.tightCellLimit)
    }

    /// The fast path of most values: in one piece, and valid text.
    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        guard tile < columns.count, column >= columns[tile].lowerBound, bytes.count <= Self.tightCellLimit,
            let base = bytes.baseAddress, cscan_clean_prefix(base, bytes.count) == bytes.count
        else {
            if !bytes.isEmpty { append(bytes, at: offset, mayHoldLineEnds: mayHoldLineEnds) }
            return endField()
        }
        builders[tile].append(bytes)
        builders[tile].endCell(CellInfo(state: .value))
        column += 1
        if column == columns[tile].upperBound { tile += 1 }
    }

    mutating func endField() {
        if tile < columns.count, column >= columns[tile].lowerBound {
            cell.end(into: &builders[tile])
            if column + 1 == columns[tile].upperBound { tile += 1 }
        }
        column += 1
    }

    /// Ends the record; its absent fields are missing.
    mutating func endRecord() {
        while tile < columns.count {
            let first = max(column, columns[tile].lowerBound)
            for _ in first..<columns[tile].upperBound { builders[tile].endCell(CellInfo(state: .missing)) }
            tile += 1
        }
        rowsDone += 1
        column = 0
        tile = 0
    }

    /// The blocks, one for each of the columns' ranges, with the rows so far.
    func blocks() -> [RowBlock] { builders.map { $0.build() } }
}

/// The text of one cell while its bytes arrive.
private struct CellText {
    private var bytes: [UInt8] = []
    /// Bytes of the value so far, including those that are dropped.
    private var length = 0

    private var isCut: Bool { length > bytes.count }

    /// Bytes after the limit are only counted: a value may be longer than memory.
    mutating func append(_ more: UnsafeBufferPointer<UInt8>, limit: Int) {
        // A truncated value stays truncated: no bytes may be missing between two kept ones.
        let room = isCut ? 0 : max(0, limit - bytes.count)
        length += more.count
        bytes.append(contentsOf: more.prefix(room))
    }

    /// Appends the text to `builder` as valid UTF-8, and begins the next value.
    mutating func end(into builder: inout RowBlockBuilder) {
        var info = CellInfo(state: .value, isMalformed: false, isCut: isCut)
        bytes.withUnsafeBufferPointer { text in
            var check = UTF8Check()
            if check.firstBad(in: text, at: 0) == nil && (isCut || !check.isInsideCharacter) {
                // Characters are not split.
                let end = check.isInsideCharacter ? check.characterStart : text.count
                builder.append(UnsafeBufferPointer(rebasing: text[..<end]))
            } else {
                info.isMalformed = true
                // One U+FFFD for each maximal subpart, as Unicode 3.9 (table 3-8) recommends.
                builder.append(String(decoding: text, as: UTF8.self).utf8)
            }
        }
        builder.endCell(info, length: isCut || info.isMalformed ? length : nil)
        bytes.removeAll(keepingCapacity: true)
        length = 0
    }
}
