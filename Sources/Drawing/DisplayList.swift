import Geometry

/// The content of a frame, in paint order: data, not drawing.
///
/// Unlike a picture it can be compared, printed (`dump`) and counted, so most tests of drawing compare text. Its buffers
/// are reused from frame to frame: `removeAll` keeps their capacity.
public struct DisplayList: Sendable, Hashable {
    public private(set) var commands: [DrawCommand] = []
    /// The UTF-8 bytes of all texts.
    public private(set) var text: [UInt8] = []
    public private(set) var styles: [TextStyle] = []
    /// The highlights of texts.
    public private(set) var marks: [TextMarks] = []
    private var clipped: Rect?

    public init() {}

    /// Empties the list and keeps its memory.
    public mutating func removeAll() {
        commands.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        styles.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        clipped = nil
    }

    /// Clips the following commands to `rect` (nil: no clip).
    public mutating func clip(to rect: Rect?) {
        guard rect != clipped else { return }
        clipped = rect
        commands.append(rect.map(DrawCommand.clip) ?? .unclip)
    }

    /// Fills `rect`; ignores an empty one, or a transparent color.
    public mutating func fill(_ rect: Rect, _ color: Color) {
        guard !rect.isEmpty, color.alpha > 0 else { return }
        commands.append(.fill(rect, color))
    }

    public mutating func shade(_ rect: Rect, _ shade: Shade) {
        guard !rect.isEmpty else { return }
        commands.append(.shade(rect, shade))
    }

    public mutating func ring(_ rect: Rect, _ color: Color, width: Double) {
        guard !rect.isEmpty else { return }
        commands.append(.ring(rect, color, width: width))
    }

    /// Adds the fills, shades and rings of another list.
    public mutating func append(shapesOf other: DisplayList) {
        for command in other.commands {
            switch command {
            case .fill, .shade, .ring: commands.append(command)
            case .clip, .unclip, .text: break
            }
        }
    }

    /// The index of `style` for texts. O(styles), and a frame has few.
    public mutating func style(_ style: TextStyle) -> UInt16 {
        if let known = styles.firstIndex(of: style) { return UInt16(known) }
        styles.append(style)
        return UInt16(styles.count - 1)
    }

    /// Adds a text. `write` appends its UTF-8 bytes to the shared buffer. The text is one line, which may begin up to `lead`
    /// logical pixels before the box where it is too long for it; or it fills the box from the top, if it `wraps`. Returns
    /// false where there is nothing to add.
    @discardableResult
    public mutating func text(
        in box: Rect, style: UInt16, alignment: TextAlignment, lead: Double = 0, wraps: Bool = false,
        _ write: (inout [UInt8]) -> Void
    ) -> Bool {
        let start = text.count
        write(&text)
        guard text.count > start, !box.isEmpty else {
            text.removeLast(text.count - start)
            return false
        }
        commands.append(
            .text(
                TextCommand(
                    box: box, start: UInt32(start), length: UInt32(text.count - start), style: style,
                    alignment: alignment, lead: lead, wraps: wraps)))
        return true
    }

    /// Highlights parts of the text that was added last. Where that text was not added, since it was empty or had no box,
    /// highlights the frame of the marks.
    public mutating func mark(_ marks: TextMarks, wasAdded: Bool) {
        guard wasAdded, case .text(var command) = commands.last else { return fill(marks.frame, marks.color) }
        self.marks.append(marks)
        command.marks = UInt32(self.marks.count)
        commands[commands.count - 1] = .text(command)
    }

    /// The marks of a command of this list.
    public func marks(of command: TextCommand) -> TextMarks? {
        command.marks > 0 ? marks[Int(command.marks) - 1] : nil
    }

    /// The text of a command of this list.
    public func string(of command: TextCommand) -> String {
        String(decoding: text[Int(command.start)..<Int(command.start + command.length)], as: UTF8.self)
    }
}
