import CGTK
import Geometry
import GridUI

// What is selected is dragged out by its outline, to wherever text is taken.
extension GridView {
    /// A press on the outline. It is a click until the pointer has moved.
    func pressOutline(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let button = event.pointee.button
        let point = Point(x: button.x, y: button.y)
        guard onDragOut != nil, SelectionMode(Self.modifiers(button.state)) == .replacing, model.isOnOutline(point)
        else { return false }
        heldOutline = point
        return true
    }

    /// The pointer moved while it holds the outline. True while it does.
    func moveOutline(to point: Point, _ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        guard let start = heldOutline else { return false }
        func pixel(_ value: Double) -> Int32 { Int32(clamping: Int(value)) }
        guard gtk_drag_check_threshold(surface, pixel(start.x), pixel(start.y), pixel(point.x), pixel(point.y)) != 0
        else { return true }
        heldOutline = nil
        onDragOut?(surface, event)
        return true
    }

    /// The button came up: what was held was clicked.
    func releaseOutline() -> Bool {
        guard let point = heldOutline else { return false }
        heldOutline = nil
        update {
            if $0.press(at: point) { _ = $0.release() }
        }
        return true
    }
}
