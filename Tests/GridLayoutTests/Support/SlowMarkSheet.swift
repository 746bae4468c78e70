import Geometry
import GridLayout

/// A mark sheet by the formulas of the design.
struct SlowMarkSheet {
    var counts: [Int]
    var parameters = MarkSheetParameters()
    var pinsHeaders = false
    var viewport: Size

    private var columnCount: Int { counts.max() ?? 0 }

    var contentSize: Size {
        let forced = parameters.rowHeaderWidth + Double(columnCount) * parameters.minimumColumnWidth
        return Size(
            width: max(viewport.width, forced),
            height: parameters.columnHeaderHeight + Double(counts.count) * parameters.rowHeight)
    }

    private func columnX(_ column: Int) -> Double {
        let shared = viewport.width - parameters.rowHeaderWidth
        let isForced = shared <= Double(columnCount) * parameters.minimumColumnWidth
        if isForced { return parameters.rowHeaderWidth + Double(column) * parameters.minimumColumnWidth }
        // What lies between is rounded, the end is the viewport's.
        if column == columnCount { return parameters.rowHeaderWidth + shared }
        return parameters.rowHeaderWidth + onEdgeGrid(Double(column) * shared / Double(columnCount))
    }

    func elements(visible: Rect) -> [LayoutAttributes] {
        let content = contentSize
        let header = Size(width: parameters.rowHeaderWidth, height: parameters.columnHeaderHeight)
        let headerX = pinsHeaders ? max(0, min(visible.minX, content.width - header.width)) : 0
        let headerY = pinsHeaders ? max(0, min(visible.minY, content.height - header.height)) : 0
        var elements: [LayoutAttributes] = []
        func add(_ element: Element, _ frame: Rect, z: Int, pinned: Axes = []) {
            elements.append(
                LayoutAttributes(
                    element: element, frame: frame, z: z, scrollAxes: Axes.both.subtracting(pinned),
                    region: Region(
                        horizontal: pinned.contains(.horizontal) ? .leading : .scrolling,
                        vertical: pinned.contains(.vertical) ? .leading : .scrolling)))
        }
        for (row, count) in counts.enumerated() {
            let y = header.height + Double(row) * parameters.rowHeight
            for column in 0..<count {
                let width = columnX(column + 1) - columnX(column)
                add(
                    .cell(section: row, item: column),
                    Rect(x: columnX(column), y: y, width: width, height: parameters.rowHeight), z: 0)
            }
            if header.width > 0 {
                add(
                    .supplementary(.rowHeader, section: row),
                    Rect(x: headerX, y: y, width: header.width, height: parameters.rowHeight),
                    z: pinsHeaders ? 3 : 0, pinned: pinsHeaders ? .horizontal : [])
            }
            let thickness = min(parameters.separatorThickness, parameters.rowHeight)
            if parameters.separatorThickness > 0 {
                add(
                    .decoration(.separator, number: row), Rect(x: 0, y: y, width: content.width, height: thickness),
                    z: 2)
            }
        }
        for column in 0..<columnCount where header.height > 0 {
            let width = columnX(column + 1) - columnX(column)
            add(
                .supplementary(.columnHeader, item: column),
                Rect(x: columnX(column), y: headerY, width: width, height: header.height), z: pinsHeaders ? 3 : 0,
                pinned: pinsHeaders ? .vertical : [])
        }
        if pinsHeaders, header.width > 0, header.height > 0 {
            add(
                .supplementary(.corner), Rect(origin: Point(x: headerX, y: headerY), size: header), z: 4, pinned: .both)
        }
        return elements
    }
}
