import Geometry
import GridLayout

/// Section columns by the formulas of the design.
struct SlowSectionColumns {
    var counts: [Int]
    var parameters = SectionColumnsParameters()
    var insets = Insets.zero
    var pinsHeaders = false
    var viewport: Size

    private var height: Double { max(0, viewport.height - insets.vertical) }

    private var itemsPerColumn: Int {
        let (item, spacing) = (parameters.itemSize.height, parameters.itemSpacing)
        var count = 1
        while Double(count + 1) * item + Double(count) * spacing <= height - parameters.headerHeight { count += 1 }
        return count
    }

    private func width(_ section: Int) -> Double {
        let columns = max(1, (counts[section] + itemsPerColumn - 1) / itemsPerColumn)
        return Double(columns) * parameters.itemSize.width + Double(columns - 1) * parameters.itemSpacing
    }

    private func x(_ section: Int) -> Double {
        (0..<section).reduce(0) { $0 + width($1) + parameters.sectionSpacing }
    }

    var contentSize: Size {
        Size(
            width: counts.isEmpty ? 0 : x(counts.count - 1) + width(counts.count - 1),
            height: max(height, parameters.headerHeight + parameters.itemSize.height))
    }

    func elements(visible: Rect) -> [LayoutAttributes] {
        let perColumn = itemsPerColumn
        let size = parameters.itemSize
        let end = contentSize.height - parameters.headerHeight
        let headerY = pinsHeaders ? max(0, min(visible.minY, end)) : 0
        return counts.indices.flatMap { section in
            let x = x(section)
            let width = width(section)
            var elements = (0..<counts[section]).map { item in
                LayoutAttributes(
                    element: .cell(section: section, item: item),
                    frame: Rect(
                        x: x + Double(item / perColumn) * (size.width + parameters.itemSpacing),
                        y: parameters.headerHeight
                            + Double(item % perColumn) * (size.height + parameters.itemSpacing),
                        width: size.width, height: size.height),
                    z: 0, scrollAxes: .both, region: .scrolling)
            }
            guard parameters.headerHeight > 0 else { return elements }
            var axes: Axes = pinsHeaders ? .horizontal : .both
            if x < visible.minX, visible.minX < x + width { axes.remove(.horizontal) }
            elements.append(
                LayoutAttributes(
                    element: .supplementary(.sectionHeader, section: section),
                    frame: Rect(x: x, y: headerY, width: width, height: parameters.headerHeight),
                    z: pinsHeaders ? 3 : 0, scrollAxes: axes,
                    region: Region(horizontal: .scrolling, vertical: pinsHeaders ? .leading : .scrolling)))
            return elements
        }
    }
}
