import QuadrilleRuntime
import Tabular

/// Locates matches in values that are not contiguous in the text: after a doubled quote or an escaped byte, a byte's offset
/// from the value's beginning is larger in the text than in the value.
///
///     text     1,"say ""hi"""      value   say "hi"      the match `hi` begins at index 5 of the value, and at byte 9
///
/// It receives the rows once more, and reads only the values of its targets.
struct MatchLocator: RecordSink {
    /// A byte of a value; the index of the value's end is its number of bytes.
    struct Target: Sendable, Hashable {
        var row: Int
        var column: Int
        var index: Int
    }

    /// The byte offsets of the targets in the text, for the targets reached so far.
    private(set) var offsets: [Int] = []
    private let targets: [Target]
    private let control: JobControl
    private var row: Int
    private var column = 0
    /// For a target value: its bytes so far, the offset in the text of their end, and the target's own offset.
    private var count = 0
    private var end: Int?
    private var found: Int?

    /// `targets` ascend by row and column, at most one in a value; the rows begin with `row`.
    init(_ targets: [Target], from row: Int, control: JobControl) {
        (self.targets, self.row, self.control) = (targets, row, control)
    }

    var isFinished: Bool { offsets.count == targets.count || control.isCancelled }

    mutating func take(_ batch: RecordBatch) {
        var run = 0
        for piece in batch.pieces {
            if isFinished { return }
            let isTarget = targets[offsets.count].row == row && targets[offsets.count].column == column
            if piece.isElsewhere {
                batch.forEachRun(of: piece, from: &run) { length, offset in
                    if isTarget { advance(by: length, at: offset) }
                }
            } else if isTarget {
                // Of the ends without bytes, only an empty value's sets the position.
                if piece.count > 0 || end == nil { advance(by: piece.count, at: batch.offset + piece.start) }
            }
            if piece.endsValue {
                if isTarget { endTarget() }
                column += 1
            }
            if piece.endsRecord { endRecord() }
        }
    }

    private mutating func advance(by length: Int, at offset: Int) {
        let index = targets[offsets.count].index
        if index >= count && index < count + length { found = offset + index - count }
        count += length
        end = offset + length
    }

    private mutating func endTarget() {
        offsets.append(found ?? end ?? 0)
        (count, end, found) = (0, nil, nil)
    }

    // Tables with byte offsets send batches.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}

    mutating func endValue(_ state: CellState) { column += 1 }

    mutating func endRecord() {
        row += 1
        column = 0
    }
}

extension RecordBatch {
    /// Calls `body` with the length of each run of a piece that lies elsewhere, and its offset in the text. `run` is the
    /// piece's first run, and becomes that of the next piece.
    @inline(__always)
    func forEachRun(of piece: Piece, from run: inout Int, _ body: (_ length: Int, _ offset: Int) -> Void) {
        let end = piece.start + piece.count
        repeat {
            guard run < runs.count else { return }
            let next = run + 1 < runs.count ? min(end, Int(runs[run + 1].start)) : end
            body(next - Int(runs[run].start), offset + Int(runs[run].distance))
            run += 1
        } while run < runs.count && Int(runs[run].start) < end
    }
}
