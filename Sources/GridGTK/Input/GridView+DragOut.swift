import CGTK
import Geometry
import GridUI

// The selection is dragged out by its outline, to any target that accepts text.
extension GridView {
    /// Handles a press on the outline, which is a click until the pointer moves. Returns true where it is one.
    func pressOutline(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let button = event.pointee.button
        let point = Point(x: button.x, y: button.y)
        guard onDragOut != nil, SelectionMode(Self.modifiers(button.state)) == .replacing, model.isOnOutline(point)
        else { return false }
        heldOutline = point
        return true
    }

    /// Handles a move of the pointer. Returns true while it holds the outline.
    func moveOutline(to point: Point, _ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        guard let start = heldOutline else { return false }
        func pixel(_ value: Double) -> Int32 { Int32(clamping: Int(value)) }
        guard gtk_drag_check_threshold(surface, pixel(start.x), pixel(start.y), pixel(point.x), pixel(point.y)) != 0
        else { return true }
        heldOutline = nil
        onDragOut?(surface, event)
        return true
    }

    /// Handles the release of the button as a click on the outline, if it was held.
    func releaseOutline() -> Bool {
        guard let point = heldOutline else { return false }
        heldOutline = nil
        update {
            if $0.press(at: point) { _ = $0.release() }
        }
        return true
    }
}
