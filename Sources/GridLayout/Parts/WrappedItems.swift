import Geometry

/// The items of one section in lines: a line is filled along one axis, then the next begins along the other.
///
/// With lines along the vertical axis this is a flow of rows, along the horizontal one a set of columns.
struct WrappedItems {
    /// The axis along which lines follow one another.
    var axis: Axis
    var count: Int
    /// The lines, of which there are as many as `count` items take.
    var lines: EvenTracks
    /// The places in a line, of which there is at least one.
    var slots: EvenTracks

    func frame(of item: Int) -> Rect {
        let (line, slot) = item.quotientAndRemainder(dividingBy: slots.count)
        return frame(lines.start(of: line), lines.size(of: line), slot)
    }

    /// Calls `body` with each item whose frame meets `rect`, last to first.
    func forEachReversed(meeting rect: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void) {
        let slotsMet = slots.indices(meeting: rect.interval(axis.other))
        guard !slotsMet.isEmpty else { return }
        for line in lines.indices(meeting: rect.interval(axis)).reversed() {
            let first = line * slots.count
            let (start, size) = (lines.start(of: line), lines.size(of: line))
            for slot in slotsMet.clamped(to: 0..<min(slots.count, count - first)).reversed() {
                body(first + slot, frame(start, size, slot))
            }
        }
    }

    private func frame(_ lineStart: Double, _ lineSize: Double, _ slot: Int) -> Rect {
        let (slotStart, slotSize) = (slots.start(of: slot), slots.size(of: slot))
        return axis == .vertical
            ? Rect(x: slotStart, y: lineStart, width: slotSize, height: lineSize)
            : Rect(x: lineStart, y: slotStart, width: lineSize, height: slotSize)
    }

    /// Returns the number of items of `size` that fit `space` with `spacing` between them, at least 1.
    static func fitting(size: Double, spacing: Double, in space: Double) -> Int {
        // More than 2^30 places in a line are of no use, and items without any size would have no end of them.
        let most = 1_073_741_824
        let pitch = size + spacing
        guard pitch > 0, space > 0 else { return 1 }
        let quotient = (space + spacing) / pitch
        var fitting = quotient < Double(most) ? Int(quotient) : most
        // The quotient is rounded; what counts is whether the last item ends within the space.
        while fitting > 1, Double(fitting) * pitch - spacing > space { fitting -= 1 }
        while fitting < most, Double(fitting + 1) * pitch - spacing <= space { fitting += 1 }
        return max(1, fitting)
    }

    /// Returns the number of lines that `count` items take.
    static func lineCount(of count: Int, perLine: Int) -> Int {
        count / perLine + (count % perLine == 0 ? 0 : 1)
    }
}
