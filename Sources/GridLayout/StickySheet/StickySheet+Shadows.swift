import Geometry

extension StickySheet {
    /// The shadow at one of the four freeze lines (0 top, 1 leading, 2 bottom, 3 trailing) while content lies under it.
    func shadow(number: Int, _ visible: Rect) -> LayoutAttributes? {
        guard number >= 0, number < 4 else { return nil }
        let axis = number % 2 == 0 ? vertical : horizontal
        let span = visible.interval(number % 2 == 0 ? .vertical : .horizontal)
        let isLeading = number < 2
        let liesOver = isLeading ? span.low > 0 : span.high < axis.contentExtent
        let low = span.low + axis.pinnedLeading
        let high = span.high - axis.pinnedTrailing
        let length = min(lengths.shadowLength, high - low)
        guard liesOver, (isLeading ? axis.frozen.leading : axis.frozen.trailing) > 0, length > 0 else { return nil }
        let start = isLeading ? low : high - length
        let frame =
            number % 2 == 0
            ? Rect(x: visible.minX, y: start, width: min(visible.width, contentSize.width), height: length)
            : Rect(x: start, y: visible.minY, width: length, height: min(visible.height, contentSize.height))
        return LayoutAttributes(
            element: .decoration(.freezeShadow, number: number), frame: frame, z: 3, scrollAxes: [], region: nil)
    }
}
