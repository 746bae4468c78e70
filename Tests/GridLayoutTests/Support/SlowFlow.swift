import Geometry
import GridLayout

/// A flow, line by line.
struct SlowFlow {
    var counts: [Int]
    var parameters = FlowParameters()
    var pinsHeaders = false
    var viewport: Size

    private(set) var contentSize = Size.zero
    private var items: [(section: Int, item: Int, frame: Rect)] = []
    private var sections: [(start: Double, end: Double)] = []

    init(counts: [Int], parameters: FlowParameters, pinsHeaders: Bool, viewport: Size) {
        self.counts = counts
        self.parameters = parameters
        self.pinsHeaders = pinsHeaders
        self.viewport = viewport
        layOut()
    }

    private mutating func layOut() {
        let (size, insets) = (parameters.itemSize, parameters.sectionInsets)
        let width = max(viewport.width, insets.leading + size.width + insets.trailing)
        var y = 0.0
        for (section, count) in counts.enumerated() {
            let start = y
            y += parameters.headerHeight
            if count > 0 { y += insets.top }
            var x = insets.leading
            for item in 0..<count {
                if item > 0, x + size.width > width - insets.trailing {
                    x = insets.leading
                    y += size.height + parameters.lineSpacing
                }
                items.append((section, item, Rect(x: x, y: y, width: size.width, height: size.height)))
                x += size.width + parameters.itemSpacing
            }
            if count > 0 { y += size.height + insets.bottom }
            sections.append((start, y))
        }
        contentSize = Size(width: width, height: y)
    }

    func elements(visible: Rect) -> [LayoutAttributes] {
        let cells = items.map { item in
            LayoutAttributes(
                element: .cell(section: item.section, item: item.item), frame: item.frame, z: 0, scrollAxes: .both,
                region: .scrolling)
        }
        guard parameters.headerHeight > 0 else { return cells }
        return cells + sections.indices.map { header($0, visible) }
    }

    private func header(_ section: Int, _ visible: Rect) -> LayoutAttributes {
        let (start, end) = sections[section]
        let height = parameters.headerHeight
        var header = LayoutAttributes(
            element: .supplementary(.sectionHeader, section: section),
            frame: Rect(x: 0, y: start, width: contentSize.width, height: height), z: 0, scrollAxes: .both,
            region: .scrolling)
        guard pinsHeaders else { return header }
        header.z = 3
        if start < visible.minY { header.frame.y = max(start, min(visible.minY, end - height)) }
        if header.frame.y == visible.minY { header.scrollAxes = .horizontal }
        if header.frame.y <= visible.minY {
            header.region = Region(horizontal: .scrolling, vertical: .leading)
        } else if header.frame.y < visible.minY + height {
            header.region = nil
        }
        return header
    }
}
