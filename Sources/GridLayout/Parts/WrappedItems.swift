import Geometry

/// The items of one section in lines: items fill a line along one axis, and lines follow along the other.
///
/// With lines along the vertical axis this is a flow of rows, along the horizontal one a set of columns.
struct WrappedItems {
    /// The axis along which lines follow one another.
    var axis: Axis
    var count: Int
    /// The lines, as many as `count` items need.
    var lines: EvenTracks
    /// The positions in a line, at least one.
    var slots: EvenTracks

    func frame(of item: Int) -> Rect {
        let (line, slot) = item.quotientAndRemainder(dividingBy: slots.count)
        return frame(lines.start(of: line), lines.size(of: line), slot)
    }

    /// Calls `body` with each item whose frame intersects `rect`, last to first.
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
        // Limits a line to 2^30 items; items of size 0 would have no limit.
        let most = 1_073_741_824
        let pitch = size + spacing
        guard pitch > 0, space > 0 else { return 1 }
        let quotient = (space + spacing) / pitch
        var fitting = quotient < Double(most) ? Int(quotient) : most
        // The quotient is rounded, so check that the last item ends within the space.
        while fitting > 1, Double(fitting) * pitch - spacing > space { fitting -= 1 }
        while fitting < most, Double(fitting + 1) * pitch - spacing <= space { fitting += 1 }
        return max(1, fitting)
    }

    /// Returns the number of lines that `count` items need.
    static func lineCount(of count: Int, perLine: Int) -> Int {
        count / perLine + (count % perLine == 0 ? 0 : 1)
    }
}
