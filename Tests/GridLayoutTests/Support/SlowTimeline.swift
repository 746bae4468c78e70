import Geometry
import GridLayout

/// A timeline by the formulas of the design, item by item.
struct SlowTimeline {
    var weights: [[Double]]
    var parameters = TimelineParameters()
    var insets = Insets.zero
    var pinsHeaders = false
    var devicePixel = 1.0
    var viewport: Size

    private var size: Size {
        Size(width: max(0, viewport.width - insets.horizontal), height: max(0, viewport.height - insets.vertical))
    }

    var contentSize: Size {
        Size(width: size.width, height: weights.isEmpty ? 0 : rowY(weights.count - 1) + rowHeight(weights.count - 1))
    }

    private func rowY(_ row: Int) -> Double {
        let gap = parameters.divider.height
        let shared = size.height + gap
        if shared / Double(parameters.visibleRows) <= parameters.minimumRowHeight + gap {
            return Double(row) * (parameters.minimumRowHeight + gap)
        }
        let whole = row / parameters.visibleRows
        let rest = row % parameters.visibleRows
        return Double(whole) * shared + onEdgeGrid(Double(rest) * shared / Double(parameters.visibleRows))
    }

    private func rowHeight(_ row: Int) -> Double { rowY(row + 1) - parameters.divider.height - rowY(row) }

    func elements(visible: Rect) -> [LayoutAttributes] {
        weights.indices.flatMap { row in
            items(of: row) + (parameters.headerWidth > 0 ? [header(of: row, visible)] : [])
        }
    }

    private func header(of row: Int, _ visible: Rect) -> LayoutAttributes {
        let end = max(parameters.headerWidth, size.width)
        return LayoutAttributes(
            element: .supplementary(.sectionHeader, section: row),
            frame: Rect(
                x: pinsHeaders ? max(0, min(visible.minX, end - parameters.headerWidth)) : 0, y: rowY(row),
                width: parameters.headerWidth, height: rowHeight(row)),
            z: pinsHeaders ? 3 : 0, scrollAxes: pinsHeaders ? .vertical : .both,
            region: Region(horizontal: pinsHeaders ? .leading : .scrolling, vertical: .scrolling))
    }

    private func items(of row: Int) -> [LayoutAttributes] {
        let width = max(0, size.width - parameters.headerWidth)
        let gap = parameters.divider.width
        let usable = weights[row].map { $0 >= 0 && $0.isFinite ? $0 : 0 }
        var sums = [0.0]
        for weight in usable { sums.append(sums[sums.count - 1] + weight) }
        let count = usable.count
        let total = sums[count]
        func edge(_ item: Int) -> Double {
            parameters.headerWidth
                + onEdgeGrid(width * (total > 0 ? sums[item] / total : Double(item) / Double(max(count, 1))))
        }
        func isWide(_ item: Int) -> Bool {
            let share = (gap + devicePixel) / width
            return total > 0
                ? sums[item + 1] - sums[item] >= max(share * total, .leastNonzeroMagnitude)
                : Double(count) * share <= 1
        }
        var runs: [[Int]] = []
        for item in 0..<count {
            if let last = runs.last?.last, !isWide(last), !isWide(item) {
                runs[runs.count - 1].append(item)
            } else {
                runs.append([item])
            }
        }
        return runs.map { run in
            let low = edge(run[0])
            return LayoutAttributes(
                element: run.count == 1
                    ? .cell(section: row, item: run[0]) : .supplementary(.aggregate, section: row, item: run[0]),
                frame: Rect(
                    x: low + gap, y: rowY(row), width: max(0, edge(run[0] + run.count) - low - gap),
                    height: rowHeight(row)),
                z: 0, scrollAxes: .both, region: .scrolling)
        }
    }
}
