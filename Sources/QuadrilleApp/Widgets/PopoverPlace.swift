import CGTK
import GridGTK

/// The target of a popover: a rectangle in a widget, in logical pixels.
struct PopoverPlace {
    var widget: Widget
    var rectangle: GdkRectangle
    /// A Boolean value that indicates whether the popover opens above the rectangle.
    var isAbove = false
}
