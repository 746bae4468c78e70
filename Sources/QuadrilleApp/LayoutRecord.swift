import Geometry
import GridLayout
import GridUI
import Tabular

/// One element of a frame, in the output of `layout`.
struct LayoutRecord: Hashable {
    /// The kind of the element, by its name on the command line.
    var kind: String
    /// 0-based over the data. In views of groups the section, in cards the record; for a shadow, its number.
    var row: Int
    /// 0-based over the columns. In views of groups the item, in cards the index of the field.
    var column: Int
    /// Viewport space, logical pixels after zoom and before snapping; x from the leading edge, whatever the direction.
    var frame: Rect
    var z: Int
}

extension LayoutRecord {
    /// Returns the elements that intersect the viewport, in paint order.
    ///
    /// - Complexity: O(log + visible elements).
    static func frame(of model: GridModel) -> [LayoutRecord] {
        // Not `visible`: that lies on device pixels.
        let visible = Rect(origin: model.viewport.offset, size: model.viewport.contentExtent)
        var found: [LayoutAttributes] = []
        model.attributes(in: visible, visible: visible, into: &found)
        return found.map { LayoutRecord($0, visible, model) }
    }

    private init(_ attributes: LayoutAttributes, _ visible: Rect, _ model: GridModel) {
        let zoom = model.viewport.zoom
        let frame = attributes.frame
        let element = attributes.element
        kind = element.kind == .columnSeparator ? ElementKind.separator.name : element.kind.name
        (row, column) = Self.place(of: element, model)
        self.frame = Rect(
            x: (frame.minX - visible.minX) * zoom, y: (frame.minY - visible.minY) * zoom, width: frame.width * zoom,
            height: frame.height * zoom)
        z = attributes.z
    }

    private static func place(of element: Element, _ model: GridModel) -> (row: Int, column: Int) {
        switch element.kind {
        // In a sheet a separator's number is its track × 3 and the band that it crosses.
        case .separator: return (model.isSheet ? element.section / 3 : element.section, 0)
        case .columnSeparator: return (0, element.section / 3)
        default: break
        }
        guard model.view.shape == .records, model.columns.fieldCount > 0 else { return (element.section, element.item) }
        let (record, field) = element.item.quotientAndRemainder(dividingBy: model.columns.fieldCount)
        return (record, field)
    }
}

extension LayoutRecord {
    static func json(_ records: [LayoutRecord]) -> String {
        let list = records.map { record in
            JSONValue.object([
                ("kind", .string(record.kind)), ("row", .integer(record.row)), ("column", .integer(record.column)),
                (
                    "frame",
                    .object([
                        ("x", .number(record.frame.x)), ("y", .number(record.frame.y)),
                        ("width", .number(record.frame.width)), ("height", .number(record.frame.height)),
                    ])
                ), ("z", .integer(record.z)),
            ])
        }
        return JSONValue.list(list).text + "\n"
    }

    /// A line for each record, below a line of titles; kinds are aligned at their start, numbers at their end.
    static func text(_ records: [LayoutRecord]) -> String {
        let titles = ["kind", "row", "column", "x", "y", "width", "height", "z"]
        let lines = [titles] + records.map(\.words)
        var widths = titles.map(\.count)
        for line in lines { for (index, word) in line.enumerated() { widths[index] = max(widths[index], word.count) } }
        let text = lines.map { line in
            line.enumerated().map { index, word in
                let padding = String(repeating: " ", count: widths[index] - word.count)
                return index == 0 ? word + padding : padding + word
            }.joined(separator: "  ")
        }
        return text.joined(separator: "\n") + "\n"
    }

    private var words: [String] {
        [kind, String(row), String(column)] + [frame.x, frame.y, frame.width, frame.height].map(\.shortest) + [
            String(z)
        ]
    }
}
