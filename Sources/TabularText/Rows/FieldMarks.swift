/// The byte offsets of some fields of wide records, so that a far column of a recently read row is found without parsing all
/// the columns before it.
///
/// Every 1,024th field of a record has a mark, as far as the record was read:
///
///     record 7    byte 9,300  …field 1,024: 19,812 …field 2,048: 30,311 …
///
/// Marks are valid for the bytes that were read; a source that was replaced gets new ones.
struct FieldMarks: Sendable {
    /// Fields between two marks.
    static let step = 1024
    /// The most marks, of 8 bytes each; beyond that those of the oldest row are removed.
    static let limit = 1 << 16

    /// The marks of each row (0-based over the data): of its fields `step`, 2 × `step` and so on.
    private var bytes: [Int: [Int]] = [:]
    /// The rows, in the order in which they got their first mark.
    private var rows: [Int] = []
    /// The number of `rows` that were removed.
    private var gone = 0
    private var count = 0

    /// Records that the field `column` of `row` begins at `byte`. Columns are multiples of `step`; one whose predecessor has no
    /// mark is ignored.
    mutating func note(row: Int, column: Int, byte: Int) {
        let place = column / Self.step - 1
        guard place >= 0, column % Self.step == 0 else { return }
        let known = bytes[row]?.count ?? 0
        guard place == known else { return }
        if known == 0 { rows.append(row) }
        bytes[row, default: []].append(byte)
        count += 1
        while count > Self.limit, gone < rows.count {
            count -= bytes.removeValue(forKey: rows[gone])?.count ?? 0
            gone += 1
        }
        if gone > Self.limit {
            rows.removeFirst(gone)
            gone = 0
        }
    }

    /// The last mark of `row` at or before `column`.
    func start(row: Int, column: Int) -> (column: Int, byte: Int)? {
        let place = column / Self.step - 1
        guard place >= 0, let marks = bytes[row], let byte = marks.count > place ? marks[place] : nil else {
            return nil
        }
        return ((place + 1) * Self.step, byte)
    }
}
