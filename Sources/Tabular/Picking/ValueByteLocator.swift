import QuadrilleRuntime

/// Locates bytes of values in the text of a table that lies in bytes: after a doubled quote or an escaped byte, a byte's offset
/// from the value's beginning is larger in the text than in the value.
///
///     text     1,"say ""hi"""      value   say "hi"      the byte 5 of the value, an `h`, is the byte 9 of the text
///
/// It receives the rows, and reads only the values of its targets. A table without byte offsets sends values one by one, whose
/// bytes have none.
package struct ValueByteLocator: RecordSink {
    /// The byte offsets of the targets in the text, for the targets reached so far; nil where the value is not there.
    package private(set) var offsets: [Int?] = []
    private let targets: [ValueByte]
    private let cancellation: Cancellation
    private var row: Int
    private var column = 0
    /// For a target value: its bytes so far, and the offset in the text of their end.
    private var count = 0
    private var end: Int?

    /// `targets` ascend by row, column and index; the rows begin with `row`.
    package init(_ targets: [ValueByte], from row: Int, unless cancellation: Cancellation = .never) {
        (self.targets, self.row, self.cancellation) = (targets, row, cancellation)
    }

    package var isFinished: Bool { offsets.count == targets.count || cancellation.isRequested }

    package mutating func take(_ batch: RecordBatch) {
        var run = 0
        for piece in batch.pieces {
            if offsets.count == targets.count { return }
            let isTarget = isTarget
            if piece.isElsewhere {
                batch.forEachRun(of: piece, from: &run) { length, offset in
                    if isTarget { advance(by: length, at: offset) }
                }
            } else if isTarget {
                // Of the ends without bytes, only an empty value's sets the position.
                if piece.count > 0 || end == nil { advance(by: piece.count, at: batch.offset + piece.start) }
            }
            if piece.endsValue { endValue(.value) }
            if piece.endsRecord { endRecord() }
        }
    }

    /// A Boolean value that indicates whether the next target is in the current value.
    private var isTarget: Bool {
        offsets.count < targets.count && targets[offsets.count].row == row && targets[offsets.count].column == column
    }

    private mutating func advance(by length: Int, at offset: Int) {
        while isTarget, targets[offsets.count].index < count + length {
            offsets.append(offset + targets[offsets.count].index - count)
        }
        count += length
        end = offset + length
    }

    // Tables with byte offsets send batches.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}

    package mutating func endValue(_ state: CellState) {
        while isTarget { offsets.append(end) }
        (count, end) = (0, nil)
        column += 1
    }

    package mutating func endRecord() {
        // Values after the last.
        while offsets.count < targets.count, targets[offsets.count].row <= row { offsets.append(nil) }
        row += 1
        column = 0
    }
}

extension RecordBatch {
    /// Calls `body` with the length of each run of a piece that lies elsewhere, and its offset in the text. `run` is the
    /// piece's first run, and becomes that of the next piece.
    package func forEachRun(of piece: Piece, from run: inout Int, _ body: (_ length: Int, _ offset: Int) -> Void) {
        let end = piece.start + piece.count
        repeat {
            guard run < runs.count else { return }
            let next = run + 1 < runs.count ? min(end, Int(runs[run + 1].start)) : end
            body(next - Int(runs[run].start), offset + Int(runs[run].distance))
            run += 1
        } while run < runs.count && Int(runs[run].start) < end
    }
}
