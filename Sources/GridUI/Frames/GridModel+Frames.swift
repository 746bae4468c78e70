import Geometry
import GridLayout

extension GridModel {
    /// Appends the elements that intersect `rect` when the viewport shows `visible`, both in content space.
    ///
    /// Like `attributes(in:into:)`, but `visible` need not lie on device pixels: for exact frames.
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        if let layout = shown.layout {
            layout.attributes(in: rect, visible: visible, into: &output)
        } else {
            sheet.attributes(in: rect, visible: visible, into: &output)
        }
    }
}
