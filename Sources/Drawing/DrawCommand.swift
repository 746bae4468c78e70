import Geometry

/// A draw command. All lengths are logical pixels in viewport space, x from the left, already snapped to device pixels.
public enum DrawCommand: Sendable, Hashable {
    /// Clips the following commands to the rectangle. Replaces the previous clip.
    case clip(Rect)
    /// Removes the clip for the following commands.
    case unclip
    case fill(Rect, Color)
    /// A linear shade from one edge of the rectangle to the opposite one.
    case shade(Rect, Shade)
    /// A frame drawn inside the rectangle's edges.
    case ring(Rect, Color, width: Double)
    /// Text, cut with an ellipsis where the box ends: one vertically centered line, or as many as fit the box's height.
    case text(TextCommand)
}

/// A linear shade.
public struct Shade: Sendable, Hashable {
    public var from: Color
    public var to: Color
    public var axis: Axis

    public init(from: Color, to: Color, axis: Axis) {
        self.from = from
        self.to = to
        self.axis = axis
    }
}

/// A text; its bytes and its style are in the display list that contains the command.
public struct TextCommand: Sendable, Hashable {
    public var box: Rect
    /// The offset of the UTF-8 bytes in `DisplayList.text`.
    public var start: UInt32
    public var length: UInt32
    /// The index of the style in `DisplayList.styles`.
    public var style: UInt16
    public var alignment: TextAlignment
    /// The distance by which a line that is too long for the box may begin before it, so that its end is visible instead of an
    /// ellipsis: for a label that the end of its element pushes out of the viewport. Logical pixels.
    public var lead = 0.0
    /// A Boolean value that indicates whether the text wraps into further lines, from the top of the box down, as in
    /// `TextMeasuring.height`, instead of one line in its middle.
    public var wraps = false
    /// The number of its marks in `DisplayList.marks`, counted from 1; 0 where it has no highlights.
    public var marks: UInt32 = 0
}

/// Parts of a text that are highlighted by their background.
///
/// Only the renderer knows the positions of the letters, and which are cut off: so `frame` is the area to highlight where no
/// part is visible.
public struct TextMarks: Sendable, Hashable {
    /// Byte ranges of the text, ascending and disjoint. Ranges beyond the text's end belong to its truncated part.
    public var parts: [Range<Int>]
    public var color: Color
    /// The color of a line around each part, one device pixel wide.
    public var edge: Color?
    public var frame: Rect

    public init(parts: [Range<Int>], color: Color, edge: Color? = nil, frame: Rect) {
        (self.parts, self.color, self.edge, self.frame) = (parts, color, edge, frame)
    }
}
